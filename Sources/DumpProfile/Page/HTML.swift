/// Text in HTML. In a literal, only HTML can be interpolated, and `\(text: value)` escapes a `String`.
struct HTML: ExpressibleByStringInterpolation {
    /// The text, with its tags.
    var text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    /// Creates HTML from text that already has tags.
    init(_ text: String) {
        self.text = text
    }

    init(stringInterpolation interpolation: StringInterpolation) {
        text = interpolation.text
    }

    static func += (left: inout HTML, right: HTML) { left.text += right.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity * 2)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(text value: String) { text += value.escapedForHTML }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
    }
}

extension String {
    /// The text as the contents of an HTML element or of a quoted attribute. Invisible characters are displayed as
    /// escapes.
    fileprivate var escapedForHTML: String {
        guard unicodeScalars.contains(where: { !$0.isPlainInHTML }) else { return self }
        return printable.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether HTML shows the scalar as it is, without a look at its properties.
    fileprivate var isPlainInHTML: Bool {
        switch self {
        case "&", "<", ">", "\"", "'": false
        default: " "..."~" ~= self
        }
    }
}
