public import Foundation

/// A type that keys of an object can be converted to.
///
/// `String`, the integer types with up to 64 bits, `UUID` and `Date` conform. A type whose raw values are of one of these types only
/// declares the conformance:
///
///     @Importable
///     enum Color: String, ImportableKey { case red, green }
///
///     @Importable
///     struct Palette { var shades: [Color: Int] }
public protocol ImportableKey: Hashable, SendableMetatype {
    /// Creates a key from its text in UTF-8. Returns `nil` if the text is not a valid key, which rejects the record
    /// with ``ImportError/Code/invalidValue``.
    init?(importKey text: Span<UInt8>)

    /// Returns the text of the key in an export, from which ``init(importKey:)`` creates an equal key.
    ///
    /// Only exports call this function. By default the key cannot be exported. Different keys must have different
    /// texts.
    func exportKey() throws -> String
}

extension ImportableKey {
    /// Throws an error, as the type does not define the text of a key.
    public func exportKey() throws -> String { throw ImportError.keyNotExportable("\(Self.self)") }
}

extension String: ImportableKey {
    /// Creates a string with the text.
    public init(importKey text: Span<UInt8>) { self.init(repairing: text) }

    /// Returns the string itself.
    public func exportKey() -> String { self }
}

extension ImportableKey where Self: FixedWidthInteger {
    /// Creates the integer that the text spells in decimal digits, with `-` before them if it is negative.
    public init?(importKey text: Span<UInt8>) {
        // `PlainInteger` takes up to 19 digits; the greatest `UInt64` values have 20.
        let isLong = text.count == 20 && text[0] != UInt8(ascii: "-")
        guard let plain = PlainInteger(isLong ? text.extracting(..<19) : text),
            !plain.isNegative || plain.magnitude > 0
        else { return nil }
        var number = plain.isNegative ? -Int128(plain.magnitude) : Int128(plain.magnitude)
        if isLong {
            guard let lastDigit = PlainInteger(text.extracting(19...)) else { return nil }
            number = number * 10 + Int128(lastDigit.magnitude)
        }
        self.init(exactly: number)
    }

    /// Returns the integer in decimal digits.
    public func exportKey() -> String { String(self) }
}

extension ImportableKey where Self: RawRepresentable, RawValue: ImportableKey {
    /// Creates the value whose raw value is the key with this text.
    public init?(importKey text: Span<UInt8>) {
        guard let value = RawValue(importKey: text) else { return nil }
        self.init(rawValue: value)
    }

    /// Returns the text of the raw value.
    public func exportKey() throws -> String { try rawValue.exportKey() }
}

extension Int: ImportableKey {}
extension Int8: ImportableKey {}
extension Int16: ImportableKey {}
extension Int32: ImportableKey {}
extension Int64: ImportableKey {}
extension UInt: ImportableKey {}
extension UInt8: ImportableKey {}
extension UInt16: ImportableKey {}
extension UInt32: ImportableKey {}
extension UInt64: ImportableKey {}

extension Dictionary: Importable where Key: ImportableKey, Value: Importable {
    /// The plan that makes a dictionary from an object, member by member.
    public static var importPlan: ImportPlan { ImportPlan(type: Self.self, dictionary: Self.self) }

    /// The options of the value type.
    public static var importOptions: ImportOptions { Value.importOptions }

    /// The options of the value type.
    public static var exportOptions: ExportOptions { Value.exportOptions }

    /// The operations of a dictionary, whose members are written in an unspecified order.
    public static var _operations: _ValueOperations {
        let write = Value._operations.write
        if let writeKey = scalarKeyType?._operations.write {
            return _ValueOperations(writing: Self.self) { members, output in
                try output.array {
                    for (index, (key, value)) in members.enumerated() {
                        try output.element(2 * index) {
                            try ValueAddress.of(key) { try writeKey($0, output) }
                        }
                        try output.element(2 * index + 1) { try output.write(value, write) }
                    }
                }
            }
        }
        return _ValueOperations(writing: Self.self) { members, output in
            try output.object {
                for (key, value) in members {
                    try output.member(key.exportKey()) { try output.write(value, write) }
                }
            }
        }
    }
}

extension Dictionary: DictionaryCollector where Key: ImportableKey, Value: Importable {
    init(members: [Key: Value]) { self = members }

    // `JSONEncoder` encodes a dictionary with keys of these types as an array of keys and values in turn.
    static var scalarKeyType: (any Importable.Type)? {
        Key.self == UUID.self ? UUID.self : Key.self == Date.self ? Date.self : nil
    }
}

extension UUID: ImportableKey {
    /// Creates the UUID that the text spells.
    public init?(importKey text: Span<UInt8>) {
        guard let bits = UUIDBits(text) else { return nil }
        self.init(bits: bits.value)
    }

    /// Returns the UUID in groups of hexadecimal digits.
    public func exportKey() -> String { uuidString }
}

extension Date: ImportableKey {
    /// Creates the date that the text spells in ISO 8601. An import uses the format of the field or of
    /// ``ImportOptions/dates`` instead.
    public init?(importKey text: Span<UInt8>) {
        guard let instant = Instant(iso8601: text) else { return nil }
        self.init(timeIntervalSince1970: instant.secondsSince1970)
    }

    /// Returns the date in ISO 8601.
    public func exportKey() throws -> String {
        guard case .string(let text) = try DateStrategy.iso8601.exported(self) else {
            throw ImportError.keyNotExportable("Date")
        }
        return text
    }
}
