/// Any value of JSON, without loss.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it is spelled in the input: `1.50` stays `1.50`.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object. The order of its members is not kept.
    case object([String: JSONValue])
}

extension JSONValue: ImportableScalar, NullMaker {
    /// Makes a string, a number or a bool.
    public init(_ token: borrowing ImportToken) throws {
        switch token.kind {
        case .string: self = .string(String(importKey: token.bytes))
        case .number: self = .number(String(importKey: token.bytes))
        case .bool: self = .bool(token.bool == true)
        }
    }

    /// Every value of JSON makes one.
    public static var importPlan: ImportPlan {
        ImportPlan(
            type: Self.self, scalar: Self.self, array: ElementCollector<Self>.self,
            dictionary: MemberCollector<Self>.self, null: Self.self)
    }

    /// Writes the value, numbers as they are spelled.
    public static func _export(_ value: UnsafeRawPointer, to output: ExportOutput) throws {
        // SAFETY: the place has a `JSONValue`.
        try output.write(unsafe value.assumingMemoryBound(to: JSONValue.self).pointee)
    }
}

extension JSONValue: MadeOfElements, MadeOfMembers {
    init(elements: [JSONValue]) { self = .array(elements) }
    init(members: [String: JSONValue]) { self = .object(members) }
}
