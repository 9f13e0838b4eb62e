/// Turns a source of bytes into events of JSON.
///
/// libyajl parses; the tokenizer adds what it lacks: it checks the encoding, keeps a token that a chunk cuts
/// in two whole, frames lines, and knows at which place of the whole text each token stands.
///
/// The text at hand is a window over the input. It always begins between two tokens, or at the beginning of
/// one, which is what makes every position independent of how the input was cut into chunks.
@safe
final class Tokenizer {
    /// What a step came to.
    enum Step {
        /// The framing is known, and nothing was parsed yet. Comes once, before all others but `starved`.
        case began
        /// Some text was taken; there may be more.
        case advanced
        /// Text was taken up to the end of a line. Only while values are, or may be, told apart by lines.
        case lineEnded
        /// Nothing can be done before the source gets another chunk.
        case starved
        /// The text is over, and was complete.
        case finished
        /// A handler returned 0.
        case stopped
        /// The text is not JSON.
        case refused(ImportError)
    }

    /// How values at the top level are told apart.
    var framing: Framing

    let window: TextWindow
    /// What is asked for at every event.
    let cursor: Pinned<TextCursor>
    private let source: any ByteSource
    private let handlers: EventHandlers
    private let context: UnsafeMutableRawPointer
    private let chunkSize: Int
    private let tokenLimit: Int

    private var parser: YajlParser?
    /// Text before this position is valid UTF-8 without control characters; `badByte` says what ends it.
    private var screened = 0
    private var badByte: TextScreen.Verdict = .clean
    private var openToken: OpenToken?
    /// The first byte of the last token that ended before the open one, or before the text at hand.
    private var precedingByte: UInt8 = 0
    private var sourceEnded = false
    private var lastLineEnded = false
    /// What the parser has refused, while the rest of the token is awaited.
    private var pendingFault: SyntaxFault?
    private var knowsEncoding = false

    /// A token whose end has not been read yet.
    private struct OpenToken {
        var start: Int
        /// Where to go on looking for its end.
        var resume: Int
    }

    /// - Parameters:
    ///   - chunkSize: how many bytes to ask the source for at a time.
    ///   - tokenLimit: the longest string or number, in bytes; never less than a chunk.
    ///   - cursor: kept up to date for the handlers; must outlive the tokenizer.
    ///   - handlers: what to call for each event.
    ///   - context: handed to each of them; must outlive the tokenizer.
    init(
        source: any ByteSource, framing: Framing, chunkSize: Int, tokenLimit: Int,
        cursor: Pinned<TextCursor>, handlers: EventHandlers, context: UnsafeMutableRawPointer
    ) {
        self.source = source
        self.framing = framing
        self.chunkSize = max(chunkSize, 1)
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.cursor = cursor
        self.handlers = handlers
        unsafe self.context = context
        window = TextWindow(capacity: self.chunkSize)
    }

    /// Text before this position was given to the parser.
    private var parsed: Int {
        get { cursor.value.parsed }
        set { cursor.value.parsed = newValue }
    }

    /// The offset of a place between two tokens, at or before the last token that was reported.
    private var landmark: Int {
        get { cursor.value.landmark }
        set { cursor.value.landmark = newValue }
    }

    /// Reads, and parses at most `limit` bytes of what was read.
    func step(limit: Int = .max) throws(ImportError) -> Step {
        if parser == nil { return try begin() }
        if let pendingFault { return refuse(pendingFault) }
        if parsed == screened || openToken != nil, let step = try fill() { return step }
        return parseNext(limit: limit)
    }

    private func parseNext(limit: Int) -> Step {
        var end = limit < screened - parsed ? parsed + limit : screened
        var lineEnds = false
        if framing.endsAtLines, let lineEnd = window.endOfLine(in: parsed..<end) {
            end = lineEnd
            lineEnds = true
        }
        let outcome = unsafe parser?.parse(window.text(parsed..<end)) ?? .stopped
        guard case .accepted = outcome else { return step(after: outcome) }
        parsed = end
        if lineEnds { landmark = window.base + end }
        return lineEnds ? .lineEnded : .advanced
    }

    private func step(after outcome: YajlParser.Outcome) -> Step {
        switch outcome {
        case .accepted: .advanced
        case .stopped: .stopped
        case .refused(let fault): refuse(fault)
        }
    }
}

// MARK: - Beginning and end

extension Tokenizer {
    /// Looks at the first bytes of the text, and makes the parser that fits it.
    private func begin() throws(ImportError) -> Step {
        guard let first = try firstSignificantPosition() else {
            guard sourceEnded else { return .starved }
            guard framing == .lines else {
                throw ImportError.emptyInput(at: window.location(of: window.base))
            }
            return .finished
        }
        if framing == .automatic {
            framing = window[first] == UInt8(ascii: "[") ? .document : .undecided
        }
        parsed = first
        landmark = window.base + first
        try makeParser()
        screen()
        return .began
    }

    /// The position of the first byte that is not white space; `nil` if it has not arrived.
    private func firstSignificantPosition() throws(ImportError) -> Int? {
        while true {
            if try decideEncoding() {
                var position = screened
                while position < window.count, TokenScanner.isWhiteSpace(window[position]) { position += 1 }
                window.slide(to: position)
                screened = 0
                updateCursor()
                if window.count > 0 { return 0 }
            }
            if sourceEnded { return nil }
            if case .starved = try readMore() { return nil }
        }
    }

    /// Skips a byte order mark, and refuses other encodings; `false` if too little of the text has arrived.
    private func decideEncoding() throws(ImportError) -> Bool {
        guard !knowsEncoding else { return true }
        switch window.withText({ TextEncoding.of($0, isAtEnd: sourceEnded) }) {
        case .undecided: return false
        case .unsupported(let name): throw ImportError.unsupportedEncoding(name)
        case .utf8(let markLength):
            knowsEncoding = true
            screened = markLength
            return true
        }
    }

    private func makeParser() throws(ImportError) {
        try YajlSelfTest.require()
        let parser = unsafe try YajlParser(
            handlers: handlers, context: context, acceptsManyValues: framing != .document)
        cursor.value.parser = parser.handle
        self.parser = parser
    }

    /// Tells the cursor that the window has changed.
    private func updateCursor() {
        unsafe cursor.value.window = UInt(bitPattern: window.start)
        cursor.value.count = UInt(window.count)
        cursor.value.base = window.base
    }

    private func finish() -> Step {
        if screened < window.count, badByte == .clean {
            badByte = .invalidUTF8(at: screened)
        }
        guard badByte == .clean else { return .refused(encodingRefusal()) }
        if framing.endsAtLines {
            guard !lastLineEnded else { return .finished }
            lastLineEnded = true
            return finishLine()
        }
        let end = window.location(of: window.base + window.count)
        switch parser?.finish() ?? .stopped {
        case .accepted:
            // libyajl forgets about a string that has begun behind the last value.
            guard let open = findOpenToken(), window[open.start] == UInt8(ascii: "\"") else {
                return .finished
            }
            return framing == .document ? refuse(.trailingData) : .refused(.unexpectedEnd(at: end))
        case .stopped: return .stopped
        case .refused(.trailingData): return refuse(.trailingData)
        case .refused: return .refused(.unexpectedEnd(at: end))
        }
    }

    /// Parses the line feed that the last line may lack.
    private func finishLine() -> Step {
        let lineFeed: [UInt8] = [0x0A]
        let outcome = unsafe lineFeed.withUnsafeBufferPointer { unsafe parser?.parse($0) } ?? .stopped
        guard case .accepted = outcome else { return step(after: outcome) }
        return .lineEnded
    }
}

// MARK: - Reading

extension Tokenizer {
    /// Reads until there is something to parse.
    private func fill() throws(ImportError) -> Step? {
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

    private func readMore() throws(ImportError) -> SourceRead {
        guard !sourceEnded else { return .end }
        let read = try window.read(chunkSize, from: source)
        updateCursor()
        sourceEnded = read == .end
        return read
    }

    private func screen() {
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
    private func slide() {
        var position = openToken?.start ?? parsed
        if let keptOffset = cursor.value.keptOffset {
            position = min(position, max(keptOffset - window.base, 0))
        }
        guard position > 0 else { return }
        _ = unsafe handlers.textWillGo(context)
        window.slide(to: position)
        updateCursor()
        screened -= position
        parsed -= position
        openToken?.start -= position
        openToken?.resume -= position
        landmark = max(landmark, window.base)
    }

    /// The token in which the text at hand ends, if it ends in one.
    private func findOpenToken() -> OpenToken? {
        let from = max(landmark - window.base, 0)
        return window.withText { text in
            let scanner = TokenScanner(text.extracting(first: screened))
            let (other, last) = scanner.lastTokens(before: screened, from: from)
            if let ended = last?.isOpen == true ? other : last { precedingByte = text[ended.start] }
            guard let last, last.isOpen else { return nil }
            return OpenToken(start: last.start, resume: last.start)
        }
    }

    /// Takes note if the end of the open token has arrived.
    ///
    /// Until then its text is not parsed: libyajl would go through the whole token again with every chunk.
    private func lookForEndOfOpenToken() throws(ImportError) {
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

// MARK: - Places

extension Tokenizer {
    /// The token that is being reported: where it begins, and its text.
    func currentToken() -> (offset: Int, text: String) {
        token(before: cursor.value.tokenEnd)
    }

    /// The text of a range of offsets that is still at hand.
    func text(_ range: Range<Int>) -> String? {
        guard range.lowerBound >= window.base, range.upperBound <= window.base + window.count else {
            return nil
        }
        return window.withText { text in
            let span = text.extracting(range.lowerBound - window.base..<range.upperBound - window.base)
            return String(importKey: span)
        }
    }

    /// Whether the string or key that is being reported has only whole surrogate pairs; if not, its text with
    /// U+FFFD for the halves.
    func surrogates() -> (arePaired: Bool, repaired: String) {
        let end = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let start = TokenScanner(text).startOfString(endingAt: end)
            let surrogates = Surrogates(text.extracting(start + 1..<max(end - 1, start + 1)))
            return surrogates.arePaired ? (true, "") : (false, surrogates.repaired())
        }
    }

    private func token(before offset: Int) -> (offset: Int, text: String) {
        let from = max(landmark - window.base, 0)
        return window.withText { text in
            let token = TokenScanner(text).lastToken(before: offset - window.base, from: from)
            guard let token else { return (offset, "nothing") }
            // `1x` has been reported as 1.
            let end = max(min(token.end, offset - window.base), token.start)
            return (window.base + token.start, TokenExcerpt(text.extracting(token.start..<end)).description)
        }
    }

    /// Describes what the parser has refused, once all of the token that is to be quoted has arrived: what
    /// the message says must not depend on how the input was cut into chunks.
    private func refuse(_ fault: SyntaxFault) -> Step {
        pendingFault = nil
        while needsMore(toQuote: fault) {
            // A failure to read on is not what is wrong.
            switch (try? readMore()) ?? .end {
            case .bytes: continue
            case .starved:
                pendingFault = fault
                return .starved
            case .end: return .refused(refusal(fault))
            }
        }
        return .refused(refusal(fault))
    }

    private func needsMore(toQuote fault: SyntaxFault) -> Bool {
        if cursor.value.tokenEnd == window.base + window.count { return true }
        guard let token = refusedToken(fault) else { return false }
        return token.isOpen && token.end - token.start <= TokenExcerpt.limit
    }

    private func refusal(_ fault: SyntaxFault) -> ImportError {
        guard let token = refusedToken(fault) else {
            return ImportError(
                fault.code, fault.problem(found: "nothing"),
                location: window.location(of: cursor.value.tokenEnd))
        }
        let found = window.withText { TokenExcerpt($0.extracting(token.start..<token.end)).description }
        return ImportError(
            fault.code, fault.problem(found: found), location: window.location(of: window.base + token.start))
    }

    /// The token that the parser has refused.
    private func refusedToken(_ fault: SyntaxFault) -> TokenScanner.Token? {
        let from = max(landmark - window.base, 0)
        let position = cursor.value.tokenEnd - window.base
        return window.withText { text in
            let scanner = TokenScanner(text)
            // Garbage may be a comment, from which libyajl goes back.
            guard fault.goesBack || fault == .trailingData && scanner.isSlash(at: position) else {
                return scanner.lastToken(before: position, from: from)
            }
            let (other, last) = scanner.lastTokens(before: position, from: from)
            // The parser stands before the token or in it.
            let next = scanner.lastToken(before: position + 1, from: from)
            guard let last, last.end == position, let next else { return next }
            // Or it stands behind it: behind `""`, and behind a number that a chunk has cut. So it does if
            // what comes next may come there, or if what ends here is not the value that a colon asks for.
            // (`00` is two tokens, of which the first one is.)
            if scanner.isCommaOrBrace(at: next.start) { return last }
            let isValue = scanner.isColon(at: other?.start, else: precedingByte)
            return scanner.isNumberOrEmptyString(at: last.start) && !isValue ? last : next
        }
    }

    private func encodingRefusal() -> ImportError {
        let offset = window.base + screened
        let location = window.location(of: token(before: offset + 1).offset)
        let byte = window[screened]
        if case .controlCharacter = badByte {
            return .controlCharacter(byte, byteOffset: offset, at: location)
        }
        return .invalidUTF8(byte, byteOffset: offset, at: location)
    }
}

// MARK: - Lines

extension Tokenizer {
    /// The offset up to which the text was parsed.
    var position: Int { window.base + parsed }

    /// The offset at which the line that was just parsed or skipped ends, its line feed left out.
    var lineEnd: Int {
        let last = parsed - 1
        return last >= 0 && window[last] == UInt8(ascii: "\n") ? position - 1 : position
    }

    /// Goes on behind the line that was refused, with a fresh parser.
    ///
    /// - Returns: `nil` when that is done; `starved` to be called again once the source has another chunk;
    ///   `finished` if there is no further line.
    func skipLine() throws(ImportError) -> Step? {
        openToken = nil
        while true {
            if let next = window.endOfLine(in: parsed..<window.count) {
                parsed = next
                break
            }
            parsed = window.count
            screened = parsed
            slide()
            switch try readMore() {
            case .bytes: continue
            case .starved: return .starved
            case .end: return .finished
            }
        }
        screened = parsed
        badByte = .clean
        screen()
        try startAfresh()
        return nil
    }

    /// Goes on where the last line ended, with a fresh parser.
    func startAfresh() throws(ImportError) {
        landmark = position
        try makeParser()
    }
}
