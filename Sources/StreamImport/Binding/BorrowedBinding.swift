/// A binding that returns to its pool when its last user releases it.
final class BorrowedBinding: ModelMaker {
    private let pool: BindingPool
    private let binding: ModelBinding

    init(_ pool: BindingPool, _ options: ImportOptions) {
        self.pool = pool
        binding = pool.take(options)
    }

    deinit {
        pool.recycle(binding)
    }

    var context: Pinned<EventContext> { binding.context }

    func makeConsumer(deliver: @escaping RecordHandler) -> any RecordConsumer {
        binding.makeConsumer(deliver: deliver)
    }

    func takeLists() -> ImportSummary { binding.takeLists() }

    func summary(_ records: RecordSummary) -> ImportSummary { binding.summary(records) }
}

extension ModelMakers {
    /// Creates the makers of the instances of an importable type.
    init(of model: any Importable.Type, _ options: ImportOptions) {
        let pool = BindingPool.pool(for: model, options)
        self.init(needsOrder: pool.plan.needsOrder) { BorrowedBinding(pool, options) }
    }
}
