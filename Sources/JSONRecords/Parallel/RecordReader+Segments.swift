/// Reading that begins or ends at a boundary between two records.
extension RecordReader {
    /// Returns a scanner for the boundaries in the text after the current position; `nil` if the text cannot be divided
    /// there.
    func makeScanner() -> BoundaryScanner? {
        guard tokenizer.canRemoveUnparsedText else { return nil }
        switch framing {
        case .document:
            // If records precede the array, because a key of the path occurs twice, the number of a record does not tell its
            // index, and the brackets around this array may differ from those around the first one.
            guard !paths.mayLeadToSeveralArrays, envelope.recordIndex == total.nextNumber - 1
            else { return nil }
            return makeBracketScanner(.elements)
        case .sequence:
            return paths.areAtRoot ? makeBracketScanner(.values) : nil
        case .lines, .textSequence:
            guard paths.areAtRoot, let separator = framing.separator else { return nil }
            return .units(UnitScanner(separator, hasText: line.valueCount > 0 || isSkippingLine))
        case .automatic, .undecided, .value: return nil
        }
    }

    private func makeBracketScanner(_ records: BracketScanner.Records) -> BoundaryScanner? {
        guard tokenizer.hasParsedValidText else { return nil }
        var scanner = BracketScanner(records, depth: context.value.depth - envelope.depth)
        tokenizer.withOpenToken { _ = scanner.scan($0) }
        return .brackets(scanner)
    }

    private var isSkippingLine: Bool {
        if case .skippingLine = state { true } else { false }
    }

    /// Removes the text after the current position from the window.
    func removeUnparsedText() -> [UInt8] { tokenizer.removeUnparsedText() }

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

    /// Prepares for reading the segments of a text in which another reader has reached the records.
    func begin(like reader: RecordReader) throws {
        attachContext()
        framing = reader.framing
        envelope = reader.envelope
        hasEnvelope = reader.hasEnvelope
        try tokenizer.start(
            after: envelope.opening, acceptsManyValues: framing != .document, separator: framing.separator)
        try consumer.readingBegan()
        context.value.reset(Self.events)
        context.value.depth = envelope.depth
    }

    /// Moves to a boundary. The parser must be between two records.
    func move(to boundary: Boundary) {
        tokenizer.move(to: boundary.counter)
        envelope.move(toRecord: boundary.recordNumber - 1)
        total = RecordSummary(before: boundary.recordNumber)
        startLine()
    }
}
