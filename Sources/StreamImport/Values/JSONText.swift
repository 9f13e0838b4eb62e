public import Foundation

/// The text of any JSON value, exactly as it is written in the input, without the white space around it.
///
/// Use it for values that are signed, forwarded, stored or decoded later: the value is checked, but not parsed any
/// further.
///
///     @Importable struct Webhook {
///         var id: Int
///         var payload: JSONText
///     }
///
///     try StreamImporter.objects(of: Webhook.self, from: url).forEach { webhook in
///         forward(webhook.payload.bytes)
///         let order = try webhook.payload.decode(Order.self)
///     }
///
/// As the type of the records, it divides the input into the texts of its records.
/// ``Importable/init(json:options:)`` checks a text and removes the white space around it.
///
/// The contents of a value must be JSON and within the limits. Nothing else is checked, neither duplicate keys nor
/// whether a `\u` escape is half of a surrogate pair. A value that does not come from JSON text, such as a member of a
/// dictionary, is written as JSON without white space and with sorted keys.
///
/// Two texts are equal if their bytes are: `1` is not equal to `1.0`. An export writes the text unchanged, but for line feeds
/// in ``ExportFormat/lines``, which become spaces.
public struct JSONText: Hashable, Sendable {
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// Creates a text from bytes that are one JSON value without white space around it.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text as a string.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText: CustomStringConvertible {
    /// The text as a string.
    public var description: String { text }
}

extension JSONText: ImportableScalar {
    /// Creates the text of a string, a number or a bool.
    public init(_ token: borrowing ImportToken) {
        switch token.kind {
        case .string: self.init { [text = String(utf8: token.bytes)] in $0.put(text) }
        case .number, .bool: self.init(checked: Array(String(utf8: token.bytes).utf8))
        }
    }

    /// The plan that makes a text from any JSON value.
    public static var importPlan: ImportPlan {
        var plan = ImportPlan(ofAnyValue: Self.self) { .null }
        plan.keepsText = true
        return plan
    }

    private static let null = JSONText(checked: Array("null".utf8))
}

// Arrays and objects that do not come from JSON text.
extension JSONText: AnyJSONCollector {
    init(elements: [JSONText]) {
        self.init { target in
            target.start(isObject: false)
            for element in elements { _ = target.put(json: element.bytes) }
            target.end(isObject: false)
        }
    }

    init(members: [String: JSONText]) {
        self.init { target in
            target.start(isObject: true)
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                target.key(key)
                _ = target.put(json: value.bytes)
            }
            target.end(isObject: true)
        }
    }

    /// Creates the text that a function writes.
    init(_ write: (TextTarget) -> Void) {
        let target = TextTarget()
        write(target)
        bytes = target.withBytes { [UInt8](copying: $0) }
    }

    /// Decodes a value from the text.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - decoder: the decoder, by default one with the default strategies.
    /// - Throws: the errors of the decoder.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(bytes))
    }
}

extension JSONText: Codable {
    /// Decodes the value as a ``JSONValue``, and writes it without white space and with sorted keys: decoders do not pass
    /// on the spelling.
    ///
    /// - Throws: the errors of ``JSONValue/init(from:)``.
    public init(from decoder: any Decoder) throws {
        try self.init(JSONValue(from: decoder))
    }

    /// Encodes the value as a ``JSONValue``: encoders do not accept a text.
    ///
    /// - Throws: the errors of ``JSONValue/encode(to:)``.
    public func encode(to encoder: any Encoder) throws {
        try JSONValue(json: bytes).encode(to: encoder)
    }

    /// Creates the text of a value, without white space and with sorted keys.
    ///
    /// - Throws: ``ImportError/Code/invalidValue`` for a number that is not in JSON spelling.
    package init(_ value: JSONValue) throws {
        switch value {
        case .null: self.init { $0.put(.null) }
        case .bool(let value): self.init { $0.put(.bool(value)) }
        case .number(let text):
            let number = try ExportedScalar.number(text).validated()
            self.init { $0.put(number) }
        case .string(let text): self.init { $0.put(text) }
        case .array(let elements): self.init(elements: try elements.map { try JSONText($0) })
        case .object(let members):
            self.init(members: try members.mapValues { try JSONText($0) })
        }
    }

    /// The operations of a text, which is written unchanged.
    public static var _operations: _ValueOperations {
        _ValueOperations(writing: Self.self) { text, output in
            if !output.joinsNextObject, output.target.put(json: text.bytes) { return }
            try output.write(JSONValue(json: text.bytes))
        }
    }
}
