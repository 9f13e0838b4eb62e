/// The records of one import, in batches: the records of a chunk of text, or of a segment that one of several threads has parsed.
///
/// The caller determines the thread: an ``ImportIterator`` asks for a batch when it needs a record, a ``BackgroundReader`` reads
/// ahead on a thread of its own, and a ``ChunkReader`` reads on a task, which awaits the chunks of the input.
final class RecordStream<Model> {
    /// An import that has begun.
    enum Run {
        case serial(ImportRun)
        case parallel(ParallelImport<Model>)

        var summary: ImportSummary {
            switch self {
            case .serial(let run): run.summary
            case .parallel(let run): run.summary
            }
        }

        var progress: ImportProgress {
            switch self {
            case .serial(let run): run.progress
            case .parallel(let run): run.progress
            }
        }
    }

    enum Step {
        /// Records were read, or an error, or both.
        case batch
        /// The input has no more bytes at the moment.
        case needMoreData
        case ended
    }

    private enum State {
        case new
        case running(Run)
        case ended
    }

    /// Begins the import. A run on one thread passes the records to a function.
    private let begin: (@escaping RecordHandler) throws -> Run
    /// The records of an import on one thread that were read and not taken yet. The functions of the options that the import
    /// calls must not find them in the caller's queue.
    private let output = RecordQueue<Model>()
    private var state = State.new {
        willSet { finalSummary = summary }
    }
    private var finalSummary = ImportSummary()
    /// Whether the last batch was read. Its records may still be in the caller's queue, for which the import knows the size.
    private var hasLastBatch = false
    private var isReading = false

    /// - Parameter begin: begins the import. A run on one thread passes the records to the function.
    init(_ begin: @escaping (@escaping RecordHandler) throws -> Run) {
        self.begin = begin
    }

    /// The summary of the import up to the last batch. It is not stored while the import runs: if it were, adding a rejected
    /// record would copy the list of rejected records.
    var summary: ImportSummary {
        if case .running(let run) = state { run.summary } else { finalSummary }
    }

    /// The expected number of records of the input; `nil` if its size is not known.
    var expectedRecordCount: Int? {
        if case .running(let run) = state { run.progress.expectedRecordCount } else { nil }
    }

    /// Reads the next batch.
    ///
    /// - Parameter queue: an empty queue, to which records, or the error that ends the import, or both are added.
    /// - Returns: `false` after the last batch.
    /// - Throws: ``ImportError/Code/iteratorInUse`` if a function that the import calls calls this one.
    func read(into queue: RecordQueue<Model>) throws(ImportError) -> Bool {
        while true {
            switch try step(into: queue) {
            case .batch: return true
            case .needMoreData: break
            case .ended: return false
            }
        }
    }

    /// Reads as much as the input has at the moment, up to the next batch; see ``read(into:)``.
    func step(into queue: RecordQueue<Model>) throws(ImportError) -> Step {
        guard !isReading else { throw .iteratorInUse() }
        isReading = true
        defer { isReading = false }
        do {
            return try step(queue)
        } catch {
            hasLastBatch = true
            output.append(error)
            queue.exchange(with: output)
            return .batch
        }
    }

    private func step(_ queue: RecordQueue<Model>) throws -> Step {
        if hasLastBatch { state = .ended }
        while true {
            switch state {
            case .new:
                state = .ended
                state = .running(try begin { [output] in output.append($0) })
            case .running(.serial(let run)):
                let step = try run.step()
                hasLastBatch = step == .finished
                if !output.isEmpty {
                    queue.exchange(with: output)
                    return .batch
                }
                if hasLastBatch { state = .ended }
                if step == .needMoreData { return .needMoreData }
            case .running(.parallel(let run)):
                if run.read(into: queue) {
                    hasLastBatch = queue.hasError
                    return .batch
                }
                state = .ended
            case .ended: return .ended
            }
        }
    }

    /// Ends the import, and closes its input.
    func close() { state = .ended }

    /// Returns the error of an input whose next chunk cannot be read, and ends the import.
    func readFailed(_ error: any Error) -> any Error {
        guard !(error is CancellationError), case .running(.serial(let run)) = state else { return error }
        return run.readFailed(error)
    }
}

/// An iterator that returns the records of an import one by one, on the calling thread.
///
/// A chunk of ``ImportOptions/chunkBytes`` is parsed at a time, on the calling thread. Only the records of the latest chunk
/// are in memory. With ``ImportOptions/parallelism``, other threads parse segments of the text ahead. Releasing the iterator
/// and its copies closes the input and frees all memory. Two threads must not use it at once. Copies share the records:
/// each record is returned once.
public struct ImportIterator<Model> {
    @usableFromInline let records = RecordQueue<Model>()
    private let stream: RecordStream<Model>

    /// The summary of the import so far, up to a chunk of text ahead of the records that were returned.
    public var summary: ImportSummary { stream.summary }

    init(_ stream: RecordStream<Model>) {
        self.stream = stream
    }

    /// Returns the next record, or `nil` after the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import calls it.
    @inlinable  // so that code that knows the type moves the records
    public func next() throws -> Model? {
        if let record = records.popFirst() { return record }
        return try readNext()
    }

    /// Reserves memory for more records in an array without room, up to four times its size.
    @usableFromInline
    func reserveCapacity(of records: inout [Model]) {
        let minimum = max(2 * records.count, 16)
        guard let expected = stream.expectedRecordCount else { return records.reserveCapacity(minimum) }
        // A few more records than expected must not make the array grow again.
        let capacity = min(expected, 2 * minimum)
        records.reserveCapacity(max(capacity + capacity / 32, minimum))
    }

    @usableFromInline
    func readNext() throws -> Model? {
        repeat {
            if let record = records.popFirst() { return record }
            if let error = records.takeError() {
                stream.close()
                throw error
            }
        } while try stream.read(into: records)
        return nil
    }
}
