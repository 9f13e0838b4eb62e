/// The next bytes of an input; `nil` after the last ones.
@usableFromInline
typealias NextChunk = (_ isolation: isolated (any Actor)?) async throws -> [UInt8]?

/// The chunks of an input that has chunks.
func nextChunk<Chunks: AsyncSequence>(of chunks: Chunks) -> NextChunk where Chunks.Element: Sequence<UInt8> {
    // SAFETY: the function that is returned has the iterator to itself. It is not `Sendable`, and `ChunkReader` calls it when
    // the call before has returned.
    nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
    return { isolation in unsafe try await iterator.next(isolation: isolation).map { [UInt8]($0) } }
}

/// Gathers the bytes of an input into chunks.
///
/// A sequence of bytes does not say whether it will wait for the next one. A chunk ends where a record may end, so that no
/// record that is an object, an array or a line waits for the bytes after it.
@inlinable  // so that a byte costs no more than the sequence's own `next()`
func nextChunk<Bytes: AsyncSequence>(gathering bytes: Bytes) -> NextChunk where Bytes.Element == UInt8 {
    // SAFETY: as above.
    nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
    // SAFETY: as above.
    nonisolated(unsafe) var failure: (any Error)?
    return { isolation in
        if let error = unsafe failure { throw error }
        let longest = 16 << 10
        var chunk: [UInt8] = []
        var last: UInt8 = 0
        do {
            while let byte = unsafe try await iterator.next(isolation: isolation) {
                if chunk.isEmpty { chunk.reserveCapacity(256) }
                chunk.append(byte)
                if mayEndRecord(byte, after: last) || chunk.count == longest { break }
                if byte > UInt8(ascii: " ") { last = byte }
            }
        } catch {
            // The bytes before the failure are read first.
            guard !chunk.isEmpty else { throw error }
            unsafe failure = error
        }
        return chunk.isEmpty ? nil : chunk
    }
}

/// Whether a record may end with a byte: a bracket, or a line feed after something that may be the end of a value.
///
/// - Parameter last: the byte before it that is not white space.
@inlinable
func mayEndRecord(_ byte: UInt8, after last: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): true
    case UInt8(ascii: "\n"):
        last != UInt8(ascii: ",") && last != UInt8(ascii: "{") && last != UInt8(ascii: "[")
    default: false
    }
}
