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
            slots.pinned(index).initialize(to: slot(for: field, index))
        }
        let hooks = hooks(of: plan)
        var compiler = KeyCompiler(
            compiled: self, plan: plan, fields: slots, intercept: hooks?.intercept)
        let extras = compiler.extras(plan)
        let keys = compiler.keys(KeyRules(plan, options, alsoIgnoring: ignored), extras)
        if let hooks, hooks.intercept != nil { hooks.properties = compiler.properties() }
        // SAFETY: the compiled plan keeps the object plan and the hooks alive as long as the node.
        unsafe node.initialize(
            to: ObjectNode(
                number: number, plan: .passUnretained(plan), layout: compiler.layout, slots: slots,
                requiredCount: plan.fields.count { $0.isRequired },
                keys: keys, extras: extras, hooks: hooks.map { unsafe .passUnretained($0) },
                hookState: compiler.hookState,
                isPlain: extras == nil && hooks == nil && compiler.hookState == nil
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

    private func slot(for field: FieldDescription, _ index: Int) -> Slot {
        Slot(
            offset: field.offset, index: index, requiredCount: field.isRequired ? 1 : 0,
            state: DraftState.present(rank: field.nameRank), null: nullMeaning(of: field),
            isLenient: field.isLenient, value: node(for: field.type, dates: field.dates))
    }

    private func nullMeaning(of field: FieldDescription) -> Slot.NullMeaning {
        // Reads the plan of the type, because the node of a type that contains itself may not be compiled yet.
        let plan = field.type.importPlan
        switch field.role {
        case .optional: return .absent
        case .required, .extras:
            return plan.wrapped != nil ? .nilValue : plan.null != nil ? .value : .absent
        case .defaulted:
            if plan.wrapped != nil { return options.nulls == .ignore ? .absent : .nilValue }
            return plan.null != nil ? .value : options.nulls == .mismatch ? .rejected : .absent
        }
    }
}
