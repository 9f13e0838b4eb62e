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
        guard !isBetweenPlainRecords, let token = findOpenToken() else { return }
        window.withText(from: token.start) { body($0.extracting(first: parsedEnd - token.start)) }
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
        (openToken, firstByteOfPreviousToken) = (nil, previous)
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
