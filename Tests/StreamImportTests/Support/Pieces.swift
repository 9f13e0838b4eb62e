/// An asynchronous sequence of chunks, or of single bytes.
struct Pieces<Piece: Sendable>: AsyncSequence, Sendable {
    let pieces: [Piece]

    func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<Piece>

        mutating func next() async -> Piece? { rest.popFirst() }
    }
}

extension Collection<UInt8> {
    /// Returns pieces of `count` bytes. The last piece may be shorter. If `count` is `nil`, returns all bytes as one
    /// piece.
    func pieces(of count: Int?) -> [SubSequence] {
        let count = Swift.max(count ?? self.count, 1)
        var pieces: [SubSequence] = []
        var remaining = self[...]
        while !remaining.isEmpty {
            pieces.append(remaining.prefix(count))
            remaining = remaining.dropFirst(count)
        }
        return pieces
    }
}
