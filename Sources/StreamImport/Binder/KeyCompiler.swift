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
            if let rule = rules.rule(for: key) {
                exact.append(.init(key, slot: slot(of: rule, alsoThrough: tree)))
            } else {
                exact.append(.init(key, slot: slot(through: tree)))
            }
        }
        exact += rules.exact.map { .init($0.key, slot: slot(of: $0)) }
        let flexible = rules.flexible.map { KeyTable.Definition($0.key, slot: slot(of: $0)) }
        return KeyTable(exact: exact, flexible: flexible, rest: extras?.member)
    }

    private func slot(of rule: KeyRules.Rule) -> Pinned<Slot>? {
        rule.field.map { slot(of: $0, rank: rule.rank) }
    }

    private func slot(of field: Int, rank: Int) -> Pinned<Slot> {
        nodes.keep(fields[field].with(state: DraftState.present(rank: rank)))
    }

    private mutating func slot(of rule: KeyRules.Rule, alsoThrough tree: PathTree) -> Pinned<Slot>? {
        guard let field = rule.field, let slot = slot(of: rule) else { return nil }
        return tree.leads(to: field) ? ratherThrough(tree, slot) : alsoThrough(tree, slot)
    }

    /// A slot for a value that is gone through if a path can lead on in it, else becomes something by itself:
    /// `license` where `license.name` means the same field.
    private mutating func ratherThrough(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        var value = slot.value.value.value
        value.through = pathSlot(tree)
        if !tree.keyed.isEmpty { (value.object, value.dictionary) = (nil, nil) }
        if !tree.indexed.isEmpty { value.array = nil }
        return nodes.keep(slot.value.with(value: nodes.keep(value)))
    }

    /// A slot for a value that becomes something by itself and is read again for what paths lead to in it.
    private mutating func alsoThrough(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        var value = slot.value.value.value
        value.again = pathSlot(tree)
        return nodes.keep(slot.value.with(value: nodes.keep(value)))
    }

    /// A slot for a value that paths lead to or through.
    private mutating func slot(through tree: PathTree) -> Pinned<Slot> {
        if let (field, rank) = tree.field {
            let slot = slot(of: field, rank: rank)
            return tree.branches.isEmpty ? slot : alsoThrough(tree, slot)
        }
        return pathSlot(tree)
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
        let steps = tree.indexed.map { PathNode.Step(index: $0.index, slot: slot(through: $0.tree)) }
        let path = PathNode(
            object: tree.keyed.isEmpty ? nil : objectNode(tree), steps: Pinned(steps), stepCount: steps.count)
        nodes.paths.append(Pinned(repeating: path, count: 1))
        var value = nodes.node(for: SkippedValue.self).value
        value.path = nodes.paths.last
        value.object = nil
        value.array = nil
        return nodes.keep(value)
    }

    private mutating func objectNode(_ tree: PathTree) -> Pinned<ObjectNode> {
        let keys = tree.keyed.map { KeyTable.Definition($0.key, slot: slot(through: $0.tree)) }
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
    fileprivate func with(state: UInt8? = nil, value: Pinned<ValueNode>? = nil) -> Slot {
        Slot(
            offset: offset, index: index, weight: weight, state: state ?? self.state, null: null,
            value: value ?? self.value)
    }
}
