/// A draft in memory of its own: the values that an instance has.
final class OwnedDraft {
    private let plan: ObjectPlan
    private var memory = ValueMemory()
    let draft: Draft

    /// A draft without values.
    init(_ plan: ObjectPlan) {
        self.plan = plan
        draft = Draft(plan.layout, in: &memory)
    }

    deinit {
        clear()
        memory.free()
    }

    /// Copies the values of an instance.
    ///
    /// - Parameters:
    ///   - instance: the address of an instance of the plan's model.
    ///   - index: the index of the only field that is asked for; all are, if `nil`.
    func decompose(_ instance: UnsafeRawPointer, _ instances: InstancePlan, only index: Int? = nil) {
        var values = FieldWriter(draft, only: index)
        // SAFETY: the caller has the address of an instance of the plan's model.
        unsafe instances.decompose(instance, &values)
    }

    /// Has an update with these values replace the members that mean no other field, instead of adding to them.
    func replaceExtras() {
        for (index, field) in plan.fields.enumerated() where field.role == .extras {
            draft[state: index] |= DraftState.replacesExtras
        }
    }

    func state(of index: Int) -> UInt8 { draft[state: index] }

    /// The address of a field's value; `nil` if it has none.
    func address(of index: Int) -> UnsafeMutableRawPointer? {
        guard state(of: index) & DraftState.kindMask == DraftState.present else { return nil }
        // SAFETY: the state says that there is a value.
        return unsafe draft.address(plan.fields[index].offset)
    }

    /// The address of a field's value, which belongs to the caller from now on; `nil` if it has none.
    func take(_ index: Int) -> UnsafeMutableRawPointer? {
        // SAFETY: the state says whether there is a value, and is changed with it.
        let address = unsafe address(of: index)
        draft[state: index] = DraftState.missing
        return unsafe address
    }

    /// Deinitializes a field's value.
    func deinitializeValue(_ index: Int) {
        // SAFETY: the value is of the field's type, and was taken.
        if let value = unsafe take(index) { unsafe plan.fields[index].type.deinitialize(value, count: 1) }
    }

    /// Deinitializes all values.
    func clear() {
        for index in plan.fields.indices { deinitializeValue(index) }
    }
}
