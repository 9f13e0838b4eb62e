/// A reader of records from chunks of bytes, on the task that requests the records.
final class ChunkReader<Model>: AsyncRecordReader {
    private enum State {
        case new
        case running(ImportRun)
        case failed(any Error)
        case cancelled
        case ended
    }

    private let nextChunk: NextChunk
    private let path: JSONPath
    private let options: ImportOptions
    private let makeModels: MakeModels
    private let source = ChunkSource()
    /// The records that were parsed and not read yet.
    private let records = RecordQueue<Model>()
    private var state = State.new {
        willSet { finalSummary = summary }
    }
    private var finalSummary = ImportSummary()
    private var isReading = false

    /// The summary of the import so far. It is not stored while the import runs: if it were, adding a rejected record
    /// would copy the list of rejected records.
    var summary: ImportSummary {
        if case .running(let run) = state { run.summary } else { finalSummary }
    }

    init(
        _ nextChunk: @escaping NextChunk, at path: JSONPath, options: ImportOptions,
        makeModels: @escaping MakeModels
    ) {
        self.nextChunk = nextChunk
        self.path = path
        self.options = options
        self.makeModels = makeModels
    }

    func read(into queue: RecordQueue<Model>, isolation: isolated (any Actor)?) async throws -> Bool {
        guard !isReading else { throw ImportError.iteratorInUse() }
        isReading = true
        defer { isReading = false }
        while true {
            if Task.isCancelled { state = .cancelled }
            switch state {
            case .new: start()
            case .running(let run):
                try await step(run, isolation: isolation)
                queue.exchange(with: records)
                if !queue.isEmpty { return true }
            case .failed(let error):
                state = .ended
                throw error
            case .cancelled: throw CancellationError()
            case .ended: return false
            }
        }
    }

    private func start() {
        do {
            try path.validate()
            try options.readOptions.validate()
            state = .running(
                try ImportRun(
                    makeModels(options).take(),
                    makeReader: { consumer throws(ImportError) in
                        RecordReader(
                            CompressionDetectingSource(source), paths: RecordPaths(path),
                            options: options.readOptions,
                            consumer: consumer)
                    }
                ) { [records] in records.append($0) })
        } catch {
            state = .failed(error)
        }
    }

    /// Parses the bytes at hand and, if they contain no complete record, requests the next chunk.
    private func step(_ run: ImportRun, isolation: isolated (any Actor)?) async throws {
        do {
            switch try run.step() {
            case .finished: state = .ended
            case .needMoreData where records.isEmpty:
                try await readChunk(for: run, isolation: isolation)
            case .advanced, .needMoreData: break
            }
        } catch {
            state = .failed(error)
        }
    }

    private func readChunk(for run: ImportRun, isolation: isolated (any Actor)?) async throws {
        do {
            if let chunk = try await nextChunk(isolation) { source.offer(chunk) } else { source.finish() }
        } catch {
            throw error is CancellationError ? error : run.readFailed(error)
        }
    }
}
