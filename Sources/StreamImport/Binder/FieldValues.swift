/// The values of an instance's fields, in memory laid out as for a draft.
@safe
final class FieldValues {
    let memory: DraftMemory
    private let plan: ObjectPlan

    /// - Parameters:
    ///   - instance: the place of an instance of the plan's model.
    ///   - index: the index of the only field that is asked for; all are, if `nil`.
    /// - Returns: `nil` if the plan does not say how values are copied.
    init?(of instance: UnsafeRawPointer, _ plan: ObjectPlan, only index: Int? = nil) {
        guard let instances = plan.instances else { return nil }
        self.plan = plan
        let (stateOffset, count) = (plan.layout.alignedStateOffset, plan.layout.fieldCount)
        // SAFETY: freed in `deinit`; the states are at the end of the memory.
        let start = UnsafeMutableRawPointer.allocate(
            byteCount: stateOffset + count + 1, alignment: FrameMemory.alignment)
        let states = unsafe (start + stateOffset).bindMemory(to: UInt8.self, capacity: count + 1)
        unsafe states.initialize(repeating: DraftState.missing, count: count + 1)
        unsafe memory = DraftMemory(values: start, states: states, plan: plan.layout.plan)
        var values = ModelValues(memory, only: index)
        unsafe instances.copy(instance, &values)
    }

    deinit {
        for index in plan.fields.indices { forget(index) }
        unsafe memory.values.deallocate()
    }

    /// Ends the life of a field's value.
    func forget(_ index: Int) {
        if let value = unsafe take(index) { unsafe plan.fields[index].type._destroy(value, count: 1) }
        unsafe memory.states[index] = DraftState.missing
    }

    /// The place of a field's value, which belongs to the caller now; `nil` if it has none.
    func take(_ index: Int) -> UnsafeMutableRawPointer? {
        // SAFETY: the state says whether there is a value, and is changed with it.
        guard unsafe memory.states[index] & DraftState.present != 0 else { return nil }
        unsafe memory.states[index] = DraftState.missing
        return unsafe memory.values + plan.fields[index].offset
    }
}
