/// A value of the input, shortened.
package struct Example: Hashable, Sendable {
    /// The value in JSON; of what is shortened, the beginning and `…`.
    package let text: String

    private static let longest = 60

    init(_ text: String) {
        self.text = text
    }

    init(number: Span<UInt8>) {
        text = String(start: number, longest: Self.longest)
    }

    init(string: Span<UInt8>) {
        text = "\"" + String(start: string, longest: Self.longest).escapedForJSON + "\""
    }
}

extension String {
    /// The beginning of a text, cut between two characters of Unicode.
    init(start text: Span<UInt8>, longest: Int) {
        var end = Swift.min(text.count, longest)
        while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        // SAFETY: the bytes are copied before the call returns.
        let start = unsafe text.extracting(..<end).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self)
        }
        self = end < text.count ? start + "…" : start
    }

    /// The text as it stands in a string of JSON, control characters of all sorts escaped.
    var escapedForJSON: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isControl:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
