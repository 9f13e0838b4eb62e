/// A pool of idle consumers of one plan, so that importing a small input neither compiles a plan nor allocates memory.
@usableFromInline
final class BinderPool: Sendable {
    /// A consumer that no thread uses. If it has read texts, it has a reader, which retains the consumer.
    private typealias Idle = (consumer: ModelConsumer, reader: TextReader?)

    /// The maximum number of idle consumers: an estimate of how many threads import with one plan at once.
    private static let limit = 16
    private static let noReadOptions = ReadOptions()

    let plan: CompiledPlan
    // SAFETY: no thread uses an idle consumer. `take` removes a consumer from the array and gives it to one thread.
    private let idle = Locked<[UnsafeTransfer<Idle>]>([])

    init(_ plan: CompiledPlan) {
        self.plan = plan
    }

    /// Returns a consumer that no other import uses, and that returns to the pool by ``ModelConsumer/importEnded()``.
    func take(_ options: ImportOptions) -> ModelConsumer {
        let (consumer, reader) = takeIdle(options)
        consumer.idleReader = reader
        return consumer
    }

    /// Calls `body` with a consumer that no other import uses, and with the reader of texts for the consumer.
    func withReader<Result>(
        _ options: ImportOptions, _ body: (ModelConsumer, TextReader) throws -> Result
    ) rethrows -> Result {
        let (consumer, idleReader) = takeIdle(options)
        let reader = idleReader ?? TextReader(consumer)
        defer { recycle(consumer, reader) }
        return try body(consumer, reader)
    }

    private func takeIdle(_ options: ImportOptions) -> Idle {
        let idle: Idle = idle.withLock { $0.popLast() }?.value ?? (ModelConsumer([(plan, options)]), nil)
        idle.consumer.begin(options, from: self)
        return idle
    }

    /// Resets a consumer, and keeps it for another import if it is reusable and the pool has room.
    func recycle(_ consumer: ModelConsumer, _ reader: TextReader? = nil) {
        let reader = reader ?? consumer.idleReader
        consumer.reset()
        guard consumer.isReusable else { return }
        // These may have functions of the caller. A pool whose other options have functions is not shared.
        consumer.binder.value.options.readOptions = Self.noReadOptions
        idle.withLock { if $0.count < Self.limit { $0.append(UnsafeTransfer((consumer, reader))) } }
    }

    /// The type that a plan is compiled for, and the options, without functions, which cannot be compared.
    private struct Key: Hashable {
        private let model: ObjectIdentifier
        private let updatesInstance: Bool
        private let keyMatching: KeyMatching
        private let dates: DateStrategy
        private let coercion: CoercionPolicy
        private let boolSpelling: BoolSpelling
        private let nulls: NullPolicy
        private let nestedObjects: NestedObjectPolicy
        private let duplicateKeys: DuplicateKeyPolicy
        private let dynamicModels: [String: ObjectIdentifier]
        private let mappings: [KeyMapping]
        private let maximumCachedSpellings: Int

        init(_ model: any Importable.Type, _ options: ImportOptions, updatesInstance: Bool) {
            self.model = ObjectIdentifier(model)
            self.updatesInstance = updatesInstance
            keyMatching = options.keyMatching
            dates = options.dates
            coercion = options.coercion
            boolSpelling = options.boolSpelling
            nulls = options.nulls
            nestedObjects = options.nestedObjects
            duplicateKeys = options.duplicateKeys
            // Without models, `mapValues` would allocate an empty dictionary.
            dynamicModels =
                options.dynamicModels.isEmpty
                ? [:] : options.dynamicModels.mapValues { ObjectIdentifier($0) }
            mappings = options.keyMappings
            maximumCachedSpellings = options.maximumCachedSpellings
        }

        /// Hashes only the type, which takes less time than hashing options: most types are imported with the same ones.
        func hash(into hasher: inout Hasher) {
            hasher.combine(model)
            hasher.combine(updatesInstance)
        }
    }

    /// The maximum number of pools that are kept, one for each combination of a type and options. Beyond it, a new pool
    /// replaces another one.
    private static let planLimit = 256
    private static let shared = Locked<[Key: BinderPool]>([:])

    /// Returns the pool for a type and options. Imports share it unless the options contain functions.
    ///
    /// - Parameter updatesInstance: whether an import has a single record, which updates an instance.
    @usableFromInline
    static func pool(
        for model: any Importable.Type, _ options: ImportOptions, updatesInstance: Bool = false
    ) -> BinderPool {
        guard options.transforms.isEmpty, options.existingInstances.isEmpty,
            !options.dates.callsFunction
        else {
            return BinderPool(CompiledPlan(of: model, options: options, updatesInstance: updatesInstance))
        }
        let key = Key(model, options, updatesInstance: updatesInstance)
        if let pool = shared.withLock({ $0[key] }) { return pool }
        // Compiled outside the lock, because `importPlan` of a model is user code.
        let newPool = BinderPool(CompiledPlan(of: model, options: options, updatesInstance: updatesInstance))
        return shared.withLock { pools -> (BinderPool, BinderPool?) in
            if let pool = pools[key] { return (pool, nil) }
            let other = pools.count == planLimit ? pools.keys.randomElement() : nil
            // Released outside the lock, because the plan may contain objects of the user, which are deinitialized with it.
            let replaced = other.flatMap { pools.removeValue(forKey: $0) }
            pools[key] = newPool
            return (newPool, replaced)
        }.0
    }

    /// Returns the function that prepares imports of an importable type.
    static func makeModels(of model: any Importable.Type) -> MakeModels {
        { options in
            let pool = pool(for: model, options)
            return (pool.plan.needsOrder, pool.plan.enclosingMembers, { pool.take(options) })
        }
    }
}
