/// The compiled form of a field, or of another target of keys: where and how the binder stores a value.
struct Slot {
    /// The offset of the value in the draft.
    let offset: Int
    /// The index of the slot's state in the draft.
    let index: Int
    /// 1 if the field is required, else 0.
    let requiredCount: Int
    /// The state of the slot once it has a value. Contains the rank of the keys that map to this slot.
    let state: UInt8
    /// Whether keys of higher precedence than those of this slot map to the same field.
    var mayBeOutranked = false
    /// The index of the first of eight states whose bits are the ranks of all keys of the field that occurred; `nil`
    /// unless duplicate keys are errors.
    var rankStates: Int?
    /// The meaning of null.
    let null: NullMeaning
    /// Whether elements that do not fit are skipped.
    var isLenient = false
    let value: Pinned<ValueNode>
    /// The slot that an array or object is read for after this one: the slot of the paths that lead into it or, if a
    /// hook decides about the value, the slot that the value is for.
    var secondary: Pinned<Slot>?

    /// The rank of the keys that map to this slot, in the bits of a state that hold it. A lower rank has precedence.
    var rank: UInt8 { state & ~DraftState.kindMask }

    /// Whether paths lead through the value, and the value itself is not stored.
    var isPath: Bool { value.value.path != nil }

    /// Whether a hook decides about the value.
    @inline(__always)
    // SAFETY: the hook is only compared with `nil`.
    var hasHook: Bool { unsafe value.value.hook != nil }

    enum NullMeaning: UInt8 {
        /// The field has no value.
        case absent
        /// Null is a value of the field's type.
        case value
        /// Null is the `nil` of an optional that has a default or is required. It is stored if no key has another
        /// value.
        case nilValue
        /// Null is an error.
        case rejected
        /// A hook decides.
        case hooked
    }
}
