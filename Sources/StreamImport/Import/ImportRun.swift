/// One import on one thread, from its first byte to its last: a reader, and the maker that consumes its events.
///
/// Only one thread may use a run at a time.
final class ImportRun {
    private let maker: any ModelMaker
    /// The reader, which code that the run calls, such as a hook, must not use.
    private(set) var reader: RecordReader!

    /// - Parameters:
    ///   - maker: makes the models.
    ///   - deliver: takes each record. An error that it throws ends the run.
    ///   - makeReader: creates the reader of the input.
    init(
        _ maker: any ModelMaker, deliver: @escaping RecordHandler,
        makeReader: (any RecordConsumer) throws(ImportError) -> RecordReader
    ) throws(ImportError) {
        self.maker = maker
        maker.deliver(to: deliver)
        reader = try makeReader(maker.consumer)
    }

    deinit {
        // The reader discards an incomplete record before another run gets the maker.
        reader = nil
        maker.importEnded()
    }

    var summary: ImportSummary { maker.lists.with(reader.summary) }
}

/// A collector of the models that one of several threads makes.
final class ModelCollector<Model>: RecordCollector {
    /// The models of consecutive records, and the entries of these records in the lists of the summary.
    typealias Batch = (records: RecordQueue<Model>, lists: ImportSummary)

    private let maker: any ModelMaker
    private let output = RecordQueue<Model>()

    /// - Parameter handle: takes each record, with its number, on the thread that made the model; `nil` to collect the
    ///   models in batches. An error that it throws ends the import.
    init(_ maker: any ModelMaker, handle: ((ValueAddress, Int) throws -> Void)?) {
        self.maker = maker
        let context = maker.consumer.context
        if let handle {
            maker.deliver { try handle($0, context.value.source.recordNumber) }
        } else {
            maker.deliver { [output] in output.append($0) }
        }
    }

    deinit {
        maker.importEnded()
    }

    var consumer: any RecordConsumer { maker.consumer }

    func takeBatch() -> Batch {
        let records = RecordQueue<Model>()
        records.exchange(with: output)
        defer { maker.lists = ImportSummary() }
        return (records, maker.lists)
    }
}

/// One import on several threads, whose batches of records arrive in the order of the input.
final class ParallelImport<Model> {
    private let reader: ParallelReader<ModelCollector<Model>>
    private let options: ImportOptions
    private var lists = ImportSummary()

    /// - Parameters:
    ///   - takeMaker: returns a maker that no other thread uses.
    ///   - handle: takes each record on the thread that made its model; `nil` to collect the models in batches.
    init(
        _ input: RecordInput, _ options: ImportOptions, _ takeMaker: @escaping () -> any ModelMaker,
        handle: ((ValueAddress, Int) throws -> Void)? = nil
    ) throws {
        self.options = options
        reader = try input.makeParallelReader { ModelCollector<Model>(takeMaker(), handle: handle) }
    }

    var summary: ImportSummary {
        var summary = lists.with(reader.summary)
        summary.workerCount = reader.usedWorkerCount
        return summary
    }

    var progress: ImportProgress { reader.progress }

    /// Reads the next batch.
    ///
    /// - Parameter queue: an empty queue, to which records, or an error, or both are added.
    /// - Returns: `false` after the last batch.
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
                try deliver(batch) { delivered.append(records.popFirstAddress()) }
            } catch {
                reader.close()
                delivered.append(error)
            }
            queue.exchange(with: delivered)
        }
        return !queue.isEmpty || queue.hasError
    }

    /// Delivers all records. No thread makes models after this.
    ///
    /// - Parameter take: takes the first record of a batch; not called for records that a thread has handled.
    func readAll(_ take: ((ValueAddress) throws -> Void)?) throws {
        defer { reader.close() }
        while let batch = reader.next() {
            let records = batch.outcome.records
            try deliver(batch) { if let take { try take(records.popFirstAddress()) } }
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
