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
            case .serial(let run): run.reader.progress
            case .parallel(let run): run.progress
            }
        }
    }

    /// Begins the import. A run on one thread passes the records to a function. `nil` once it was called.
    private var begin: ((@escaping RecordHandler) throws -> Run)?
    /// The import; `nil` before its beginning and after its end.
    private var run: Run? {
        willSet { finalSummary = summary }
    }
    /// The records of an import on one thread that were read and not taken yet. The functions of the options that the import
    /// calls must not find them in the caller's queue.
    private let output = RecordQueue<Model>()
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
    var summary: ImportSummary { run?.summary ?? finalSummary }

    /// The expected number of records of the input; `nil` if its size is not known.
    var expectedRecordCount: Int? { run?.progress.expectedRecordCount }

    /// Reads the next batch.
    ///
    /// - Parameter queue: an empty queue, to which records, or the error that ends the import, or both are added.
    /// - Returns: `false` after the last batch.
    /// - Throws: ``ImportError/Code/iteratorInUse`` if a function that the import calls calls this one.
    func read(into queue: RecordQueue<Model>) throws(ImportError) -> Bool {
        while true {
            switch try step(into: queue) {
            case .advanced: return true
            case .needMoreData: break
            case .finished: return false
            }
        }
    }

    /// Reads as much as the input has at the moment, up to the next batch; see ``read(into:)``. After a batch, the step has
    /// advanced.
    func step(into queue: RecordQueue<Model>) throws(ImportError) -> RecordReader.Step {
        guard !isReading else { throw .iteratorInUse() }
        isReading = true
        defer { isReading = false }
        do {
            return try step(queue)
        } catch {
            hasLastBatch = true
            output.append(error)
            queue.exchange(with: output)
            return .advanced
        }
    }

    private func step(_ queue: RecordQueue<Model>) throws -> RecordReader.Step {
        if hasLastBatch { close() }
        if let begin = begin.take() { run = try begin { [output] in output.append($0) } }
        while let current = run {
            switch current {
            case .serial(let run):
                let step = try run.reader.step()
                hasLastBatch = step == .finished
                if !output.isEmpty {
                    queue.exchange(with: output)
                    return .advanced
                }
                if hasLastBatch { close() }
                if step == .needMoreData { return .needMoreData }
            case .parallel(let run):
                if run.read(into: queue) {
                    hasLastBatch = queue.hasError
                    return .advanced
                }
                close()
            }
        }
        return .finished
    }

    /// Ends the import, and closes its input.
    func close() { (begin, run) = (nil, nil) }

    /// Returns the error of an input whose next chunk cannot be read, and ends the import.
    func readFailed(_ error: any Error) -> any Error {
        guard !(error is CancellationError), case .serial(let run) = run else { return error }
        return run.reader.readFailed(error)
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
    let stream: RecordStream<Model>

    /// The summary of the import so far, up to a chunk of text ahead of the records that were returned.
    public var summary: ImportSummary { stream.summary }

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
