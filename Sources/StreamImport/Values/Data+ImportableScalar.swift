public import Foundation

extension Data: ImportableScalar {
    /// Creates the data that the token's string represents in Base64 (RFC 4648, section 4).
    ///
    /// The text must be what an encoder writes: in the standard alphabet, with padding, without white space, and
    /// without set bits after those of the last byte.
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

    /// Returns the number of padding characters: 0, 1 or 2.
    private static func padding(_ text: Span<UInt8>) -> Int {
        guard text[text.count - 1] == UInt8(ascii: "=") else { return 0 }
        return text[text.count - 2] == UInt8(ascii: "=") ? 2 : 1
    }

    /// Decodes the text. Returns `false` if it is not what an encoder writes.
    private static func decode(
        _ text: Span<UInt8>, padding: Int, into output: consuming MutableSpan<UInt8>
    ) -> Bool {
        var sextetUnion: UInt8 = 0
        var written = 0
        let lastGroupStart = text.count - 4
        for start in stride(from: 0, to: lastGroupStart, by: 4) {
            let bits = group(text, start..<(start + 4), &sextetUnion)
            output[written] = UInt8(truncatingIfNeeded: bits >> 16)
            output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            output[written + 2] = UInt8(truncatingIfNeeded: bits)
            written += 3
        }
        let bits = group(text, lastGroupStart..<(text.count - padding), &sextetUnion) << UInt32(6 * padding)
        for index in 0..<(3 - padding) {
            output[written + index] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))
        }
        let surplus = bits & ((1 << UInt32(8 * padding)) - 1)
        return sextetUnion < 64 && surplus == 0
    }

    /// Returns the bits of up to four characters. A byte outside the alphabet sets bit 6 of `sextetUnion`.
    private static func group(
        _ text: Span<UInt8>, _ range: Range<Int>, _ sextetUnion: inout UInt8
    ) -> UInt32 {
        var bits: UInt32 = 0
        for index in range {
            let sextet = sextets[Int(text[index])]
            sextetUnion |= sextet
            bits = bits << 6 | UInt32(sextet & 63)
        }
        return bits
    }

    /// The six bits that each byte represents; 64 for bytes outside the alphabet.
    private static let sextets: [UInt8] = {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        var table = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.utf8.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    /// Returns a string in Base64.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(base64EncodedString()) }

    /// The operations of data, which a target receives as bytes, without an intermediate string.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.target.put($0) }
    }
}
