/// The values of an object's fields in memory that a plan has laid out, and a state for each field.
///
/// A draft does not own its memory: a frame of the binder or an ``OwnedDraft`` does. Access is safe as long as the
/// owner keeps the memory: the draft checks that a field belongs to the plan, and the field's state says whether it
/// has a value.
@safe
@usableFromInline
struct Draft {
    @usableFromInline let values: UnsafeMutableRawPointer
    @usableFromInline let states: UnsafeMutablePointer<UInt8>
    @usableFromInline let planID: Int

    private init(values: UnsafeMutableRawPointer, states: UnsafeMutablePointer<UInt8>, planID: Int) {
        // SAFETY: the owner of the memory keeps it as long as the draft is used.
        unsafe self.values = values
        unsafe self.states = states
        self.planID = planID
    }

    // Without the inlining in this file, an import takes 0.3% more instructions (people).

    /// Creates a draft without values in memory that it reserves.
    @inline(__always)
    init(_ layout: DraftLayout, in memory: inout ValueMemory) {
        memory.reserve(layout.byteCount)
        // SAFETY: `reserve` makes room for the values and, after them, for whole words of states, aligned for words.
        let values = unsafe memory.start.unsafelyUnwrapped
        let states = unsafe values + layout.stateOffset
        for word in 0..<layout.stateWords {
            unsafe states.assumingMemoryBound(to: UInt64.self)[word] = 0
        }
        unsafe self.init(
            values: values, states: states.assumingMemoryBound(to: UInt8.self), planID: layout.planID)
    }

    /// The value of a variable before it gets a draft. Its memory must not be accessed.
    static var placeholder: Draft {
        // SAFETY: nothing is read or written at the address.
        unsafe Draft(
            values: UnsafeMutableRawPointer(bitPattern: 16)!, states: UnsafeMutablePointer(bitPattern: 16)!,
            planID: 0)
    }

    /// Returns whether both drafts are in the same memory.
    func isSame(as other: Draft) -> Bool {
        // SAFETY: the addresses are compared, and nothing is read.
        unsafe values == other.values
    }

    // MARK: - Access by the compiled plan

    /// The state of a field, or one of the states that a compiled plan has added.
    subscript(state index: Int) -> UInt8 {
        // SAFETY: the compiled plan has laid out the memory with a state for each of its slots, and passes their
        // indices.
        @inline(__always) get { unsafe states[index] }
        @inline(__always) nonmutating set { unsafe states[index] = newValue }
    }

    /// Returns the address of the value at an offset.
    @inline(__always)
    func address(_ offset: Int) -> UnsafeMutableRawPointer {
        // SAFETY: the caller passes an offset of the layout.
        unsafe values + offset
    }

    /// The eight states that begin at an index, as a word.
    subscript(stateWord index: Int) -> UInt64 {
        // SAFETY: the layout has whole words of states, aligned for words; the caller passes the index of a word's
        // first state.
        @inline(__always) get {
            unsafe UnsafeRawPointer(states + index).assumingMemoryBound(to: UInt64.self).pointee
        }
        nonmutating set {
            unsafe UnsafeMutableRawPointer(states + index).assumingMemoryBound(to: UInt64.self).pointee =
                newValue
        }
    }

    /// Marks each null among the first `count` fields as missing.
    func clearNulls(count: Int) {
        for index in 0..<count where self[state: index] & DraftState.kindMask == DraftState.null {
            self[state: index] = DraftState.missing
        }
    }

    // MARK: - Access by fields

    /// Moves the value of a field out of the draft.
    ///
    /// - Returns: `nil` if the field has no value.
    @inlinable
    func take<Value>(_ address: FieldAddress, as type: Value.Type) -> Value? {
        check(address)
        // SAFETY: `check` verifies that the plan that laid out this memory also made the address, for a `Value`. The
        // state says that the value is initialized, and changes when the value is moved.
        guard unsafe states[address.index] & DraftState.kindMask == DraftState.present else { return nil }
        unsafe states[address.index] = DraftState.missing
        return unsafe (values + address.offset).assumingMemoryBound(to: Value.self).move()
    }

    /// Returns a copy of the value of a field, or `nil` if the field has no value.
    @inlinable
    func value<Value>(at address: FieldAddress, as type: Value.Type) -> Value? {
        check(address)
        // SAFETY: as in `take`; the value stays initialized.
        guard unsafe states[address.index] & DraftState.kindMask == DraftState.present else { return nil }
        return unsafe (values + address.offset).assumingMemoryBound(to: Value.self).pointee
    }

    /// Stores the value of a field that has no content yet.
    @inlinable
    func put<Value>(_ value: Value, at address: FieldAddress) {
        check(address)
        // SAFETY: `check` verifies that the plan that laid out this memory also made the address, for a `Value`. The
        // state says that no value is initialized at the address.
        precondition(unsafe states[address.index] == DraftState.missing, "the field already has a value")
        unsafe (values + address.offset).initializeMemory(as: Value.self, to: value)
        unsafe states[address.index] = DraftState.present
    }

    @inlinable
    func putNull(_ address: FieldAddress) {
        check(address)
        // SAFETY: `check` verifies that the index is that of a state of this memory.
        precondition(unsafe states[address.index] == DraftState.missing, "the field already has a value")
        unsafe states[address.index] = DraftState.null
    }

    @inlinable
    func isNull(_ address: FieldAddress) -> Bool {
        check(address)
        // SAFETY: `check` verifies that the index is that of a state of this memory.
        return unsafe states[address.index] & DraftState.kindMask == DraftState.null
    }

    /// Returns whether a field has a value or null.
    @inlinable
    func hasContent(_ address: FieldAddress) -> Bool {
        check(address)
        // SAFETY: `check` verifies that the index is that of a state of this memory.
        return unsafe DraftState.hasContent(states[address.index])
    }

    /// Traps if a field belongs to another plan.
    @inlinable
    func check(_ address: FieldAddress) {
        precondition(address.planID == planID, "the field belongs to another plan")
    }
}
