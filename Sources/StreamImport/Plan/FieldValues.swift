/// The values of an instance's fields, in memory laid out as for a draft.
@safe
final class FieldValues {
    let memory: DraftMemory
    private let plan: ObjectPlan

    /// Memory that has no values yet.
    init(_ plan: ObjectPlan) {
        self.plan = plan
        let (stateOffset, count) = (plan.layout.alignedStateOffset, plan.layout.fieldCount)
        // SAFETY: freed in `deinit`; the states lie behind the values.
        let start = UnsafeMutableRawPointer.allocate(
            byteCount: stateOffset + max(count, 1), alignment: ValueMemory.alignment)
        let states = unsafe (start + stateOffset).bindMemory(to: UInt8.self, capacity: max(count, 1))
        unsafe states.initialize(repeating: DraftState.missing, count: max(count, 1))
        unsafe memory = DraftMemory(values: start, states: states, plan: plan.layout.plan)
    }

    deinit {
        clear()
        // SAFETY: allocated in `init`; the values are gone.
        unsafe memory.values.deallocate()
    }

    /// Copies the values of an instance.
    ///
    /// - Parameters:
    ///   - instance: the place of an instance of the plan's model.
    ///   - index: the index of the only field that is asked for; all are, if `nil`.
    func copy(_ instance: UnsafeRawPointer, _ instances: InstancePlan, only index: Int? = nil) {
        var values = ModelValues(memory, only: index)
        unsafe instances.copy(instance, &values)
    }

    /// Has an update with these values replace the members that mean no other field, instead of adding to them.
    func replaceExtras() {
        for (index, field) in plan.fields.enumerated() where field.absence == .rest {
            // SAFETY: there is a state for each field.
            unsafe memory.states[index] |= DraftState.whole
        }
    }

    func state(of index: Int) -> UInt8 {
        // SAFETY: the index is that of a field of the plan.
        unsafe memory.states[index]
    }

    /// The place of a field's value; `nil` if it has none.
    func place(of index: Int) -> UnsafeMutableRawPointer? {
        guard state(of: index) & DraftState.kind == DraftState.present else { return nil }
        return unsafe memory.values + plan.fields[index].offset
    }

    /// The place of a field's value, which belongs to the caller now; `nil` if it has none.
    func take(_ index: Int) -> UnsafeMutableRawPointer? {
        let place = unsafe place(of: index)
        // SAFETY: as above.
        unsafe memory.states[index] = DraftState.missing
        return unsafe place
    }

    /// Ends the life of a field's value.
    func forget(_ index: Int) {
        if let value = unsafe take(index) { unsafe plan.fields[index].type.deinitialize(value, count: 1) }
    }

    /// Ends the life of all values.
    func clear() {
        for index in plan.fields.indices { forget(index) }
    }
}
