/// A scanner for the beginnings and ends of tokens in raw text, which does not decode the tokens.
///
/// libyajl parses, but does not report where tokens begin. The scanner locates the few tokens that need it: tokens that
/// a chunk boundary divides, and tokens that an error or a message refers to.
struct TokenScanner: ~Escapable {
    /// A token, as offsets into the text. `isOpen` is `true` if later text may continue the token.
    struct Token {
        let start: Int
        let end: Int
        let isOpen: Bool
    }

    private let text: Span<UInt8>

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// Returns the first token that begins at or after `position`, which must not be inside a token.
    func token(at position: Int) -> Token? {
        var start = position
        while start < text.count, text[start].isJSONWhiteSpace { start += 1 }
        guard start < text.count else { return nil }
        switch text[start] {
        case UInt8(ascii: "\""):
            var resume = start + 1
            let end = StringScanner(text).end(resumingAt: &resume)
            return Token(start: start, end: end ?? text.count, isOpen: end == nil)
        case let byte where byte.isWordByte:
            var resume = start + 1
            let end = endOfWord(resumingAt: &resume)
            return Token(start: start, end: end ?? text.count, isOpen: end == nil)
        default:
            // A bracket, or a character that is not allowed here, such as a typographic quotation mark.
            let end = start + Self.characterLength(text[start])
            return Token(start: start, end: min(end, text.count), isOpen: end > text.count)
        }
    }

    /// Returns the number of bytes of the character in UTF-8 that begins with a byte.
    private static func characterLength(_ byte: UInt8) -> Int {
        byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }

    /// Returns the end of the token that begins at `start`; `nil` if the text may end inside the token.
    ///
    /// - Parameter position: the position at which to start the search. If the text ends, set to the position at which
    ///   to resume the search in more text.
    func endOfToken(at start: Int, resumingAt position: inout Int) -> Int? {
        position = max(position, start + 1)
        return text[start] == UInt8(ascii: "\"")
            ? StringScanner(text).end(resumingAt: &position) : endOfWord(resumingAt: &position)
    }

    private func endOfWord(resumingAt position: inout Int) -> Int? {
        while position < text.count, text[position].isWordByte { position += 1 }
        return position < text.count ? position : nil
    }

    /// Returns the last token that begins before `limit`, scanning from `position`, which must not be inside a token.
    func lastToken(before limit: Int, from position: Int) -> Token? {
        lastTokens(before: limit, from: position).last
    }

    /// Returns the last token that begins before `limit`, and the token before it, scanning from `position`.
    func lastTokens(before limit: Int, from position: Int) -> (previous: Token?, last: Token?) {
        var (previous, last): (Token?, Token?)
        var next = position
        while let token = token(at: next), token.start < limit {
            (previous, last) = (last, token)
            next = token.end
        }
        ScanCount.add(next - position)
        return (previous, last)
    }

    func isNumberOrEmptyString(at position: Int) -> Bool {
        switch text[position] {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "\""): position + 1 < text.count && text[position + 1] == UInt8(ascii: "\"")
        default: false
        }
    }

    /// Returns whether libyajl reads the token as several, such as `00`, `1-2` or `true1`.
    func isSeveralTokens(_ token: Token) -> Bool {
        guard text[token.start].isWordByte else { return false }
        let word = text.extracting(token.start..<token.end)
        return JSONNumber<LeadingDigits>(word) == nil
            && !["true", "false", "null"].contains(String(utf8: word))
    }
}

/// The position of a tokenizer in its text, which the event callbacks read.
///
/// Plain memory that the callbacks access without a class reference: the retains and releases for access to a class
/// took a quarter of an import's time.
@safe
@usableFromInline
package struct TextCursor {
    /// The address of the window.
    @usableFromInline package var windowAddress: UInt = 0
    /// The number of bytes in the window.
    @usableFromInline package var count: UInt = 0
    /// The offset of the window in the whole text.
    package var base = 0

    /// The position in the window before which text was passed to the parser.
    package var parsedEnd = 0
    package var parser: YajlParser.Handle?
    /// The address of the end of the current token, while a ``PlainRecordParser`` sends events.
    var plainTokenEnd: UnsafePointer<UnsafePointer<UInt8>?>?

    /// The offset at which to start scanning for tokens: the beginning of a token, or a position between two tokens.
    package var scanStart = 0
    /// The offset from which on the window retains the text of the record or of the line; `nil` if it does not.
    package var retainedRecord: Int?
    /// The offset from which on the window retains the text of a value that is replayed, or that is received as text;
    /// `nil` if it does not.
    package var retainedValue: Int?

    package init() {}

    /// The offset from which on the window retains text; `nil` if it retains none.
    var retainedOffset: Int? {
        guard let record = retainedRecord, let value = retainedValue else {
            return retainedRecord ?? retainedValue
        }
        return min(record, value)
    }

    /// The offset just after the current token.
    package var tokenEnd: Int {
        guard let parser else { return base &+ parsedEnd }
        // SAFETY: the address is that of the parser that is sending events, which set the end of the token.
        guard let tokenEnd = unsafe plainTokenEnd?.pointee else {
            return base &+ parsedEnd &+ parser.consumed
        }
        return base &+ Int(bitPattern: UInt(bitPattern: tokenEnd) &- windowAddress)
    }

    /// Returns whether an address is within the window.
    @inlinable
    package func contains(_ pointer: UnsafePointer<UInt8>) -> Bool {
        UInt(bitPattern: pointer) &- windowAddress < count
    }

    /// Moves ``scanStart`` to the bracket that is the current token: the text before the bracket need not be scanned
    /// again.
    ///
    /// - Returns: the offset of the bracket.
    @discardableResult
    package mutating func moveScanStartToBracket() -> Int {
        scanStart = tokenEnd &- 1
        return scanStart
    }

    /// Returns whether `byteCount` bytes from an address on are within the window.
    @inlinable
    package func contains(_ pointer: UnsafePointer<UInt8>, count byteCount: Int) -> Bool {
        let offset = UInt(bitPattern: pointer) &- windowAddress
        return offset < count && count &- offset >= UInt(bitPattern: byteCount)
    }
}
