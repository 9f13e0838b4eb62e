/// Reads as much of an import as the next record takes, when it is asked for.
///
/// Text is parsed a few kilobytes at a time, so only as many records are held as those contain.
final class PullReader<Model: Importable> {
    /// How much is parsed at a time, in bytes.
    private static var stepBytes: Int { 16 << 10 }

    private enum State {
        case new(makeRun: (@escaping RecordTaker) throws -> ImportRun)
        case running(ImportRun)
        case failed(any Error)
        case ended
    }

    private var state: State
    private let note: (ImportSummary) -> Void
    private let queue = RecordQueue<Model>()

    /// - Parameters:
    ///   - makeRun: opens the input; called when the first record is asked for.
    ///   - note: told what the import has come to.
    init(
        _ makeRun: @escaping (@escaping RecordTaker) throws -> ImportRun,
        note: @escaping (ImportSummary) -> Void
    ) {
        state = .new(makeRun: makeRun)
        self.note = note
    }

    /// The next record, `nil` behind the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the failure; then `nil` follows.
    func next() throws -> Model? {
        while true {
            if let record = queue.next() { return record }
            switch state {
            case .new(let makeRun):
                state = .ended
                state = .running(try makeRun { [queue] in queue.take($0) })
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
        note(run.summary)
    }
}
