import JSONRecords

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
        text = CompactJSON.string(String(start: string, longest: Self.maximumBytes)).text.withEscapedControls
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

    /// A text in JSON with escapes for the characters for which `isControl` is `true`, which only strings contain.
    var withEscapedControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.isControl else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                text += "\\u" + unit.padded(to: 4, radix: 16)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is invisible and changes how the text around it is displayed: a control character, a line or
    /// paragraph separator, or a format character such as those that change the direction of writing.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The zero-width joiner is harmless, and many emoji need it.
        case .format: self != "\u{200D}"
        default: false
        }
    }
}

extension String {
    /// The text with control characters escaped, so that a terminal or a browser displays them instead of interpreting
    /// them.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }

    /// The spelling of a number, with the digits of its integer in groups. A long fraction is truncated.
    var groupedNumber: String {
        let sign = hasPrefix("-") ? "-" : ""
        let whole = dropFirst(sign.count).prefix(while: \.isNumber)
        let fraction = dropFirst(sign.count + whole.count).prefix { $0.isNumber || $0 == "." }
        let exponent = dropFirst(sign.count + whole.count + fraction.count)
        let room = Swift.max(8 - whole.count, 3)
        return sign + whole.grouped + (fraction.count > room ? fraction.prefix(room - 1) + "…" : fraction)
            + exponent
    }
}

extension Double {
    /// The number with at most two digits after the point.
    var short: String {
        let rounded = (self * 100).rounded() / 100
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }

    /// The number for a script, with all digits.
    var spelling: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }

    /// The number for people. An integer has its digits in groups.
    var grouped: String {
        if magnitude < 1e15, let integer = Int(exactly: self) { return integer.grouped }
        return description.groupedNumber
    }

    /// The date at this number of seconds since 1970-01-01T00:00:00Z, such as `2014-05-01` or `2014-05-01 08:00:00`; the
    /// number if the year is not in the range from 1 to 9999.
    func dateText(hasTime: Bool) -> String {
        guard CivilDate.secondsSince1970.contains(self) else { return grouped }
        let (days, second) = Int(rounded(.down)).flooredQuotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days).text
        guard hasTime else { return date }
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
        return "\(date) \(time.joined(separator: ":"))"
    }
}
