/// How a text begins, and how it ends.
extension Tokenizer {
    /// Looks at the first bytes of the text, and makes the parser that fits it.
    func begin() throws(ImportError) -> Step {
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
    func firstSignificantPosition() throws(ImportError) -> Int? {
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
    func decideEncoding() throws(ImportError) -> Bool {
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

    func makeParser() throws(ImportError) {
        try YajlSelfTest.require()
        let parser = unsafe try YajlParser(
            handlers: handlers, context: context, acceptsManyValues: framing != .document)
        cursor.value.parser = parser.handle
        self.parser = parser
    }

    /// Tells the cursor that the window has changed.
    func updateCursor() {
        unsafe cursor.value.window = UInt(bitPattern: window.start)
        cursor.value.count = UInt(window.count)
        cursor.value.base = window.base
    }

    func finish() -> Step {
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
    func finishLine() -> Step {
        let lineFeed: [UInt8] = [0x0A]
        let outcome = unsafe lineFeed.withUnsafeBufferPointer { unsafe parser?.parse($0) } ?? .stopped
        guard case .accepted = outcome else { return step(after: outcome) }
        return .lineEnded
    }
}
