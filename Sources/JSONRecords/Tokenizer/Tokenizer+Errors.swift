/// Where tokens stand, and what is wrong with them.
extension Tokenizer {
    /// The line and column of an offset that is at hand.
    func location(of offset: Int) -> SourceLocation { window.location(of: offset) }

    /// Where the token begins that is being reported.
    ///
    /// The next search begins at it: many scalars in a row may be asked for, and the last bracket lies ever further back.
    var tokenStart: Int {
        scanStart = token(before: cursor.value.tokenEnd).lowerBound
        return scanStart
    }

    /// The token that is being reported, as it is quoted in messages.
    var tokenText: String {
        let token = token(before: cursor.value.tokenEnd)
        return window.withText {
            TokenExcerpt($0.extracting(token.lowerBound - window.base..<token.upperBound - window.base))
                .description
        }
    }

    /// The text of a range of offsets that is still at hand.
    func text(_ range: Range<Int>) -> String? {
        guard range.lowerBound >= window.base, range.upperBound <= window.base + window.count else {
            return nil
        }
        return window.withText { text in
            let span = text.extracting(range.lowerBound - window.base..<range.upperBound - window.base)
            return String(repairing: span)
        }
    }

    /// The text of the string or key that is being reported, with U+FFFD for each half of a surrogate pair that stands
    /// alone; `nil` if none does.
    func repairedText() -> String? {
        let end = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let start = StringScanner(text).start(endingAt: end)
            return Surrogates(text.extracting(start + 1..<max(end - 1, start + 1))).repaired
        }
    }

    /// Where the last token is that begins before an offset, as far as it has been reported.
    private func token(before offset: Int) -> Range<Int> {
        let from = max(scanStart - window.base, 0)
        return window.withText { text in
            let (previous, last) = TokenScanner(text).lastTokens(before: offset - window.base, from: from)
            if let previous { precedingByte = text[previous.start] }
            guard let token = last else { return offset..<offset }
            // `1x` has been reported as 1.
            let end = max(min(token.end, offset - window.base), token.start)
            return window.base + token.start..<window.base + end
        }
    }

    /// Describes what the parser has syntaxError, once all of the token that is to be quoted has arrived: what
    /// the message says must not depend on how the input was cut into chunks.
    func reportSyntaxError(_ error: SyntaxError) -> Step {
        pendingError = nil
        while needsMore(toQuote: error) {
            // A failure to read on is not what is wrong.
            switch (try? readMore()) ?? .end {
            case .bytes:
                // The lines after the one at error may be good.
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
        let found = window.withText { TokenExcerpt($0.extracting(token.start..<token.end)).description }
        return ImportError(
            error.code, error.message(found: found), advice: error.advice,
            location: window.location(of: window.base + token.start))
    }

    /// The token that the parser has syntaxError.
    func offendingToken(_ error: SyntaxError) -> TokenScanner.Token? {
        let from = max(scanStart - window.base, 0)
        let position = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let scanner = TokenScanner(text)
            // Garbage may be a comment, too.
            if error == .comment || error == .trailingData, scanner.isSlash(at: position) {
                return scanner.token(at: position)
            }
            guard error.backtracks else { return scanner.lastToken(before: position, from: from) }
            let (previous, last) = scanner.lastTokens(before: position, from: from)
            // The parser stands before the token or in it.
            let next = scanner.lastToken(before: position + 1, from: from)
            guard let last, last.end == position, let next else { return next }
            // Or it stands behind it: behind `""`, and behind a number that a chunk has cut. So it does if
            // what comes next may come there, or if what ends here is not the value that a colon asks for. Of `00`
            // that is the first half.
            if scanner.isCommaOrBrace(at: next.start) || scanner.isSeveralTokens(last) { return last }
            let isValue = scanner.isColon(at: previous?.start, else: precedingByte)
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
