/// Bytes that someone else brings, chunk by chunk: the way in for asynchronous input.
///
/// Whoever reads is told ``SourceRead/starved`` when the chunks that were offered are used up, awaits the next one,
/// offers it and reads on.
package final class ChunkSource: ByteSource {
    /// The chunks not yet read, from `next` on; those before are empty already.
    private var chunks: [ArraySlice<UInt8>] = []
    private var next = 0
    private var isFinished = false

    package init() {}

    package private(set) var bytesTaken = 0
    package var bytesInAll: Int? { nil }

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
        while filled < buffer.count, next < chunks.count {
            // SAFETY: `filled` is less than the buffer's count.
            filled += unsafe takeFromChunk(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        bytesTaken += filled
        return filled > 0 ? .bytes(filled) : isFinished ? .end : .starved
    }

    private func takeFromChunk(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = chunks[next].prefix(buffer.count)
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        chunks[next] = chunks[next][part.endIndex...]
        if chunks[next].isEmpty { dropChunk() }
        return part.count
    }

    /// Lets go of the memory of a chunk as soon as it is read.
    private func dropChunk() {
        chunks[next] = []
        next += 1
        guard next == chunks.count else { return }
        chunks.removeAll(keepingCapacity: true)
        next = 0
    }
}
