/// An import on the thread that asks for the records.
final class SerialImport<Model: Importable>: BatchedImport {
    private let run: ImportRun
    private let output: Output
    private let stepBytes: Int
    private var hasEnded = false

    /// The queue to which the run adds records.
    private final class Output {
        var queue = RecordQueue<Model>()
    }

    /// - Parameter stepBytes: the amount of text that is parsed at a time, in bytes.
    init(_ records: ImportSequence<Model>, stepBytes: Int) throws {
        let output = Output()
        self.output = output
        self.stepBytes = stepBytes
        run = try records.makeRun { output.queue.append($0) }
    }

    var summary: ImportSummary { run.summary }

    func next(reusing queue: RecordQueue<Model>?) -> RecordBatch<Model>? {
        output.queue = queue ?? RecordQueue()
        defer { output.queue = RecordQueue() }
        do {
            while output.queue.isEmpty, !hasEnded { hasEnded = try run.step(limit: stepBytes) == .finished }
        } catch {
            hasEnded = true
            return RecordBatch(records: output.queue, error: error)
        }
        return output.queue.isEmpty ? nil : RecordBatch(records: output.queue)
    }
}
