/// Compiles plans for one run, and owns what comes of it.
///
/// Each type is compiled once, when it is first needed; a type that contains itself finds its own node.
final class NodeStore {
    private let options: ImportOptions
    private var values: [Pinned<ValueNode>] = []
    private var objects: [(node: Pinned<ObjectNode>, plan: ObjectPlan)] = []
    private var known: [Key: Pinned<ValueNode>] = [:]

    /// Keeps the strategy alive that the policies of its node refer to.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        /// `nil` if the field leaves it to the options, which make no date of a `Double`.
        let dates: DateStrategy?
    }

    init(options: ImportOptions) {
        self.options = options
    }

    deinit {
        for (node, plan) in objects {
            node.value.slots.free(count: plan.fields.count)
            node.value.keys.free()
            node.free(count: 1)
        }
        for node in values { node.free(count: 1) }
    }

    /// The node of a type, whose dates are written as `dates` says, else as the options say.
    func node(for type: any Importable.Type, dates: DateStrategy? = nil) -> Pinned<ValueNode> {
        let key = Key(type: ObjectIdentifier(type), dates: dates)
        if let node = known[key] { return node }
        let node = Pinned(
            repeating: ValueNode(
                type: type, stride: Self.stride(of: type),
                policies: ScalarPolicies(dates: dates ?? options.dates, coercion: options.coercion),
                isString: type == String.self),
            count: 1)
        values.append(node)
        // Known before its parts are compiled, among which it may be itself.
        known[key] = node
        let plan = type.importPlan
        precondition(
            plan.type == type, "the import plan of \(type) makes \(plan.type); \(type) needs its own")
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

    private func objectNode(for plan: ObjectPlan) -> Pinned<ObjectNode> {
        if let object = objects.first(where: { $0.plan.model == plan.model }) { return object.node }
        let slots = Pinned<Slot>(capacity: plan.fields.count)
        let node = unsafe Pinned(
            repeating: ObjectNode(
                plan: Unmanaged.passUnretained(plan), layout: plan.layout, slots: slots,
                requiredCount: plan.fields.count { $0.isRequired }, stateWords: plan.layout.stateWords,
                keys: KeyTable(names: plan.fields.map(\.name), slots: slots)),
            count: 1)
        // Known before its fields are compiled, whose types may contain this one.
        objects.append((node, plan))
        for (index, field) in plan.fields.enumerated() {
            (slots + index).initialize(
                to: Slot(
                    offset: field.offset, index: index, weight: field.isRequired ? 1 : 0,
                    value: self.node(for: field.type, dates: field.dates)))
        }
        return node
    }

    private static func stride(of type: any Importable.Type) -> Int {
        func stride<Value: Importable>(_: Value.Type) -> Int { MemoryLayout<Value>.stride }
        return stride(type)
    }
}
