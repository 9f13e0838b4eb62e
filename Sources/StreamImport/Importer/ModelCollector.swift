/// A collector of the models that one of several threads makes.
final class ModelCollector<Model: Importable>: RecordCollector {
    /// The models of consecutive records, and the entries of these records in the lists of the summary.
    typealias Batch = (records: RecordQueue<Model>, lists: ImportSummary)

    private let borrowed: BorrowedBinding
    private let output = RecordQueue<Model>()
    let consumer: any RecordConsumer

    init(_ pool: BindingPool, _ options: ImportOptions) {
        borrowed = BorrowedBinding(pool, options)
        consumer = borrowed.binding.makeConsumer { [output] in output.append($0) }
    }

    func takeBatch() -> Batch {
        let records = RecordQueue<Model>()
        records.exchange(with: output)
        return (records, borrowed.binding.takeLists())
    }
}

/// A collector that passes each model to a function, on the thread that made the model.
final class ModelHandler: RecordCollector {
    private let borrowed: BorrowedBinding
    let consumer: any RecordConsumer

    /// - Parameter handle: takes each record, with its number. An error that it throws ends the import.
    init(
        _ pool: BindingPool, _ options: ImportOptions, _ handle: @escaping (RecordAddress, Int) throws -> Void
    ) {
        borrowed = BorrowedBinding(pool, options)
        let context = borrowed.binding.context
        consumer = borrowed.binding.makeConsumer { try handle($0, context.value.source.recordNumber) }
    }

    /// Returns the entries of the records in the lists of the summary.
    func takeBatch() -> ImportSummary { borrowed.binding.takeLists() }
}

/// A binding that returns to its pool when its last user releases it.
private final class BorrowedBinding {
    let pool: BindingPool
    let binding: ModelBinding

    init(_ pool: BindingPool, _ options: ImportOptions) {
        self.pool = pool
        binding = pool.take(options)
    }

    deinit {
        pool.recycle(binding)
    }
}
