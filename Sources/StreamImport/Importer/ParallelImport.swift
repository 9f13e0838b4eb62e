/// An import on several threads, whose records are returned in the order of the input.
final class ParallelImport<Model>: BatchedImport {
    private let reader: ParallelReader<ModelCollector<Model>>
    private let options: BindingOptions
    private var lists = ImportSummary()

    init(_ input: RecordInput, _ makers: ModelMakers, _ options: ImportOptions) throws {
        self.options = BindingOptions(options)
        reader = try input.makeParallelReader { ModelCollector<Model>(makers.take()) }
    }

    var summary: ImportSummary {
        var summary = lists
        summary.recordSummary = reader.summary
        summary.workerCount = reader.usedWorkerCount
        return summary
    }

    var progress: ImportProgress { reader.progress }

    func read(into queue: RecordQueue<Model>) -> Bool {
        while queue.isEmpty, !queue.hasError, let batch = reader.next() {
            let records = batch.outcome.records
            if reader.deliverAll(batch) {
                lists.append(batch.outcome.lists, options)
                queue.exchange(with: records)
                if let error = batch.error { queue.append(error) }
                continue
            }
            // A function of the options that is called meanwhile must not find the records in `queue`.
            let delivered = RecordQueue<Model>()
            do {
                try deliver(batch) { records.moveFirst(to: delivered) }
            } catch {
                reader.close()
                delivered.append(error)
            }
            queue.exchange(with: delivered)
        }
        return !queue.isEmpty || queue.hasError
    }

    /// Delivers all records.
    func readAll(_ take: (RecordAddress) throws -> Void) throws {
        defer { reader.close() }
        while let batch = reader.next() {
            let records = batch.outcome.records
            try deliver(batch) { try take(records.popFirstAddress()) }
        }
    }

    /// Delivers a batch. After an error, the summary has no mismatches and unknown keys of later records.
    private func deliver(
        _ batch: ParallelReader<ModelCollector<Model>>.Batch, _ take: () throws -> Void
    ) throws {
        do {
            try reader.deliver(batch, take)
        } catch {
            lists.append(
                batch.outcome.lists.upTo(record: reader.lastRecordNumber, offset: reader.lastRecordEnd),
                options)
            throw error
        }
        lists.append(batch.outcome.lists, options)
    }
}
