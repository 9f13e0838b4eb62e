/// A collector of the models that one of several threads makes.
final class ModelCollector<Model: Importable>: RecordCollector {
    /// The models of consecutive records, and the entries of these records in the lists of the summary.
    typealias Batch = (records: RecordQueue<Model>, lists: ImportSummary)

    private let binder: PooledBinder
    private let output = RecordQueue<Model>()
    let consumer: any RecordConsumer

    init(_ pool: BindingPool, _ options: ImportOptions) {
        binder = PooledBinder(pool, options)
        consumer = binder.binding.makeConsumer { [output] in output.append($0) }
    }

    func takeBatch() -> Batch {
        let records = RecordQueue<Model>()
        records.exchange(with: output)
        return (records, binder.binding.takeLists())
    }
}

/// A collector that passes each model to a function, on the thread that made the model.
final class ModelHandler: RecordCollector {
    private let binder: PooledBinder
    let consumer: any RecordConsumer

    /// - Parameter handle: takes each record, with its number. An error that it throws ends the import.
    init(
        _ pool: BindingPool, _ options: ImportOptions, _ handle: @escaping (RecordAddress, Int) throws -> Void
    ) {
        binder = PooledBinder(pool, options)
        let context = binder.binding.context
        consumer = binder.binding.makeConsumer { try handle($0, context.value.source.recordNumber) }
    }

    /// Returns the entries of the records in the lists of the summary.
    func takeBatch() -> ImportSummary { binder.binding.takeLists() }
}

/// A binding that returns to its pool when its last user releases it.
private final class PooledBinder {
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
