/// An import on the thread that asks for the records.
final class SerialImport<Model>: BatchedImport {
    private let run: ImportRun
    /// The queue to which the run adds records.
    private let output: RecordQueue<Model>
    private var hasEnded = false

    init(_ records: ImportSequence<Model>) throws {
        let output = RecordQueue<Model>()
        self.output = output
        run = try records.makeRun { output.append($0) }
    }

    var summary: ImportSummary { run.summary }

    var progress: ImportProgress { run.progress }

    func read(into queue: RecordQueue<Model>) -> Bool {
        do {
            while output.isEmpty, !hasEnded { hasEnded = try run.step() == .finished }
        } catch {
            hasEnded = true
            output.append(error)
        }
        queue.exchange(with: output)
        return !queue.isEmpty || queue.hasError
    }
}
