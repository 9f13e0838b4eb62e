/// Recognition of texts that SQLite converts to numbers in a column with numeric affinity.
///
/// See "Type Affinity" in SQLite's documentation: a well-formed integer or real literal, with optional spaces around it.
enum NumericText {
    /// Returns whether the whole text is one number.
    static func isNumeric(_ text: Span<UInt8>) -> Bool {
        var rest = 0..<text.count
        while let first = rest.first, isSpace(text[first]) { rest = rest.dropFirst() }
        // Fast path: the first byte rules out nearly all texts.
        guard let first = rest.first, beginsNumber(text[first]) else { return false }
        while let last = rest.last, isSpace(text[last]) { rest = rest.dropLast() }
        if isSign(text[first]) { rest = rest.dropFirst() }
        let whole = skipDigits(text, &rest)
        var decimals = 0
        if let point = rest.first, text[point] == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            decimals = skipDigits(text, &rest)
        }
        guard whole + decimals > 0 else { return false }
        return rest.isEmpty || isExponent(text, rest)
    }

    private static func isExponent(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var rest = range.dropFirst()
        guard text[range.lowerBound] | 0x20 == UInt8(ascii: "e") else { return false }
        if let sign = rest.first, isSign(text[sign]) { rest = rest.dropFirst() }
        return skipDigits(text, &rest) > 0 && rest.isEmpty
    }

    /// Skips digits, and returns their number.
    private static func skipDigits(_ text: Span<UInt8>, _ rest: inout Range<Int>) -> Int {
        let start = rest.lowerBound
        while let next = rest.first, isDigit(text[next]) { rest = rest.dropFirst() }
        return rest.lowerBound - start
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
