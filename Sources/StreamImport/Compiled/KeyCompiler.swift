/// Compiles the keys of one model, and the paths that lead from it to its fields.
struct KeyCompiler {
    let compiled: CompiledPlan
    let plan: ObjectPlan
    /// The slot of each field.
    let fields: PinnedArray<Slot>
    /// What decides about each member of the object.
    let intercept: ((ImportedMember) throws -> MemberDecision)?
    /// How the memory of a draft is divided: a state for each field, and for what is not a field.
    private(set) var layout: DraftLayout
    /// The first of the states for the ranks that were met, eight for each field, if there are any.
    private let rankStates: Int?
    /// The state of what a hook decides about, if there is any.
    private(set) var hookState: Int?
    /// The rank of the most binding key of each field.
    private var bestRanks: [Int] = []

    init(
        compiled: CompiledPlan, plan: ObjectPlan, fields: PinnedArray<Slot>,
        intercept: ((ImportedMember) throws -> MemberDecision)?
    ) {
        self.compiled = compiled
        self.plan = plan
        self.fields = fields
        self.intercept = intercept
        layout = plan.layout
        rankStates =
            compiled.options.duplicateKeys == .rejectRecord ? layout.addStateWords(plan.fields.count) : nil
    }

    mutating func extras(_ plan: ObjectPlan) -> ObjectNode.Extras? {
        guard let index = plan.fields.firstIndex(where: { $0.role == .extras }),
            let (collector, value) = fields[index].value.value.dictionary
        else { return nil }
        let member = compiled.keep(
            Slot(
                offset: 0, index: layout.addState(), requiredCount: 0, state: DraftState.present,
                null: .value,
                value: value
            ))
        return ObjectNode.Extras(field: fields.pinned(index), member: member, collector: collector)
    }

    mutating func keys(_ rules: KeyRules, _ extras: ObjectNode.Extras?) -> Pinned<KeyDefinitions> {
        // A hook may set any property, which binds most.
        bestRanks =
            intercept == nil
            ? rules.bestRanks(count: plan.fields.count) : plan.fields.map { _ in 0 }
        var (exact, flexible) = definitions(rules)
        for index in exact.indices { exact[index].slot = exact[index].slot.map { hooked($0, intercept) } }
        for index in flexible.indices {
            flexible[index].slot = flexible[index].slot.map { hooked($0, intercept) }
        }
        var unknownKeySlot = extras?.member
        if intercept != nil { unknownKeySlot = hooked(unknownKeySlot ?? skippedSlot(), intercept) }
        return Pinned(KeyDefinitions(exact: exact, flexible: flexible, unknownKeySlot: unknownKeySlot))
    }

    private mutating func definitions(
        _ rules: KeyRules
    ) -> (exact: [KeyDefinitions.Definition], flexible: [KeyDefinitions.Definition]) {
        var exact: [KeyDefinitions.Definition] = []
        // Where a path begins with the key of a field, both are served.
        for (key, tree) in rules.paths.keyed {
            if let rule = rules.rule(for: key), let slot = slot(of: rule) {
                let leadsToSameField = rule.isInferred && tree.ends.contains { $0.index == rule.field }
                exact.append(
                    .init(
                        key: key,
                        slot: leadsToSameField ? pathOrValueSlot(tree, slot) : valueAndPathSlot(tree, slot)))
            } else {
                exact.append(.init(key: key, slot: slot(through: tree, under: key)))
            }
        }
        exact += rules.exact.map { .init(key: $0.key, slot: slot(of: $0)) }
        return (exact, rules.flexible.map { .init(key: $0.key, slot: slot(of: $0)) })
    }

    private func slot(of rule: KeyRules.Rule) -> Pinned<Slot>? {
        rule.field.map { slot(of: $0, rank: rule.rank, under: rule.key) }
    }

    private func slot(of field: Int, rank: Int, under key: String?) -> Pinned<Slot> {
        let slot = fields[field]
        let value = key.flatMap { compiled.modelNode(under: $0, insteadOf: slot.value) }
        return compiled.keep(
            slot.with(
                state: DraftState.present(rank: rank), mayBeOutranked: rank > bestRanks[field],
                rankStates: rankStates.map { $0 + field * 8 }, value: value))
    }

    /// A slot for a value that becomes something by itself and is then read for what paths lead to in it.
    private mutating func valueAndPathSlot(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        let value = slot.value.value.value.with(.valueAndPath(slot.value.value))
        let path = pathSlot(tree, isBound: true)
        return compiled.keep(slot.value.with(value: compiled.keep(value), secondary: path))
    }

    /// A slot for a value that is gone through if it is an array or object in which the path of the field can lead
    /// on, and is the field's own if not: `license`, where `license.name` means the same field.
    private mutating func pathOrValueSlot(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        let value = slot.value.value.value.with(.pathOrValue(pathSlot(tree), else: slot.value.value))
        return compiled.keep(slot.value.with(value: compiled.keep(value)))
    }

    /// A slot for a value that paths lead to or through.
    ///
    /// - Parameter isBound: whether the value around it becomes something by itself.
    private mutating func slot(
        through tree: PathTree, under key: String?, isBound: Bool = false
    ) -> Pinned<Slot> {
        guard let (field, rank) = tree.field else { return pathSlot(tree, isBound: isBound) }
        let slot = slot(of: field, rank: rank, under: key)
        return tree.branches.isEmpty ? slot : valueAndPathSlot(tree, slot)
    }

    private mutating func pathSlot(_ tree: PathTree, isBound: Bool = false) -> Pinned<Slot> {
        compiled.keep(
            Slot(
                offset: 0, index: layout.addState(), requiredCount: 0, state: DraftState.present,
                null: .absent,
                value: pathNode(tree, isBound: isBound)))
    }

    // MARK: - Hooks

    /// A slot for a value that hooks decide about before it goes into another slot; that other slot, if there are
    /// no hooks for it.
    private mutating func hooked(
        _ slot: Pinned<Slot>, _ intercept: ((ImportedMember) throws -> MemberDecision)? = nil
    ) -> Pinned<Slot> {
        let field = slot.value.index < plan.fields.count ? plan.fields[slot.value.index] : nil
        let transform = field.flatMap(transform)
        guard intercept != nil || transform != nil else { return slot }
        let hook = MemberHook(property: field?.name, intercept: intercept, transform: transform)
        compiled.memberHooks.append(hook)
        let untyped = compiled.node(for: UntypedValue.self)
        // SAFETY: the compiled plan keeps the hook.
        var value = unsafe untyped.value.with(.hook(.passUnretained(hook), untyped))
        value.scalar = nil
        let state = hookState ?? layout.addState()
        hookState = state
        return compiled.keep(
            Slot(
                offset: 0, index: state, requiredCount: 0, state: DraftState.present, null: .hooked,
                value: compiled.keep(value), secondary: slot))
    }

    /// What the hook may set that decides about the members.
    func properties() -> [String: ModelHooks.Property] {
        var properties: [String: ModelHooks.Property] = [:]
        for (index, field) in plan.fields.enumerated() where field.role != .extras {
            properties[field.name] = ModelHooks.Property(
                slot: slot(of: index, rank: 0, under: nil), transform: transform(of: field))
        }
        return properties
    }

    private func transform(of field: FieldDescription) -> ((Any) throws -> Any)? {
        compiled.options.transforms[ObjectIdentifier(compiled.unwrappedType(of: field.type))]
    }

    /// Stands for the slot of a key that means nothing.
    private mutating func skippedSlot() -> Pinned<Slot> {
        compiled.keep(
            Slot(
                offset: 0, index: layout.addState(), requiredCount: 0, state: DraftState.missing,
                null: .absent,
                value: compiled.node(for: SkippedValue.self)))
    }

    /// The node of a value that is only gone through. Its type has no size and nothing to end.
    private mutating func pathNode(_ tree: PathTree, isBound: Bool) -> Pinned<ValueNode> {
        let elements = tree.indexed.map {
            PathNode.Element(
                index: $0.index, slot: hooked(slot(through: $0.tree, under: nil, isBound: isBound)))
        }
        let path = PathNode(
            object: tree.keyed.isEmpty ? nil : objectNode(tree, isBound: isBound),
            elements: compiled.keep(all: elements))
        let skipped = compiled.node(for: SkippedValue.self)
        return compiled.keep(skipped.value.with(.path(compiled.keep(path))))
    }

    private mutating func objectNode(_ tree: PathTree, isBound: Bool) -> Pinned<ObjectNode> {
        var keys = tree.keyed.map { key, tree in
            KeyDefinitions.Definition(
                key: key, slot: hooked(slot(through: tree, under: key, isBound: isBound)))
        }
        keys += tree.ignoredKeys.map { KeyDefinitions.Definition(key: $0, slot: nil) }
        let node = Pinned<ObjectNode>()
        // What is read by itself, or by a model without unknown keys, has none that only paths do not know.
        let hasExtras = plan.fields.contains { $0.role == .extras }
        let definitions = KeyDefinitions(
            exact: keys, flexible: [], unknownKeySlot: nil, ignoresUnknownKeys: isBound || hasExtras)
        // SAFETY: the node refers to no plan and no hooks.
        unsafe node.initialize(
            to: ObjectNode(
                number: compiled.keep(node), plan: nil, layout: plan.layout, slots: fields, requiredCount: 0,
                keys: Pinned(definitions),
                extras: nil, hooks: nil,
                hookState: nil, isPlain: true))
        return node
    }
}

extension Slot {
    fileprivate func with(
        state: UInt8? = nil, mayBeOutranked: Bool? = nil, rankStates: Int? = nil,
        value: Pinned<ValueNode>? = nil, secondary: Pinned<Slot>? = nil
    ) -> Slot {
        Slot(
            offset: offset, index: index, requiredCount: requiredCount, state: state ?? self.state,
            mayBeOutranked: mayBeOutranked ?? self.mayBeOutranked,
            rankStates: rankStates ?? self.rankStates, null: null, isLenient: isLenient,
            value: value ?? self.value, secondary: secondary ?? self.secondary)
    }
}
