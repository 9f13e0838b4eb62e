/// How text comes to hand, and goes again.
extension Tokenizer {
    /// Reads until there is something to parse.
    func fill() throws(ImportError) -> Step? {
        guard badByte == .clean else { return .refused(encodingRefusal()) }
        if openToken == nil { openToken = findOpenToken() }
        repeat {
            slide()
            switch try readMore() {
            case .bytes: screen()
            case .starved: return .starved
            case .end:
                openToken = nil
                return parsed < screened ? nil : finish()
            }
            try lookForEndOfOpenToken()
        } while openToken != nil || (parsed == screened && badByte == .clean)
        return parsed < screened ? nil : .refused(encodingRefusal())
    }

    func readMore() throws(ImportError) -> SourceRead {
        guard !sourceEnded else { return .end }
        let read = try window.read(chunkSize, from: source)
        updateCursor()
        sourceEnded = read == .end
        return read
    }

    func screen() {
        switch window.withText(from: screened, { TextScreen($0).verdict() }) {
        case .clean: screened = window.count
        case .incomplete(let length): screened += length
        case .invalidUTF8(let length):
            screened += length
            badByte = .invalidUTF8(at: screened)
        case .controlCharacter(let length):
            screened += length
            badByte = .controlCharacter(at: screened)
        }
    }

    /// Forgets the text that nobody needs any more.
    func slide() {
        var position = openToken?.start ?? parsed
        if let offset = cursor.value.retainedOffset { position = min(position, max(offset - window.base, 0)) }
        guard position > 0 else { return }
        windowWillSlide()
        window.slide(to: position)
        updateCursor()
        screened -= position
        parsed -= position
        openToken?.start -= position
        openToken?.resume -= position
        scanStart = max(scanStart, window.base)
    }

    /// The token in which the text at hand ends, if it ends in one. All before it was parsed.
    func findOpenToken() -> OpenToken? {
        let from = max(scanStart - window.base, 0)
        let open: OpenToken? = window.withText { text in
            let scanner = TokenScanner(text.extracting(first: screened))
            let (other, last) = scanner.lastTokens(before: screened, from: from)
            if let ended = last?.isOpen == true ? other : last { precedingByte = text[ended.start] }
            guard let last, last.isOpen else { return nil }
            return OpenToken(start: last.start, resume: last.start)
        }
        // Text that is kept for long may have no other, and would be looked through again with every chunk.
        scanStart = max(scanStart, window.base + (open?.start ?? screened))
        return open
    }

    /// Takes note if the end of the open token has arrived.
    ///
    /// Until then its text is not parsed: libyajl would go through the whole token again with every chunk.
    func lookForEndOfOpenToken() throws(ImportError) {
        guard var token = openToken else { return }
        let end = window.withText { text in
            TokenScanner(text.extracting(first: screened)).endOfToken(
                at: token.start, resumingAt: &token.resume)
        }
        guard (end ?? screened) - token.start <= tokenLimit else {
            throw ImportError.tokenTooLong(
                limit: tokenLimit, at: window.location(of: window.base + token.start))
        }
        openToken = end == nil && badByte == .clean ? token : nil
    }
}
