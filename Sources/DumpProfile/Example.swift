/// An example of a value of the input, truncated if it is long.
package struct Example: Hashable, Sendable {
    /// The value in JSON. The text of a truncated value ends with `…`, which is inside the quotation marks of a string.
    package let text: String

    private static let maximumBytes = 60

    init(_ text: String) {
        self.text = text
    }

    init(number: Span<UInt8>) {
        text = String(start: number, longest: Self.maximumBytes)
    }

    init(string: Span<UInt8>) {
        text = "\"" + String(start: string, longest: Self.maximumBytes).escapedForJSON + "\""
    }
}

extension String {
    /// Creates a string from the first bytes of a text, at most `longest`. If the text is longer, it is truncated
    /// between two Unicode scalars, and `…` is appended.
    init(start text: Span<UInt8>, longest: Int) {
        var end = Swift.min(text.count, longest)
        while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        // SAFETY: The buffer is used only during the call, which copies the bytes.
        let start = unsafe text.extracting(..<end).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self)
        }
        self = end < text.count ? start + "…" : start
    }

    /// The text as the contents of a JSON string, with the characters escaped for which `isControl` is `true`.
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
