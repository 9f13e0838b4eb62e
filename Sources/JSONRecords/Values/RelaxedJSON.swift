/// The treatment of numbers that are not finite, in text that is nearly JSON.
///
/// Such text may have `NaN`, `Infinity` and `-Infinity` as values; a comma after the last element or member; a comma after a
/// value at the top level; comments, `// …` and `/* … */`; byte order marks between tokens; and the script around the only
/// value, such as `window.data = {…};`, `callback({…})` or `)]}'`.
public enum RelaxedJSON: Sendable, Hashable, CaseIterable {
    /// A number that is not finite becomes null.
    case nonFiniteAsNull
    /// A number that is not finite becomes a string, as it is spelled: `"NaN"`, `"Infinity"` or `"-Infinity"`.
    case nonFiniteAsText
}

// A parser receives a number of the same length in place of each number that is not finite. A finite number that is spelled like
// one of them is respelled first, so that it keeps its value.
extension RelaxedJSON {
    /// The advice about text that is nearly JSON.
    static let advice = "to read it, set relaxedJSON"

    /// The maximum length of a word that is replaced.
    static let maximumWordBytes = 9

    /// The numbers that are not finite, and the numbers in their place.
    private static let nonFinite = [("NaN", "0E7"), ("Infinity", "1E999999"), ("-Infinity", "-1E999999")].map
    {
        (spelling: Array($0.utf8), substitute: Array($1.utf8))
    }

    /// The words that are replaced.
    private static let words =
        nonFinite.map { ($0.spelling, $0.substitute) }
        + nonFinite.map { ($0.substitute, String(decoding: $0.substitute, as: UTF8.self).lowercased()) }
        .map { ($0, Array($1.utf8)) } + [(Array("+Infinity".utf8), Array(" 1E999999".utf8))]

    /// Returns the text, of the same length, that a parser receives in place of a word; `nil` for other words.
    static func replacement(for word: Span<UInt8>) -> [UInt8]? {
        words.first { word.elementsEqual($0.0) }?.1
    }

    /// Returns whether a word is a number that is not finite.
    static func isNonFinite(_ word: Span<UInt8>) -> Bool {
        nonFinite.contains { word.elementsEqual($0.spelling) }
    }

    /// Returns the spelling of the number that is not finite in whose place a parser has received a number; `nil` for another
    /// number.
    static func nonFiniteNumber(in number: Span<UInt8>) -> [UInt8]? {
        guard number.count > 2, number[number.count == maximumWordBytes ? 2 : 1] == UInt8(ascii: "E") else {
            return nil
        }
        return nonFinite.first { number.elementsEqual($0.substitute) }?.spelling
    }

    /// Returns JSON for a text that a parser has received; `nil` if the text has no substitutes.
    package func json(_ text: Span<UInt8>) -> [UInt8]? {
        Self.replacing(in: text) { self == .nonFiniteAsNull ? Array("null".utf8) : [0x22] + $0 + [0x22] }
    }

    /// Returns the text with numbers that are not finite, for a text that a parser has received; `nil` if it has no substitutes.
    static func original(_ text: Span<UInt8>) -> [UInt8]? { replacing(in: text) { $0 } }

    private static func replacing(in text: Span<UInt8>, _ replacement: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        var (result, end) = ([UInt8](), 0)
        var strings = StringMask()
        text.forEachBlock { block in
            let masks = block.jsonMasks
            let inStrings = strings.next(
                quotes: masks.quotes, backslashes: masks.backslashes, count: block.count)
            var exponents = block.mask(of: UInt8(ascii: "E")) & ~inStrings
            while exponents != 0 {
                let position = block.offset + exponents.trailingZeroBitCount
                exponents &= exponents &- 1
                let word = text.word(at: position)
                guard let number = nonFiniteNumber(in: text.extracting(word)) else { continue }
                result += [UInt8](copying: text.extracting(end..<word.lowerBound)) + replacement(number)
                end = word.upperBound
            }
            return true
        }
        guard end > 0 else { return nil }
        return result + [UInt8](copying: text.extracting(droppingFirst: end))
    }
}

extension Span<UInt8> {
    /// Returns the range of the word that the byte at a position belongs to.
    fileprivate func word(at position: Int) -> Range<Int> {
        var (start, end) = (position, position)
        while start > 0, self[start - 1].isWordByte { start -= 1 }
        while end < count, self[end].isWordByte { end += 1 }
        return start..<end
    }
}
