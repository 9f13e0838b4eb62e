/// A function that returns the next bytes of an input, or `nil` after the last ones.
@usableFromInline
typealias NextChunk = (_ isolation: isolated (any Actor)?) async throws -> [UInt8]?

/// Returns a function that reads the chunks of an input that has chunks.
func nextChunk<Chunks: AsyncSequence>(of chunks: Chunks) -> NextChunk where Chunks.Element: Sequence<UInt8> {
    // SAFETY: only the returned function uses the iterator. The function is not `Sendable`, and `ChunkReader` calls
    // it after the previous call has returned.
    nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
    return { isolation in unsafe try await iterator.next(isolation: isolation).map { [UInt8]($0) } }
}
