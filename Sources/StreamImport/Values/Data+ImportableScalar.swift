public import Foundation

extension Data: ImportableScalar {
    /// Makes the bytes that the token's string holds in Base64 (RFC 4648, section 4).
    ///
    /// The text has to be as an encoder writes it: the standard alphabet, padding, no white space, and no bits
    /// set that belong to no byte.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "data in Base64")
        guard let data = Data(base64: token.bytes) else {
            throw ScalarError.invalid(expected: "data in Base64")
        }
        self = data
    }

    private init?(base64 text: Span<UInt8>) {
        guard !text.isEmpty else {
            self.init()
            return
        }
        guard text.count % 4 == 0 else { return nil }
        let padding = Self.padding(text)
        self.init(count: text.count / 4 * 3 - padding)
        guard Self.decode(text, padding: padding, into: mutableSpan) else { return nil }
    }

    /// How many of the last four characters stand for nothing: 0, 1 or 2.
    private static func padding(_ text: Span<UInt8>) -> Int {
        guard text[text.count - 1] == UInt8(ascii: "=") else { return 0 }
        return text[text.count - 2] == UInt8(ascii: "=") ? 2 : 1
    }

    private static func decode(
        _ text: Span<UInt8>, padding: Int, into output: consuming MutableSpan<UInt8>
    ) -> Bool {
        var seen: UInt8 = 0
        var written = 0
        let last = text.count - 4
        for start in stride(from: 0, to: last, by: 4) {
            let bits = group(text, start..<(start + 4), &seen)
            output[written] = UInt8(truncatingIfNeeded: bits >> 16)
            output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            output[written + 2] = UInt8(truncatingIfNeeded: bits)
            written += 3
        }
        let bits = group(text, last..<(text.count - padding), &seen) << UInt32(6 * padding)
        for index in 0..<(3 - padding) {
            output[written + index] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))
        }
        let surplus = bits & ((1 << UInt32(8 * padding)) - 1)
        return seen < 64 && surplus == 0
    }

    /// The bits of up to four characters. What is no character of the alphabet shows in `seen`.
    private static func group(_ text: Span<UInt8>, _ range: Range<Int>, _ seen: inout UInt8) -> UInt32 {
        var bits: UInt32 = 0
        for index in range {
            let sextet = sextets[Int(text[index])]
            seen |= sextet
            bits = bits << 6 | UInt32(sextet & 63)
        }
        return bits
    }

    /// What each byte stands for; 64 for those that stand for nothing.
    private static let sextets: [UInt8] = {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        var table = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.utf8.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    /// A string in Base64.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(base64EncodedString()) }

    /// Those of bytes, which are written without a string in between.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0) }
    }
}
