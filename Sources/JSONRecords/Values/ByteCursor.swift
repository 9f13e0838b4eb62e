/// A position in a scalar's text, which advances as the parts of the text are recognized.
///
/// A cursor does not trap on any text: at the end, nothing matches.
package struct ByteCursor: ~Escapable {
    private let bytes: Span<UInt8>
    private var position: Int

    /// Creates a cursor at an offset, which must not be beyond the end.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    package var isAtEnd: Bool { position == bytes.count }

    package var hasDigitAhead: Bool { position < bytes.count && bytes[position] &- UInt8(ascii: "0") < 10 }

    /// Skips the next byte if it is the given one.
    package mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }

    /// Skips the next byte if it is the given letter, in either case. The argument is the lowercase letter.
    package mutating func skip(letter: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] | 0x20 == letter else { return false }
        position &+= 1
        return true
    }

    /// Skips a word, in any case. The argument is the lowercase word.
    package mutating func skip(word: String) -> Bool {
        let start = position
        for letter in word.utf8 where !skip(letter: letter) {
            position = start
            return false
        }
        return true
    }

    /// Skips one decimal digit, and returns its value.
    package mutating func digit() -> UInt8? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        position &+= 1
        return digit
    }

    /// Skips exactly `count` decimal digits, 18 at most, and returns the number that they spell.
    package mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number &* 10 &+ Int(digit)
        }
        return number
    }
}
