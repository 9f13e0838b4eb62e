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

    package func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        var count = 0
        while !buffer.isFull, !chunks.isEmpty {
            let added = buffer.append(prefixOf: chunks[0])
            chunks[0].removeFirst(added)
            if chunks[0].isEmpty { chunks.removeFirst() }
            count += added
        }
        bytesRead += count
        return count > 0 ? .bytes(count) : isFinished ? .end : .needMoreData
    }
}
