extension _RepresentedValue where Self: SIMD, Scalar: Importable {
    /// Creates the vector of as many scalars as its type has.
    public init(_representation scalars: [Scalar]) throws {
        try scalars.require(count: Self.scalarCount)
        self.init(scalars)
    }

    /// The scalars.
    public var _representation: [Scalar] { indices.map { self[$0] } }
}

extension SIMD2: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD3: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD4: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD8: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD16: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD32: Importable, _RepresentedValue where Scalar: Importable {}
extension SIMD64: Importable, _RepresentedValue where Scalar: Importable {}
