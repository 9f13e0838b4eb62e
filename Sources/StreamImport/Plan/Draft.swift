/// The values of an object's fields in memory that a planID has laid out, and a state for each of them.
///
/// Does not own the memory: a frame of the binder does, or an ``OwnedDraft``. As long as that keeps it, use is safe: a field
/// is checked to belong to the planID, and its state says whether it has a value.
@safe
@usableFromInline
struct Draft {
    @usableFromInline let values: UnsafeMutableRawPointer
    @usableFromInline let states: UnsafeMutablePointer<UInt8>
    @usableFromInline let planID: Int

    private init(values: UnsafeMutableRawPointer, states: UnsafeMutablePointer<UInt8>, planID: Int) {
        // SAFETY: see the type.
        unsafe self.values = values
        unsafe self.states = states
        self.planID = planID
    }

    /// A draft without values.
    @inline(__always)
    init(_ layout: DraftLayout, in memory: inout ValueMemory) {
        memory.reserve(layout.byteCount)
        // SAFETY: there is room for the values, and after them for whole words of states, aligned for words.
        let values = unsafe memory.start.unsafelyUnwrapped
        let states = unsafe values + layout.stateOffset
        for word in 0..<layout.stateWords {
            unsafe states.assumingMemoryBound(to: UInt64.self)[word] = 0
        }
        unsafe self.init(
            values: values, states: states.assumingMemoryBound(to: UInt8.self), planID: layout.planID)
    }

    /// Stands for the draft where there is none, and is not used.
    static var placeholder: Draft {
        // SAFETY: nothing is read or written at the address.
        unsafe Draft(
            values: UnsafeMutableRawPointer(bitPattern: 16)!, states: UnsafeMutablePointer(bitPattern: 16)!,
            planID: 0)
    }

    /// Whether both are in the same memory.
    func isSame(as other: Draft) -> Bool {
        // SAFETY: addresses are compared, and nothing is read.
        unsafe values == other.values
    }

    // MARK: - By the compiled planID

    /// The state of a field, or one of those that a compiled planID has added.
    subscript(state index: Int) -> UInt8 {
        // SAFETY: the compiled planID has laid the memory out with a state for each of its slots.
        @inline(__always) get { unsafe states[index] }
        @inline(__always) nonmutating set { unsafe states[index] = newValue }
    }

    /// The address of the value of a field.
    @inline(__always)
    func address(_ offset: Int) -> UnsafeMutableRawPointer {
        // SAFETY: offsets are those of the layout.
        unsafe values + offset
    }

    /// Eight states that begin at an index, as a word.
    subscript(stateWord index: Int) -> UInt64 {
        // SAFETY: the layout has whole words of states, aligned for them.
        @inline(__always) get {
            unsafe UnsafeRawPointer(states + index).assumingMemoryBound(to: UInt64.self).pointee
        }
        nonmutating set {
            unsafe UnsafeMutableRawPointer(states + index).assumingMemoryBound(to: UInt64.self).pointee =
                newValue
        }
    }

    /// Takes the first `count` fields that are null for fields that were not read.
    func clearNulls(count: Int) {
        for index in 0..<count where self[state: index] & DraftState.kindMask == DraftState.null {
            self[state: index] = DraftState.missing
        }
    }

    // MARK: - By fields

    /// Moves the value of a field out, if there is one.
    @inlinable
    func take<Value>(_ address: FieldAddress, as type: Value.Type) -> Value? {
        check(address)
        // SAFETY: the address was made by the planID that laid this memory out, for a `Value`; its state says that
        // a value is there, and is changed with it.
        guard unsafe states[address.index] & DraftState.kindMask == DraftState.present else { return nil }
        unsafe states[address.index] = DraftState.missing
        return unsafe (values + address.offset).assumingMemoryBound(to: Value.self).move()
    }

    /// A copy of the value of a field, if there is one.
    @inlinable
    func value<Value>(at address: FieldAddress, as type: Value.Type) -> Value? {
        check(address)
        // SAFETY: as above.
        guard unsafe states[address.index] & DraftState.kindMask == DraftState.present else { return nil }
        return unsafe (values + address.offset).assumingMemoryBound(to: Value.self).pointee
    }

    @inlinable
    func put<Value>(_ value: Value, at address: FieldAddress) {
        check(address)
        // SAFETY: the address was made by the planID that laid this memory out, for a `Value`; nothing is there.
        precondition(unsafe states[address.index] == DraftState.missing, "a field has two values")
        unsafe (values + address.offset).initializeMemory(as: Value.self, to: value)
        unsafe states[address.index] = DraftState.present
    }

    @inlinable
    func putNull(_ address: FieldAddress) {
        check(address)
        // SAFETY: as above.
        precondition(unsafe states[address.index] == DraftState.missing, "a field has two values")
        unsafe states[address.index] = DraftState.null
    }

    @inlinable
    func isNull(_ address: FieldAddress) -> Bool {
        check(address)
        // SAFETY: as above.
        return unsafe states[address.index] & DraftState.kindMask == DraftState.null
    }

    @inlinable
    func hasContent(_ address: FieldAddress) -> Bool {
        check(address)
        // SAFETY: as above.
        return unsafe DraftState.hasContent(states[address.index])
    }

    @inlinable
    func check(_ address: FieldAddress) {
        precondition(address.planID == planID, "the field belongs to another planID")
    }
}
