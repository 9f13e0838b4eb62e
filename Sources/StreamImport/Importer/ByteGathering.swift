/// Returns a function that gathers the bytes of an input into chunks.
///
/// A sequence of bytes does not say whether its next byte has arrived. A chunk ends where a record may end, so that a
/// record that is an object, an array or a line never waits for bytes of the next record.
@inlinable  // so that a byte costs only the sequence's own `next()`
func nextChunk<Bytes: AsyncSequence>(gathering bytes: Bytes) -> NextChunk where Bytes.Element == UInt8 {
    // SAFETY: only the returned function uses the iterator and the error; `ChunkReader` calls it after the previous
    // call has returned.
    nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
    // SAFETY: as for `iterator`.
    nonisolated(unsafe) var pendingError: (any Error)?
    return { isolation in
        if let error = unsafe pendingError { throw error }
        let maximumCount = 16 << 10
        var chunk: [UInt8] = []
        var lastNonSpace: UInt8 = 0
        do {
            while let byte = unsafe try await iterator.next(isolation: isolation) {
                if chunk.isEmpty { chunk.reserveCapacity(256) }
                chunk.append(byte)
                if mayEndRecord(byte, after: lastNonSpace) || chunk.count == maximumCount { break }
                if byte > UInt8(ascii: " ") { lastNonSpace = byte }
            }
        } catch {
            // The bytes before the error are returned first.
            guard !chunk.isEmpty else { throw error }
            unsafe pendingError = error
        }
        return chunk.isEmpty ? nil : chunk
    }
}

/// Returns whether a record may end with a byte: with a closing bracket, or with a line feed after a byte that may be
/// the end of a value.
///
/// - Parameter last: the last byte before `byte` that is not white space.
@inlinable
func mayEndRecord(_ byte: UInt8, after last: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): true
    case UInt8(ascii: "\n"):
        last != UInt8(ascii: ",") && last != UInt8(ascii: "{") && last != UInt8(ascii: "[")
    default: false
    }
}
