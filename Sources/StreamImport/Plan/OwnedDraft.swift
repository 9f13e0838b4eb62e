/// A draft with its own memory, for the values of an instance.
final class OwnedDraft {
    private let plan: ObjectPlan
    private var memory = ValueMemory()
    let draft: Draft

    /// Creates a draft without values.
    init(_ plan: ObjectPlan) {
        self.plan = plan
        draft = Draft(plan.layout, in: &memory)
    }

    deinit {
        clear()
        memory.free()
    }

    /// Copies the values of an instance to the draft.
    ///
    /// - Parameters:
    ///   - instance: the address of an instance of the plan's model.
    ///   - index: the index of the only field to copy; `nil` to copy all fields.
    func decompose(_ instance: UnsafeRawPointer, _ instances: InstancePlan, only index: Int? = nil) {
        var values = FieldWriter(draft, only: index)
        // SAFETY: the caller passes the address of an instance of the plan's model.
        unsafe instances.decompose(instance, &values)
    }

    /// Makes an update with these values replace all extras of the instance, instead of adding to them.
    func replaceExtras() {
        for (index, field) in plan.fields.enumerated() where field.role == .extras {
            draft[state: index] |= DraftState.replacesExtras
        }
    }

    /// Makes an export omit a field that is nil.
    func omitNil(_ index: Int) { draft[state: index] = DraftState.missing }

    func state(of index: Int) -> UInt8 { draft[state: index] }

    /// Returns the address of a field's value, or `nil` if the field has none.
    func address(of index: Int) -> UnsafeMutableRawPointer? {
        guard state(of: index) & DraftState.kindMask == DraftState.present else { return nil }
        // SAFETY: the state says that the field has a value.
        return unsafe draft.address(plan.fields[index].offset)
    }

    /// Returns the address of a field's value, or `nil` if the field has none. The caller owns the value from now on.
    func take(_ index: Int) -> UnsafeMutableRawPointer? {
        // SAFETY: the state says whether the field has a value, and is changed with it.
        let address = unsafe address(of: index)
        draft[state: index] = DraftState.missing
        return unsafe address
    }

    /// Deinitializes a field's value.
    func deinitializeValue(_ index: Int) {
        // SAFETY: the value is of the field's type, and was taken.
        if let value = unsafe take(index) { unsafe plan.fields[index].operations.deinitialize(value) }
    }

    /// Deinitializes all values.
    func clear() {
        // One reference to the array for all fields saves a retain and a release for each.
        let fields = plan.fields
        for index in 0..<fields.count {
            let state = draft[state: index]
            guard state != DraftState.missing else { continue }
            draft[state: index] = DraftState.missing
            guard state & DraftState.kindMask == DraftState.present else { continue }
            // SAFETY: the state says that the field has a value, and is changed with it.
            unsafe fields[index].operations.deinitialize(draft.address(fields[index].offset))
        }
    }
}
