internal import Synchronization

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
        precondition(
            stateCount == fieldCount, "a field was added after the states of the compiled plan")
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

    private static func roundUp(_ size: Int, to alignment: Int) -> Int {
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
