public import Foundation

extension UUID: ImportableScalar {
    /// Makes the UUID that the token's string spells in groups of 8, 4, 4, 4 and 12 hexadecimal digits, in
    /// either case.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "a UUID")
        guard let bits = Self.bits(token.bytes) else { throw ScalarFault.invalid(expected: "a UUID") }
        self.init(bits: bits)
    }

    private static func bits(_ text: Span<UInt8>) -> UInt128? {
        guard text.count == 36 else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else {
            return nil
        }
        var reader = HexadecimalReader()
        reader.read(text, 0..<8)
        reader.read(text, 9..<13)
        reader.read(text, 14..<18)
        reader.read(text, 19..<23)
        reader.read(text, 24..<36)
        return reader.isValid ? reader.bits : nil
    }

    private init(bits: UInt128) {
        func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt128(120 - 8 * index)) }
        self.init(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
                byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }

    /// A string in groups of hexadecimal digits.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(uuidString) }

    /// Writes the UUID at a place.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has a value of this type.
        try output.target.put(unsafe value.load(as: UUID.self))
    }
}

/// Gathers hexadecimal digits, and asks only at the end whether they were some: digits are random, so that a
/// branch for each costs five times as much.
private struct HexadecimalReader {
    private(set) var bits: UInt128 = 0
    private var seen: UInt8 = 0

    var isValid: Bool { seen < 16 }

    mutating func read(_ text: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let digit = Self.digits[Int(text[index])]
            seen |= digit
            bits = bits << 4 | UInt128(digit)
        }
    }

    /// The value of each byte as a digit; 255 for those that are none.
    private static let digits: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, character) in "0123456789abcdef".utf8.enumerated() {
            table[Int(character)] = UInt8(value)
        }
        for (value, character) in "ABCDEF".utf8.enumerated() { table[Int(character)] = UInt8(value + 10) }
        return table
    }()
}
