extension Range: Importable, _RepresentedValue where Bound: Importable {
    /// Creates the range with two bounds.
    public init(_representation bounds: [Bound]) throws {
        try bounds.requireAscendingPair()
        self = bounds[0]..<bounds[1]
    }

    /// The lower and the upper bound.
    public var _representation: [Bound] { [lowerBound, upperBound] }
}

extension ClosedRange: Importable, _RepresentedValue where Bound: Importable {
    /// Creates the range with two bounds.
    public init(_representation bounds: [Bound]) throws {
        try bounds.requireAscendingPair()
        self = bounds[0]...bounds[1]
    }

    /// The lower and the upper bound.
    public var _representation: [Bound] { [lowerBound, upperBound] }
}

extension Array where Element: Comparable {
    /// Throws an error unless the array has two elements, of which the first one is not the greater one.
    fileprivate func requireAscendingPair() throws {
        try require(count: 2)
        guard self[0] <= self[1] else {
            throw ImportError(
                .invalidValue, "expected two bounds in ascending order, found \(self[0]) before \(self[1])")
        }
    }
}
