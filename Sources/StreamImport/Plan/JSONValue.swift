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

extension JSONValue: ArrayWrapper, DictionaryWrapper {
    init(elements: [JSONValue]) { self = .array(elements) }
    init(members: [String: JSONValue]) { self = .object(members) }
}
