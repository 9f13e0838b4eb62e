/// A reader that parses the input on request, only as far as the next record.
///
/// A few kilobytes of text are parsed at a time. Only the records of the latest of these parts are in memory.
final class PullReader<Model: Importable> {
    /// The amount of text that is parsed at a time, in bytes.
    private static var stepBytes: Int { 16 << 10 }

    private enum State {
        case new
        case running(ImportRun)
        case failed(any Error)
        case ended
    }

    private let records: ImportSequence<Model>
    private let queue = RecordQueue<Model>()
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
        isReading = true
        defer { isReading = false }
        while true {
            if let record = queue.popFirst() { return record }
            switch state {
            case .new:
                state = .ended
                state = .running(try records.makeRun { [queue] in queue.append($0) })
            case .running(let run): advance(run)
            case .failed(let error):
                state = .ended
                throw error
            case .ended: return nil
            }
        }
    }

    private func advance(_ run: ImportRun) {
        do {
            if try run.step(limit: Self.stepBytes) == .finished { state = .ended }
        } catch {
            state = .failed(error)
        }
    }
}
