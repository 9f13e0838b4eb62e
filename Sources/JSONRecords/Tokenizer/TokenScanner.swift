/// Finds where tokens begin and end in raw text, without reading what they say.
///
/// libyajl does the parsing; this answers the two questions it cannot: where the token that a chunk cuts in
/// two began, and where the token that caused a failure began. Both are asked rarely.
struct TokenScanner: ~Escapable {
    /// A token, as offsets into the text. `isOpen` if the text may go on inside it.
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

    /// The first token that begins at or after `position`, which must not be inside one.
    func token(at position: Int) -> Token? {
        var start = position
        while start < text.count, text[start].isJSONWhiteSpace { start += 1 }
        guard start < text.count else { return nil }
        switch text[start] {
        case UInt8(ascii: "\""):
            var resume = start + 1
            let end = StringScanner(text).end(resumingAt: &resume)
            return Token(start: start, end: end ?? text.count, isOpen: end == nil)
        case let byte where Self.isWord(byte):
            var resume = start + 1
            let end = endOfWord(resumingAt: &resume)
            return Token(start: start, end: end ?? text.count, isOpen: end == nil)
        default:
            return Token(start: start, end: start + 1, isOpen: false)
        }
    }

    /// The end of the token that begins at `start`, `nil` if the text ends inside it.
    ///
    /// `position` is where to look; it is left where to look again once there is more text.
    func endOfToken(at start: Int, resumingAt position: inout Int) -> Int? {
        position = max(position, start + 1)
        return text[start] == UInt8(ascii: "\"")
            ? StringScanner(text).end(resumingAt: &position) : endOfWord(resumingAt: &position)
    }

    private func endOfWord(resumingAt position: inout Int) -> Int? {
        while position < text.count, Self.isWord(text[position]) { position += 1 }
        return position < text.count ? position : nil
    }

    /// The last token that begins before `limit`, looking from `position`, which must not be inside one.
    func lastToken(before limit: Int, from position: Int) -> Token? {
        lastTokens(before: limit, from: position).last
    }

    /// The last token that begins before `limit`, and the one before that.
    func lastTokens(before limit: Int, from position: Int) -> (previous: Token?, last: Token?) {
        var (previous, last): (Token?, Token?)
        var next = position
        while let token = token(at: next), token.start < limit {
            (previous, last) = (last, token)
            next = token.end
        }
        return (previous, last)
    }

    /// Whether the token at a position is a colon; of `byte` if there is no such token.
    func isColon(at position: Int?, else byte: UInt8) -> Bool {
        (position.map { text[$0] } ?? byte) == UInt8(ascii: ":")
    }

    func isNumberOrEmptyString(at position: Int) -> Bool {
        switch text[position] {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "\""): position + 1 < text.count && text[position + 1] == UInt8(ascii: "\"")
        default: false
        }
    }

    /// Whether this is several tokens to libyajl, such as `00`, `1-2` or `true1`.
    func isSeveralTokens(_ token: Token) -> Bool {
        guard Self.isWord(text[token.start]) else { return false }
        let word = text.extracting(token.start..<token.end)
        return JSONNumber<LeadingDigits>(word) == nil
            && !["true", "false", "null"].contains(String(utf8: word))
    }

    /// Whether the token is one that may stand behind a member.
    func isCommaOrBrace(at position: Int) -> Bool {
        text[position] == UInt8(ascii: ",") || text[position] == UInt8(ascii: "}")
    }

    func isSlash(at position: Int) -> Bool {
        position < text.count && text[position] == UInt8(ascii: "/")
    }

    /// Whether the byte belongs to a number, to `true`, `false` or `null`, or to a misspelling of them.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
