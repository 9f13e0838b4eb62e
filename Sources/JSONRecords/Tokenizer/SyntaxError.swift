/// A syntax error at a token of the JSON text.
struct SyntaxError: Equatable {
    /// A part of the message of libyajl 2.1.0.
    private let yajlMessage: String
    let code: ImportError.Code
    /// The message for the user, up to the offending token.
    private let message: String

    private init(_ yajlMessage: String, _ code: ImportError.Code, _ message: String) {
        (self.yajlMessage, self.code, self.message) = (yajlMessage, code, message)
    }

    static let unexpectedToken = Self("unallowed token", .unexpectedToken, "expected a value, found ")
    private static let commaOrBraceExpected = Self(
        "after key and value", .unexpectedToken, "expected ',' or '}' after a member, found ")
    static let trailingData = Self(
        "trailing garbage", .trailingData, "expected the end of the input after the JSON value, found ")
    static let comment = Self("comment", .invalidToken, "expected JSON, found a comment: ")

    static let controlCharacter = Self(
        "invalid character inside string", .invalidToken,
        "expected control characters in a string to be escaped, found ")

    private static let yajlErrors = [
        unexpectedToken, commaOrBraceExpected, trailingData, controlCharacter,
        Self("invalid object key", .unexpectedToken, "expected a key in double quotes, found "),
        Self("separated by a colon", .unexpectedToken, "expected ':' after the key, found "),
        Self("after array element", .unexpectedToken, "expected ',' or ']' after an element, found "),
        Self(
            "before a character which it may not", .invalidToken,
            "expected a valid escape after '\\' in a string, found "),
        Self("non-hex", .invalidToken, "expected four hexadecimal digits after '\\u' in a string, found "),
        Self("invalid char in json text", .invalidToken, "expected JSON, found "),
        Self("invalid string in json text", .invalidToken, "expected true, false or null, found "),
        Self("after the exponent", .invalidToken, "expected a digit in the exponent, found "),
        Self("after the decimal point", .invalidToken, "expected a digit after the decimal point, found "),
        Self("after the minus sign", .invalidToken, "expected a digit after the minus sign, found "),
        comment,
    ]

    /// Recognizes the error by the message of libyajl. Any other message becomes ``unexpectedToken``.
    init(yajlText text: String) {
        self = Self.yajlErrors.first { text.contains($0.yajlMessage) } ?? .unexpectedToken
    }

    /// Whether libyajl backtracks to the beginning of the offending token before it reports the error.
    fileprivate var backtracks: Bool { self == .commaOrBraceExpected || self == .comment }

    /// The advice to the user, if the error can be resolved without a change of the text.
    var advice: String? {
        self == .trailingData ? "if the input has several values, set the format to lines or sequence" : nil
    }

    /// Returns whether an error for the user reports this one.
    func isReported(by error: ImportError) -> Bool { error.code == code && error.message.hasPrefix(message) }

    /// Returns the message for the user; `found` is the offending token as spelled in the text.
    func message(found: String) -> String { message + found }
}

/// The locations of tokens, and syntax errors at them.
extension Tokenizer {
    /// Returns the line and column of an offset in the window.
    func location(of offset: Int) -> SourceLocation { window.location(of: offset) }

    /// The line and column of the end of the text that was read.
    var endLocation: SourceLocation { location(of: window.base + window.count) }

    /// The offset at which the current token begins.
    ///
    /// Reading the property moves ``scanStart`` to the token: otherwise, locating each of many consecutive scalars
    /// would scan from the last bracket.
    var tokenStart: Int {
        scanStart = token(before: cursor.value.tokenEnd).lowerBound
        return scanStart
    }

    /// The current token, as quoted in messages.
    var tokenText: String {
        let token = token(before: cursor.value.tokenEnd)
        return window.withText {
            TokenExcerpt($0.extracting(token.lowerBound - window.base..<token.upperBound - window.base))
                .description
        }
    }

    /// Calls `body` with the text of a range of offsets; with `nil` if the window does not hold all of it.
    func withText<Result>(
        _ range: Range<Int>, _ body: (Span<UInt8>?) throws -> Result
    ) rethrows -> Result {
        guard range.lowerBound >= window.base, range.upperBound <= window.base + window.count else {
            return try body(nil)
        }
        return try window.withText {
            try body($0.extracting(range.lowerBound - window.base..<range.upperBound - window.base))
        }
    }

    /// Returns the text of the current string or key, with U+FFFD for each unpaired surrogate; `nil` if the text has no
    /// unpaired surrogate.
    func repairedText() -> String? {
        let end = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let start = StringScanner(text).start(endingAt: end)
            return StringSpelling(text.extracting(start + 1..<max(end - 1, start + 1))).repaired
        }
    }

    /// Returns the range of the last token that begins before an offset, without any text after the offset.
    private func token(before offset: Int) -> Range<Int> {
        let from = max(scanStart - window.base, 0)
        return window.withText { text in
            let (previous, last) = TokenScanner(text).lastTokens(before: offset - window.base, from: from)
            if let previous { firstByteOfPreviousToken = text[previous.start] }
            guard let token = last else { return offset..<offset }
            // libyajl reports the number `1` of `1x` before it finds the error.
            let end = max(min(token.end, offset - window.base), token.start)
            return window.base + token.start..<window.base + end
        }
    }

    /// Returns the step for a syntax error of the parser. First reads the rest of the token that the message quotes:
    /// the message must not depend on how the input is divided into chunks.
    func reportSyntaxError(_ error: SyntaxError) -> Step {
        pendingError = nil
        while needsMore(toQuote: error) {
            // An error of the source must not replace the syntax error.
            switch (try? readMore()) ?? .end {
            case .bytes:
                // The text may contain later lines, which are parsed after the error.
                if validity == .valid { validateUTF8() }
            case .needMoreData:
                pendingError = error
                return .needMoreData
            case .end: return .syntaxError(importError(error))
            }
        }
        return .syntaxError(importError(error))
    }

    private func needsMore(toQuote error: SyntaxError) -> Bool {
        if cursor.value.tokenEnd == window.base + window.count { return true }
        guard let token = offendingToken(error) else { return false }
        return token.isOpen && token.end - token.start <= TokenExcerpt.limit
    }

    private func importError(_ error: SyntaxError) -> ImportError {
        guard let token = offendingToken(error) else {
            return ImportError(
                error.code, error.message(found: "nothing"), advice: error.advice,
                location: window.location(of: cursor.value.tokenEnd))
        }
        let (found, isMark, isRelaxed) = window.withText { text in
            let excerpt = TokenExcerpt(text.extracting(token.start..<token.end))
            return (excerpt.description, excerpt.isByteOrderMark, self.isRelaxed(token, in: text, error))
        }
        let advice =
            isMark
            ? "remove the mark: only the first bytes of the input may be one; or set relaxedJSON"
            : isRelaxed ? RelaxedJSON.advice : error.advice
        return ImportError(
            error.code, error.message(found: found), advice: advice,
            location: window.location(of: window.base + token.start))
    }

    /// Returns whether an unexpected token is one of text that is nearly JSON: the beginning of a comment, a number that is not
    /// finite, or a closing bracket after a comma.
    private func isRelaxed(
        _ token: TokenScanner.Token, in text: Span<UInt8>, _ error: SyntaxError
    ) -> Bool {
        switch text[token.start] {
        case UInt8(ascii: "/"): return true
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            // A key is expected in objects.
            guard (text[token.start] == UInt8(ascii: "]")) == (error == .unexpectedToken) else {
                return false
            }
            let start = max(parserStart - window.base, 0)
            var position = token.start - 1
            while position >= start, text[position].isJSONWhiteSpace { position -= 1 }
            return (position >= start ? text[position] : firstByteOfPreviousToken) == UInt8(ascii: ",")
        default: return RelaxedJSON.isNonFinite(text.extracting(token.start..<token.end))
        }
    }

    /// Returns the token that caused a syntax error.
    private func offendingToken(_ error: SyntaxError) -> TokenScanner.Token? {
        let from = max(scanStart - window.base, 0)
        let position = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let scanner = TokenScanner(text)
            // Trailing data may be a comment, too.
            if error == .comment || error == .trailingData, position < text.count,
                text[position] == UInt8(ascii: "/")
            {
                return scanner.token(at: position)
            }
            guard error.backtracks else { return scanner.lastToken(before: position, from: from) }
            let (previous, last) = scanner.lastTokens(before: position, from: from)
            // The parser's position is before or inside the offending token, which is then `next`.
            let next = scanner.lastToken(before: position + 1, from: from)
            guard let last, last.end == position, let next else { return next }
            // Or the position is at the end of the offending token, which is then `last`: `""`, or a number that a
            // chunk boundary divided. This is the case if `next` may follow a member, or if `last` is not the value
            // that a colon requires. In `00`, only the first 0 is that value.
            if ",}".utf8.contains(text[next.start]) || scanner.isSeveralTokens(last) { return last }
            let previousByte = previous.map { text[$0.start] } ?? firstByteOfPreviousToken
            let isValue = previousByte == UInt8(ascii: ":")
            return scanner.isNumberOrEmptyString(at: last.start) && !isValue ? last : next
        }
    }

    func encodingError() -> ImportError {
        let offset = window.base + validatedEnd
        let location = window.location(of: token(before: offset + 1).lowerBound)
        let byte = "0x" + window[validatedEnd].padded(to: 2, radix: 16).uppercased()
        if case .controlCharacter = validity {
            return ImportError(
                .invalidToken, "the control character \(byte) at byte \(offset) is not allowed in JSON",
                location: location)
        }
        return ImportError(
            .invalidEncoding, "expected UTF-8, found \(byte) at byte \(offset)",
            advice: "convert the input to UTF-8", location: location)
    }
}

/// Errors in the text.
extension ImportError {
    static func unexpectedEnd(at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "expected the rest of the JSON value, found the end of the input",
            advice: "check whether the input is truncated", location: location)
    }

    /// - Parameter unit: `line` or `text`.
    static func truncated(_ unit: String, at location: SourceLocation) -> ImportError {
        ImportError(
            .unexpectedEnd, "expected the rest of the value, found the end of the \(unit)", location: location
        )
    }
}

/// A token as quoted in a message: as spelled in the text, truncated if it is long.
package struct TokenExcerpt: ~Escapable {
    /// The maximum length of a quotation, in bytes, before the ellipsis of a truncated token.
    package static let limit = 40

    private let token: Span<UInt8>

    @_lifetime(copy token)
    package init(_ token: Span<UInt8>) {
        self.token = token
    }

    fileprivate var isByteOrderMark: Bool {
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
