/// A pool of idle bindings of one plan, so that importing a small input neither compiles a plan nor allocates memory.
@usableFromInline
final class BindingPool: Sendable {
    /// The maximum number of idle bindings: an estimate of how many threads import with one plan at once.
    private static let limit = 16

    let plan: CompiledPlan
    // SAFETY: no thread uses an idle binding. `take` removes a binding from the array and gives it to one thread.
    private let idle = Locked<[UnsafeTransfer<ModelBinding>]>([])

    init(_ plan: CompiledPlan) {
        self.plan = plan
    }

    /// Calls `body` with a binding that no other import uses.
    func withBinding<Result>(_ options: ImportOptions, _ body: (ModelBinding) throws -> Result) rethrows
        -> Result
    {
        let binding = take(options)
        defer { recycle(binding) }
        return try body(binding)
    }

    /// Returns a binding that no other import uses.
    func take(_ options: ImportOptions) -> ModelBinding {
        guard let binding = idle.withLock({ $0.popLast() })?.value else {
            return ModelBinding(plan, options: BindingOptions(options))
        }
        binding.binder.value.options = BindingOptions(options)
        return binding
    }

    /// Resets a binding, and keeps it for another import if it is reusable and the pool has room.
    func recycle(_ binding: ModelBinding) {
        binding.reset()
        guard binding.isReusable else { return }
        idle.withLock { if $0.count < Self.limit { $0.append(UnsafeTransfer(binding)) } }
    }
}

extension BindingPool {
    /// The inputs that a plan is compiled from.
    private struct Key: Hashable {
        let model: ObjectIdentifier
        let updatesInstance: Bool
        /// The options; `nil` for the defaults.
        let options: PlanOptions?
    }

    /// The maximum number of pools that are kept, one for each combination of a type and options. Beyond it, a new pool
    /// replaces another one.
    private static let planLimit = 256
    private static let shared = Locked<[Key: BindingPool]>([:])

    /// Returns the pool for a type and options. Imports share it unless the options contain functions.
    ///
    /// - Parameter updatesInstance: whether an import has a single record, which updates an instance.
    @usableFromInline
    static func pool(
        for model: any Importable.Type, _ options: ImportOptions, updatesInstance: Bool = false
    ) -> BindingPool {
        guard !options.havePlanFunctions else {
            return BindingPool(CompiledPlan(of: model, options: options, updatesInstance: updatesInstance))
        }
        let key = Key(
            model: ObjectIdentifier(model), updatesInstance: updatesInstance,
            options: options.haveDefaultPlan ? nil : PlanOptions(options))
        if let pool = shared.withLock({ $0[key] }) { return pool }
        // Compiled outside the lock, because `importPlan` of a model is user code.
        let newPool = BindingPool(CompiledPlan(of: model, options: options, updatesInstance: updatesInstance))
        return shared.withLock { pools -> (BindingPool, BindingPool?) in
            if let pool = pools[key] { return (pool, nil) }
            let other = pools.count == planLimit ? pools.keys.randomElement() : nil
            // Released outside the lock, because the plan may contain objects of the user, which are deinitialized with it.
            let replaced = other.flatMap { pools.removeValue(forKey: $0) }
            pools[key] = newPool
            return (newPool, replaced)
        }.0
    }
}
