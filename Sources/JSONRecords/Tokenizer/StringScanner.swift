/// A scanner for the beginnings, the ends and the escapes of strings in raw text. All scans use this type to find out
/// which backslashes begin escapes.
@usableFromInline
package struct StringScanner: ~Escapable {
    @usableFromInline let text: Span<UInt8>

    @inlinable
    @_lifetime(copy text)
    package init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// Returns the position after the closing quote of the string that `position` is in; `nil` if the text ends before
    /// that quote.
    ///
    /// A raw line feed or record separator also ends a string: a string must not contain one, and the next line or text does
    /// not belong to the string.
    ///
    /// - Parameter position: the position at which to start the search, not within an escape. If the text ends, set to
    ///   the position at which to resume the search in more text.
    package func end(resumingAt position: inout Int) -> Int? {
        while let next = endOfPlainText(from: position) {
            position = next
            guard text[next] == UInt8(ascii: "\\") else { return next + 1 }
            guard next + 1 < text.count else { return nil }
            position += Separator(rawValue: text[next + 1]) == nil ? 2 : 1
        }
        position = max(position, text.count)
        return nil
    }

    /// Returns the position of the first quote, backslash or separator at or after a position. Examining sixteen bytes
    /// at a time takes a third of the instructions of examining single bytes.
    private func endOfPlainText(from position: Int) -> Int? {
        var index = position
        while index + ByteVector.count <= text.count {
            if let found = ByteVector.first(ByteVector(text, at: index).endsPlainText) {
                return index + found
            }
            index += ByteVector.count
        }
        return (index..<max(index, text.count)).first { Self.endsPlainText(text[$0]) }
    }

    private static func endsPlainText(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || Separator(rawValue: byte) != nil
    }

    /// Returns the position of the opening quote of the string whose closing quote is the byte before `end`.
    ///
    /// Inside a string every quote follows an odd number of backslashes; the opening quote follows none.
    func start(endingAt end: Int) -> Int {
        var index = end - 2
        while index > 0 {
            if text[index] == UInt8(ascii: "\"") {
                var backslashes = 0
                while index - backslashes > 0, text[index - backslashes - 1] == UInt8(ascii: "\\") {
                    backslashes += 1
                }
                if backslashes.isMultiple(of: 2) { return index }
            }
            index -= 1
        }
        return max(index, 0)
    }

    /// Returns the position of the next backslash at or after a position that is not within an escape; `nil` if there
    /// is none. This backslash begins an escape.
    func nextEscape(from position: Int) -> Int? {
        text.extracting(min(position, text.count)...).firstIndex(of: UInt8(ascii: "\\"))
            .map { position + $0 }
    }
}
