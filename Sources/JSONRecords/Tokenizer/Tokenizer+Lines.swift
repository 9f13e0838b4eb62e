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
    var isAtRecordSeparator: Bool {
        separator == .recordSeparator && validatedEnd < window.count
            && window[validatedEnd] == Separator.recordSeparator.rawValue
    }

    /// Ends a text of a JSON text sequence, at the record separator of the next text or at the end of the input. The whole
    /// text was parsed.
    ///
    /// A number, `true`, `false` or `null` at the very end may be truncated: RFC 7464, 2.4. Such a token is still in the
    /// window, like every token that the end of a chunk may have divided.
    func finishText() -> Step {
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
        firstByteOfPreviousToken = 0
        try makeParser()
    }
}
