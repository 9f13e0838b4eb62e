/// A source of bytes in chunks, from which the tokenizer reads.
///
/// A source is used by one thread at a time, and is read once from its beginning to its end.
package protocol ByteSource: AnyObject {
    /// Writes at most `buffer.count` bytes to the start of `buffer`, which must not be empty.
    ///
    /// Blocks if reading the underlying file blocks. Is not called again after ``SourceRead/end``.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead

    /// The number of bytes that were read from the input; for a compressed file, of compressed bytes.
    var bytesRead: Int { get }

    /// The total number of bytes, measured like ``bytesRead``; `nil` if it is not known in advance.
    var totalBytes: Int? { get }

    /// The total number of bytes that ``read(into:)`` returns; `nil` if it is not known in advance.
    var textBytes: Int? { get }
}

extension ByteSource {
    package var textBytes: Int? { nil }
}

/// The result of one read.
package enum SourceRead: Equatable {
    /// This many bytes, at least one.
    case bytes(Int)

    /// No bytes yet: the caller must await the next chunk first.
    case needMoreData

    /// The end of the bytes.
    case end
}

extension ByteSource {
    /// Writes at most `array.count` bytes to the start of `array`, which must not be empty and keeps its length.
    package func read(into array: inout [UInt8]) throws(ImportError) -> SourceRead {
        // SAFETY: the array keeps the buffer valid for the call.
        unsafe try array.withUnsafeMutableBufferPointer { buffer throws(ImportError) in
            unsafe try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
