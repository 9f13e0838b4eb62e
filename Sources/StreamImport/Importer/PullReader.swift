/// A reader that parses the input on request, only as far as the next record.
///
/// The records of one batch at a time are in memory, and those that several threads have read ahead.
final class PullReader<Model: Importable> {
    /// The amount of text that is parsed at a time, in bytes.
    private static var stepBytes: Int { 16 << 10 }

    private enum State {
        case new
        case running(any BatchedImport<Model>)
        case ended
    }

    private let records: ImportSequence<Model>
    private var queue = RecordQueue<Model>()
    private var pendingError: (any Error)?
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

    init(records: ImportSequence<Model>) {
        self.records = records
    }

    /// Returns the next record, or `nil` after the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import calls it.
    func next() throws -> Model? {
        guard !isReading else { throw ImportError.iteratorInUse() }
        while true {
            if let record = queue.popFirst() { return record }
            if let error = pendingError.take() { throw error }
            guard try readBatch() else { return nil }
        }
    }

    /// Reads the next records. Returns `false` after the last ones.
    private func readBatch() throws -> Bool {
        isReading = true
        defer { isReading = false }
        switch state {
        case .new:
            state = .ended
            state = .running(try records.makeImport(stepBytes: Self.stepBytes))
        case .running(let run):
            guard let batch = run.next(reusing: queue) else {
                state = .ended
                return false
            }
            (queue, pendingError) = (batch.records, batch.error)
            if batch.error != nil { state = .ended }
        case .ended: return false
        }
        return true
    }
}
