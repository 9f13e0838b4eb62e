/// Bytes that someone else brings, chunk by chunk: the way in for asynchronous input.
///
/// The reader is told ``SourceRead/needMoreData`` when the chunks that were offered are used up, awaits the next one,
/// offers it and reads on.
package final class ChunkSource: ByteSource {
    /// What is not yet read of the chunks; none is empty.
    private var chunks: [ArraySlice<UInt8>] = []
    private var isFinished = false

    package init() {}

    package private(set) var bytesRead = 0
    package var totalBytes: Int? { nil }

    /// Adds a chunk at the end, which may be empty.
    ///
    /// An array is shared; anything else is copied into one.
    package func offer(_ chunk: some Sequence<UInt8>) {
        precondition(!isFinished, "a chunk was offered after the last one")
        let bytes = [UInt8](chunk)
        if !bytes.isEmpty { chunks.append(bytes[...]) }
    }

    /// Says that no further chunk will come.
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
