package import Foundation

extension [UInt8] {
    /// Creates an array with the bytes of a span.
    package init(copying bytes: Span<UInt8>) {
        // SAFETY: the array copies the bytes.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends the bytes of a span.
    package mutating func append(copying bytes: Span<UInt8>) {
        // SAFETY: the array copies the bytes.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// Copies text that is known to be UTF-8.
    @inlinable
    package init(utf8 bytes: Span<UInt8>) {
        if #available(macOS 26, *) {
            // Not validating non-ASCII text a second time saves 1% of an import of tweets.
            // SAFETY: the caller passes valid UTF-8: text that the tokenizer has validated, or the UTF-8 of a `String`.
            self.init(copying: unsafe UTF8Span(unchecked: bytes))
        } else {
            self.init(repairing: bytes)
        }
    }

    /// Copies text that may not be UTF-8, with U+FFFD for invalid bytes.
    @inlinable
    package init(repairing bytes: Span<UInt8>) {
        // SAFETY: the buffer does not leave the closure.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the UTF-8 of the text, which is valid for the call.
    @inlinable
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        var text = self
        // SAFETY: the span does not leave the closure.
        return try text.withUTF8 { try unsafe body(Span(_unsafeElements: $0)) }
    }
}

extension Data {
    /// Creates data with the bytes of a span.
    package init(copying bytes: Span<UInt8>) {
        // SAFETY: the data copies the bytes.
        self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }

    /// Calls `body` with the bytes, which are valid for the call.
    package func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        // SAFETY: the span does not leave the closure.
        try unsafe withUnsafeBytes {
            try unsafe body(Span(_unsafeElements: $0.assumingMemoryBound(to: UInt8.self)))
        }
    }
}

extension Span<UInt8> {
    /// Returns the index of the first byte that equals `value`; `nil` if no byte does.
    func firstIndex(of value: UInt8) -> Int? {
        // SAFETY: memchr reads `count` bytes, and returns the address of one of them.
        unsafe withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(value), count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
        }
    }

    /// Returns whether the bytes are those of a text.
    func equals(_ other: String) -> Bool { elementsEqual(other.utf8) }

    /// Returns whether the bytes are these.
    func elementsEqual(_ other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(indices, other).allSatisfy { self[$0] == $1 }
    }
}

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

extension BinaryInteger {
    /// Returns the digits of the number, which is not negative, with leading zeros up to a count.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(count - digits.count, 0)) + digits
    }
}

extension UInt8 {
    /// Whether the byte is JSON white space (RFC 8259, section 2).
    package var isJSONWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether the byte may belong to a number, to `true`, `false` or `null`, or to a misspelling of one of
    /// these.
    var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// The 128 bits of a UUID, with the first byte in the highest bits.
package struct UUIDBits {
    package private(set) var value: UInt128 = 0
    /// The bitwise OR of the values of all digits; at least 16 if any byte is not a digit.
    private var combinedDigits: UInt8 = 0

    /// Reads groups of 8, 4, 4, 4 and 12 hexadecimal digits, in either case, with hyphens between the groups; `nil` if
    /// the text is anything else.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 36 else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else {
            return nil
        }
        read(text, 0..<8)
        read(text, 9..<13)
        read(text, 14..<18)
        read(text, 19..<23)
        read(text, 24..<36)
        guard combinedDigits < 16 else { return nil }
    }

    /// Reads digits without a branch for each: digits are random, so branches would cost five times as much.
    private mutating func read(_ text: Span<UInt8>, _ range: Range<Int>) {
        for index in range {
            let digit = Self.digits[Int(text[index])]
            combinedDigits |= digit
            value = value << 4 | UInt128(digit)
        }
    }

    /// The value of each byte as a digit; 255 for bytes that are not digits.
    private static let digits: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, character) in "0123456789abcdef".utf8.enumerated() {
            table[Int(character)] = UInt8(value)
        }
        for (value, character) in "ABCDEF".utf8.enumerated() { table[Int(character)] = UInt8(value + 10) }
        return table
    }()
}
