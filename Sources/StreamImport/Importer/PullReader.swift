/// A reader that parses the input on request, only as far as the next record.
///
/// The records of one batch at a time are in memory, and those that several threads have read ahead.
final class PullReader<Model> {
    private enum State {
        case new
        case running(any BatchedImport<Model>)
        case ended
    }

    private let records: ImportSequence<Model>
    /// The records that were read and not returned yet.
    let queue = RecordQueue<Model>()
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

    /// The expected number of records of the input; `nil` if its size is not known.
    var expectedRecordCount: Int? {
        if case .running(let run) = state { run.progress.expectedRecordCount } else { nil }
    }

    init(records: ImportSequence<Model>) {
        self.records = records
    }

    /// Reads the next records and returns the first of them, or `nil` after the last one. The queue must have no records.
    ///
    /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import calls it.
    func readNext() throws -> Model? {
        guard !isReading else { throw ImportError.iteratorInUse() }
        isReading = true
        defer { isReading = false }
        if case .new = state {
            state = .ended
            state = .running(try records.makeImport())
        }
        if case .running(let run) = state, !queue.hasError, run.read(into: queue),
            let record = queue.popFirst()
        {
            return record
        }
        state = .ended
        if let error = queue.takeError() { throw error }
        return nil
    }
}
