internal import Foundation

/// Any JSON value. Numbers keep their spelling.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as spelled in the input: `1.50` stays `1.50`.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object. The order of its members is not kept.
    case object([String: JSONValue])
}

extension JSONValue: ImportableScalar {
    /// Creates a string, a number or a bool.
    public init(_ token: borrowing ImportToken) throws {
        switch token.kind {
        case .string: self = .string(String(importKey: token.bytes))
        case .number: self = .number(String(importKey: token.bytes))
        case .bool: self = .bool(token.bool == true)
        }
    }

    /// The plan of a type that is created from any JSON value.
    public static var importPlan: ImportPlan {
        ImportPlan(ofAnyValue: Self.self) { .null }
    }

    /// The operations of a JSON value, which is written unchanged.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { try $1.write($0) }
    }
}

extension JSONValue: AnyJSONCollector {
    init(elements: [JSONValue]) { self = .array(elements) }
    init(members: [String: JSONValue]) { self = .object(members) }
}

extension JSONValue: Codable {
    /// Decodes a value that is null, a bool, a number, a string, an array, or a dictionary with strings as keys.
    ///
    /// The text of a number is made from its value, because decoders do not pass on its spelling: `1.50` becomes `1.5`,
    /// and `-0` becomes `0`. The text has up to 38 digits if the decoder supports `Decimal`, as `JSONDecoder` does, or
    /// else those of a `Double`.
    ///
    /// - Throws: `DecodingError` for other values, such as dates in property lists.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if try Self.isArray(in: decoder) {
            self = .array(try container.decode([JSONValue].self))
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = Self.number(in: container) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Returns whether the value is an array.
    ///
    /// It is the first question about a value that is not null. The decoder of GRDB, which decodes the text of a column as any
    /// scalar, then throws an error of its own, and decodes the text as JSON.
    private static func isArray(in decoder: any Decoder) throws -> Bool {
        do { _ = try decoder.unkeyedContainer() } catch is DecodingError { return false }
        return true
    }

    private static func number(in container: any SingleValueDecodingContainer) -> String? {
        if let integer = try? container.decode(Int64.self) { return "\(integer)" }
        if let integer = try? container.decode(UInt64.self) { return "\(integer)" }
        if let decimal = try? container.decode(Decimal.self), decimal.isFinite { return "\(decimal)" }
        guard let double = try? container.decode(Double.self), double.isFinite else { return nil }
        return "\(double)"
    }

    /// Encodes the value.
    ///
    /// A number is encoded as a 64-bit integer, a `Double` or a `Decimal`: the first of these that has all of its
    /// digits. A number with more than 38 digits, or out of the range of `Decimal`, is encoded as the nearest `Double`.
    ///
    /// - Throws: `EncodingError.invalidValue` for a number that `Double` cannot hold, or whose text is not in JSON
    ///   spelling.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let text): try encode(number: text, to: &container)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }

    private func encode(number text: String, to container: inout any SingleValueEncodingContainer) throws {
        guard (try? ExportedScalar.number(text).validated()) != nil, let double = Double(text),
            double.isFinite
        else {
            let message = "expected a JSON number that Double can hold"
            let context = EncodingError.Context(codingPath: container.codingPath, debugDescription: message)
            throw EncodingError.invalidValue(self, context)
        }
        if text != "-0", let integer = Int64(text) {
            try container.encode(integer)
        } else if text != "-0", let integer = UInt64(text) {
            try container.encode(integer)
        } else if let decimal = Decimal(exactly: text), decimal != Decimal(exactly: "\(double)") {
            try container.encode(decimal)
        } else {
            try container.encode(double)
        }
    }
}

extension Decimal {
    fileprivate init?(exactly text: String) {
        guard let decimal = text.withUTF8Span({ try? Decimal(exactly: $0) }) else { return nil }
        self = decimal
    }
}
