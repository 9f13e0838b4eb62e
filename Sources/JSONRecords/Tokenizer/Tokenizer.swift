/// A tokenizer that turns the bytes of a source into JSON events.
///
/// A ``PlainRecordParser`` parses records that are plain JSON, and libyajl parses all other text. The tokenizer adds what both
/// lack: it validates the encoding, joins tokens that a chunk boundary divides, stops at line ends, and knows the location of
/// each token in the whole text.
///
/// The text in memory is a window over the input. The window begins between two tokens or at the beginning of a token,
/// except in a skipped line, so that no location depends on how the input is divided into chunks.
@safe
final class Tokenizer {
    /// The result of a step.
    enum Step {
        /// The first byte of the text that is not white space is known, and whether the text begins like another
        /// format than JSON; ``Tokenizer/start(acceptsManyValues:separator:)`` must be called next. Occurs once, before
        /// all other results but `needMoreData` and `finished`.
        case began(UInt8, OtherFormat?)
        /// Some text was parsed; there may be more.
        case advanced
        /// Text was parsed up to the end of a line, or of a text in a sequence of texts. Occurs only if the tokenizer has
        /// a separator.
        case lineEnded
        /// The source needs another chunk first.
        case needMoreData
        /// The text has ended, and was complete.
        case finished
        /// A callback returned 0.
        case stopped
        /// A callback returned 0 after ``Tokenizer/pause()``; ``Tokenizer/resume(after:)`` must be called next.
        case paused
        /// The text is not valid JSON.
        case syntaxError(ImportError)
    }

    /// The byte at which parsing stops; `nil` if the text is not split.
    var separator: Separator?
    /// Whether a value may follow the first one at the top level.
    var acceptsManyValues = false
    /// Whether the text of the source ends before the end of the JSON, so that the parser is not asked whether the JSON is complete.
    var endsWithinJSON = false
    /// The function to call before parsed text is removed from the window: the last chance to ask for locations in that
    /// text.
    var windowWillSlide: () -> Void = {}

    let window: TextWindow
    /// The state that callbacks read at every event. The parser passes the address of this state to the
    /// callbacks, as the context.
    let cursor: Pinned<TextCursor>
    let source: any ByteSource
    private(set) var chunkSize: Int
    private(set) var tokenLimit: Int

    var parser: YajlParser?
    /// The parser of the previous text, if it is between two values and can be reused.
    private var spareParser: YajlParser?
    /// The position before which text is valid: UTF-8 without control characters other than white space.
    var validatedEnd = 0
    /// The reason why the text at `validatedEnd` is invalid, if it is.
    var validity: UTF8Validator.Validity = .valid
    /// A token whose end has not been read yet, and the position at which to resume the search for its end.
    private var openToken: (start: Int, resume: Int)?
    /// The first byte of the token before the one at `scanStart`. Not updated if the token at `scanStart` is a bracket,
    /// which alone determines what may follow.
    var firstByteOfPreviousToken: UInt8 = 0
    /// The offset at which the text of the parser begins: 0, or the beginning of a line.
    private(set) var parserStart = 0
    var sourceEnded = false
    /// Whether the line feed that the last line may lack was parsed.
    private var lastLineEnded = false
    /// The parser's syntax error, while the rest of the offending token has not arrived.
    var pendingError: SyntaxError?
    private var hasDetectedEncoding = false
    /// The parser of plain records; `nil` if libyajl parses the whole text.
    var plain: PlainRecordParser?
    /// The offset at which libyajl was stopped; see ``pause()``.
    var pausedOffset: Int?
    /// The number of times that the next record was checked, and was incomplete.
    var incompleteChecks = 0

    /// - Parameters:
    ///   - chunkSize: the number of bytes to request from the source at a time.
    ///   - tokenLimit: the maximum length of a string or number, in bytes; `chunkSize` if that is more.
    ///   - cursor: the state that the tokenizer updates for the event callbacks; must outlive the tokenizer.
    init(source: any ByteSource, chunkSize: Int, tokenLimit: Int, cursor: Pinned<TextCursor>) {
        self.source = source
        self.cursor = cursor
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.chunkSize = Self.chunkSize(chunkSize, of: source)
        window = TextWindow(capacity: self.chunkSize)
    }

    /// Returns the number of bytes to request from a source at a time: a small input needs only a small window.
    private static func chunkSize(_ size: Int, of source: any ByteSource) -> Int {
        max(min(size, source.textBytes ?? .max), 1)
    }

    /// Prepares for another text of the source, after one that was read to its end.
    func restart(chunkSize: Int, tokenLimit: Int) {
        self.tokenLimit = max(tokenLimit, chunkSize)
        self.chunkSize = Self.chunkSize(chunkSize, of: source)
        spareParser = acceptsManyValues && parser?.hasAcceptedAll == true ? parser : nil
        parser = nil
        cursor.value = TextCursor()
        window.restart()
        (validatedEnd, validity, openToken, firstByteOfPreviousToken, parserStart) = (0, .valid, nil, 0, 0)
        (sourceEnded, lastLineEnded) = (false, false)
        (pendingError, hasDetectedEncoding) = (nil, false)
        plain?.restart()
        (pausedOffset, incompleteChecks) = (nil, 0)
    }

    /// The position in the window before which text was passed to the parser.
    var parsedEnd: Int {
        get { cursor.value.parsedEnd }
        set { cursor.value.parsedEnd = newValue }
    }

    /// The offset at which to start scanning for tokens: the beginning of a token, or a position between two tokens.
    var scanStart: Int {
        get { cursor.value.scanStart }
        set { cursor.value.scanStart = newValue }
    }

    /// Reads if no text is left to parse, and parses the text of the window, or the next line.
    func step() throws(ImportError) -> Step {
        if parser == nil { return try begin() }
        if let pendingError { return reportSyntaxError(pendingError) }
        while true {
            let needsText = parsedEnd == validatedEnd || openToken != nil || plain?.waitsForText == true
            if needsText, let step = try fillAfterEvents() { return step }
            guard let plain, plain.isActive else { return parseNext() }
            if let step = parsePlainRecords(plain) { return step }
            if !plain.waitsForText { return parseNext() }
        }
    }

    var startedParser: YajlParser {
        guard let parser else { preconditionFailure("the tokenizer has not been started") }
        return parser
    }

    private func parseNext() -> Step {
        var end = validatedEnd
        var lineEnds = false
        if separator == .lineFeed, let lineEnd = window.end(of: .lineFeed, in: parsedEnd..<end) {
            end = lineEnd
            lineEnds = true
        }
        let outcome = window.withText(parsedEnd..<end) { startedParser.parse($0) }
        guard case .accepted = outcome else {
            guard let pausedOffset else { return step(after: outcome) }
            self.pausedOffset = nil
            parsedEnd = pausedOffset - window.base
            return .paused
        }
        parsedEnd = end
        return lineEnds ? .lineEnded : .advanced
    }

    func step(after outcome: YajlParser.Outcome) -> Step {
        switch outcome {
        case .accepted: .advanced
        case .stopped: .stopped
        case .syntaxError(let error): reportSyntaxError(error)
        }
    }
}

/// The beginning and the end of a text.
extension Tokenizer {
    /// Starts parsing at the first byte of the text.
    ///
    /// - Parameters:
    ///   - acceptsManyValues: whether a value may follow the first one at the top level.
    ///   - separator: the byte at which parsing stops; `nil` if the text is not split.
    func start(acceptsManyValues: Bool, separator: Separator?) throws(ImportError) {
        self.acceptsManyValues = acceptsManyValues
        self.separator = separator
        parsedEnd = 0
        scanStart = window.base
        try makeParser()
        validateUTF8()
    }

    /// Moves the window to the first byte that is not white space, and examines the text there.
    private func begin() throws(ImportError) -> Step {
        while true {
            if try detectEncoding() {
                skipWhiteSpace()
                switch window.withText({ OtherFormat.detect(in: $0, isAtEnd: sourceEnded) }) {
                case .found(let format): return .began(window[0], format)
                case .none where window.count > 0: return .began(window[0], nil)
                case .none, .undecided: break
                }
            }
            if sourceEnded { return .finished }
            if case .needMoreData = try readMore() { return .needMoreData }
        }
    }

    private func skipWhiteSpace() {
        var position = validatedEnd
        while position < window.count, window[position].isJSONWhiteSpace { position += 1 }
        window.slide(to: position)
        validatedEnd = 0
        updateCursor()
    }

    /// Skips a byte order mark, and rejects encodings other than UTF-8. Returns `false` if too little of the text has
    /// arrived.
    private func detectEncoding() throws(ImportError) -> Bool {
        guard !hasDetectedEncoding else { return true }
        switch window.withText({ TextEncoding.detect(in: $0, isAtEnd: sourceEnded) }) {
        case .undecided: return false
        case .unsupported(let name):
            guard window.count > 5 || sourceEnded else { return false }
            throw window.withText(OtherFormat.isBSON)
                ? ImportError.unsupportedFormat(.bson) : .unsupportedEncoding(name)
        case .utf8(let markLength):
            hasDetectedEncoding = true
            validatedEnd = markLength
            return true
        }
    }

    private func makeParser() throws(ImportError) {
        // The parser of the previous text may read this text as another value.
        let spare = acceptsManyValues ? spareParser : nil
        spareParser = nil
        if let spare {
            parser = spare
        } else {
            try YajlParser.requirePatchedLibrary()
            // SAFETY: the context outlives the tokenizer, which owns the parser.
            parser = unsafe try YajlParser(
                context: UnsafeMutableRawPointer(cursor.pointer), acceptsManyValues: acceptsManyValues)
        }
        cursor.value.parser = parser?.handle
    }

    /// Updates the cursor after a change of the window.
    func updateCursor() {
        // SAFETY: the address is kept as a number.
        unsafe cursor.value.windowAddress = UInt(bitPattern: window.start)
        cursor.value.count = UInt(window.count)
        cursor.value.base = window.base
    }

    func finish() -> Step {
        endPlainRecords()
        guard !endsWithinJSON else { return .finished }
        // The text ends within a character.
        if validatedEnd < window.count, validity == .valid { return truncatedInput() }
        guard validity == .valid else { return .syntaxError(encodingError()) }
        if let separator {
            guard !lastLineEnded else { return .finished }
            lastLineEnded = true
            return separator == .lineFeed ? finishLine() : finishText()
        }
        switch startedParser.finish() {
        case .accepted:
            // libyajl does not report an unterminated string after the last value.
            guard let open = findOpenToken(), window[open] == UInt8(ascii: "\"") else {
                return .finished
            }
            return acceptsManyValues ? truncatedInput() : reportSyntaxError(.trailingData)
        case .stopped: return .stopped
        case .syntaxError(.trailingData): return reportSyntaxError(.trailingData)
        case .syntaxError: return truncatedInput()
        }
    }

    private func truncatedInput() -> Step {
        .syntaxError(.unexpectedEnd(at: endLocation))
    }

    /// Parses a line feed, which the last line may lack.
    private func finishLine() -> Step {
        switch parseLineFeed() {
        case .accepted: .lineEnded
        // White space is an error only within a token, which the text therefore does not complete.
        case .syntaxError(let error) where error.code == .invalidToken: truncatedInput()
        case let outcome: step(after: outcome)
        }
    }

    /// Parses a line feed that is not in the text. Within a string, the line feed is an error.
    private func parseLineFeed() -> YajlParser.Outcome {
        let lineFeed: [UInt8] = [0x0A]
        return startedParser.parse(lineFeed.span)
    }
}

/// The reading of text into the window, and its removal.
extension Tokenizer {
    /// Reads until there is text to parse.
    ///
    /// - Returns: `nil` if there is text to parse, else the result of the step.
    func fill() throws(ImportError) -> Step? {
        guard validity == .valid else { return stepAtInvalidByte() }
        if openToken == nil { openToken = findOpenToken().map { ($0, $0) } }
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
    private func slide() {
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
        if parsedEnd == validatedEnd, openToken == nil { openToken = findOpenToken().map { ($0, $0) } }
        slide()
    }

    /// Returns the position of the token in which the valid text of the window ends; `nil` if that text does not end in a
    /// token. The text before the token was parsed.
    func findOpenToken() -> Int? {
        let from = max(scanStart - window.base, 0)
        let open: Int? = window.withText { text in
            let scanner = TokenScanner(text.extracting(first: validatedEnd))
            let (previous, last) = scanner.lastTokens(before: validatedEnd, from: from)
            if let ended = last?.isOpen == true ? previous : last {
                firstByteOfPreviousToken = text[ended.start]
            }
            return last?.isOpen == true ? last?.start : nil
        }
        // Without this, retained text in which no token is reported would be scanned again with every chunk.
        scanStart = max(scanStart, window.base + (open ?? validatedEnd))
        return open
    }

    /// Clears ``openToken`` if the end of the token or an invalid byte has arrived.
    ///
    /// Until then, the token's text is not parsed: libyajl would scan the whole token again with every chunk.
    ///
    /// - Throws: ``ImportError/Code/tokenTooLong``.
    private func lookForEndOfOpenToken() throws(ImportError) {
        guard var token = openToken else { return }
        ScanCount.add(validatedEnd - token.resume)
        let end = window.withText { text in
            TokenScanner(text.extracting(first: validatedEnd)).endOfToken(
                at: token.start, resumingAt: &token.resume)
        }
        guard (end ?? validatedEnd) - token.start <= tokenLimit else {
            throw ImportError(
                .tokenTooLong, "a string or number is longer than the limit of \(tokenLimit) bytes",
                advice: "if the input is correct, raise maximumTokenBytes",
                location: window.location(of: window.base + token.start))
        }
        openToken = end == nil && validity == .valid ? token : nil
    }
}

/// The separation of lines, and of the texts of a JSON text sequence.
extension Tokenizer {
    /// The offset up to which the text was parsed.
    var position: Int { window.base + parsedEnd }

    /// Whether the window holds much more text than was requested at a time, because a line is long.
    var hasLargeWindow: Bool { window.count > 2 * chunkSize }

    /// The offset at which the line that was just parsed or skipped ends, without its separator.
    var lineEnd: Int {
        let last = parsedEnd - 1
        return last >= 0 && window[last] == separator?.rawValue ? position - 1 : position
    }

    /// Whether the source has ended, all of its text was parsed or skipped, and its last line has no line feed.
    var isAtUnfinishedLine: Bool {
        sourceEnded && parsedEnd == window.count && lineEnd == position
    }

    /// Whether the byte at `validatedEnd` begins the next text of a JSON text sequence.
    private var isAtRecordSeparator: Bool {
        separator == .recordSeparator && validatedEnd < window.count
            && window[validatedEnd] == Separator.recordSeparator.rawValue
    }

    /// Ends a text of a JSON text sequence, at the record separator of the next text or at the end of the input. The whole
    /// text was parsed.
    ///
    /// A number, `true`, `false` or `null` at the very end may be truncated: RFC 7464, 2.4. Such a token is still in the
    /// window, like every token that the end of a chunk may have divided.
    private func finishText() -> Step {
        let isInWord = parsedEnd > 0 && window[parsedEnd - 1].isWordByte
        guard !isInWord, case .accepted = parseLineFeed() else {
            return .syntaxError(.truncated("text", at: window.location(of: position)))
        }
        guard isAtRecordSeparator else { return .lineEnded }
        parsedEnd = validatedEnd + 1
        validatedEnd = parsedEnd
        validity = .valid
        validateUTF8()
        return .lineEnded
    }

    /// Skips to the line or text after the rejected one, and starts a new parser.
    ///
    /// - Returns: `nil` if the new parser has started; `needMoreData` if the method must be called again once the
    ///   source has another chunk; `finished` if no further line exists.
    func skipLine() throws(ImportError) -> Step? {
        guard let separator else { preconditionFailure("a text that is not split has no lines") }
        openToken = nil
        plain?.stop()
        startedParser.abandonText()
        while true {
            if let next = window.end(of: separator, in: parsedEnd..<window.count) {
                parsedEnd = next
                break
            }
            parsedEnd = window.count
            validatedEnd = parsedEnd
            slide()
            switch try readMore() {
            case .bytes: continue
            case .needMoreData: return .needMoreData
            case .end: return .finished
            }
        }
        // If the validation stopped within the line, it continues after the line.
        if validatedEnd < parsedEnd {
            validatedEnd = parsedEnd
            validity = .valid
            validateUTF8()
        }
        try restartParser()
        return nil
    }

    /// Starts a new parser at the end of the last line.
    func restartParser() throws(ImportError) {
        scanStart = position
        (firstByteOfPreviousToken, parserStart) = (0, position)
        try makeParser()
    }
}

/// Reading that begins or ends at a position other than the beginning or the end of the text.
extension Tokenizer {
    /// Whether the text after ``position`` can be removed, and be read again later.
    var canRemoveUnparsedText: Bool { parser != nil && openToken == nil && pendingError == nil }

    /// Whether all text of the window was parsed, and does not end inside a token.
    var isBetweenTokens: Bool {
        parsedEnd == window.count && findOpenToken() == nil
    }

    /// Whether plain records may follow ``position``, which is then between two records.
    var isBetweenPlainRecords: Bool { plain?.isActive == true }

    /// Whether all complete records of the window were parsed, as far as is known.
    var hasParsedCheckedText: Bool {
        hasParsedValidText || plain.map { $0.isActive && !$0.hasUnsentRecords } == true
    }

    /// Whether all text of the window was parsed, except for a character whose end has not arrived, and bytes that JSON does
    /// not allow.
    var hasParsedValidText: Bool { parsedEnd == validatedEnd }

    /// Calls `body` with the parsed part of a token whose end was not parsed, if such a token exists.
    func withOpenToken(_ body: (Span<UInt8>) -> Void) {
        guard !isBetweenPlainRecords, let start = findOpenToken() else { return }
        window.withText(from: start) { body($0.extracting(first: parsedEnd - start)) }
    }

    /// Starts a parser in the middle of a text.
    ///
    /// - Parameter opening: a valid text, after which the parser is in the state in which the text continues.
    func start(after opening: [UInt8], acceptsManyValues: Bool, separator: Separator?) throws(ImportError) {
        try start(acceptsManyValues: acceptsManyValues, separator: separator)
        // The parser does not report events yet.
        guard case .accepted = startedParser.parse(opening.span) else {
            preconditionFailure("the opening is not valid JSON")
        }
    }

    /// Continues at another position of the text. The parser must be in the state that it has at that position.
    ///
    /// - Parameter previous: the first byte of the token before that position; 0 if errors do not depend on it.
    func move(to counter: LineCounter, afterTokenThatBeginsWith previous: UInt8) {
        giveValueToParser()
        plain?.stop()
        window.restart(at: counter)
        updateCursor()
        (validatedEnd, parsedEnd, validity) = (0, 0, .valid)
        (openToken, firstByteOfPreviousToken, parserStart) = (nil, previous, 0)
        scanStart = window.base
    }

    /// Removes the text after ``position`` from the window.
    ///
    /// - Returns: the removed text.
    func removeUnparsedText() -> [UInt8] {
        plain?.discardUnsentRecords()
        let text = window.removeText(from: parsedEnd)
        updateCursor()
        (validatedEnd, validity) = (parsedEnd, .valid)
        return text
    }
}
