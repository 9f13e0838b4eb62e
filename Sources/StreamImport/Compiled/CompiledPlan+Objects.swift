/// The compilation of the plans of models.
extension CompiledPlan {
    func objectNode(for plan: ObjectPlan) -> Pinned<ObjectNode> {
        if let node = objectNodes[ObjectIdentifier(plan.model)] { return node }
        let node = Pinned<ObjectNode>()
        // Stored before the fields are compiled, because their types may contain the model.
        objectNodes[ObjectIdentifier(plan.model)] = node
        compile(plan, into: node)
        return node
    }

    /// Compiles a plan into a node that is not initialized.
    ///
    /// - Parameter ignored: keys that are skipped, unless the plan has a field for them.
    func compile(_ plan: ObjectPlan, ignoring ignored: [String] = [], into node: Pinned<ObjectNode>) {
        let slots = PinnedArray<Slot>(count: plan.fields.count)
        let number = keep(node, plan)
        addError(plan.error ?? options.mappingError(of: plan))
        for (index, field) in plan.fields.enumerated() {
            slots.pinned(index).initialize(to: slot(for: field, index, of: plan, ignoring: ignored))
        }
        let hooks = hooks(of: plan)
        var compiler = KeyCompiler(
            compiled: self, plan: plan, fields: slots, intercept: hooks?.intercept)
        let extras = compiler.extras(plan)
        let wholeObject = plan.fields.firstIndex { $0.role == .wholeObject }.map(slots.pinned)
        let keys = compiler.keys(KeyRules(plan, options, alsoIgnoring: ignored), extras)
        if let hooks, hooks.intercept != nil { hooks.properties = compiler.properties() }
        // SAFETY: the compiled plan keeps the object plan and the hooks alive as long as the node.
        unsafe node.initialize(
            to: ObjectNode(
                number: number, plan: .passUnretained(plan), layout: compiler.layout, slots: slots,
                requiredCount: plan.fields.count { $0.isRequired },
                keys: keys, extras: extras, wholeObject: wholeObject,
                hooks: hooks.map { unsafe .passUnretained($0) },
                hookState: compiler.hookState,
                isPlain: extras == nil && wholeObject == nil && hooks == nil && compiler.hookState == nil
                    && options.nestedObjects == .replace && !updatesInstance))
    }

    private func hooks(of plan: ObjectPlan) -> ModelHooks? {
        guard let type = plan.model as? any Importable.Type, let hooks = ModelHooks(of: type, plan, options)
        else {
            return nil
        }
        modelHooks.append(hooks)
        if hooks.existing != nil, plan.instances == nil {
            addError(.planWithoutInstances(type: "\(plan.model)"))
        }
        return hooks
    }

    private func slot(
        for field: FieldDescription, _ index: Int, of plan: ObjectPlan, ignoring ignored: [String]
    ) -> Slot {
        let value =
            field.role == .wholeObject
            ? wholeObjectNode(field, in: plan, ignoring: ignored)
            : node(for: field.type, dates: field.dates)
        return Slot(
            offset: field.offset, index: index, requiredCount: field.isRequired ? 1 : 0,
            state: DraftState.present(rank: field.nameRank), null: nullMeaning(of: field),
            isLenient: field.isLenient, value: value)
    }

    /// Returns the node of a value that is made from the whole object. The members of the object that belong to other
    /// fields are ignored.
    private func wholeObjectNode(
        _ field: FieldDescription, in plan: ObjectPlan, ignoring ignored: [String]
    ) -> Pinned<ValueNode> {
        let keys = plan.fields.flatMap { field in
            options.mappedKeys(to: field.name, of: plan) + field.keys
                + (field.isKeyedByName ? [field.nameKey] : [])
        }
        let node = keep(emptyNode(of: field.type, dates: nil))
        let names = keys.map { JSONPath.ofKey($0)?.components.onlyKey ?? $0 }
        compileOnce(field.type, dates: nil, ignoring: ignored + names, into: node, name: field.name)
        return node
    }

    private func nullMeaning(of field: FieldDescription) -> Slot.NullMeaning {
        // Reads the plan of the type, because the node of a type that contains itself may not be compiled yet.
        let plan = field.type.importPlan
        switch field.role {
        case .optional: return .absent
        case .required, .extras, .wholeObject:
            return plan.wrapped != nil ? .nilValue : plan.null != nil ? .value : .absent
        case .defaulted:
            if plan.wrapped != nil { return options.nulls == .ignore ? .absent : .nilValue }
            return plan.null != nil ? .value : options.nulls == .mismatch ? .rejected : .absent
        }
    }
}
