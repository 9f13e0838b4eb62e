/// Finds the records in a text, and has a consumer receive the events of each.
///
///     ByteSource -> Tokenizer -> RecordReader -> RecordConsumer
///
/// The reader alone knows what is around the records: the path to them, how values are told apart, where records begin
/// and end, their numbers and texts, and what becomes of wrong ones. Between records, events come to it. At the first
/// bracket of a record it installs the consumer's table, so that an event inside a record goes from libyajl to the
/// consumer without a step in between.
///
/// Used by one thread at a time.
@safe
package final class RecordReader {
    /// Where a step has led.
    package enum Step {
        case advanced
        /// The source has to be given another chunk first.
        case needMoreData
        case finished
    }

    enum State {
        /// Around the records, or between two of them.
        case outside
        /// In a record. `start` is `nil` until its offset was asked for.
        case inRecord(start: Int?)
        /// After a record that is complete, but is handed on only once it is known what follows it: `truefalse` is not
        /// two records, and nothing else may be in a line.
        case pending(Range<Int>, isScalar: Bool)
        /// In what is left of a record that was rejected.
        case rejecting(start: Int)
        /// In what is left of a line that is not JSON.
        case skippingLine
    }

    /// The line that is being read, where values may be told apart by lines.
    struct Line {
        var start = 0
        /// How many values of the top level have begun in it.
        var values = 0
        /// Whether a record of it was rejected.
        var isRejected = false
        /// Whether its text stays at hand until it ends.
        var isRetained = false
    }

    let source: any ByteSource
    let tokenizer: Tokenizer
    let consumer: any RecordConsumer
    /// What the consumer says of itself, asked once.
    let recordEvents: Pinned<EventTable>
    let takesObjectsOnly: Bool
    let context: Pinned<EventContext>
    @safe @exclusivity(unchecked) private(set) var options: ReadOptions
    let path: JSONPath
    let inputName: String?

    // What is touched at each record is not checked for overlapping accesses, which took 2% of an import: nothing but this
    // class has access, and none of its methods is called while another one changes these.
    @safe @exclusivity(unchecked) var state = State.outside
    @safe @exclusivity(unchecked) var framing: Framing
    @safe @exclusivity(unchecked) var envelope: Envelope
    @safe @exclusivity(unchecked) var line = Line()
    @safe @exclusivity(unchecked) var total = RecordSummary()
    /// Whether the text has a value.
    var hasValue = false
    /// What is wrong with the record or the line whose rest is being skipped.
    var rejectionError: ImportError?
    /// Why the parser was stopped.
    @safe @exclusivity(unchecked) var stopError: (any Error)?
    @safe @exclusivity(unchecked) private var progress: ProgressMeter
    @safe @exclusivity(unchecked) private var isStepping = false

    /// - Parameters:
    ///   - source: the bytes.
    ///   - inputName: what errors call them.
    ///   - path: where the records are.
    ///   - options: the policies and limits.
    ///   - consumer: receives the events of the records.
    package init(
        _ source: any ByteSource, inputName: String? = nil, path: JSONPath = JSONPath(),
        options: ReadOptions = ReadOptions(), consumer: any RecordConsumer
    ) {
        self.source = source
        self.inputName = inputName
        self.path = path
        self.options = options
        self.consumer = consumer
        recordEvents = consumer.events
        precondition(recordEvents.value.hasScalars, "a consumer takes the scalars that are records")
        takesObjectsOnly = consumer.takesObjectsOnly
        context = consumer.context
        context.value.cursor = TextCursor()
        context.value.maximumDepth = options.maximumDepth
        context.value.unpairedSurrogates = options.unpairedSurrogates
        tokenizer = unsafe Tokenizer(
            source: source, chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes,
            cursor: Pinned(
                UnsafeMutableRawPointer(consumer.context.pointer).assumingMemoryBound(to: TextCursor.self)))
        framing = Framing(options, hasPath: !path.components.isEmpty)
        envelope = Envelope(path: path)
        progress = ProgressMeter(options)
        // SAFETY: the tokenizer belongs to this reader alone, and calls it while a step runs.
        tokenizer.windowWillSlide = { [unowned(unsafe) consumer] in unsafe consumer.windowWillSlide() }
    }

    deinit {
        // No event comes any more; what was read of an unfinished record is dropped. Between records, the consumer may hold
        // one that it has been told of.
        if case .outside = state {} else { try? consumer.recordDiscarded() }
        detachContext()
    }

    /// Leaves the context of the consumer to its next source, unless it has another reader already.
    func detachContext() {
        // SAFETY: addresses are compared, and nothing is read.
        guard unsafe context.value.unmanagedReader?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        else { return }
        context.value.detachSource()
    }

    /// What the records have come to so far.
    package var summary: RecordSummary {
        var summary = total
        summary.bytesRead = source.bytesRead
        summary.textBytes = tokenizer.position
        return summary
    }

    /// Reads to the end.
    ///
    /// - Throws: ``ImportError``, and what the consumer throws.
    package func readAll() throws {
        while try step() != .finished {}
    }

    /// Reads on, parsing at most `limit` bytes.
    ///
    /// - Precondition: not called by what the reader itself calls.
    package func step(limit: Int = .max) throws -> Step {
        precondition(!isStepping, "an import is asked for more by what it calls")
        isStepping = true
        defer { isStepping = false }
        // The handlers find the reader by the context, which may have had another one.
        context.value.source = self
        // SAFETY: taken back by `detachSource()` before the reader ends.
        unsafe context.value.unmanagedReader = .passUnretained(self)
        do {
            let step = try nextStep(limit: limit)
            progress.report(source, records: total.recordCount, isLast: step == .finished)
            return step
        } catch {
            var error = error
            // The caller may keep the reader for a while, but nothing of a broken record.
            do { try consumer.recordDiscarded() } catch let consumerError { error = consumerError }
            if let foreign = error as? RethrownError { throw foreign.error }
            throw (error as? ImportError)?.with(input: inputName) ?? error
        }
    }

    private func nextStep(limit: Int) throws -> Step {
        if case .skippingLine = state { return try skipLine() }
        switch try tokenizer.step(limit: limit) {
        case .began(let first): try begin(first)
        case .advanced: break
        case .lineEnded: try lineEnds()
        case .needMoreData: return .needMoreData
        case .stopped: try parserStopped()
        case .syntaxError(let error): try handleSyntaxError(error)
        case .finished:
            try finish()
            return .finished
        }
        return .advanced
    }

    private func begin(_ first: UInt8) throws {
        framing = framing.decided(by: first)
        try tokenizer.start(acceptsManyValues: framing != .document, splitsLines: framing.splitsLines)
        try consumer.readingBegan()
        envelope.start(isDocument: framing == .document)
        context.value.reset(Self.events)
        startLine()
    }

    func finish() throws {
        guard tokenizer.parser != nil else {
            guard framing == .lines else { throw emptyInput() }
            return
        }
        guard flushPending() else { return try parserStopped() }
        if !path.components.isEmpty, hasValue, !envelope.hasFoundPath {
            throw ImportError.pathNotFound(path)
        }
    }

    private func emptyInput() -> ImportError {
        let location = tokenizer.location(of: tokenizer.position)
        return framing == .value ? .emptyText(at: location) : .emptyInput(at: location)
    }

    /// Forgets what a text came to that was read to its end, and the options it was read with.
    func resetImport() {
        total = RecordSummary()
        options = ReadOptions()
        progress = ProgressMeter(options)
    }

    /// Makes ready for another text of the source, after ``resetImport()``.
    func restart(_ options: ReadOptions) {
        self.options = options
        context.value.maximumDepth = options.maximumDepth
        context.value.unpairedSurrogates = options.unpairedSurrogates
        tokenizer.restart(chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes)
        (state, line) = (.outside, Line())
        framing = Framing(options, hasPath: !path.components.isEmpty)
        envelope = Envelope(path: path)
        (hasValue, rejectionError, stopError) = (false, nil, nil)
        progress = ProgressMeter(options)
    }
}

// MARK: - Faults of the text

extension RecordReader {
    /// Rethrows what stopped the parser, unless it spoils no more than a line.
    func parserStopped() throws {
        guard let stopError else { preconditionFailure("the parser was stopped without a stopError") }
        self.stopError = nil
        guard let error = stopError as? ImportError, error.category == .syntax || error.code == .tooDeep
        else {
            throw stopError
        }
        try handleSyntaxError(error)
    }

    /// A fault of syntax ends the import, or only its line.
    func handleSyntaxError(_ error: ImportError) throws {
        // A text whose first line is broken is taken for lines: the reader of a document would stop anyway.
        let rejectsLine = framing.splitsLines && options.errorPolicy != .fail
        if rejectsLine {
            framing = .lines
        } else if framing == .sequence {
            try flushPending(before: error)
        }
        let error = error.with(path: currentPath, record: currentRecord)
        guard rejectsLine else { throw error }
        try consumer.recordDiscarded()
        envelope.returnToTopLevel()
        context.value.reset(Self.events)
        state = .skippingLine
        rejectionError = error
    }

    /// What is wrong with the record or the line whose rest has been skipped.
    func takeRejectionError() -> ImportError {
        guard let rejectionError else { preconditionFailure("what is skipped was not rejected") }
        self.rejectionError = nil
        return rejectionError
    }

    /// Hands on the record that waits for what follows it, if that is not what was syntaxError.
    private func flushPending(before error: ImportError) throws {
        guard case .pending(let range, _) = state, let location = error.location,
            location.offset > range.upperBound
        else { return }
        guard flushPending() else { return try parserStopped() }
    }
}

/// Calls ``ReadOptions/onProgress``, but not too often.
private struct ProgressMeter {
    private let interval: Duration
    private let report: (@Sendable (ImportProgress) -> Void)?
    private var last: ContinuousClock.Instant?

    init(_ options: ReadOptions) {
        interval = options.progressInterval
        report = options.onProgress
    }

    /// Reports if it is time to, and at the end.
    mutating func report(_ source: any ByteSource, records: Int, isLast: Bool) {
        guard let report else { return }
        let now = ContinuousClock.now
        if let last, now - last < interval, !isLast { return }
        last = now
        report(
            ImportProgress(bytesRead: source.bytesRead, totalBytes: source.totalBytes, recordCount: records))
    }
}
