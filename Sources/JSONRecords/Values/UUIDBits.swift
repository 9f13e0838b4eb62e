/// The 128 bits of a UUID, with the first byte in the highest bits.
package struct UUIDBits {
    package private(set) var value: UInt128 = 0
    /// The bitwise OR of the values of all digits; at least 16 if any byte is not a digit.
    private var combinedDigits: UInt8 = 0

    /// Reads groups of 8, 4, 4, 4 and 12 hexadecimal digits, in either case, with hyphens between the groups; `nil` if
    /// the text is anything else.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 36 else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else {
            return nil
        }
        read(text, 0..<8)
        read(text, 9..<13)
        read(text, 14..<18)
        read(text, 19..<23)
        read(text, 24..<36)
        guard combinedDigits < 16 else { return nil }
    }

    /// Reads digits without a branch for each: digits are random, so branches would cost five times as much.
    private mutating func read(_ text: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let digit = Self.digits[Int(text[index])]
            combinedDigits |= digit
            value = value << 4 | UInt128(digit)
        }
    }

    /// The value of each byte as a digit; 255 for bytes that are not digits.
    private static let digits: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, character) in "0123456789abcdef".utf8.enumerated() {
            table[Int(character)] = UInt8(value)
        }
        for (value, character) in "ABCDEF".utf8.enumerated() { table[Int(character)] = UInt8(value + 10) }
        return table
    }()
}
