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
            let (other, last) = TokenScanner(text).lastTokens(before: offset - window.base, from: from)
            if let other { precedingByte = text[other.start] }
            guard let token = last else { return offset..<offset }
            // `1x` has been reported as 1.
            let end = max(min(token.end, offset - window.base), token.start)
            return window.base + token.start..<window.base + end
        }
    }

    /// Describes what the parser has refused, once all of the token that is to be quoted has arrived: what
    /// the message says must not depend on how the input was cut into chunks.
    func refuse(_ fault: SyntaxFault) -> Step {
        pendingFault = nil
        while needsMore(toQuote: fault) {
            // A failure to read on is not what is wrong.
            switch (try? readMore()) ?? .end {
            case .bytes:
                // The lines after the one at fault may be good.
                if badByte == .clean { screen() }
            case .starved:
                pendingFault = fault
                return .starved
            case .end: return .refused(refusal(fault))
            }
        }
        return .refused(refusal(fault))
    }

    func needsMore(toQuote fault: SyntaxFault) -> Bool {
        if cursor.value.tokenEnd == window.base + window.count { return true }
        guard let token = refusedToken(fault) else { return false }
        return token.isOpen && token.end - token.start <= TokenExcerpt.limit
    }

    func refusal(_ fault: SyntaxFault) -> ImportError {
        guard let token = refusedToken(fault) else {
            return ImportError(
                fault.code, fault.problem(found: "nothing"), advice: fault.advice,
                location: window.location(of: cursor.value.tokenEnd))
        }
        let found = window.withText { TokenExcerpt($0.extracting(token.start..<token.end)).description }
        return ImportError(
            fault.code, fault.problem(found: found), advice: fault.advice,
            location: window.location(of: window.base + token.start))
    }

    /// The token that the parser has refused.
    func refusedToken(_ fault: SyntaxFault) -> TokenScanner.Token? {
        let from = max(scanStart - window.base, 0)
        let position = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let scanner = TokenScanner(text)
            // Garbage may be a comment, too.
            if fault == .comment || fault == .trailingData, scanner.isSlash(at: position) {
                return scanner.token(at: position)
            }
            guard fault.goesBack else { return scanner.lastToken(before: position, from: from) }
            let (other, last) = scanner.lastTokens(before: position, from: from)
            // The parser stands before the token or in it.
            let next = scanner.lastToken(before: position + 1, from: from)
            guard let last, last.end == position, let next else { return next }
            // Or it stands behind it: behind `""`, and behind a number that a chunk has cut. So it does if
            // what comes next may come there, or if what ends here is not the value that a colon asks for. Of `00`
            // that is the first half.
            if scanner.isCommaOrBrace(at: next.start) || scanner.isSeveralTokens(last) { return last }
            let isValue = scanner.isColon(at: other?.start, else: precedingByte)
            return scanner.isNumberOrEmptyString(at: last.start) && !isValue ? last : next
        }
    }

    func encodingRefusal() -> ImportError {
        let offset = window.base + screened
        let location = window.location(of: token(before: offset + 1).lowerBound)
        let byte = window[screened]
        if case .controlCharacter = badByte {
            return .controlCharacter(byte, byteOffset: offset, at: location)
        }
        return .invalidUTF8(byte, byteOffset: offset, at: location)
    }
}
