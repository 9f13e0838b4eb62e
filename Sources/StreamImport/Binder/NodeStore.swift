/// Compiles plans for one run, and owns what comes of it.
///
/// Each type is compiled once, when it is first needed; a type that contains itself finds its own node.
final class NodeStore {
    let options: ImportOptions

    /// What is wrong with the plans that were compiled.
    var fault: ImportError?
    private var values: [Pinned<ValueNode>] = []
    private var known: [Key: Pinned<ValueNode>] = [:]
    var objects: [(node: Pinned<ObjectNode>, plan: ObjectPlan?)] = []
    var paths: [Pinned<PathNode>] = []
    var slots: [Pinned<Slot>] = []
    var models: [String: Pinned<ValueNode>] = [:]
    var modelHooks: [ModelHooks] = []
    var memberHooks: [MemberHook] = []

    /// Keeps the strategy alive that the policies of its node refer to.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        /// `nil` if the field leaves it to the options, which make no date of a `Double`.
        let dates: DateStrategy?
    }

    init(options: ImportOptions) {
        self.options = options
    }

    /// Whether anything that was compiled so far has hooks.
    var hasHooks: Bool { !modelHooks.isEmpty || !memberHooks.isEmpty }

    deinit {
        for (node, plan) in objects {
            node.value.keys.free()
            if let plan { node.value.slots.free(count: plan.fields.count) }
            node.free(count: 1)
        }
        for node in paths {
            node.value.steps.free(count: node.value.stepCount)
            node.value.fields.free(count: node.value.fieldCount)
            node.free(count: 1)
        }
        for slot in slots { slot.free(count: 1) }
        for node in values { node.free(count: 1) }
    }

    /// The node of a type, whose dates are written as `dates` says, else as the options say.
    func node(for type: any Importable.Type, dates: DateStrategy? = nil) -> Pinned<ValueNode> {
        let key = Key(type: ObjectIdentifier(type), dates: dates)
        if let node = known[key] { return node }
        let node = unsafe keep(
            ValueNode(
                type: type, stride: type.memoryStride,
                policies: ScalarPolicies(
                    dates: dates ?? options.dates, coercion: options.coercion, bools: options.bools),
                isString: type == String.self, isStreamed: type == StreamedRecord.self))
        // Known before its parts are compiled, among which it may be itself.
        known[key] = node
        let plan = type.importPlan
        // Its memory would be taken for that of another type.
        guard plan.type == type else {
            fault = fault ?? .planOfAnotherType("\(plan.type)", type: "\(type)")
            return node
        }
        compile(plan, dates: dates, into: node)
        return node
    }

    private func compile(_ plan: ImportPlan, dates: DateStrategy?, into node: Pinned<ValueNode>) {
        let isDate = dates != nil && plan.scalar == Double.self
        node.value.scalar = isDate ? SecondsSince1970.self : plan.scalar
        node.value.null = plan.null
        if let wrapped = plan.wrapped {
            node.value.wrapped = self.node(for: wrapped, dates: dates)
        }
        if let array = plan.array {
            node.value.array = (array, self.node(for: array.elementType, dates: dates))
        }
        if let dictionary = plan.dictionary {
            node.value.dictionary = (dictionary, self.node(for: dictionary.valueType, dates: dates))
        }
        if let object = plan.object {
            node.value.object = objectNode(for: object)
        }
    }

    /// The type inside of all optionals.
    func core(of type: any Importable.Type) -> any Importable.Type {
        type.importPlan.wrapped.map(core) ?? type
    }

    // MARK: - Memory

    func keep(_ node: ValueNode) -> Pinned<ValueNode> {
        let pinned = Pinned(repeating: node, count: 1)
        values.append(pinned)
        return pinned
    }

    func keep(_ slot: Slot) -> Pinned<Slot> {
        let pinned = Pinned(repeating: slot, count: 1)
        slots.append(pinned)
        return pinned
    }
}
