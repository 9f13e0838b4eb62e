/// Compiles the keys of one model, and the paths that lead from it to its fields.
struct KeyCompiler {
    private let nodes: NodeStore
    private let layout: DraftLayout
    /// The slot of each field.
    private let fields: Pinned<Slot>
    /// How many states the draft has: one for each field, and one for what is no field.
    private var stateCount: Int

    init(nodes: NodeStore, layout: DraftLayout, fields: Pinned<Slot>) {
        self.nodes = nodes
        self.layout = layout
        self.fields = fields
        stateCount = layout.fieldCount
    }

    /// The states are looked at eight at a time. There is a word even without fields, so that every draft has
    /// memory.
    var stateWords: Int { max((stateCount + 7) / 8, 1) }

    mutating func extras(_ plan: ObjectPlan) -> ObjectNode.Extras? {
        guard let index = plan.fields.firstIndex(where: { $0.absence == .rest }),
            let (collector, value) = fields[index].value.value.dictionary
        else { return nil }
        let member = nodes.keep(
            Slot(
                offset: 0, index: newState(), weight: 0, state: DraftState.present, null: .value, value: value
            ))
        return ObjectNode.Extras(field: fields + index, member: member, collector: collector)
    }

    mutating func keys(_ rules: KeyRules, _ extras: ObjectNode.Extras?) -> KeyTable {
        var exact: [KeyTable.Definition] = []
        // Where a path begins with the key of a field, both are served.
        for (key, tree) in rules.paths.keyed {
            if let rule = rules.rule(for: key), let slot = slot(of: rule) {
                let end = rule.isInferred ? tree.ends.first { $0.index == rule.field } : nil
                let shared = end.map { ratherThrough(tree, slot, rank: $0.rank) }
                exact.append(.init(key, slot: shared ?? alsoThrough(tree, slot)))
            } else {
                exact.append(.init(key, slot: slot(through: tree, under: key)))
            }
        }
        exact += rules.exact.map { .init($0.key, slot: slot(of: $0)) }
        let flexible = rules.flexible.map { KeyTable.Definition($0.key, slot: slot(of: $0)) }
        return KeyTable(exact: exact, flexible: flexible, rest: extras?.member)
    }

    private func slot(of rule: KeyRules.Rule) -> Pinned<Slot>? {
        rule.field.map { slot(of: $0, rank: rule.rank, under: rule.key) }
    }

    private func slot(of field: Int, rank: Int, under key: String?) -> Pinned<Slot> {
        let slot = fields[field]
        let value = key.flatMap { nodes.modelNode(under: $0, insteadOf: slot.value) }
        return nodes.keep(slot.with(state: DraftState.present(rank: rank), value: value))
    }

    /// A slot for a value that becomes something by itself and is read again for what paths lead to in it.
    private mutating func alsoThrough(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        nodes.keep(slot.value.with(again: pathSlot(tree)))
    }

    /// A slot for a value that is gone through if it is an array or object in which the path of the field can lead
    /// on, and is the field's own if not: `license`, where `license.name` means the same field.
    private mutating func ratherThrough(
        _ tree: PathTree, _ slot: Pinned<Slot>, rank: Int
    ) -> Pinned<Slot> {
        var value = slot.value.value.value
        value.through = pathSlot(tree)
        if !tree.keyed.isEmpty { (value.object, value.dictionary) = (nil, nil) }
        if !tree.indexed.isEmpty { value.array = nil }
        return nodes.keep(
            slot.value.with(state: DraftState.present(rank: rank), value: nodes.keep(value)))
    }

    /// A slot for a value that paths lead to or through.
    private mutating func slot(through tree: PathTree, under key: String?) -> Pinned<Slot> {
        guard let (field, rank) = tree.field else { return pathSlot(tree) }
        let slot = slot(of: field, rank: rank, under: key)
        return tree.branches.isEmpty ? slot : alsoThrough(tree, slot)
    }

    private mutating func pathSlot(_ tree: PathTree) -> Pinned<Slot> {
        nodes.keep(
            Slot(
                offset: 0, index: newState(), weight: 0, state: DraftState.present, null: .absent,
                value: pathNode(tree)))
    }

    private mutating func newState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    /// The node of a value that is only gone through. Its type has no size and nothing to end.
    private mutating func pathNode(_ tree: PathTree) -> Pinned<ValueNode> {
        let steps = tree.indexed.map {
            PathNode.Step(index: $0.index, slot: slot(through: $0.tree, under: nil))
        }
        let ends = tree.ends.map { fields[$0.index].with(state: DraftState.present(rank: $0.rank)) }
        let path = PathNode(
            object: tree.keyed.isEmpty ? nil : objectNode(tree), steps: Pinned(steps), stepCount: steps.count,
            fields: Pinned(ends), fieldCount: ends.count)
        nodes.paths.append(Pinned(repeating: path, count: 1))
        var value = nodes.node(for: SkippedValue.self).value
        value.path = nodes.paths.last
        value.object = nil
        value.array = nil
        return nodes.keep(value)
    }

    private mutating func objectNode(_ tree: PathTree) -> Pinned<ObjectNode> {
        let keys = tree.keyed.map { KeyTable.Definition($0.key, slot: slot(through: $0.tree, under: $0.key)) }
        let node = unsafe Pinned(
            repeating: ObjectNode(
                plan: nil, layout: layout, slots: fields, requiredCount: 0, stateWords: 0,
                keys: KeyTable(exact: keys, flexible: [], rest: nil), extras: nil),
            count: 1)
        nodes.objects.append((node, nil))
        return node
    }
}

extension Slot {
    fileprivate func with(
        state: UInt8? = nil, value: Pinned<ValueNode>? = nil, again: Pinned<Slot>? = nil
    ) -> Slot {
        Slot(
            offset: offset, index: index, weight: weight, state: state ?? self.state, null: null,
            isLenient: isLenient, value: value ?? self.value, again: again ?? self.again)
    }
}
