/// A source of bytes that its owner offers chunk by chunk, for asynchronous input.
///
/// When the offered chunks are used up, a read returns ``SourceRead/needMoreData``. The owner then awaits the next
/// chunk, offers it, and continues to read.
package final class ChunkSource: ByteSource {
    /// The unread parts of the chunks; none is empty.
    private var chunks: [ArraySlice<UInt8>] = []
    private var isFinished = false

    package init() {}

    package private(set) var bytesRead = 0
    package var totalBytes: Int? { nil }

    /// Appends a chunk, which may be empty.
    ///
    /// The bytes of an array are shared; those of any other sequence are copied.
    package func offer(_ chunk: some Sequence<UInt8>) {
        precondition(!isFinished, "a chunk was offered after the end of the input")
        let bytes = [UInt8](chunk)
        if !bytes.isEmpty { chunks.append(bytes[...]) }
    }

    /// Ends the input: no further chunk follows.
    package func finish() {
        isFinished = true
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
        var filled = 0
        while filled < buffer.count, !chunks.isEmpty {
            // SAFETY: `filled` is less than the buffer's count.
            filled += unsafe takeFromChunk(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        bytesRead += filled
        return filled > 0 ? .bytes(filled) : isFinished ? .end : .needMoreData
    }

    private func takeFromChunk(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = chunks[0].prefix(buffer.count)
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        chunks[0] = chunks[0][part.endIndex...]
        if chunks[0].isEmpty { chunks.removeFirst() }
        return part.count
    }
}
