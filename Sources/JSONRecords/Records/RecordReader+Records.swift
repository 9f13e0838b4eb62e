/// The completion and the rejection of records.
extension RecordReader: RecordSource {
    /// The number of the current record; between records, of the next one.
    package var recordNumber: Int {
        // The rest of a line, or of a text in a sequence of texts, still belongs to the pending record.
        if case .pending = state, framing.singleValueUnit == nil { return total.nextNumber + 1 }
        return total.nextNumber
    }

    /// The number of the current record; between records, of the next one. `nil` outside of the array of records, and
    /// after the only value.
    var currentRecord: Int? {
        switch state {
        // Text after the only value does not belong to a record.
        case .outside where !envelope.nextValueIsRecord || framing == .value,
            .pending where framing == .value:
            nil
        default: recordNumber
        }
    }

    package var recordPath: [JSONPath.Component] { envelope.path }

    var currentPath: JSONPath {
        switch state {
        case .inRecord, .inTranslation: JSONPath(envelope.path + consumer.path)
        default: JSONPath(envelope.path)
        }
    }

    /// Whether the next record is skipped.
    var isSkipping: Bool { total.nextNumber <= options.skippedRecordCount }

    /// Whether the next record is skipped without an event. Translations of later values may depend on a skipped value.
    var isSkippingEvents: Bool { isSkipping && translator == nil }

    var recordStart: Int {
        if case .inRecord(let start?) = state { start } else { tokenStart }
    }

    // MARK: - Complete records

    /// Ends a record whose last event was sent. Returns 0 to stop the parser, else 1, like a callback.
    ///
    /// - Parameter isScalar: whether the record is neither an array nor an object.
    package func recordCompleted(isScalar: Bool) -> Int32 {
        guard case .inRecord(let start) = state else { return translationEnded(.success(())) }
        if !isScalar { context.value.install(Self.events) }
        return recordEnded(start: start, isScalar: isScalar)
    }

    /// Ends a record whose rest has been skipped. Returns 0 to stop the parser, else 1.
    func recordSkipped() -> Int32 {
        guard case .rejecting(let start) = state else { return recordCompleted(isScalar: false) }
        context.value.install(Self.events)
        return recordEnded(start: start, isScalar: false)
    }

    /// Delivers or rejects the record that ends with the current token, or makes the record pending. Returns 0 to stop
    /// the parser, else 1.
    private func recordEnded(start: Int?, isScalar: Bool) -> Int32 {
        if envelope.hasTopLevelRecords {
            guard !isScalar, framing.separator == nil else {
                let range = range(from: start, to: nil)
                // The next token, until which the text of the record is needed, may arrive with another chunk.
                if options.retainsRejectedText, !line.isRetained {
                    context.value.cursor.retainedRecord = range.lowerBound
                }
                state = .pending(range, isScalar: isScalar)
                return 1
            }
            // Avoids a second scan of the record's tokens at the end of the text, which took 5% of the time of a small
            // text.
            context.value.cursor.moveScanStartToBracket()
        }
        guard flush(start: start, end: nil) else { return 0 }
        return pauseForPlainRecords(isAfterScalar: isScalar)
    }

    /// Delivers or rejects the pending record, if one exists. Returns `false` to stop the parser.
    func flushPending() -> Bool {
        guard case .pending(let range, _) = state else { return true }
        state = .outside
        return flush(start: range.lowerBound, end: range.upperBound)
    }

    /// Delivers a record, or rejects it if the reader has a rejection error. Returns `false` to stop the parser.
    private func flush(start: Int?, end: Int?) -> Bool {
        rejectionError == nil
            ? deliverRecord(start: start, end: end) : rejectRecord(range(from: start, to: end))
    }

    private func deliverRecord(start: Int?, end: Int?) -> Bool {
        do {
            // SAFETY: the consumer borrows the noncopyable record, so the record does not outlive the call.
            let record = CompletedRecord(reader: self, start: start, end: end)
            if isSkipping {
                try consumer.recordSkipped(record)
            } else {
                try consumer.recordCompleted(record)
            }
        } catch {
            stopError = RethrownError(error: error)
            return false
        }
        total.recordCount += 1
        return recordEnds()
    }

    /// Continues after a delivered or rejected record. Returns `true`.
    func recordEnds() -> Bool {
        state = .outside
        if !line.isRetained { context.value.cursor.retainedRecord = nil }
        envelope.valueEnds()
        return true
    }

    // MARK: - Rejected records

    /// Rejects the current record. Adds the path, the record number and the location of the current event to the error,
    /// where the error lacks them. Returns 0 to stop the parser, else 1.
    package func reject(_ error: ImportError) -> Int32 {
        let error = error.with(
            path: currentPath, record: recordNumber, location: currentLocation())
        guard case .inRecord(let start) = state else { return translationEnded(.failure(error)) }
        guard options.errorPolicy != .fail else {
            stopError = error
            return 0
        }
        let offset = start ?? tokenStart
        do {
            try consumer.recordDiscarded()
        } catch {
            stopError = error
            return 0
        }
        context.value.cursor.retainedValue = nil
        state = .rejecting(start: offset)
        rejectionError = error
        guard context.value.depth == envelope.depth else {
            context.value.skip(.record, to: envelope.depth)
            return 1
        }
        context.value.install(Self.events)
        return recordEnded(start: offset, isScalar: start == nil)
    }

    /// Counts a rejected record. Returns `false` to stop the parser.
    ///
    /// - Parameter isInEnvelope: whether the record is a value at the top level that should contain records.
    func rejectRecord(_ range: Range<Int>, isInEnvelope: Bool = false) -> Bool {
        do {
            try countRejected(takeRejectionError(), range: range)
        } catch {
            stopError = error
            return false
        }
        if isInEnvelope, !line.isRetained { context.value.cursor.retainedRecord = nil }
        return isInEnvelope || recordEnds()
    }

    /// Rejects the action of a bulk request that has no source. Returns `false` to stop the parser.
    func rejectAction(_ range: Range<Int>, found: String, at location: SourceLocation?) -> Bool {
        let error = ImportError(
            .typeMismatch, "expected the source of the last action, found \(found)",
            advice: "add the line of the source, or remove that of the action", path: JSONPath(envelope.path),
            record: total.nextNumber, location: location)
        do {
            try countRejected(error, range: range)
        } catch {
            stopError = error
            return false
        }
        return true
    }

    /// Counts a rejected record or line, and reports it.
    private func countRejected(_ error: ImportError, range: Range<Int>) throws {
        let record = try total.reject(
            error, range: range, under: options, after: pathTotals.otherRejectedCount
        ) { options.keepsRejectedText ? retainedText(range) : nil }
        guard let record else { return }
        try withInputText(range) { try options.report(record, text: $0) }
    }

    /// Stops the parser at the current event. The error ends the import or rejects the line. Returns 0.
    package func stop(_ error: ImportError) -> Int32 {
        stopError = error.with(path: currentPath, record: currentRecord)
        return 0
    }

    // MARK: - The text

    /// The tokenizer of the current events: that of the input, or that of a translation.
    private var sender: Tokenizer {
        guard case .inTranslation = state, let translator else { return tokenizer }
        return translator.tokenizer
    }

    package var tokenStart: Int { sender.tokenStart }

    package var tokenText: String {
        let text = sender.tokenText
        guard options.relaxedJSON != nil else { return text }
        return RelaxedJSON.nonFiniteNumber(in: Array(text.utf8).span).map {
            String(decoding: $0, as: UTF8.self)
        } ?? text
    }

    /// Returns the location of an offset. All offsets in a translation have the location of the value in the input.
    package func location(of offset: Int) -> SourceLocation? {
        if case .inTranslation(let start) = state { return tokenizer.location(of: start) }
        return tokenizer.location(of: offset)
    }

    package func repairedText() -> String? { sender.repairedText() }

    /// Returns the range of a record in the text, in bytes.
    ///
    /// - Parameters:
    ///   - start: the offset of the record's first byte; `nil` if the record is the current token.
    ///   - end: the offset after the record's last byte; `nil` if the record ends with the current token.
    func range(from start: Int?, to end: Int?) -> Range<Int> {
        let start = start ?? tokenStart
        return start..<max(end ?? context.value.cursor.tokenEnd, start)
    }

    /// The offset before which the text was parsed.
    package var parsedOffset: Int { tokenizer.position }

    /// The offset at which the record ends that is complete but not delivered yet; `nil` if there is none.
    package var pendingRecordEnd: Int? {
        guard case .pending(let range, _) = state else { return nil }
        return range.upperBound
    }

    /// Whether the text is one value, which ends at its last bracket. Lines and sequences can be continued instead.
    package var isDocument: Bool { framing == .document || framing == .value }

    /// Whether the text ends with the line that was read last, which has no line feed, or is an action without its source.
    package var isAtUnfinishedLine: Bool {
        framing.separator != nil && tokenizer.isAtUnfinishedLine || translator?.beginning != nil
    }

    /// What the records lack of the text because of its dialect, in a sentence; `nil` if they lack nothing.
    package var note: String? { translator?.note }

    /// The number of bytes of the text in memory.
    package var windowBytes: Int { tokenizer.window.count }

    /// Removes the parsed text from the window, before the caller needs much memory. Called between two steps.
    package func releaseParsedText() { tokenizer.releaseParsedText() }

    /// Calls `body` with a part of the text, which must be in the window.
    package func withText<Result>(
        _ range: Range<Int>, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let window = sender.window
        let base = window.base
        return window.withText(range.lowerBound - base..<range.upperBound - base, body)
    }

    /// Calls `body` with the text that was read from an offset on, up to the end of the line or of the text of a JSON text
    /// sequence. The text at the offset must be in the window.
    func withReadText<Result>(from offset: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let tokenizer = sender
        return tokenizer.window.withText(from: offset - tokenizer.window.base) { text in
            guard let separator = tokenizer.separator?.rawValue,
                let end = text.firstIndex(of: separator)
            else { return body(text) }
            return body(text.extracting(first: end))
        }
    }

    /// Returns the text of a record or a line; `nil` unless the window retains such texts, and holds all of this one.
    func retainedText(_ range: Range<Int>) -> String? {
        guard options.retainsRejectedText else { return nil }
        return withInputText(range) { text in
            guard let text else { return nil }
            return String(repairing: text)
        }
    }

    /// Calls `body` with a part of the text, in which numbers that are not finite are spelled as in the input; with `nil` if
    /// the window does not hold all of it.
    private func withInputText<Result>(
        _ range: Range<Int>, _ body: (Span<UInt8>?) throws -> Result
    ) rethrows -> Result {
        try tokenizer.withText(range) { text in
            guard options.relaxedJSON != nil, let text, let original = RelaxedJSON.original(text) else {
                return try body(text)
            }
            return try body(original.span)
        }
    }
}

/// Framing by lines, and by the texts of a JSON text sequence.
extension RecordReader {
    func startLine() {
        line = Line(
            start: translator?.beginning ?? tokenizer.position,
            isRetained: options.retainsRejectedText && framing.separator != nil)
        context.value.cursor.scanStart = tokenizer.position
        context.value.cursor.retainedRecord = line.isRetained ? line.start : nil
        if framing.separator != nil { beginPlainRecords(at: .afterComma) }
    }

    func lineEnds() throws {
        if framing == .undecided { decideFraming() }
        guard let unit = framing.singleValueUnit else { return }
        guard context.value.depth == 0 else {
            let end = tokenizer.location(of: tokenizer.lineEnd)
            let isAtEnd = framing == .lines && tokenizer.isAtUnfinishedLine
            try handleSyntaxError(isAtEnd ? .unexpectedEnd(at: end) : .truncated(unit, at: end))
            return try startNextLine(needsParser: true)
        }
        guard flushPending() else { return try parserStopped() }
        startLine()
    }

    private func decideFraming() {
        framing = framing.decided(byFirstLine: context.value.depth == 0 && line.valueCount == 1)
        guard framing == .sequence else { return }
        tokenizer.separator = nil
        // From now on, the end of a record releases the retained text; the end of a line does not.
        line.isRetained = false
        beginPlainRecords(at: .afterComma)
    }

    /// Skips the rest of a line that is not valid JSON.
    func skipLine() throws -> Step {
        let step = try tokenizer.skipLine()
        if case .needMoreData = step { return .needMoreData }
        try startNextLine(needsParser: false)
        guard case .finished = step else { return .advanced }
        try finish()
        return .finished
    }

    /// Rejects a line that is not valid JSON, and prepares for the next one.
    private func startNextLine(needsParser: Bool) throws {
        state = .outside
        let error = takeRejectionError()
        try countRejected(error, range: line.start..<tokenizer.lineEnd)
        if needsParser { try tokenizer.restartParser() }
        context.value.reset(Self.events)
        startLine()
    }
}

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
        (hasEnvelope, topLevelStart) = (reader.hasEnvelope, reader.topLevelStart)
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
        guard isExpected else {
            throw ImportError(
                .invalidPart, "expected the end of a record at the end of the part, found another position",
                advice: "divide the input again", location: tokenizer.endLocation)
        }
    }
}

/// A position between two records of a text.
struct Boundary: Sendable {
    /// The position, with its line and column.
    var counter = LineCounter()
    /// The number of the next record, counted from 1.
    var recordNumber = 1

    /// The number of bytes before the position.
    var offset: Int { counter.location.offset }
}

/// A consumer for reading without records: the options of its reader skip all of them.
@safe
final class SkippingConsumer: RecordConsumer {
    private let memory = ConsumerMemory { _ in () }

    deinit {
        memory.free()
    }

    var events: Pinned<EventTable> { Self.events }
    var context: Pinned<EventContext> { memory.context }
    var path: [JSONPath.Component] { [] }

    func recordCompleted(_ record: borrowing CompletedRecord) {
        preconditionFailure("the reader must skip all records")
    }

    func recordDiscarded() {}

    // SAFETY: nothing writes to the table.
    @safe private nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { _ in unexpectedEvent() }, bool: { _, _ in unexpectedEvent() },
            number: { _, _, _ in unexpectedEvent() }, string: { _, _, _ in unexpectedEvent() },
            objectStart: { _ in unexpectedEvent() }, objectEnd: { _ in unexpectedEvent() },
            arrayStart: { _ in unexpectedEvent() }, arrayEnd: { _ in unexpectedEvent() }))

    private static func unexpectedEvent() -> Int32 {
        preconditionFailure("the reader must skip all records")
    }
}
