/// Recognition of texts that SQLite converts to numbers in a column with numeric affinity.
///
/// See "Type Affinity" in SQLite's documentation. Such a text is a well-formed integer or real literal, with optional
/// white space before and after the literal.
enum NumericText {
    /// Returns whether the text is one number, without other text.
    static func isNumeric(_ text: Span<UInt8>) -> Bool {
        var unread = 0..<text.count
        while let first = unread.first, isSpace(text[first]) { unread = unread.dropFirst() }
        // Fast path: the first byte rules out nearly all texts.
        guard let first = unread.first, beginsNumber(text[first]) else { return false }
        while let last = unread.last, isSpace(text[last]) { unread = unread.dropLast() }
        if isSign(text[first]) { unread = unread.dropFirst() }
        let wholeDigits = skipDigits(text, &unread)
        var fractionDigits = 0
        if let point = unread.first, text[point] == UInt8(ascii: ".") {
            unread = unread.dropFirst()
            fractionDigits = skipDigits(text, &unread)
        }
        guard wholeDigits + fractionDigits > 0 else { return false }
        return unread.isEmpty || isExponent(text, unread)
    }

    private static func isExponent(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var unread = range.dropFirst()
        guard text[range.lowerBound] | 0x20 == UInt8(ascii: "e") else { return false }
        if let sign = unread.first, isSign(text[sign]) { unread = unread.dropFirst() }
        return skipDigits(text, &unread) > 0 && unread.isEmpty
    }

    /// Skips digits, and returns their number.
    private static func skipDigits(_ text: Span<UInt8>, _ unread: inout Range<Int>) -> Int {
        let start = unread.lowerBound
        while let next = unread.first, isDigit(text[next]) { unread = unread.dropFirst() }
        return unread.lowerBound - start
    }

    private static func beginsNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || isSign(byte) || byte == UInt8(ascii: ".")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
