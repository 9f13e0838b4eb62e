/// Bytes that arrive in chunks: the floor under the tokenizer.
///
/// A source is used by one thread at a time and is read once from its beginning to its end.
package protocol ByteSource: AnyObject {
    /// Writes at most `buffer.count` bytes (at least 1) to the start of `buffer`.
    ///
    /// Blocks where the underlying file does. After ``SourceRead/end`` it is not called again.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead

    /// How many bytes have been taken from where they come from: of a compressed file, the compressed ones.
    var bytesRead: Int { get }

    /// How many bytes there are in all, in the measure of ``bytesRead``, where that is known beforehand.
    var totalBytes: Int? { get }

    /// How many bytes there are to read in all, where that is known beforehand.
    var textBytes: Int? { get }
}

extension ByteSource {
    package var textBytes: Int? { nil }
}

/// What one read brought.
package enum SourceRead: Equatable {
    /// This many bytes, at least one.
    case bytes(Int)

    /// Nothing now: the next chunk has to be awaited first.
    case needMoreData

    /// Nothing any more.
    case end
}

extension ByteSource {
    /// Writes at most `array.count` bytes (at least 1) to the start of `array`, which keeps its length.
    func read(into array: inout [UInt8]) throws(ImportError) -> SourceRead {
        // SAFETY: the buffer is lent on for the call.
        unsafe try array.withUnsafeMutableBufferPointer { buffer throws(ImportError) in
            unsafe try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
