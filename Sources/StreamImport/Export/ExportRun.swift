/// One export from its first record to its end.
///
/// Only one thread may use a run at a time.
final class ExportRun {
    private enum State {
        case open, writing, finished
        case failed(ImportError)
    }

    private let sink: any ByteSink
    private let buffer: OutputBuffer
    private let text: TextTarget
    private let output: ModelOutput
    private let format: ExportFormat
    private var state = State.open
    /// The number of records that were written.
    private(set) var recordCount = 0

    init(to sink: any ByteSink, _ options: ExportOptions) throws(ImportError) {
        try options.validate()
        self.sink = sink
        format = options.format
        buffer = OutputBuffer(sink, capacity: options.bufferBytes)
        text = TextTarget(
            buffer: buffer, isIndented: options.isIndented && format == .array, isLine: format == .lines)
        output = try ModelOutput(to: text, options: options, depth: format == .array ? 1 : 0)
        if format == .array { text.start(isObject: false) }
    }

    deinit {
        if case .open = state { sink.discard() }
    }

    func write(_ body: (ExportOutput) throws -> Void) throws(ImportError) {
        try requireOpen()
        state = .writing
        buffer.startRecord()
        do {
            try body(output)
        } catch {
            throw fail(addingRecord(.rejectedByModel(error)))
        }
        if format == .lines { text.startLine() }
        if let writeError = buffer.writeError { throw fail(writeError) }
        recordCount += 1
        state = .open
    }

    func finish() throws(ImportError) {
        try requireOpen()
        do throws(ImportError) {
            if format == .array { text.end(isObject: false) }
            buffer.flush()
            if let writeError = buffer.writeError { throw writeError }
            try sink.finish()
        } catch {
            throw fail(error)
        }
        state = .finished
    }

    private func requireOpen() throws(ImportError) {
        switch state {
        case .open: break
        case .writing: throw ImportError.exportInProgress().with(input: sink.name)
        case .finished: throw ImportError.exportFinished().with(input: sink.name)
        case .failed(let error): throw error
        }
    }

    /// Adds the number of the current record to an error and, in an array, its index to the error's path.
    private func addingRecord(_ error: ImportError) -> ImportError {
        let error = format == .array ? error.inside(.index(recordCount)) : error.inside()
        return error.with(record: recordCount + 1)
    }

    /// Ends the export. Sends the records before the failed one to the sink, and discards the output as far as the sink
    /// can.
    ///
    /// - Returns: the error with the name of the sink.
    private func fail(_ error: ImportError) -> ImportError {
        buffer.discardRecord()
        buffer.flush()
        sink.discard()
        let error = error.with(input: sink.name)
        state = .failed(error)
        return error
    }
}
