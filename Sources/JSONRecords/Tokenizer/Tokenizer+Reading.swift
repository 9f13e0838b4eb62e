/// The reading of text into the window, and its removal.
extension Tokenizer {
    /// Reads until there is text to parse.
    ///
    /// - Returns: `nil` if there is text to parse, else the result of the step.
    func fill() throws(ImportError) -> Step? {
        guard validity == .valid else { return stepAtInvalidByte() }
        if openToken == nil { openToken = findOpenToken() }
        repeat {
            slide()
            switch try readMore() {
            case .bytes: validateUTF8()
            case .needMoreData: return .needMoreData
            case .end:
                openToken = nil
                return parsedEnd < validatedEnd ? nil : finish()
            }
            try lookForEndOfOpenToken()
        } while openToken != nil || (parsedEnd == validatedEnd && validity == .valid)
        return parsedEnd < validatedEnd ? nil : stepAtInvalidByte()
    }

    /// Returns the step for the byte at `validatedEnd`, which JSON does not allow: the end of a text, or an error.
    private func stepAtInvalidByte() -> Step {
        isAtRecordSeparator ? finishText() : .syntaxError(encodingError())
    }

    func readMore() throws(ImportError) -> SourceRead {
        guard !sourceEnded else { return .end }
        let read = try window.read(chunkSize, from: source)
        updateCursor()
        sourceEnded = read == .end
        return read
    }

    func validateUTF8() {
        switch window.withText(from: validatedEnd, { UTF8Validator($0).validate() }) {
        case .valid: validatedEnd = window.count
        case .incomplete(let length): validatedEnd += length
        case .invalidUTF8(let length):
            validatedEnd += length
            validity = .invalidUTF8(at: validatedEnd)
        case .controlCharacter(let length):
            validatedEnd += length
            validity = .controlCharacter(at: validatedEnd)
        }
    }

    /// Removes the text that is no longer needed from the window.
    func slide() {
        var position = min(openToken?.start ?? parsedEnd, parsedEnd)
        if let offset = cursor.value.retainedOffset { position = min(position, max(offset - window.base, 0)) }
        guard position > 0 else { return }
        windowWillSlide()
        window.slide(to: position)
        updateCursor()
        validatedEnd -= position
        parsedEnd -= position
        plain?.slide(by: position)
        openToken?.start -= position
        openToken?.resume -= position
        scanStart = max(scanStart, window.base)
    }

    /// Removes the parsed text from the window at once, and not only when more text is read.
    func releaseParsedText() {
        if parsedEnd == validatedEnd, openToken == nil { openToken = findOpenToken() }
        slide()
    }

    /// Returns the token in which the valid text of the window ends; `nil` if that text does not end in a token. The
    /// text before the token was parsed.
    func findOpenToken() -> OpenToken? {
        let from = max(scanStart - window.base, 0)
        let open: OpenToken? = window.withText { text in
            let scanner = TokenScanner(text.extracting(first: validatedEnd))
            let (previous, last) = scanner.lastTokens(before: validatedEnd, from: from)
            if let ended = last?.isOpen == true ? previous : last {
                firstByteOfPreviousToken = text[ended.start]
            }
            guard let last, last.isOpen else { return nil }
            return OpenToken(start: last.start, resume: last.start)
        }
        // Without this, retained text in which no token is reported would be scanned again with every chunk.
        scanStart = max(scanStart, window.base + (open?.start ?? validatedEnd))
        return open
    }

    /// Clears ``openToken`` if the end of the token or an invalid byte has arrived.
    ///
    /// Until then, the token's text is not parsed: libyajl would scan the whole token again with every chunk.
    ///
    /// - Throws: ``ImportError/Code/tokenTooLong``.
    func lookForEndOfOpenToken() throws(ImportError) {
        guard var token = openToken else { return }
        ScanCount.add(validatedEnd - token.resume)
        let end = window.withText { text in
            TokenScanner(text.extracting(first: validatedEnd)).endOfToken(
                at: token.start, resumingAt: &token.resume)
        }
        guard (end ?? validatedEnd) - token.start <= tokenLimit else {
            throw ImportError.tokenTooLong(
                limit: tokenLimit, at: window.location(of: window.base + token.start))
        }
        openToken = end == nil && validity == .valid ? token : nil
    }
}
