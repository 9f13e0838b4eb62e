public import Foundation

extension UUID: ImportableScalar {
    /// Creates the UUID that the token's string spells in groups of 8, 4, 4, 4 and 12 hexadecimal digits, in either
    /// case.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "a UUID")
        guard let bits = UUIDBits(token.bytes) else { throw ScalarError.invalid(expected: "a UUID") }
        self.init(bits: bits.value)
    }

    init(bits: UInt128) {
        func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt128(120 - 8 * index)) }
        self.init(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
                byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }

    /// Returns a string in groups of hexadecimal digits.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(uuidString) }

    /// The operations of a UUID, for which a target may have a form of its own.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0) }
    }
}
