internal import Synchronization

/// The values of an object's fields in memory that a plan has laid out, and a state for each field.
///
/// A draft does not own its memory: a frame of the binder or an ``OwnedDraft`` does. Access is safe as long as the
/// owner keeps the memory: the draft checks that a field belongs to the plan, and the field's state says whether it
/// has a value.
@safe
@usableFromInline
struct Draft {
    @usableFromInline let values: ValueAddress
    @usableFromInline let states: UnsafeMutablePointer<UInt8>
    @usableFromInline let planID: Int

    // Without the inlining in this file, an import takes 0.3% more instructions (people).

    /// Creates a draft without values in memory that it reserves.
    @inline(__always)
    init(_ layout: DraftLayout, in memory: inout ValueMemory) {
        memory.reserve(layout.byteCount)
        planID = layout.planID
        // SAFETY: `reserve` makes room for the values and, after them, for whole words of states, aligned for words.
        values = unsafe memory.start.unsafelyUnwrapped
        let words = values + layout.stateOffset
        unsafe states = words.pointer.assumingMemoryBound(to: UInt8.self)
        for word in 0..<layout.stateWords { (words + word * 8).initialize(to: 0 as UInt64) }
    }

    /// The value of a variable before it gets a draft. Its memory must not be accessed.
    static var placeholder: Draft { Draft() }

    private init() {
        // SAFETY: nothing is read or written at the address.
        unsafe values = ValueAddress(UnsafeMutableRawPointer(bitPattern: 16)!)
        unsafe states = UnsafeMutablePointer(bitPattern: 16)!
        planID = 0
    }

    /// Returns whether both drafts are in the same memory.
    func isSame(as other: Draft) -> Bool {
        // SAFETY: the addresses are compared, and nothing is read.
        unsafe states == other.states
    }

    // MARK: - Access by the compiled plan

    /// The state of a field, or one of the states that a compiled plan has added.
    @inlinable
    subscript(state index: Int) -> UInt8 {
        // SAFETY: the compiled plan has laid out the memory with a state for each of its slots, and passes their
        // indices.
        @inline(__always) get { unsafe states[index] }
        @inline(__always) nonmutating set { unsafe states[index] = newValue }
    }

    /// Returns the address of the value at an offset of the layout.
    @inlinable @inline(__always)
    func address(_ offset: Int) -> ValueAddress { values + offset }

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

    // MARK: - Access by fields

    /// Moves the value of a field out of the draft.
    ///
    /// - Returns: `nil` if the field has no value.
    @inlinable
    func take<Value>(_ address: FieldAddress, as type: Value.Type) -> Value? {
        // The plan that laid out this memory also made the address, for a `Value`. The state says that the value is
        // initialized, and changes when the value is moved.
        check(address)
        guard self[state: address.index] & DraftState.kindMask == DraftState.present else { return nil }
        self[state: address.index] = DraftState.missing
        return self.address(address.offset).take(as: Value.self)
    }

    /// Returns a copy of the value of a field, or `nil` if the field has no value.
    @inlinable
    func value<Value>(at address: FieldAddress, as type: Value.Type) -> Value? {
        check(address)
        guard self[state: address.index] & DraftState.kindMask == DraftState.present else { return nil }
        return self.address(address.offset)[as: Value.self]
    }

    /// Stores the value of a field that has no content yet.
    @inlinable
    func put<Value>(_ value: Value, at address: FieldAddress) {
        check(address)
        precondition(self[state: address.index] == DraftState.missing, "the field already has a value")
        self.address(address.offset).initialize(to: value)
        self[state: address.index] = DraftState.present
    }

    @inlinable
    func putNull(_ address: FieldAddress) {
        check(address)
        precondition(self[state: address.index] == DraftState.missing, "the field already has a value")
        self[state: address.index] = DraftState.null
    }

    @inlinable
    func isNull(_ address: FieldAddress) -> Bool {
        check(address)
        return self[state: address.index] & DraftState.kindMask == DraftState.null
    }

    /// Returns whether a field has a value or null.
    @inlinable
    func hasContent(_ address: FieldAddress) -> Bool {
        check(address)
        return DraftState.hasContent(self[state: address.index])
    }

    /// Traps if a field belongs to another plan.
    @inlinable
    func check(_ address: FieldAddress) {
        precondition(address.planID == planID, "the field belongs to another plan")
    }
}

/// The layout of a draft's memory: the values of the fields one after another, then states of one byte each, for the
/// fields and for the compiled plan.
struct DraftLayout: Sendable {
    /// The identifier of the plan. A field of one plan is never read from a draft of another.
    let planID: Int
    private(set) var fieldCount = 0
    /// The offset of the end of the values.
    private var valueEnd = 0
    /// The offset of the states. It is aligned for a word, as states are read eight at a time.
    private(set) var stateOffset = 0
    /// The number of states: one for each field, and those that a compiled plan adds.
    private var stateCount = 0 {
        didSet { stateWords = max((stateCount + 7) / 8, 1) }
    }
    /// The number of words of states. It is at least 1, so that a draft without fields has memory, too.
    private(set) var stateWords = 1
    /// The number of words that contain the states of the fields.
    private(set) var fieldWords = 0

    init() {
        planID = Self.lastPlanID.add(1, ordering: .relaxed).newValue
    }

    private static let lastPlanID = Atomic(0)

    /// Adds a field, and returns its address.
    ///
    /// - Precondition: neither `addState()` nor `addStateWords(_:)` has been called.
    mutating func addField<Value>(for type: Value.Type) -> FieldAddress {
        precondition(
            MemoryLayout<Value>.alignment <= ValueMemory.alignment,
            "the alignment of \(type) is larger than supported")
        precondition(stateCount == fieldCount, "a field was added after the states of the compiled plan")
        let offset = Self.roundUp(valueEnd, to: MemoryLayout<Value>.alignment)
        valueEnd = offset + MemoryLayout<Value>.size
        stateOffset = Self.roundUp(valueEnd, to: 8)
        fieldCount += 1
        stateCount += 1
        fieldWords = (fieldCount + 7) / 8
        return FieldAddress(offset: offset, index: fieldCount - 1, planID: planID)
    }

    /// Adds a state.
    ///
    /// - Returns: the index of the state.
    mutating func addState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    /// Adds words of eight states.
    ///
    /// - Returns: the index of the first state, which is aligned for a word.
    mutating func addStateWords(_ count: Int) -> Int {
        let start = Self.roundUp(stateCount, to: 8)
        stateCount = start + count * 8
        return start
    }

    var byteCount: Int { stateOffset &+ stateWords &* 8 }

    static func roundUp(_ size: Int, to alignment: Int) -> Int {
        (size + alignment - 1) / alignment * alignment
    }
}

/// The offset of a field's value and the index of its state, in the drafts of one plan.
@usableFromInline
struct FieldAddress: Sendable {
    @usableFromInline let offset: Int
    @usableFromInline let index: Int
    @usableFromInline let planID: Int
}

/// The state of a field in a draft, in a byte: the kind of its content and a rank.
///
/// Several keys may be bound to one field. The key with the highest precedence that has a value wins, whatever the
/// order of the keys in the input. The state has the rank of the key that the value came from or, without a value,
/// the rank of the key with the highest precedence that was read.
@usableFromInline
enum DraftState {
    @usableFromInline static let missing: UInt8 = 0
    @usableFromInline static let null: UInt8 = 1
    @usableFromInline static let present: UInt8 = 2
    /// A value did not fit and was skipped. An update does not treat it as null.
    static let mismatch: UInt8 = 3
    /// The bits that distinguish the four kinds. The other bits are the rank.
    @usableFromInline static let kindMask: UInt8 = 3
    /// The flag of a field for extras whose value replaces all extras of the instance. Such a field has no rank.
    static let replacesExtras: UInt8 = 4
    /// A mask for a word of eight states: a bit under the mask is set if any of the states is `present` or `mismatch`.
    static let anyPresent: UInt64 = 0x0202_0202_0202_0202

    /// Returns whether a state is that of a value or of a null.
    @inlinable
    static func hasContent(_ state: UInt8) -> Bool { state & kindMask == present || state & kindMask == null }

    /// The rank of the lowest precedence that a key can have.
    static let lastRank = 62

    /// The state of a field whose value is the `nil` of an optional. Another value from any key takes precedence.
    static let presentAsNil: UInt8 = UInt8(lastRank + 1) << 2 | present

    /// Returns the state of a field whose value came from a key of this rank. Rank 0 has the highest precedence. From
    /// ``lastRank`` on, all keys have the same precedence.
    static func present(rank: Int) -> UInt8 { UInt8(min(rank, lastRank)) << 2 | present }
}

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
    func decompose(_ instance: ValueAddress, _ instances: InstancePlan, only index: Int? = nil) {
        var values = FieldWriter(draft: draft, index: index)
        instances.decompose(instance, &values)
    }

    func state(of index: Int) -> UInt8 { draft[state: index] }

    /// Returns the address of a field's value, or `nil` if the field has none.
    func address(of index: Int) -> ValueAddress? {
        guard state(of: index) & DraftState.kindMask == DraftState.present else { return nil }
        return draft.address(plan.fields[index].offset)
    }

    /// Returns the address of a field's value, or `nil` if the field has none. The caller owns the value from now on.
    func take(_ index: Int) -> ValueAddress? {
        let address = address(of: index)
        draft[state: index] = DraftState.missing
        return address
    }

    /// Deinitializes a field's value.
    func deinitializeValue(_ index: Int) {
        if let value = take(index) { plan.fields[index].operations.deinitialize(value) }
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
            fields[index].operations.deinitialize(draft.address(fields[index].offset))
        }
    }
}
