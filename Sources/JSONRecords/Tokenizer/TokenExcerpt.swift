/// A token as quoted in a message: as spelled in the text, truncated if it is long.
package struct TokenExcerpt: ~Escapable {
    /// The maximum length of a quotation, in bytes, before the ellipsis of a truncated token.
    package static let limit = 40

    private let token: Span<UInt8>

    @_lifetime(copy token)
    package init(_ token: Span<UInt8>) {
        self.token = token
    }

    var isByteOrderMark: Bool {
        token.count == 3 && token[0] == 0xEF && token[1] == 0xBB && token[2] == 0xBF
    }

    package var description: String {
        guard !token.isEmpty else { return "nothing" }
        guard !isByteOrderMark else { return "a byte order mark" }
        let bytes = token.extracting(first: Self.limit)
        var text = String(repairing: bytes)
        if token.count > Self.limit {
            // The truncation may have divided a character.
            while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
            text += "…"
        }
        let needsQuotes = token.count == 1 && !(0x30...0x39).contains(token[0])
        return needsQuotes ? "'\(text)'" : text
    }
}
