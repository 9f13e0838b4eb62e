/// The beginning and the end of a text.
extension Tokenizer {
    /// Searches for the first byte of the text that is not white space.
    func begin() throws(ImportError) -> Step {
        switch try textStart() {
        case .needMoreData: .needMoreData
        case .found(let first, let format): .began(first, format)
        case .end: .finished
        }
    }

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

    /// The beginning of the text, after white space.
    private enum TextStart {
        /// More bytes are needed to decide.
        case needMoreData
        /// The first byte, and the format if it is not JSON.
        case found(UInt8, OtherFormat?)
        /// The text has only white space.
        case end
    }

    /// Moves the window to the first byte that is not white space, and examines the text there.
    private func textStart() throws(ImportError) -> TextStart {
        while true {
            if try detectEncoding() {
                skipWhiteSpace()
                switch window.withText({ OtherFormat.detect(in: $0, isAtEnd: sourceEnded) }) {
                case .found(let format): return .found(window[0], format)
                case .none where window.count > 0: return .found(window[0], nil)
                case .none, .undecided: break
                }
            }
            if sourceEnded { return .end }
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
    func detectEncoding() throws(ImportError) -> Bool {
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

    func makeParser() throws(ImportError) {
        let parser = if let spare = takeSpareParser() { spare } else { try newParser() }
        cursor.value.parser = parser.handle
        self.parser = parser
    }

    private func newParser() throws(ImportError) -> YajlParser {
        try YajlSelfTest.requirePatchedLibrary()
        // SAFETY: the context outlives the tokenizer, which owns the parser.
        return unsafe try YajlParser(
            context: UnsafeMutableRawPointer(cursor.pointer), acceptsManyValues: acceptsManyValues)
    }

    /// Returns the parser of the previous text, if it can read this text as another value.
    private func takeSpareParser() -> YajlParser? {
        defer { spareParser = nil }
        return acceptsManyValues ? spareParser : nil
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
            guard let open = findOpenToken(), window[open.start] == UInt8(ascii: "\"") else {
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
    func parseLineFeed() -> YajlParser.Outcome {
        let lineFeed: [UInt8] = [0x0A]
        return startedParser.parse(lineFeed.span)
    }
}
