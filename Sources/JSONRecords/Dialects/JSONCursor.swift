/// A position between two tokens of a valid JSON text.
struct JSONCursor: ~Escapable {
    private let text: Span<UInt8>
    /// The offset after the last token.
    private(set) var position: Int

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, at position: Int = 0) {
        (self.text, self.position) = (text, position)
    }

    /// The offset of the next token; the length of the text at its end.
    private var nextOffset: Int {
        var offset = position
        while offset < text.count, text[offset].isJSONWhiteSpace { offset += 1 }
        return offset
    }

    /// The range of the next token; `nil` at the end of the text.
    private var nextToken: Range<Int>? {
        TokenScanner(text).token(at: position).map { $0.start..<$0.end }
    }

    /// The first byte of the next token; 0 at the end of the text.
    var nextByte: UInt8 {
        let offset = nextOffset
        return offset < text.count ? text[offset] : 0
    }

    /// The next token, as quoted in messages.
    var excerpt: String { TokenExcerpt(text.extracting(nextToken ?? 0..<0)).description }

    /// Skips the next token, and returns its range; `nil` at the end of the text.
    mutating func token() -> Range<Int>? {
        let token = nextToken
        position = token?.upperBound ?? position
        return token
    }

    /// Skips the next token if it is the given bracket, comma or colon.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard nextByte == UInt8(ascii: character) else { return false }
        position = nextOffset + 1
        return true
    }

    /// Skips the next key and its colon, and the comma before them, if a member follows. Returns the key with its quotes.
    @_lifetime(copy self)
    mutating func key() -> Span<UInt8>? {
        _ = skip(",")
        let key = string()
        return skip(":") ? key : nil
    }

    /// Skips the next token if it is a string, and returns it with its quotes.
    @_lifetime(copy self)
    mutating func string() -> Span<UInt8>? {
        guard let token = nextToken, text[token.lowerBound] == UInt8(ascii: "\"") else { return nil }
        position = token.upperBound
        return text.extracting(token)
    }

    /// Skips the next element of an array and the comma before it, and returns its range; `nil` after the last one, whose
    /// closing bracket is skipped.
    mutating func element() -> Range<Int>? {
        _ = skip(",")
        return skip("]") ? nil : value()
    }

    /// Skips the next value, and returns its range.
    mutating func value() -> Range<Int> {
        let start = nextOffset
        var depth = 0
        repeat {
            guard let token = token() else { break }
            switch text[token.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        } while depth > 0
        return min(start, position)..<position
    }
}

extension Span<UInt8> {
    /// The bytes of a string without its quotes.
    @_lifetime(copy self)
    func withoutQuotes() -> Span<UInt8> { extracting(1..<count - 1) }

    /// Whether the bytes are a JSON number.
    var isNumber: Bool { JSONNumber<LeadingDigits>(self) != nil }
}
