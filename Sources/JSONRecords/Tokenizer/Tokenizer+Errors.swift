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

    func needsMore(toQuote error: SyntaxError) -> Bool {
        if cursor.value.tokenEnd == window.base + window.count { return true }
        guard let token = offendingToken(error) else { return false }
        return token.isOpen && token.end - token.start <= TokenExcerpt.limit
    }

    func importError(_ error: SyntaxError) -> ImportError {
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
            var position = token.start - 1
            while position >= 0, text[position].isJSONWhiteSpace { position -= 1 }
            return (position >= 0 ? text[position] : firstByteOfPreviousToken) == UInt8(ascii: ",")
        default: return RelaxedJSON.isNonFinite(text.extracting(token.start..<token.end))
        }
    }

    /// Returns the token that caused a syntax error.
    func offendingToken(_ error: SyntaxError) -> TokenScanner.Token? {
        let from = max(scanStart - window.base, 0)
        let position = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let scanner = TokenScanner(text)
            // Trailing data may be a comment, too.
            if error == .comment || error == .trailingData, scanner.isSlash(at: position) {
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
            if scanner.isCommaOrBrace(at: next.start) || scanner.isSeveralTokens(last) { return last }
            let isValue = scanner.isColon(at: previous?.start, else: firstByteOfPreviousToken)
            return scanner.isNumberOrEmptyString(at: last.start) && !isValue ? last : next
        }
    }

    func encodingError() -> ImportError {
        let offset = window.base + validatedEnd
        let location = window.location(of: token(before: offset + 1).lowerBound)
        let byte = window[validatedEnd]
        if case .controlCharacter = validity {
            return .controlCharacter(byte, byteOffset: offset, at: location)
        }
        return .invalidUTF8(byte, byteOffset: offset, at: location)
    }
}
