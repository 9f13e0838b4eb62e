/// Bindings of one plan that wait to be used, so that a small input pays neither for a plan nor for memory.
@usableFromInline
final class BindingPool: Sendable {
    /// How many bindings wait at most: as many as threads may have use for.
    private static let limit = 16

    let plan: CompiledPlan
    // SAFETY: a binding that waits is not used until it is taken, and by one thread after that.
    private let idle = Locked<[UnsafeTransfer<ModelBinding>]>([])

    init(_ plan: CompiledPlan) {
        self.plan = plan
    }

    /// Calls `body` with a binding that is in no other use.
    func withBinding<Result>(_ options: ImportOptions, _ body: (ModelBinding) throws -> Result) rethrows
        -> Result
    {
        let binding = take(options)
        defer { recycle(binding) }
        return try body(binding)
    }

    /// A binding that is in no other use.
    func take(_ options: ImportOptions) -> ModelBinding {
        guard let binding = idle.withLock({ $0.popLast() })?.value else {
            return ModelBinding(plan, options: BindingOptions(options))
        }
        binding.binder.value.options = BindingOptions(options)
        return binding
    }

    /// Keeps a binding for another import.
    func recycle(_ binding: ModelBinding) {
        binding.reset()
        guard binding.isReusable else { return }
        idle.withLock { if $0.count < Self.limit { $0.append(UnsafeTransfer(binding)) } }
    }
}

extension BindingPool {
    /// What a plan is compiled for.
    private struct Key: Hashable {
        let model: ObjectIdentifier
        let updatesInstance: Bool
        /// `nil` for the defaults.
        let options: PlanOptions?
    }

    /// How many plans are kept at most. There are as many as types and combinations of options.
    private static let planLimit = 256
    private static let shared = Locked<[Key: BindingPool]>([:])

    /// The pool for a type and options, which imports share unless the options have functions.
    ///
    /// - Parameter updatesInstance: whether the only record updates an instance.
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
        if let known = shared.withLock({ $0[key] }) { return known }
        // Compiled without the lock: types say themselves what their plans are.
        let new = BindingPool(CompiledPlan(of: model, options: options, updatesInstance: updatesInstance))
        return shared.withLock { pools in
            if let known = pools[key] { return known }
            if pools.count < planLimit { pools[key] = new }
            return new
        }
    }
}
