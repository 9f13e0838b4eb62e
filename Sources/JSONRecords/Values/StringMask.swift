internal import CTextMasks

/// The bytes of a text that are in strings, found without parsing, one ``TextBlock`` after another.
///
/// Backslashes tell which quotes are escaped, and the other quotes tell which bytes are in strings. The method is that of
/// simdjson's first stage (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019).
struct StringMask {
    /// Whether the next byte is in a string.
    private(set) var isInString = false
    /// Whether the next byte is escaped by the last one.
    private var isEscaped = false

    // Without the inlining in this file, writing records takes 0.9% more instructions (people).

    /// Returns the bytes of the next block that are in strings, with the opening quotes and without the closing ones.
    ///
    /// - Parameters:
    ///   - quotes: the quotes of the block.
    ///   - backslashes: its backslashes.
    ///   - count: the number of bytes of the block that belong to the text.
    @inline(__always)
    mutating func next(quotes: UInt64, backslashes: UInt64, count: Int) -> UInt64 {
        let unescapedQuotes = quotes & ~escapedBytes(backslashes, count: count)
        let inStrings = prefix_xor(unescapedQuotes) ^ (isInString ? .max : 0)
        isInString = inStrings >> 63 != 0
        return inStrings
    }

    /// Returns the bytes that a backslash escapes: those after an odd number of backslashes.
    @inline(__always)
    private mutating func escapedBytes(_ backslashes: UInt64, count: Int) -> UInt64 {
        let first: UInt64 = isEscaped ? 1 : 0
        guard backslashes != 0 else {
            isEscaped = false
            return first
        }
        let masks = escaped_bytes(backslashes, first)
        isEscaped = count < TextBlock.size ? masks.escaped >> count & 1 != 0 : masks.next != 0
        return masks.escaped
    }
}

extension UInt64 {
    /// The number whose bits in a range are set, and no others.
    static func bits(_ range: Range<Int>) -> UInt64 {
        (range.upperBound < 64 ? 1 << range.upperBound - 1 : .max) & ~(1 << range.lowerBound &- 1)
    }
}
