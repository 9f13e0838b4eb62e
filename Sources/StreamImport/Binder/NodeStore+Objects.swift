/// How plans of models are compiled.
extension NodeStore {
    func objectNode(for plan: ObjectPlan) -> Pinned<ObjectNode> {
        if let object = objects.first(where: { $0.plan?.model == plan.model }) { return object.node }
        let node = Pinned<ObjectNode>(capacity: 1)
        let slots = Pinned<Slot>(capacity: plan.fields.count)
        // Known before its fields are compiled, whose types may contain this one.
        objects.append((node, plan))
        fault = fault ?? options.fault(for: plan)
        for (index, field) in plan.fields.enumerated() {
            (slots + index).initialize(to: slot(for: field, index))
        }
        var compiler = KeyCompiler(nodes: self, layout: plan.layout, fields: slots)
        let extras = compiler.extras(plan)
        let keys = compiler.keys(KeyRules(plan, options), extras)
        unsafe node.initialize(
            to: ObjectNode(
                plan: .passUnretained(plan), layout: plan.layout, slots: slots,
                requiredCount: plan.fields.count { $0.isRequired }, stateWords: compiler.stateWords,
                keys: keys, extras: extras))
        return node
    }

    private func slot(for field: FieldDescription, _ index: Int) -> Slot {
        var value = node(for: field.type, dates: field.dates)
        if field.isLenient {
            var lenient = value.value
            lenient.isLenient = true
            value = keep(lenient)
        }
        return Slot(
            offset: field.offset, index: index, weight: field.isRequired ? 1 : 0,
            state: DraftState.present(rank: field.nameRank), null: null(field, value), value: value)
    }

    private func null(_ field: FieldDescription, _ value: Pinned<ValueNode>) -> Slot.NullMeaning {
        let isValue = value.value.null != nil || value.value.wrapped != nil
        switch field.absence {
        case .optional: return .absent
        case .required, .rest: return isValue ? .value : .absent
        case .defaulted: return isValue ? .value : options.nulls == .reject ? .refused : .absent
        }
    }
}
