import JSONRecords

/// The forms that strings may have, other than plain text.
package struct StringForms: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A date, as `DateStrategy.automatic` reads it: in ISO 8601 or .NET notation.
    package static let date = StringForms(rawValue: 1)
    package static let iso8601 = StringForms(rawValue: 2)
    package static let dotNet = StringForms(rawValue: 4)
    package static let uuid = StringForms(rawValue: 8)
    /// A scheme, `://`, and characters that may follow them.
    package static let url = StringForms(rawValue: 16)

    package static let all: StringForms = [.date, .iso8601, .dotNet, .uuid, .url]

    /// Removes the forms that a text does not have. A form is tested only if all earlier texts have it.
    mutating func formIntersection(withFormsOf text: Span<UInt8>) {
        if contains(.iso8601), !text.isISO8601Date { remove(.iso8601) }
        if contains(.dotNet), !text.isDotNetDate { remove(.dotNet) }
        if contains(.date), isDisjoint(with: [.iso8601, .dotNet]), !text.isDate { remove(.date) }
        if contains(.uuid), UUIDBits(text) == nil { remove(.uuid) }
        if contains(.url), !text.isURL { remove(.url) }
    }

    /// The most specific form, in words; `nil` if the strings are plain text.
    package var name: String? {
        if contains(.iso8601) { return "ISO 8601 date" }
        if contains(.dotNet) { return ".NET date" }
        if contains(.date) { return "date" }
        if contains(.uuid) { return "UUID" }
        return contains(.url) ? "URL" : nil
    }
}

extension Span<UInt8> {
    fileprivate var isDate: Bool { isISO8601Date || isDotNetDate }

    fileprivate var isISO8601Date: Bool { mayBeDate && Instant(iso8601: self) != nil }

    fileprivate var isDotNetDate: Bool { mayBeDate && Instant(dotNet: self) != nil }

    /// Whether the length is that of a date. Dates have at least 9 bytes, and fewer than 64 unless their fraction of a
    /// second is very long.
    private var mayBeDate: Bool { 9..<64 ~= count }

    fileprivate var isURL: Bool {
        guard count > 3, self[0].isLetter else { return false }
        var index = 1
        while index < count, self[index].isInScheme { index += 1 }
        guard index + 3 < count, self[index] == UInt8(ascii: ":"), self[index + 1] == UInt8(ascii: "/"),
            self[index + 2] == UInt8(ascii: "/")
        else { return false }
        for index in index + 3..<count where !self[index].isInURL { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    fileprivate var isInScheme: Bool {
        isLetter || self &- UInt8(ascii: "0") < 10 || [0x2B, 0x2D, 0x2E].contains(self)
    }

    /// Whether the byte is printable ASCII, and not a character that URLs escape.
    fileprivate var isInURL: Bool {
        switch self {
        case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
        default: 0x21...0x7E ~= self
        }
    }
}
