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
    /// Returns pieces of `count` bytes, of which the last one may be shorter. With `nil`, returns one piece.
    func pieces(of count: Int?) -> [SubSequence] {
        let count = Swift.max(count ?? self.count, 1)
        var pieces: [SubSequence] = []
        var rest = self[...]
        while !rest.isEmpty {
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
