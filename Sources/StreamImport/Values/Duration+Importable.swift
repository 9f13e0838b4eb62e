extension Duration: _RepresentedValue {
    /// Creates the duration from the high and the low 64 bits of its attoseconds.
    public init(_representation halves: [Int128]) throws {
        try halves.require(count: 2)
        guard let high = Int64(exactly: halves[0]), let low = UInt64(exactly: halves[1]) else {
            throw ImportError(
                .numberOutOfRange,
                "expected an integer from -2^63 to 2^63 - 1 and one from 0 to 2^64 - 1, found \(halves)")
        }
        self.init(attoseconds: Int128(high) << 64 | Int128(low))
    }

    /// The high and the low 64 bits of the attoseconds.
    public var _representation: [Int128] { [attoseconds >> 64, attoseconds & Int128(UInt64.max)] }
}
