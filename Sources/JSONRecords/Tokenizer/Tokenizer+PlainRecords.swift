/// The parsing of plain records without libyajl.
///
/// The two parsers take turns. ``PlainRecordParser`` begins between two records, while libyajl is in the state of that position,
/// and parses whole records. libyajl receives the text again from the end of a record on: the next record is not plain, or the
/// array ends. Before, it receives an empty object in place of the records that it has not seen, so that its state is that after
/// a record. When libyajl has parsed the other record, its callback stops it, and a new parser begins there.
extension Tokenizer {
    /// Whether libyajl should stop at the end of the current token, which is between two records.
    var wantsPlainRecords: Bool { plain != nil && wantsPlainRecords(at: cursor.value.tokenEnd) }

    /// Whether a comma follows the current token directly.
    var isBeforeComma: Bool {
        let position = cursor.value.tokenEnd - window.base
        return position < window.count && window[position] == UInt8(ascii: ",")
    }

    /// Returns whether to parse plain records from an offset on, which is between two records.
    func wantsPlainRecords(at offset: Int) -> Bool { plain?.wantsTurn(at: offset) == true }

    /// Allows or forbids the parsing of plain records.
    ///
    /// - Parameter skips: the callback that is installed for opening braces while a part of a record is skipped.
    func allowPlainRecords(_ isAllowed: Bool, skips: EventTable.Event) {
        // SAFETY: the function is only compared.
        if !isAllowed { plain = nil } else if plain == nil { plain = unsafe PlainRecordParser(skips: skips) }
    }

    /// Ends the parsing by libyajl with the current token. The callback must return 0; the result of the step is then `paused`.
    func pause() { pausedOffset = cursor.value.tokenEnd }

    /// Moves to the position at which libyajl was stopped, and starts a parser there.
    ///
    /// - Parameter opening: a valid text, after which a parser is in the array or text that contains the records.
    func resume(after opening: [UInt8]) throws(ImportError) {
        try restartParser()
        if opening.isEmpty { return }
        guard case .accepted = startedParser.parse(opening.span) else {
            preconditionFailure("the opening is not valid JSON")
        }
    }

    /// Parses plain records from the current position on, which is between two records.
    ///
    /// - Parameters:
    ///   - place: the place of the position.
    ///   - libyajlPlace: the place in which libyajl is.
    ///   - maximumDepth: the number of brackets that a record may open.
    func beginPlainRecords(
        _ form: PlainRecordParser.Form, at place: PlainRecordParser.Place,
        libyajlPlace: PlainRecordParser.Place, maximumDepth: Int
    ) {
        plain?.begin(
            form, at: place, libyajlPlace: libyajlPlace, maximumDepth: maximumDepth, offset: position)
    }

    /// Parses the next plain records: all that were checked, or one line.
    ///
    /// - Returns: `nil` if libyajl must parse the next text, or if the next record waits for more text.
    func parsePlainRecords(_ plain: PlainRecordParser) -> Step? {
        plain.waitsForText = false
        if !plain.hasUnsentRecords {
            window.withText(parsedEnd..<validatedEnd) { plain.check($0, at: parsedEnd) }
            guard plain.hasUnsentRecords else {
                guard plain.form != .lines || plain.checkedEnd == parsedEnd else {
                    // Blank lines.
                    parsedEnd = plain.checkedEnd
                    return .lineEnded
                }
                leaveText(plain)
                return nil
            }
            incompleteChecks = 0
        }
        scanStart = position
        let isLine = plain.form == .lines
        let isAccepted = window.withText {
            plain.send(isLine ? 1 : .max, in: $0, to: startedParser.handle, cursor)
        }
        guard isAccepted else {
            parsedEnd = plain.tokenEnd
            plain.stop()
            return .stopped
        }
        guard isLine else {
            parsedEnd = plain.checkedEnd
            // libyajl finds a second value in the text.
            if plain.form == .text { endPlainRecords() }
            return .advanced
        }
        guard let lineEnd = window.end(of: .lineFeed, in: plain.tokenEnd..<validatedEnd) else {
            preconditionFailure("a checked line has no line feed")
        }
        parsedEnd = lineEnd
        return .lineEnded
    }

    /// Decides what follows in text in which no plain record is complete: libyajl, or more text.
    private func leaveText(_ plain: PlainRecordParser) {
        switch plain.end {
        case .recordIncomplete where canWaitForText:
            incompleteChecks += 1
            plain.waitsForText = true
        case .textEnded:
            giveValueToParser()
            window.withText(parsedEnd..<validatedEnd, plain.skip)
        case .enough, .notPlain, .recordIncomplete: endPlainRecords()
        }
    }

    /// Whether to read more text before the next record is checked again. A large record that arrives piece by piece is left to
    /// libyajl, so that it is not checked again with each piece.
    private var canWaitForText: Bool {
        validity == .valid && !sourceEnded && incompleteChecks < 4
            && validatedEnd - parsedEnd <= 4 * chunkSize
    }

    /// Reads like ``fill()``. If that fails, first sends the events of the record that waits for text: the record may have an
    /// error before the end of its text.
    func fillAfterEvents() throws(ImportError) -> Step? {
        let end = validatedOffset
        do {
            return try fill()
        } catch {
            // The text that was read now may have the rest of a token that is too long.
            guard let step = parseIncompleteRecord(upTo: end) else { throw error }
            return step
        }
    }

    /// The offset before which text is valid.
    var validatedOffset: Int { window.base + validatedEnd }

    /// Sends the events of the record that waits for text, which will not arrive.
    ///
    /// - Parameter end: the offset at which the text to parse ends.
    /// - Returns: the step, if the text has an error, or a callback has stopped libyajl; else `nil`.
    func parseIncompleteRecord(upTo end: Int) -> Step? {
        guard let plain, plain.waitsForText else { return nil }
        endPlainRecords()
        let outcome = window.withText(parsedEnd..<end - window.base) { startedParser.parse($0) }
        parsedEnd = end - window.base
        if pausedOffset != nil { return nil }
        guard case .accepted = outcome else { return self.step(after: outcome) }
        return nil
    }

    /// Leaves the text from the current position on to libyajl.
    func endPlainRecords() {
        guard let plain, plain.isActive else { return }
        giveValueToParser()
        plain.end(at: position)
        incompleteChecks = 0
        scanStart = position
        firstByteOfPreviousToken = plain.isAfterComma ? UInt8(ascii: ",") : 0
    }

    /// Sends an empty object to libyajl in place of the records that it has not seen.
    func giveValueToParser() {
        guard let plain, plain.libyajlLacksValue else { return }
        startedParser.parseEmptyObject()
        plain.libyajlReceivedValue()
    }
}
