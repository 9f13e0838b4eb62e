/// One import from its first byte to its last: a tokenizer, the binder above it, and the policy for errors.
///
/// Used by one thread at a time.
@safe
final class ImportRun {
    /// Where a step has led.
    enum Step {
        case advanced
        /// The source has to be given another chunk first.
        case starved
        case finished
    }

    private let source: any ByteSource
    private let tokenizer: Tokenizer
    private let binder: UnsafeMutablePointer<Binder>
    private let options: ImportOptions
    private let path: JSONPath
    private let inputName: String?
    private let receiver: (any RecordReceiver)?
    private var progress: ProgressMeter

    /// Why the line that is being skipped was refused.
    private var brokenLine: ImportError?
    private var lineStart = 0
    private var isStepping = false

    /// - Parameters:
    ///   - source: the bytes.
    ///   - inputName: what errors call them.
    ///   - path: the way to the array whose elements are the records.
    ///   - options: the policies and limits.
    ///   - receiver: is sent the events of records that become no values, if they do not.
    ///   - deliver: takes each record; what it throws ends the run.
    init(
        of model: any Importable.Type, source: any ByteSource, inputName: String?, path: JSONPath,
        options: ImportOptions, receiver: (any RecordReceiver)? = nil, deliver: @escaping RecordTaker
    ) {
        self.source = source
        self.inputName = inputName
        self.receiver = receiver
        self.path = path
        self.options = options
        progress = ProgressMeter(options)
        // SAFETY: both are freed in `deinit`.
        unsafe binder = .allocate(capacity: 1)
        unsafe binder.initialize(
            to: Binder(type: model, path: path.components, options: options, deliver: deliver))
        tokenizer = unsafe Tokenizer(
            source: source, framing: Framing(options.format, hasPath: !path.components.isEmpty),
            chunkSize: options.chunkBytes, tokenLimit: options.maximumTokenBytes,
            cursor: binder.pointee.cursor,
            handlers: receiver == nil ? Binder.handlers : Binder.streamingHandlers,
            context: UnsafeMutableRawPointer(binder)
        )
        unsafe binder.pointee.source = tokenizer
        if let receiver { unsafe binder.pointee.stream = RecordStream(to: receiver) }
    }

    deinit {
        // SAFETY: no event comes any more; what was read of an unfinished record is dropped first.
        unsafe binder.pointee.unwindLine()
        unsafe binder.pointee.free()
        unsafe binder.deinitialize(count: 1)
        unsafe binder.deallocate()
    }

    /// Has the only record update an instance.
    ///
    /// - Parameter instance: makes a copy of it.
    func update(_ instance: @escaping () -> Instance?) throws {
        try unsafe binder.pointee.startUpdate(of: instance)
    }

    /// What the run has come to so far.
    var summary: ImportSummary {
        var summary = unsafe binder.pointee.summary
        summary.bytesRead = source.bytesTaken
        summary.textBytes = tokenizer.position
        return summary
    }

    /// Goes on, parsing at most `limit` bytes.
    ///
    /// - Precondition: not called by what the run itself calls.
    func step(limit: Int = .max) throws -> Step {
        precondition(!isStepping, "an import is asked for more by what it calls")
        isStepping = true
        defer { isStepping = false }
        do {
            let step = try take(brokenLine == nil ? tokenizer.step(limit: limit) : skipBrokenLine())
            progress.report(
                self.source, records: unsafe binder.pointee.summary.records, isLast: step == .finished)
            return step
        } catch {
            // Whoever asked may keep the run for a while, but not what a broken record has changed.
            unsafe binder.pointee.updates.rollBack()
            if let thrown = error as? ThrownByReceiver { throw thrown.error }
            throw (error as? ImportError)?.with(input: inputName) ?? error
        }
    }

    private func take(_ step: Tokenizer.Step) throws -> Step {
        switch step {
        case .began:
            if let fault = unsafe binder.pointee.fault { throw fault }
            unsafe binder.pointee.start(framing: tokenizer.framing)
            startLine()
        case .advanced: break
        case .lineEnded: try endLine()
        case .starved: return .starved
        case .stopped: try stop()
        case .refused(let error): try refuse(error)
        case .finished:
            try finish()
            return .finished
        }
        return .advanced
    }

    /// Rethrows what stopped the parser, unless it spoils no more than a line.
    private func stop() throws {
        let failure = unsafe binder.pointee.failure
        unsafe binder.pointee.failure = nil
        guard let error = failure as? ImportError else { throw failure ?? CancellationError() }
        guard error.category == .syntax || error.code == .tooDeep else { throw error }
        try refuse(error)
    }

    /// A fault of syntax ends the run, or only its line.
    private func refuse(_ error: ImportError) throws {
        // A text whose first line is broken is taken for lines: the reader of a document would stop anyway.
        let spoilsLine = tokenizer.framing.endsAtLines && options.onError != .fail
        if spoilsLine {
            unsafe binder.pointee.expectsLines = true
            tokenizer.framing = .lines
        } else if tokenizer.framing == .sequence {
            try handOnRecord(before: error)
        }
        let error = unsafe error.with(
            path: binder.pointee.currentPath, record: binder.pointee.currentRecord)
        guard spoilsLine else { throw error }
        unsafe binder.pointee.unwindLine()
        brokenLine = error
    }

    /// Hands on the record that waits for what follows it, if that is not what was refused.
    private func handOnRecord(before error: ImportError) throws {
        guard let end = unsafe binder.pointee.pending, let location = error.location, location.offset > end
        else { return }
        guard unsafe binder.pointee.flushPending() else { return try stop() }
    }

    private func finish() throws {
        guard unsafe binder.pointee.flushPending() else { return try stop() }
        if !path.components.isEmpty, unsafe binder.pointee.hasText && !binder.pointee.foundPath {
            throw ImportError.pathNotFound(path)
        }
        unsafe binder.pointee.endUpdate()
    }
}

// MARK: - Lines

extension ImportRun {
    private func startLine() {
        lineStart = tokenizer.position
        keepLine(tokenizer.framing.endsAtLines)
        guard tokenizer.framing == .lines else { return }
        unsafe binder.pointee.startLine()
    }

    private func keepLine(_ keepsLine: Bool) {
        guard options.keepsRejectedText else { return }
        unsafe binder.pointee.keepsLine = keepsLine
        tokenizer.cursor.value.keptOffset = keepsLine ? lineStart : nil
    }

    private func endLine() throws {
        if tokenizer.framing == .undecided { decideFraming() }
        guard tokenizer.framing == .lines else { return }
        guard unsafe binder.pointee.depth == 0 else {
            let end = tokenizer.window.location(of: tokenizer.lineEnd)
            try refuse(.lineEndsTooSoon(at: end))
            return try noteBrokenLine(startsAfresh: true)
        }
        guard unsafe binder.pointee.flushPending() else { return try stop() }
        startLine()
    }

    /// After the first line: it was one value, or values are told apart otherwise.
    private func decideFraming() {
        let values = unsafe binder.pointee.valuesInLine + (binder.pointee.pending == nil ? 0 : 1)
        let isLine = unsafe binder.pointee.depth == 0 && values == 1
        tokenizer.framing = isLine ? .lines : .sequence
        // What is kept of a record that is open goes with the record.
        if !isLine { unsafe binder.pointee.keepsLine = false }
        unsafe binder.pointee.expectsLines = isLine
        unsafe binder.pointee.holdsLines = isLine
    }

    private func skipBrokenLine() throws -> Tokenizer.Step {
        let step = try tokenizer.skipLine()
        if case .starved = step { return .starved }
        try noteBrokenLine(startsAfresh: false)
        return step ?? .advanced
    }

    /// Rejects the line that was skipped.
    private func noteBrokenLine(startsAfresh: Bool) throws {
        guard let error = brokenLine else { return }
        brokenLine = nil
        // A line whose value was rejected already is not rejected once more for what follows the value.
        let isNoted = unsafe path.components.isEmpty && binder.pointee.valuesInLine > 0
        guard unsafe isNoted || binder.pointee.note(error, range: lineStart..<tokenizer.lineEnd) else {
            let failure = unsafe binder.pointee.failure
            throw failure ?? error
        }
        if startsAfresh { try tokenizer.startAfresh() }
        startLine()
    }
}

extension Framing {
    /// How a text is framed before anything of it was read.
    init(_ format: ImportFormat, hasPath: Bool) {
        switch format {
        case .automatic: self = hasPath ? .document : .automatic
        case .json: self = .document
        case .lines: self = .lines
        case .sequence: self = .sequence
        }
    }
}
