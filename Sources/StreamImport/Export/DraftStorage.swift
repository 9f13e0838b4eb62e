/// Memory for the values of one instance, laid out as its plan says.
@safe
final class DraftStorage {
    let memory: DraftMemory
    private let start: UnsafeMutableRawPointer

    init(_ layout: DraftLayout) {
        let stateOffset = layout.alignedStateOffset
        // SAFETY: freed in `deinit`; the states lie behind the values.
        unsafe start = .allocate(
            byteCount: stateOffset + max(layout.fieldCount, 1), alignment: FrameMemory.alignment)
        let states = unsafe (start + stateOffset).bindMemory(to: UInt8.self, capacity: layout.fieldCount)
        unsafe states.initialize(repeating: DraftState.missing, count: layout.fieldCount)
        unsafe memory = DraftMemory(values: start, states: states, plan: layout.plan)
    }

    deinit {
        // SAFETY: whoever used the draft has cleared it.
        unsafe start.deallocate()
    }

    func state(of index: Int) -> UInt8 {
        // SAFETY: the index is that of a field of the plan.
        unsafe memory.states[index]
    }

    /// Where the value of a field is, if its state says that there is one.
    func place(of field: FieldDescription) -> UnsafeRawPointer {
        unsafe UnsafeRawPointer(start + field.offset)
    }

    /// The members that mean no other field.
    func value(of field: FieldDescription) -> [String: JSONValue] {
        // SAFETY: a field for the rest is of this type, and always has a value.
        unsafe place(of: field).assumingMemoryBound(to: [String: JSONValue].self).pointee
    }

    /// Ends the life of all values.
    func clear(_ fields: [FieldDescription]) {
        for (index, field) in fields.enumerated() {
            // SAFETY: the state says whether there is a value, and is changed with it.
            if state(of: index) == DraftState.present {
                unsafe field.type._destroy(start + field.offset, count: 1)
            }
            unsafe memory.states[index] = DraftState.missing
        }
    }
}
