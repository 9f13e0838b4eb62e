internal import Foundation

/// The quotation of a value in an error message, spelled like JSON text.
struct AnyValueExcerpt: CustomStringConvertible {
    /// Arrays and objects are quoted by their opening bracket, not as a whole.
    static let openingBrace = "'{'"
    static let openingBracket = "'['"

    private let value: Any

    init(_ value: Any) {
        self.value = value
    }

    var description: String { TokenExcerpt(Array(text.utf8).span).description }

    private var text: String {
        switch AnyValueKind(of: type(of: value)) {
        case .string, .otherString: Self.quoted(AnyValueCasts.text(of: value))
        case .bool: value as? Bool == true ? "true" : "false"
        case .number: Self.text(AnyValueCasts.value(value))
        case .float: AnyValueCasts.number(of: value).description
        case .int, .double, .otherInteger, .decimal: "\(value)"
        case .object, .otherObject: "{"
        case .array, .otherArray: "["
        case .null: "null"
        case .wrapper: AnyValueCasts.unwrapped(value).map { Self($0).text } ?? "null"
        case .nonJSON: "\(type(of: value))"
        }
    }

    private static func text(_ number: NSNumber) -> String {
        if number.isBool { return "\(number.boolValue)" }
        return number.isDecimal ? "\(number.decimalValue)" : NumberText(number).description
    }

    private static func quoted(_ string: String) -> String {
        // The excerpt has no room for more scalars.
        let prefix = string.unicodeScalars.prefix(TokenExcerpt.limit + 1)
        let closingQuote = prefix.endIndex == string.endIndex ? "\"" : ""
        return "\"" + prefix.map(escaped).joined() + closingQuote
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
