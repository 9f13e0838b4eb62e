/// Reads records of chunks of bytes, on the task that asks for them.
final class ChunkReader<Model: Importable>: AsyncRecordReader {
    private enum State {
        case new
        case running(ImportRun)
        case failed(any Error, ImportSummary)
        case ended
    }

    private let nextChunk: NextChunk
    private let path: JSONPath
    private let options: ImportOptions
    private let source = ChunkSource()
    /// The records that were read of the chunks so far. Those of the batch before were handed out.
    private let records = RecordQueue<Model>()
    private var state = State.new

    init(_ nextChunk: @escaping NextChunk, at path: JSONPath, options: ImportOptions) {
        self.nextChunk = nextChunk
        self.path = path
        self.options = options
    }

    func nextBatch(isolation: isolated (any Actor)?) async throws -> RecordBatch<Model>? {
        while true {
            switch state {
            case .new: start()
            case .running(let run):
                if let batch = try await read(run, isolation: isolation) { return batch }
            case .failed(let error, let summary):
                state = .ended
                return RecordBatch(records: records, summary: summary, failure: error)
            case .ended: return nil
            }
        }
    }

    private func start() {
        do {
            try path.validate()
            try options.reading.validate()
            state = .running(
                try ImportRun(
                    .pool(for: Model.self, options), options,
                    makeReader: { consumer throws(ImportError) in
                        RecordReader(
                            InflatingSource(source), path: path, options: options.reading, consumer: consumer)
                    }
                ) { [records] in records.take($0) })
        } catch {
            state = .failed(error, ImportSummary())
        }
    }

    /// Reads until there are records, or the state is another one.
    private func read(_ run: ImportRun, isolation: isolated (any Actor)?) async throws -> RecordBatch<Model>?
    {
        do {
            try Task.checkCancellation()
            switch try run.step() {
            case .advanced: break
            case .finished:
                state = .ended
                return RecordBatch(records: records, summary: run.summary)
            case .starved:
                if let batch = batch(of: run) { return batch }
                if let chunk = try await nextChunk(isolation) { source.offer(chunk) } else { source.finish() }
            }
        } catch {
            state = .failed(error, run.summary)
        }
        return batch(of: run)
    }

    private func batch(of run: ImportRun) -> RecordBatch<Model>? {
        records.isEmpty ? nil : RecordBatch(records: records, summary: run.summary)
    }
}
