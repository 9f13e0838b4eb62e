/// Reads as much of an import as the next record takes, when it is asked for.
///
/// Text is parsed a few kilobytes at a time, so only as many records are held as those contain.
final class PullReader<Model: Importable> {
    /// How much is parsed at a time, in bytes.
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

    /// What the import has come to so far. It is not kept while the import runs, as the next rejected record would copy
    /// the list of those before.
    var summary: ImportSummary {
        if case .running(let run) = state { run.summary } else { finalSummary }
    }

    init(records: ImportSequence<Model>) {
        self.records = records
    }

    /// The next record, `nil` after the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the failure; then `nil` follows.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import asks.
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
