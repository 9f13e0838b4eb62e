/// A reader that finds the records in a text, and sends the events of each to a consumer.
///
///     ByteSource -> Tokenizer -> RecordReader -> RecordConsumer
///
/// Only the reader knows the path to the records, the framing, where records begin and end, their numbers and texts,
/// and how errors in them are handled. Between records, the reader receives the events. At the first bracket of a
/// record it installs the consumer's event table, so that the parser of the record, a ``PlainRecordParser`` or libyajl, calls the
/// consumer directly for the events inside the record.
///
/// Used by one thread at a time.
@safe
package final class RecordReader {
    /// The result of a step.
    package enum Step {
        case advanced
        /// The source needs another chunk first.
        case needMoreData
        case finished
    }

    enum State {
        /// At the boundary at which the part begins, before the first read.
        case beforePart
        /// In the envelope, or between two records.
        case outside
        /// In a record. `start` is its offset; `nil` for a scalar, whose offset is determined only if it is needed.
        case inRecord(start: Int?)
        /// In the events of the translation of a value. `start` is the offset of the value.
        case inTranslation(start: Int)
        /// After a record that is neither delivered nor rejected until the next token is known: `truefalse` is not two
        /// records, and a line must not contain anything after its record. The record is to be rejected if the reader
        /// has a rejection error.
        case pending(Range<Int>, isScalar: Bool)
        /// In the rest of a rejected record.
        case rejecting(start: Int)
        /// In the rest of a line that is not valid JSON.
        case skippingLine
    }

    /// The state of the current line, or of the current text of a JSON text sequence. With any other framing, the whole
    /// input is one line.
    struct Line {
        var start = 0
        /// The number of top-level values that have begun in the line.
        var valueCount = 0
        /// Whether the window retains the line's text until its end.
        var isRetained = false
    }

    let source: any ByteSource
    let tokenizer: Tokenizer
    let consumer: any RecordConsumer
    /// The translator of the values of a dialect; `nil` if each record is sent as it is.
    let translator: RecordTranslator?
    // Properties of the consumer, or those of the translator, read once.
    let recordEvents: Pinned<EventTable>
    let takesObjectsOnly: Bool
    let context: Pinned<EventContext>
    @safe @exclusivity(unchecked) private(set) var options: ReadOptions
    /// The notation of the records, with the names of columns that stand after the rows.
    package var dialect: Dialect? { options.dialect }
    let paths: RecordPaths
    /// The part of the text to read.
    let part: TextPart
    let inputName: String?

    // Properties that every record accesses have no exclusivity checks, which take 2.8% of the instructions (people). Only this
    // class accesses them, and no method of the class is called while another method modifies one of them.
    @safe @exclusivity(unchecked) var state = State.outside
    @safe @exclusivity(unchecked) var framing: Framing
    @safe @exclusivity(unchecked) var envelope: Envelope
    @safe @exclusivity(unchecked) var line = Line()
    /// The summary of the records at the current path.
    @safe @exclusivity(unchecked) var total = RecordSummary()
    @safe @exclusivity(unchecked) var pathTotals: PathTotals
    /// Whether a value that contains the records has begun at the top level of the text.
    var hasEnvelope = false
    /// The beginning of the current value at the top level, if each must have a value at the path.
    var topLevelStart: (offset: Int, location: SourceLocation?) = (0, nil)
    /// The key of the current member of the envelope, and the value that is not on the path, if the caller asks for the arrays in
    /// such values.
    var otherKey: String?
    var otherValue: (key: String, start: Int, isArrayOfObjects: Bool)?
    /// The error of the record or the line whose rest is being skipped, or of the pending record.
    var rejectionError: ImportError?
    /// The error because of which the parser was stopped.
    @safe @exclusivity(unchecked) var stopError: (any Error)?
    @safe @exclusivity(unchecked) private var progressMeter: ProgressMeter
    @safe @exclusivity(unchecked) private var isStepping = false

    /// - Parameters:
    ///   - source: the bytes.
    ///   - inputName: the name of the input in errors.
    ///   - paths: the paths of the records; the root by default.
    ///   - part: the part of the text that the source has.
    ///   - options: the policies and limits.
    ///   - consumer: receives the events of the records.
    package init(
        _ source: any ByteSource, inputName: String? = nil, paths: RecordPaths = .root,
        part: TextPart = TextPart(), options: ReadOptions = ReadOptions(), consumer: any RecordConsumer
    ) {
        self.source = source
        self.inputName = inputName
        self.paths = paths
        self.part = part
        self.options = options
        self.consumer = consumer
        // SAFETY: the cursor is the first property of the context, at the same address. The reader retains the
        // consumer, which owns the context.
        let cursor: Pinned<TextCursor> = unsafe Pinned(
            UnsafeMutableRawPointer(consumer.context.pointer).assumingMemoryBound(to: TextCursor.self))
        translator = options.dialect.map { RecordTranslator($0, options, cursor) }
        recordEvents = translator == nil ? consumer.events : RecordTranslator.events
        precondition(recordEvents.value.hasScalars, "a consumer must take scalars, which may be records")
        takesObjectsOnly = translator == nil && consumer.takesObjectsOnly
        context = consumer.context
        context.value.cursor = TextCursor()
        context.value.maximumDepth = options.maximumDepth
        context.value.unpairedSurrogates = options.unpairedSurrogates
        context.value.relaxedJSON = options.relaxedJSON
        tokenizer = Tokenizer(
            source: source, chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes,
            cursor: cursor)
        framing = Framing(options)
        envelope = Envelope(paths)
        pathTotals = PathTotals(count: paths.count)
        progressMeter = ProgressMeter(options)
        tokenizer.endsWithinJSON = part.end != nil
        if let start = part.start {
            state = .beforePart
            total = RecordSummary(from: start.recordNumber)
        }
        // SAFETY: only this reader uses the tokenizer, which calls the closure while a step runs. The reader retains
        // the consumer.
        tokenizer.windowWillSlide = { [unowned(unsafe) consumer] in unsafe consumer.windowWillSlide() }
    }

    deinit {
        // No more events follow, so an unfinished record is discarded. Between records nothing is discarded, as the
        // consumer may hold a complete record.
        switch state {
        case .beforePart, .outside: break
        case .inRecord, .inTranslation, .pending, .rejecting, .skippingLine: try? consumer.recordDiscarded()
        }
        detachContext()
    }

    /// Makes the consumer's context refer to this reader; it may still refer to another one.
    @inline(__always)
    func attachContext() {
        context.value.source = self
        // SAFETY: `detachContext()` clears the reference before the reader is deallocated.
        unsafe context.value.unmanagedReader = .passUnretained(self)
    }

    /// Detaches the reader from the consumer's context, unless the context already has another reader.
    func detachContext() {
        // SAFETY: addresses are compared, and nothing is read.
        guard unsafe context.value.unmanagedReader?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        else { return }
        context.value.detachSource()
    }

    /// The summary of the records so far.
    package var summary: RecordSummary {
        withSizes(pathTotals.sum(with: total))
    }

    /// The summaries of the records at each path so far.
    package var summaries: [RecordSummary] { pathTotals.all(with: total).map(withSizes) }

    private func withSizes(_ summary: RecordSummary) -> RecordSummary {
        var summary = summary
        summary.bytesRead = source.bytesRead
        summary.textBytes = max(tokenizer.position - (part.start?.offset ?? 0), 0)
        return summary
    }

    /// How far the input was read.
    package var progress: ImportProgress {
        ImportProgress(
            bytesRead: source.bytesRead, totalBytes: source.totalBytes,
            recordCount: total.recordCount + pathTotals.otherRecordCount)
    }

    /// Reads to the end of the input.
    ///
    /// - Throws: ``ImportError``, and any error of the consumer.
    package func readAll() throws {
        while try step() != .finished {}
    }

    /// Continues to read, and parses at most a chunk of text, plus the beginning of a token that the previous chunk
    /// contains.
    ///
    /// - Precondition: not called from a function that the reader calls, such as a method of the consumer.
    package func step() throws -> Step {
        precondition(!isStepping, "a reader must not be called from its own callbacks")
        isStepping = true
        defer { isStepping = false }
        // The callbacks find the reader by the context.
        attachContext()
        do {
            let step = try nextStep()
            progressMeter.report(isLast: step == .finished) { progress }
            return step
        } catch {
            var error = error
            // The caller may keep the reader after the error, so the unfinished record is discarded now.
            do { try consumer.recordDiscarded() } catch let consumerError { error = consumerError }
            if let rethrown = error as? RethrownError { throw rethrown.error }
            throw (error as? ImportError).map { $0.with(advice: options.advice?($0), input: inputName) }
                ?? error
        }
    }

    private func nextStep() throws -> Step {
        switch state {
        case .beforePart:
            try beginPart()
            return .advanced
        case .skippingLine: return try skipLine()
        case .outside, .inRecord, .inTranslation, .pending, .rejecting: break
        }
        switch try parsePastLines() {
        case .began(let first, let format): try begin(first, format)
        case .advanced: break
        case .lineEnded: preconditionFailure("the end of a line was not handled")
        case .needMoreData: return .needMoreData
        case .stopped: try parserStopped()
        case .paused: try resumeWithPlainRecords()
        case .syntaxError(let error): try handleSyntaxError(error)
        case .finished:
            try finish()
            return .finished
        }
        return .advanced
    }

    /// Parses the lines in the window, and returns the first step after them. An import of lines takes 3% less time than with a
    /// step for each line.
    private func parsePastLines() throws -> Tokenizer.Step {
        while true {
            let step = try tokenizer.step()
            guard case .lineEnded = step else { return step }
            let decidesFraming = framing == .undecided
            try lineEnds()
            // Between two steps, the caller frees the text of a large line, and divides a text whose framing is known.
            if tokenizer.hasParsedCheckedText || tokenizer.hasLargeWindow || decidesFraming {
                return .advanced
            }
        }
    }

    /// - Parameter format: the format of the text, if the text does not begin like JSON.
    private func begin(_ first: UInt8, _ format: OtherFormat?) throws {
        framing = framing.decided(by: first, hasPath: !paths.areAtRoot)
        if let format, !format.isText || framing != .lines || options.errorPolicy == .fail {
            throw ImportError.unsupportedFormat(format)
        }
        try tokenizer.start(acceptsManyValues: framing != .document, separator: framing.separator)
        try consumer.readingBegan()
        envelope.start(isDocument: framing == .document)
        context.value.reset(Self.events)
        allowPlainRecords()
        startLine()
        if framing == .sequence { beginPlainRecords(at: .afterComma) }
    }

    func finish() throws {
        if let end = part.end {
            // A part may end before the separator of the next text.
            guard framing != .textSequence || flushPending() else { return try parserStopped() }
            return try checkPosition(at: end)
        }
        guard tokenizer.parser != nil else {
            guard framing.singleValueUnit != nil else { throw emptyInput() }
            return
        }
        guard flushPending() else { return try parserStopped() }
        if hasEnvelope, !options.requiresPathInEachValue, let path = envelope.missingPath {
            throw ImportError.pathNotFound(path)
        }
        if let beginning = translator?.beginning {
            let isRejected = rejectAction(
                beginning..<tokenizer.position, found: "the end of the input", at: tokenizer.endLocation)
            if !isRejected { try parserStopped() }
        }
    }

    private func emptyInput() -> ImportError {
        let location = tokenizer.location(of: tokenizer.position)
        return framing == .value
            ? ImportError(.unexpectedEnd, "expected a JSON value, found an empty text", location: location)
            : ImportError(
                .unexpectedEnd, "expected a JSON value, found an empty input",
                advice: "if an input without records is correct, set the format to lines", location: location)
    }

    /// Returns the error of an input whose owner cannot offer more bytes, with the end of the text so far.
    package func readFailed(_ error: any Error) -> ImportError {
        attachContext()
        switch tokenizer.parseIncompleteRecord(upTo: tokenizer.validatedOffset) {
        case .stopped:
            if let stopError = stopError as? ImportError { return stopError.with(input: inputName) }
        case .syntaxError(let error):
            return error.with(path: currentPath, record: currentRecord).with(input: inputName)
        default: break
        }
        let count = (source as? CompressionDetectingSource)?.undecidedCount ?? 0
        let start = SourceLocation(offset: count, line: 1, column: count + 1)
        return ImportError.readFailed(inputName, after: source.bytesRead, error)
            .with(
                path: currentPath, record: currentRecord, location: count > 0 ? start : tokenizer.endLocation)
    }

    /// Resets the summary and the options, after a text has been read to its end.
    func resetImport() {
        (total, pathTotals) = (RecordSummary(), PathTotals(count: paths.count))
        options = ReadOptions()
        progressMeter = ProgressMeter(options)
    }

    /// Prepares for another text of the source, after ``resetImport()``.
    func restart(_ options: ReadOptions) {
        self.options = options
        context.value.maximumDepth = options.maximumDepth
        context.value.unpairedSurrogates = options.unpairedSurrogates
        context.value.relaxedJSON = options.relaxedJSON
        tokenizer.restart(chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes)
        (state, line) = (.outside, Line())
        framing = Framing(options)
        envelope.restart()
        consumer.select(path: 0)
        (hasEnvelope, rejectionError, stopError) = (false, nil, nil)
        progressMeter = ProgressMeter(options)
    }
}

// MARK: - Syntax errors

extension RecordReader {
    /// Throws the error that stopped the parser, unless the error rejects only a line.
    func parserStopped() throws {
        guard let stopError else { preconditionFailure("the parser was stopped without an error") }
        self.stopError = nil
        guard let error = stopError as? ImportError, error.category == .syntax || error.code == .tooDeep
        else {
            throw stopError
        }
        try handleSyntaxError(error)
    }

    /// Ends the import with a syntax error, or rejects only the line with the error.
    func handleSyntaxError(_ error: ImportError) throws {
        if isAfterOnlyValue, error.code != .invalidEncoding, error.code != .trailingData {
            let location = (error.code == .unexpectedEnd ? openTokenLocation : nil) ?? error.location
            throw ImportError(
                .trailingData, "expected the end of the text after the value, found other text",
                advice: "remove it, or import the text as an array of records", path: currentPath,
                location: location)
        }
        if let format = formatByName(error) { throw ImportError.unsupportedFormat(format) }
        // A text that ends in its first line is truncated, whether it ends within a token or between two tokens.
        if framing == .undecided, error.code == .unexpectedEnd { framing = .sequence }
        let isFramingUndecided = framing == .undecided
        // A text whose first line has a syntax error is read as lines: with any other framing, the import would end
        // anyway.
        let rejectsLine = framing.separator != nil && options.errorPolicy != .fail
        if rejectsLine, isFramingUndecided {
            framing = .lines
        } else if framing == .sequence {
            try flushPending(before: error)
        }
        let error = (ofIncompleteLine(error) ?? error).with(
            advice: isFramingUndecided ? ImportError.adviceForFirstLine(isRejected: rejectsLine) : nil,
            path: currentPath, record: currentRecord)
        guard rejectsLine else { throw error }
        try consumer.recordDiscarded()
        translator?.discardBeginning()
        envelope.returnToTopLevel()
        context.value.reset(Self.events)
        state = .skippingLine
        rejectionError = error
    }

    /// Whether the text is one value, which is complete.
    private var isAfterOnlyValue: Bool {
        switch state {
        case .outside, .pending: framing == .value && line.valueCount > 0
        case .beforePart, .inRecord, .inTranslation, .rejecting, .skippingLine: false
        }
    }

    /// The location of the token that the text ends in; `nil` if there is none.
    private var openTokenLocation: SourceLocation? {
        tokenizer.findOpenToken().map { tokenizer.location(of: tokenizer.window.base + $0) }
    }

    /// Returns the error of a line that ends inside a string; `nil` for another error.
    private func ofIncompleteLine(_ error: ImportError) -> ImportError? {
        guard framing == .lines else { return nil }
        let isAtEnd = tokenizer.isAtUnfinishedLine && error.code == .unexpectedEnd
        guard isAtEnd || SyntaxError.controlCharacter.isReported(by: error),
            let start = isAtEnd ? openTokenLocation?.offset : error.location?.offset,
            start >= tokenizer.window.base
        else { return nil }
        let isInString = tokenizer.window.withText(from: start - tokenizer.window.base) { text in
            let end = text.indices.first { text[$0] < 0x20 }
            return text.count > 0 && text[0] == UInt8(ascii: "\"")
                && end.map { text[$0] == Separator.lineFeed.rawValue } ?? isAtEnd
        }
        guard isInString else { return nil }
        return ImportError(
            error.code, error.message, advice: "the line ends inside a string; it may be incomplete",
            location: error.location)
    }

    /// Returns the format that the name of the input tells, if the error is at the beginning of the text.
    private func formatByName(_ error: ImportError) -> OtherFormat? {
        guard total.nextNumber == 1, let offset = error.location?.offset, offset < 256 else { return nil }
        return inputName.flatMap { OtherFormat(extensionOf: $0) }
    }

    /// Returns and clears the error of the record or the line that is rejected.
    func takeRejectionError() -> ImportError {
        guard let rejectionError else { preconditionFailure("the rejected record has no error") }
        self.rejectionError = nil
        return rejectionError
    }

    /// Delivers or rejects the pending record, unless the syntax error begins directly at the record's end.
    private func flushPending(before error: ImportError) throws {
        guard case .pending(let range, _) = state, let location = error.location,
            location.offset > range.upperBound
        else { return }
        guard flushPending() else { return try parserStopped() }
    }
}

/// The states of a consumer that reads several paths, one for each path. The state of the selected path is in the memory that
/// callbacks access.
///
/// A parser passes one address to its callbacks, so the states move, which takes time only when a reader reaches another
/// path. With a reference to the state in the memory, each event of every import would follow the reference.
package struct SelectedState<State> {
    package let memory: ConsumerMemory<State>
    /// The states by the number of the path. The memory for that of the selected path is not initialized.
    private let others: PinnedArray<State>
    /// The number of the selected path.
    package private(set) var selected = 0

    /// - Parameters:
    ///   - count: the number of paths.
    ///   - makeState: creates the state for the path with a number. The state must not refer to its own address.
    package init(count: Int, makeState: (Int, Pinned<EventContext>) -> State) {
        memory = ConsumerMemory { makeState(0, $0) }
        others = PinnedArray(count: count)
        for path in 1..<count { others.pinned(path).initialize(to: makeState(path, memory.context)) }
    }

    /// The state for the path with a number, until another path is selected.
    package subscript(path: Int) -> Pinned<State> {
        path == selected ? memory.state : others.pinned(path)
    }

    /// Moves the state for a path to the memory that callbacks access. No record of another path is incomplete.
    package mutating func select(_ path: Int) {
        guard path != selected else { return }
        // The memory for the state of the selected path is not initialized; all other states are.
        memory.state.move(to: others.pinned(selected))
        others.pinned(path).move(to: memory.state)
        selected = path
    }

    /// Deinitializes the states and frees the memory. Called once, by the owner, after the last event.
    package mutating func free() {
        // Then all other states are initialized.
        select(0)
        for path in others.indices.dropFirst() { others.pinned(path).deinitialize() }
        others.free(initialized: 0)
        memory.free()
    }
}

/// The turns of the parser of plain records; see ``PlainRecordParser``.
extension RecordReader {
    /// The number of records that libyajl did not parse.
    package var plainRecordCount: Int { tokenizer.plain?.recordCount ?? 0 }

    /// Stops libyajl after the current token, if plain records may follow it. Returns 0 to stop the parser, else 1.
    ///
    /// A scalar must be followed by a comma: libyajl has to report the error of `1x`.
    func pauseForPlainRecords(isAfterScalar: Bool = false) -> Int32 {
        guard tokenizer.wantsPlainRecords, envelope.nextValueIsRecord, plainForm != nil,
            !isAfterScalar || tokenizer.isBeforeComma
        else { return 1 }
        tokenizer.pause()
        return 0
    }

    /// Allows the parsing of plain records, if the options do.
    func allowPlainRecords() {
        // SAFETY: the function is only compared.
        unsafe tokenizer.allowPlainRecords(options.parser == .automatic, skips: EventContext.skipsObject)
    }

    /// Continues with plain records at the position at which libyajl was stopped.
    private func resumeWithPlainRecords() throws {
        try tokenizer.resume(after: envelope.opening)
        context.value.reinstall()
        let isFirst = envelope.recordIndex == 0
        beginPlainRecords(at: isFirst ? .afterBracket : .afterElement, libyajlPlace: .afterBracket)
    }

    /// Begins to parse plain records, if the records of the text may be plain. Called between two records.
    ///
    /// - Parameters:
    ///   - place: the place of the current position.
    ///   - libyajlPlace: the place in which libyajl is; that of the position by default.
    func beginPlainRecords(
        at place: PlainRecordParser.Place, libyajlPlace: PlainRecordParser.Place? = nil
    ) {
        guard case .outside = state, tokenizer.wantsPlainRecords(at: tokenizer.position),
            envelope.nextValueIsRecord, context.value.depth == envelope.depth, let form = plainForm
        else { return }
        tokenizer.beginPlainRecords(
            form, at: place, libyajlPlace: libyajlPlace ?? place,
            maximumDepth: options.maximumDepth - envelope.depth)
    }

    /// The form of the records; `nil` if it is not known yet, if only one value follows, or if the records are in an array in a
    /// line or a sequence.
    private var plainForm: PlainRecordParser.Form? {
        guard framing == .document || envelope.hasTopLevelRecords else { return nil }
        return switch framing {
        case .document: .elements
        case .lines: .lines
        case .sequence: .values
        case .textSequence: .text
        case .automatic, .undecided, .value: nil
        }
    }
}
