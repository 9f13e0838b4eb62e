public import Foundation

extension String: ImportableScalar {
    /// Creates the string that the token contains or, if ``ImportOptions/coercion`` allows it, the text of a number or
    /// a bool.
    public init(_ token: borrowing ImportToken) throws {
        if token.kind != .string { try token.requireCoercion(expected: "a string") }
        if token.kind == .bool, token.policies.boolSpelling == .digits {
            self = token.bool == true ? "1" : "0"
        } else {
            self.init(utf8: token.bytes)
        }
    }

    /// Returns a string of the same characters.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(self) }

    /// The operations of a string, which a target receives without a copy.
    public static var _operations: _ValueOperations {
        _ValueOperations(Self.self) { try $1.target.put($0[as: Self.self]) }
    }
}

extension Importable where Self: RawRepresentable, RawValue: ImportableScalar {
    /// The plan that makes a value from the scalar that its raw value is made from.
    ///
    /// Therefore `enum Color: String, Importable { case red, green }` needs no other code.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Stores the value with the raw value that the token contains, at an address with room for the value.
    ///
    /// An unknown raw value is an error.
    @inlinable  // Specialized in the user's module; without it, each value costs several witness calls.
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        guard let value = Self(rawValue: try RawValue(token)) else {
            throw ScalarError.invalid(expected: "a known raw value of the type")
        }
        initialize(destination, to: value)
    }

    /// The operations of a value that is written as its raw value or, if its plan has fields, field by field.
    public static var _operations: _ValueOperations {
        guard !importPlan.isModel else {
            return _ValueOperations(Self.self) { try $1.model(at: $0, of: Self.self) }
        }
        let write = RawValue._operations.write
        return _ValueOperations(writing: Self.self) { try $1.write($0.rawValue, write) }
    }
}

// A type with raw values that conforms to `ImportableScalar` is made by its own initializer, not from its raw value.
extension ImportableScalar where Self: RawRepresentable, RawValue: ImportableScalar {
    /// The plan that makes a scalar from a string, a number or a bool.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, scalar: Self.self) }

    /// Stores a value made from the token, at an address with room for it.
    @inlinable
    public static func _store(
        _ token: borrowing ImportToken, at destination: UnsafeMutableRawPointer
    ) throws {
        initialize(destination, to: try Self(token))
    }

    /// The operations of a scalar, which is written as `exported(dates:)` returns it.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.put($0.exported(dates: $1.dates)) }
    }
}

extension URL: ImportableScalar {
    /// Creates the URL that the token's string spells, without any change.
    ///
    /// An empty string is an error, and so is one with a character that must be escaped in a URL, such as a space: the
    /// initializer does not escape characters.
    public init(_ token: borrowing ImportToken) throws {
        try token.require(.string, expected: "a URL")
        guard !token.bytes.isEmpty,
            let url = URL(string: String(utf8: token.bytes), encodingInvalidCharacters: false)
        else { throw ScalarError.invalid(expected: "a URL") }
        self = url
    }

    /// Returns the absolute URL as a string, which includes the URL that this one is relative to.
    public func exported(dates: DateStrategy) -> ExportedScalar { .string(absoluteString) }
}

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
