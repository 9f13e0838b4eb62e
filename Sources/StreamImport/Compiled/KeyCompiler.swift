/// A compiler for the keys of one model, and for the paths to the fields of the model.
struct KeyCompiler {
    let compiled: CompiledPlan
    let plan: ObjectPlan
    /// The slot of each field.
    let fields: PinnedArray<Slot>
    /// The hook that decides about each member of the object, if the model has one.
    let intercept: MemberHook.Intercept?
    /// The layout of a draft's memory, with the states that the compiler adds for slots that are not fields.
    private(set) var layout: DraftLayout
    /// The index of the first of the states that record ranks, eight for each field; `nil` unless duplicate keys are
    /// errors.
    private let seenRanksIndex: Int?
    /// The index of the state that all members with a hook share; `nil` if no member has a hook.
    private(set) var hookStateIndex: Int?
    /// The rank of each field's key of highest precedence.
    private var bestRanks: [Int] = []

    init(
        compiled: CompiledPlan, plan: ObjectPlan, fields: PinnedArray<Slot>,
        intercept: MemberHook.Intercept?
    ) {
        self.compiled = compiled
        self.plan = plan
        self.fields = fields
        self.intercept = intercept
        layout = plan.layout
        seenRanksIndex =
            compiled.options.duplicateKeys == .rejectRecord ? layout.addStateWords(plan.fields.count) : nil
    }

    mutating func extras() -> ObjectNode.Extras? {
        guard let index = plan.fields.firstIndex(where: { $0.role == .extras }),
            let (collector, value) = fields[index].value.value.dictionary
        else { return nil }
        let member = compiled.keep(Slot(index: layout.addState(), null: .value, value: value))
        return (fields.pinned(index), member, collector)
    }

    /// Returns the slot of the array whose elements are the fields; `nil` if they are members of an object.
    mutating func elements() -> Pinned<Slot>? {
        guard plan.isArray else { return nil }
        let elements = fields.indices.map { (index: $0, slot: hooked(fields.pinned($0))) }
        let node = pathNode((nil, compiled.keep(all: elements)))
        return compiled.keep(Slot(index: layout.addState(), null: .absent, value: node))
    }

    mutating func keys(_ rules: KeyRules, _ extras: ObjectNode.Extras?) -> Pinned<KeyDefinitions> {
        // A hook may set any property, with the highest precedence.
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
        return Pinned(
            KeyDefinitions(
                exact: exact, flexible: flexible, unknownKeySlot: unknownKeySlot))
    }

    private mutating func definitions(
        _ rules: KeyRules
    ) -> (exact: [KeyDefinitions.Definition], flexible: [KeyDefinitions.Definition]) {
        var exact: [KeyDefinitions.Definition] = []
        // If a path begins with the key of a field, the value is read for the field and for the path. If the path leads
        // to the same field, and the key is only the property's name, the value is read for one of them.
        for (key, tree) in rules.paths.keyed {
            if let rule = rules.rule(for: key), let slot = slot(of: rule) {
                let leadsToSameField = rule.isInferred && tree.ends.contains { $0.index == rule.field }
                let slot =
                    leadsToSameField ? pathElseValueSlot(tree, slot) : valueThenPathsSlot(tree, slot)
                exact.append((key, slot))
            } else {
                exact.append((key, slot(through: tree, under: key)))
            }
        }
        exact += rules.exact.map { ($0.key, slot(of: $0)) }
        return (exact, rules.flexible.map { ($0.key, slot(of: $0)) })
    }

    private func slot(of rule: KeyRules.Rule) -> Pinned<Slot>? {
        rule.field.map { slot(of: $0, rank: rule.rank, under: rule.key) }
    }

    private func slot(of field: Int, rank: Int, under key: String?) -> Pinned<Slot> {
        var slot = fields[field]
        slot.state = DraftState.present(rank: rank)
        slot.hasHigherKeys = rank > bestRanks[field]
        slot.seenRanksIndex = seenRanksIndex.map { $0 + field * 8 }
        slot.value = key.flatMap { compiled.dynamicNode(forKey: $0, replacing: slot.value) } ?? slot.value
        return compiled.keep(slot)
    }

    /// Returns a slot for a value that is read for its field, and then for the paths that lead into the value.
    private mutating func valueThenPathsSlot(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        var slot = slot.value
        slot.value = compiled.keep(slot.value.value.with(.valueThenPaths(slot.value)))
        slot.nextSlot = pathSlot(tree, isBound: true)
        return compiled.keep(slot)
    }

    /// Returns a slot for a value that either is stored in its field or contains the value of that field. If a path can
    /// continue in the value, only the path is followed; otherwise the value is stored. An example is `license`, if
    /// `license.name` maps to the same field.
    private mutating func pathElseValueSlot(_ tree: PathTree, _ slot: Pinned<Slot>) -> Pinned<Slot> {
        var slot = slot.value
        slot.value = compiled.keep(slot.value.value.with(.pathElseValue(pathSlot(tree), else: slot.value)))
        return compiled.keep(slot)
    }

    /// Returns a slot for a value that paths lead to or through.
    ///
    /// - Parameter isBound: whether the enclosing value is itself read for a field.
    private mutating func slot(
        through tree: PathTree, under key: String?, isBound: Bool = false
    ) -> Pinned<Slot> {
        guard let (field, rank) = tree.field else { return pathSlot(tree, isBound: isBound) }
        let slot = slot(of: field, rank: rank, under: key)
        return tree.branches.isEmpty ? slot : valueThenPathsSlot(tree, slot)
    }

    private mutating func pathSlot(_ tree: PathTree, isBound: Bool = false) -> Pinned<Slot> {
        let index = layout.addState()
        return compiled.keep(Slot(index: index, null: .absent, value: pathNode(tree, isBound: isBound)))
    }

    // MARK: - Hooks

    /// Returns a slot whose hook decides about a value before the value is stored in `slot`; `slot` itself if no hook
    /// decides about its values.
    private mutating func hooked(
        _ slot: Pinned<Slot>, _ intercept: MemberHook.Intercept? = nil
    ) -> Pinned<Slot> {
        let field = slot.value.index < plan.fields.count ? plan.fields[slot.value.index] : nil
        let transform = field.flatMap(transform)
        guard intercept != nil || transform != nil else { return slot }
        let hook = MemberHook(property: field?.name, intercept: intercept, transform: transform)
        compiled.memberHooks.append(hook)
        let untyped = compiled.node(for: UntypedValue.self)
        let state = hookStateIndex ?? layout.addState()
        hookStateIndex = state
        return compiled.keep(
            Slot(
                index: state, null: .hooked,
                value: compiled.keep(untyped.value.with(hook, untyped)), nextSlot: slot))
    }

    /// Returns the properties that ``intercept`` may set, by name.
    func properties() -> ModelHooks.Properties {
        var properties: ModelHooks.Properties = [:]
        for (index, field) in plan.fields.enumerated() where field.mayHaveKeys {
            properties[field.name] = (slot(of: index, rank: 0, under: nil), transform(of: field))
        }
        return properties
    }

    private func transform(of field: FieldDescription) -> MemberHook.Transform? {
        compiled.options.transforms[ObjectIdentifier(compiled.unwrappedType(of: field.type))]
    }

    /// Returns a slot for unknown keys, whose values are skipped.
    private mutating func skippedSlot() -> Pinned<Slot> {
        compiled.keep(
            Slot(
                index: layout.addState(), state: DraftState.missing, null: .absent,
                value: compiled.node(for: SkippedValue.self)))
    }

    private mutating func pathNode(_ tree: PathTree, isBound: Bool) -> Pinned<ValueNode> {
        let elements = tree.indexed.map {
            (index: $0.index, slot: hooked(slot(through: $0.tree, under: nil, isBound: isBound)))
        }
        return pathNode(
            (tree.keyed.isEmpty ? nil : objectNode(tree, isBound: isBound), compiled.keep(all: elements)))
    }

    /// Returns the node of a value that paths lead through and that is not stored. The node's type, ``SkippedValue``,
    /// has no size and needs no deinitialization.
    private func pathNode(_ path: PathNode) -> Pinned<ValueNode> {
        let skipped = compiled.node(for: SkippedValue.self)
        return compiled.keep(skipped.value.with(.path(compiled.keep(path))))
    }

    private mutating func objectNode(_ tree: PathTree, isBound: Bool) -> Pinned<ObjectNode> {
        var keys: [KeyDefinitions.Definition] = tree.keyed.map { key, tree in
            (key, hooked(slot(through: tree, under: key, isBound: isBound)))
        }
        keys += tree.ignoredKeys.map { ($0, nil) }
        let node = Pinned<ObjectNode>()
        // A key that is on no path is not reported as unknown if the object is also read for a field, or if the model
        // has extras.
        let hasExtras = plan.fields.contains { $0.role == .extras }
        let definitions = KeyDefinitions(
            exact: keys, flexible: [], unknownKeySlot: nil, ignoresUnknownKeys: isBound || hasExtras)
        node.initialize(
            to: ObjectNode(
                number: compiled.keep(node), layout: plan.layout, slots: fields, keys: Pinned(definitions)))
        return node
    }
}

/// The slots that the keys of one type map to: the part of a ``KeyTable`` that imports share.
struct KeyDefinitions {
    /// A key and the slot that it maps to; `nil` if the key is ignored.
    typealias Definition = (key: String, slot: Pinned<Slot>?)

    /// The keys that are compared exactly, and their slots.
    private(set) var exact: KeyIndex
    let exactSlots: PinnedArray<Pinned<Slot>?>
    /// The keys that are compared flexibly, and their definitions.
    private let names: FlexibleNames
    let flexible: [Definition]
    /// The slot of keys without a definition, if they have one.
    private let unknownKeySlot: Pinned<Slot>?
    private let ignoresUnknownKeys: Bool

    /// - Parameters:
    ///   - exact: the definitions of keys that are compared exactly. If two have the same key, the first counts.
    ///   - flexible: the definitions of keys that are compared flexibly.
    ///   - unknownKeySlot: the slot of keys without a definition, if they have one.
    ///   - ignoresUnknownKeys: whether keys without a definition are ignored on purpose.
    init(
        exact definitions: [Definition], flexible: [Definition], unknownKeySlot: Pinned<Slot>?,
        ignoresUnknownKeys: Bool = false
    ) {
        self.unknownKeySlot = unknownKeySlot
        self.ignoresUnknownKeys = ignoresUnknownKeys
        self.flexible = flexible
        names = FlexibleNames(flexible.map(\.key))
        exact = KeyIndex(capacity: definitions.count)
        exactSlots = PinnedArray(repeating: nil, count: definitions.count)
        for definition in definitions {
            let key = KeyText(copying: definition.key)
            if exact.find(key) == nil { exactSlots[exact.insert(key)] = definition.slot }
            key.free()
        }
    }

    func free() {
        exactSlots.free()
        exact.free()
        names.free()
    }

    /// Returns the index of the flexible definition that a key matches; the count of flexible definitions if the key
    /// matches none.
    func flexibleIndex(of key: KeyText) -> Int { names.find(key) ?? flexible.count }

    /// Returns whether keys are ignored on purpose if they have no slot.
    ///
    /// - Parameter index: the result of ``flexibleIndex(of:)`` for the keys.
    func isIgnored(flexible index: Int) -> Bool { index < flexible.count || ignoresUnknownKeys }

    /// Returns the slot of keys that no exact definition has.
    ///
    /// - Parameter index: the result of ``flexibleIndex(of:)`` for the keys.
    func slot(ofFlexible index: Int) -> Pinned<Slot>? {
        index < flexible.count ? flexible[index].slot : unknownKeySlot
    }
}

/// A tree of the paths from an object of a model to the values of the model's fields.
struct PathTree {
    /// The field that the path to this node leads to, if a path ends here.
    private(set) var field: (index: Int, rank: Int)?
    private(set) var branches: [(component: JSONPath.Component, tree: PathTree)] = []
    /// The keys whose values are skipped if the value at this node is an object.
    private(set) var ignoredKeys: [String] = []

    /// Adds a path. If two paths are equal, the first one counts.
    mutating func insert(_ path: some Collection<JSONPath.Component>, field index: Int, rank: Int) {
        guard let component = path.first else {
            field = field ?? (index, rank)
            return
        }
        let position = branches.firstIndex { $0.component == component } ?? branches.count
        if position == branches.count { branches.append((component, PathTree())) }
        branches[position].tree.insert(path.dropFirst(), field: index, rank: rank)
    }

    /// Ignores the last key of a path if other paths lead through the object that contains the key, but not through the
    /// key.
    mutating func ignore(_ path: some Collection<JSONPath.Component>) {
        guard let component = path.first else { return }
        let positions = branches.indices.filter { position in
            let branchComponent = branches[position].component
            return branchComponent == component
                || branchComponent.index != nil && branchComponent.index == component.index
        }
        for position in positions { branches[position].tree.ignore(path.dropFirst()) }
        if positions.isEmpty, path.count == 1, let key = component.key { ignoredKeys.append(key) }
    }

    /// The branches for the members of an object.
    var keyed: [(key: String, tree: PathTree)] {
        branches.compactMap { branch in
            branch.component.key.map { ($0, branch.tree) }
        }
    }

    /// The branches for the elements of an array, in the order of their indices. Keys that spell an index are included,
    /// because a JSON Pointer spells an index like a key.
    var indexed: [(index: Int, tree: PathTree)] {
        var trees: [Int: PathTree] = [:]
        for branch in branches {
            if let index = branch.component.index { trees[index, default: PathTree()].merge(branch.tree) }
        }
        return trees.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The fields at the ends of all paths.
    var ends: [(index: Int, rank: Int)] {
        (field.map { [$0] } ?? []) + branches.flatMap { $0.tree.ends }
    }

    /// Returns whether a path leads to a field, but not through the value of a field.
    func leads(along path: some Collection<JSONPath.Component>, to index: Int) -> Bool {
        guard let component = path.first else { return field?.index == index }
        guard field == nil, let branch = branches.first(where: { $0.component == component }) else {
            return false
        }
        return branch.tree.leads(along: path.dropFirst(), to: index)
    }

    private mutating func merge(_ other: PathTree) {
        field = field ?? other.field
        ignoredKeys += other.ignoredKeys
        for (component, tree) in other.branches {
            let position = branches.firstIndex { $0.component == component } ?? branches.count
            if position == branches.count { branches.append((component, PathTree())) }
            branches[position].tree.merge(tree)
        }
    }
}
