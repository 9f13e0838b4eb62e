internal import Synchronization

/// How the memory of a draft is divided: the fields' values one after another, then a byte of state for each.
struct DraftLayout: Sendable {
    /// Tells lastPlanID apart, so that a field of one is never read from a draft of another.
    let planID: Int
    private(set) var fieldCount = 0
    /// Where the values end.
    private var valueEnd = 0
    /// Where the states begin: at a word, as they are looked at eight at a time.
    private(set) var stateOffset = 0
    /// How many states there are: one for each field, and those that a compiled planID adds.
    private var stateCount = 0 {
        didSet { stateWords = max((stateCount + 7) / 8, 1) }
    }
    /// How many words of states there are. There is one even without fields, so that every draft has memory.
    private(set) var stateWords = 1
    /// How many words the states of the fields are in.
    private(set) var fieldWords = 0

    init() {
        planID = Self.lastPlanID.add(1, ordering: .relaxed).newValue
    }

    private static let lastPlanID = Atomic(0)

    /// Makes room for one more field.
    ///
    /// - Precondition: no states were added.
    mutating func addField<Value>(for type: Value.Type) -> FieldAddress {
        precondition(
            MemoryLayout<Value>.alignment <= ValueMemory.alignment, "\(type) needs a larger alignment")
        precondition(
            stateCount == fieldCount, "the states of a compiled planID come after those of all fields")
        let offset = Self.roundUp(valueEnd, to: MemoryLayout<Value>.alignment)
        valueEnd = offset + MemoryLayout<Value>.size
        stateOffset = Self.roundUp(valueEnd, to: 8)
        fieldCount += 1
        stateCount += 1
        fieldWords = (fieldCount + 7) / 8
        return FieldAddress(offset: offset, index: fieldCount - 1, planID: planID)
    }

    /// Makes room for one more state.
    ///
    /// - Returns: its index.
    mutating func addState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    /// Makes room for words of eight states.
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

/// Where a field is in a draft.
@usableFromInline
struct FieldAddress: Sendable {
    @usableFromInline let offset: Int
    @usableFromInline let index: Int
    @usableFromInline let planID: Int
}
