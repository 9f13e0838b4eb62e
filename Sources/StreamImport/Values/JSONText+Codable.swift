public import Foundation

extension JSONText {
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
}
