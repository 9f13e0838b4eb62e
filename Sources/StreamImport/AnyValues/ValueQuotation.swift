internal import Foundation

/// A value as it is quoted in messages: as a text of JSON would have it.
struct ValueQuotation: CustomStringConvertible {
    /// Arrays and objects are not quoted as a whole.
    static let openingBrace = "'{'"
    static let openingBracket = "'['"

    private let value: Any

    init(_ value: Any) {
        self.value = value
    }

    var description: String { TokenExcerpt(Array(text.utf8).span).description }

    private var text: String {
        switch ValueForm(of: type(of: value)) {
        case .string, .text: Self.quoted(ValueParts.text(of: value))
        case .bool: value as? Bool == true ? "true" : "false"
        case .number: Self.text(ValueParts.value(value))
        case .float: ValueParts.number(of: value).description
        case .int, .double, .integer, .decimal: "\(value)"
        case .object, .members: "{"
        case .array, .elements: "["
        case .null: "null"
        case .wrapper: ValueParts.unwrapped(value).map { Self($0).text } ?? "null"
        case .instance: "\(type(of: value))"
        }
    }

    private static func text(_ number: NSNumber) -> String {
        if number.isBool { return "\(number.boolValue)" }
        return number.isDecimal ? "\(number.decimalValue)" : NumberText(number).description
    }

    private static func quoted(_ string: String) -> String {
        // The excerpt has no room for more.
        let start = string.unicodeScalars.prefix(TokenExcerpt.limit + 1)
        let end = start.endIndex == string.endIndex ? "\"" : ""
        return "\"" + start.map(escaped).joined() + end
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\0"..."\u{1F}": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}
