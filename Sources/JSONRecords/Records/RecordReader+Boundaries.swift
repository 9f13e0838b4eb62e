/// Reading that begins or ends at a boundary between two records.
extension RecordReader {
    /// Whether all text of the window was parsed, and ends between two records.
    var isBetweenRecords: Bool {
        guard case .outside = state else { return false }
        return tokenizer.canRemoveUnparsedText && tokenizer.isBetweenTokens
            && context.value.depth == envelope.depth && envelope.nextValueIsRecord
    }

    /// The current position. Called between two records.
    var boundary: Boundary {
        Boundary(counter: tokenizer.window.counter(at: tokenizer.position), recordNumber: total.nextNumber)
    }

    /// Returns whether the reader is between two records, at a boundary.
    func isAt(_ boundary: Boundary) -> Bool {
        isBetweenRecords && tokenizer.position == boundary.offset && total.nextNumber == boundary.recordNumber
    }

    /// Removes the text after the current position from the window.
    func removeUnparsedText() -> [UInt8] { tokenizer.removeUnparsedText() }

    // MARK: - The beginning

    /// Begins to read a part that does not begin at the beginning of the text.
    func beginPart() throws {
        guard let start = part.start else { preconditionFailure("the part begins with the text") }
        framing = Framing(options)
        envelope.start(isDocument: framing == .document)
        hasEnvelope = framing == .document
        if hasEnvelope { envelope.enterRecords(at: paths.only) }
        try startParser()
        move(to: start)
        try consumer.readingBegan()
    }

    /// Prepares for reading the segments of a text in which another reader has reached the records.
    func begin(like reader: RecordReader) throws {
        attachContext()
        framing = reader.framing
        envelope = reader.envelope
        hasEnvelope = reader.hasEnvelope
        try startParser()
        try consumer.readingBegan()
    }

    /// Starts a parser between two records.
    private func startParser() throws {
        try tokenizer.start(
            after: envelope.openingAfterRecord, acceptsManyValues: framing != .document,
            separator: framing.separator)
        context.value.reset(Self.events)
        allowPlainRecords()
        context.value.depth = envelope.depth
        state = .outside
    }

    /// Moves to a boundary. The parser must be between two records.
    func move(to boundary: Boundary) {
        let isInArray = envelope.recordIndex != nil
        tokenizer.move(to: boundary.counter, afterTokenThatBeginsWith: isInArray ? UInt8(ascii: ",") : 0)
        envelope.move(toRecord: boundary.recordNumber - 1)
        total = RecordSummary(from: boundary.recordNumber)
        startLine()
        beginPlainRecords(at: .afterComma)
    }

    // MARK: - The end

    /// Checks that the reader is between two records, where its part of the text ends.
    ///
    /// - Throws: ``ImportError/Code/invalidPart``.
    func checkPosition(at end: TextPart.End) throws {
        let isExpected =
            isBetweenRecords && tokenizer.position == end.offset
            && end.recordNumber.map { $0 == total.nextNumber } ?? true
        guard isExpected else { throw ImportError.partEndsWithinRecord(at: tokenizer.endLocation) }
    }
}
