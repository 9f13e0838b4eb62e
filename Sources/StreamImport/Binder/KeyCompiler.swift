/// Compiles the keys of one model, and the paths that lead from it to its fields.
struct KeyCompiler {
    private let nodes: NodeStore
    private let plan: ObjectPlan
    /// The slot of each field.
    private let fields: Pinned<Slot>
    /// What decides about each member of the object.
    private let intercept: ((ImportedMember) throws -> MemberDecision)?
    /// How many states the draft has: one for each field, and one for what is no field.
    private var stateCount: Int
    /// The state of what a hook decides about, if there is any.
    private(set) var hookState: Int?

    init(
        nodes: NodeStore, plan: ObjectPlan, fields: Pinned<Slot>,
        intercept: ((ImportedMember) throws -> MemberDecision)?
    ) {
        self.nodes = nodes
        self.plan = plan
        self.fields = fields
        self.intercept = intercept
        stateCount = plan.layout.fieldCount
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
        var (exact, flexible) = definitions(rules)
        for index in exact.indices { exact[index].slot = exact[index].slot.map { hooked($0, intercept) } }
        for index in flexible.indices {
            flexible[index].slot = flexible[index].slot.map { hooked($0, intercept) }
        }
        var rest = extras?.member
        if intercept != nil { rest = hooked(rest ?? noSlot(), intercept) }
        return KeyTable(exact: exact, flexible: flexible, rest: rest)
    }

    private mutating func definitions(
        _ rules: KeyRules
    ) -> (exact: [KeyTable.Definition], flexible: [KeyTable.Definition]) {
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
        return (exact, rules.flexible.map { .init($0.key, slot: slot(of: $0)) })
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

    // MARK: - Hooks

    /// A slot for a value that hooks decide about before it goes into another slot; that other slot, if there are
    /// no hooks for it.
    private mutating func hooked(
        _ slot: Pinned<Slot>, _ intercept: ((ImportedMember) throws -> MemberDecision)? = nil
    ) -> Pinned<Slot> {
        let field = slot.value.index < plan.fields.count ? plan.fields[slot.value.index] : nil
        let transform = field.flatMap { nodes.options.transforms[ObjectIdentifier(nodes.core(of: $0.type))] }
        guard intercept != nil || transform != nil else { return slot }
        let hook = MemberHook(property: field?.name, intercept: intercept, transform: transform)
        nodes.memberHooks.append(hook)
        var value = nodes.node(for: RawValue.self).value
        value.scalar = nil
        unsafe value.hook = .passUnretained(hook)
        let state = hookState ?? newState()
        hookState = state
        return nodes.keep(
            Slot(
                offset: 0, index: state, weight: 0, state: DraftState.present, null: .hooked,
                value: nodes.keep(value), again: slot))
    }

    /// Stands for the slot of a key that means nothing.
    private mutating func noSlot() -> Pinned<Slot> {
        nodes.keep(
            Slot(
                offset: 0, index: newState(), weight: 0, state: DraftState.missing, null: .absent,
                value: nodes.node(for: SkippedValue.self)))
    }

    private mutating func newState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    /// The node of a value that is only gone through. Its type has no size and nothing to end.
    private mutating func pathNode(_ tree: PathTree) -> Pinned<ValueNode> {
        let steps = tree.indexed.map {
            PathNode.Step(index: $0.index, slot: hooked(slot(through: $0.tree, under: nil)))
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
        let keys = tree.keyed.map {
            KeyTable.Definition($0.key, slot: hooked(slot(through: $0.tree, under: $0.key)))
        }
        let node = unsafe Pinned(
            repeating: ObjectNode(
                plan: nil, layout: plan.layout, slots: fields, requiredCount: 0, stateWords: 0,
                keys: KeyTable(exact: keys, flexible: [], rest: nil), extras: nil, hooks: nil, hookState: nil,
                isPlain: true),
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
