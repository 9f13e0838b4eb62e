/// A JSON value that is written as one line without white space. Members keep their order, and numbers their spelling.
package enum CompactJSON {
    case bool(Bool)
    /// The spelling of a number.
    case number(String)
    case string(String)
    case array([CompactJSON])
    case object([(key: String, value: CompactJSON)])

    package static func count(_ count: Int) -> Self { .number("\(count)") }

    package static func strings(_ texts: [String]) -> Self { .array(texts.map(Self.string)) }

    /// The value as text.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text of the value.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let spelling): bytes += spelling.utf8
        case .string(let text): Self.append(string: text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(string: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension CompactJSON: ExpressibleByDictionaryLiteral {
    /// Creates an object of the members that have a value.
    package init(dictionaryLiteral members: (String, CompactJSON?)...) {
        self = .object(members.compactMap { key, value in value.map { (key, $0) } })
    }
}

/// The JSON of strings.
extension CompactJSON {
    /// Appends a string with quotation marks, and escapes what a string must not contain.
    package static func append(string text: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        append(contentsOf: text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string with quotation marks, and escapes what a string must not contain.
    package static func append(string text: String, to bytes: inout [UInt8]) {
        text.withUTF8Span { append(string: $0, to: &bytes) }
    }

    /// Appends the contents of a string, and escapes what a string must not contain.
    static func append(contentsOf text: Span<UInt8>, to bytes: inout [UInt8]) {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes += [UInt8(ascii: byte < 0x10 ? "0" : "1"), hexadecimalDigits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

    /// The contents of a string for a text, in pieces of some kilobytes: the text may be long. U+FFFD replaces bytes that
    /// are not UTF-8.
    package struct Pieces: ~Escapable {
        private let text: Span<UInt8>
        private var position = 0

        private static let pieceBytes = 8 << 10

        @_lifetime(copy text)
        package init(of text: Span<UInt8>) {
            self.text = text
        }

        /// Appends the next piece to a buffer. Returns `false` if the text has no further piece.
        package mutating func appendNext(to buffer: inout [UInt8]) -> Bool {
            guard position < text.count else { return false }
            let end = endOfPiece
            String(repairing: text.extracting(position..<end)).withUTF8Span {
                CompactJSON.append(contentsOf: $0, to: &buffer)
            }
            position = end
            return true
        }

        /// The end of the piece at `position`: a byte that begins a character, or the fourth of four trailing bytes, which
        /// is not part of one.
        private var endOfPiece: Int {
            var end = min(position + Self.pieceBytes, text.count)
            let latest = end
            while end < text.count, end > latest - 3, text[end] & 0xC0 == 0x80 { end -= 1 }
            return end < text.count && text[end] & 0xC0 == 0x80 ? latest : end
        }
    }
}

/// Numbers for people. Output for programs has plain digits.
extension Int {
    /// The number with its digits in groups, such as `1,234,567`.
    package var grouped: String { (self < 0 ? "-" : "") + String(magnitude)[...].grouped }

    /// The number with a unit, such as `1 path` or `1,234 paths`.
    package func counted(_ unit: String) -> String { "\(grouped) \(unit)\(self == 1 ? "" : "s")" }
}

extension Substring {
    /// Digits in groups of three.
    package var grouped: String {
        var text = ""
        for (index, digit) in enumerated() {
            if index > 0, (count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}
