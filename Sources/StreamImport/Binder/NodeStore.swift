/// Compiles plans for one run, and owns what comes of it.
///
/// Each type is compiled once, when it is first needed; a type that contains itself finds its own node.
final class NodeStore {
    private let options: ImportOptions
    private var values: [Pinned<ValueNode>] = []
    private var objects: [(node: Pinned<ObjectNode>, plan: ImportPlan)] = []
    private var known: [Key: Pinned<ValueNode>] = [:]

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let dates: DateStrategy
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

    /// The node of a type, whose dates are written as `dates` says.
    func node(for type: any ImportableValue.Type, dates: DateStrategy? = nil) -> Pinned<ValueNode> {
        let key = Key(type: ObjectIdentifier(type), dates: dates ?? options.dates)
        if let node = known[key] { return node }
        let node = Pinned(
            repeating: ValueNode(
                type: type, stride: Self.stride(of: type), dates: key.dates, isString: type == String.self),
            count: 1)
        values.append(node)
        // Known before its parts are compiled, among which it may be itself.
        known[key] = node
        let shape = type.importShape
        precondition(shape.type == type, "the import shape of \(type) is that of \(shape.type)")
        compile(shape, into: node)
        return node
    }

    private func compile(_ shape: ImportShape, into node: Pinned<ValueNode>) {
        let dates = node.value.dates
        node.value.scalar = shape.scalar
        node.value.null = shape.null
        if let wrapped = shape.wrapped {
            node.value.wrapped = self.node(for: wrapped, dates: dates)
        }
        if let array = shape.array {
            node.value.array = (array, self.node(for: array.elementType, dates: dates))
        }
        if let dictionary = shape.dictionary {
            node.value.dictionary = (dictionary, self.node(for: dictionary.valueType, dates: dates))
        }
        if let object = shape.object {
            node.value.object = objectNode(for: object)
        }
    }

    private func objectNode(for type: any Importable.Type) -> Pinned<ObjectNode> {
        let plan = type.importPlan
        precondition(
            plan.model == type, "the import plan of \(type) makes \(plan.model); \(type) needs its own")
        if let object = objects.first(where: { $0.plan === plan }) { return object.node }
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

    private static func stride(of type: any ImportableValue.Type) -> Int {
        func stride<Value: ImportableValue>(_: Value.Type) -> Int { MemoryLayout<Value>.stride }
        return stride(type)
    }
}
