internal import Synchronization

/// How the memory of a draft is divided: the fields' values one after another, then a byte of state for each.
struct DraftLayout: Sendable {
    /// Tells plans apart, so that a field of one is never read from a draft of another.
    let plan: Int
    private(set) var fieldCount = 0
    private(set) var stateOffset = 0

    init() {
        plan = Self.plans.add(1, ordering: .relaxed).newValue
    }

    private static let plans = Atomic(0)

    /// Makes room for one more field.
    mutating func place<Value>(for type: Value.Type) -> FieldPlace {
        precondition(
            MemoryLayout<Value>.alignment <= ValueMemory.alignment, "\(type) needs a larger alignment")
        let alignment = MemoryLayout<Value>.alignment
        let offset = (stateOffset + alignment - 1) / alignment * alignment
        stateOffset = offset + MemoryLayout<Value>.size
        defer { fieldCount += 1 }
        return FieldPlace(offset: offset, index: fieldCount, plan: plan)
    }

    /// The states are looked at eight at a time, and so begin where a word does.
    var alignedStateOffset: Int { (stateOffset + 7) / 8 * 8 }
}

/// Where a field is in a draft.
@usableFromInline
struct FieldPlace: Sendable {
    @usableFromInline let offset: Int
    @usableFromInline let index: Int
    @usableFromInline let plan: Int
}
