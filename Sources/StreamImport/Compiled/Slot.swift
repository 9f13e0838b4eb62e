/// The compiled form of a field, or of another target of keys: where and how the binder stores a value.
struct Slot {
    /// The offset of the value in the draft.
    let offset: Int
    /// The index of the slot's state in the draft.
    let index: Int
    /// 1 if the field is required, else 0.
    let requiredCount: Int
    /// The state of the slot once it has a value, with the rank of the keys that map to this slot.
    let state: UInt8
    /// Whether keys of higher precedence than those of this slot map to the same field.
    var mayBeOutranked = false
    /// The index of the first of eight states, of which each bit says whether a key of one rank occurred for the field;
    /// `nil` unless duplicate keys are errors.
    var rankStates: Int?
    /// The meaning of null.
    let null: NullMeaning
    /// Whether elements that do not fit the element type of the field are skipped.
    var isLenient = false
    let value: Pinned<ValueNode>
    /// The slot that a value is read for after it was read for this slot: the slot of the paths into an array or object
    /// or, if a hook decides about the value, the slot that stores the value.
    var secondary: Pinned<Slot>?

    /// The rank of the keys that map to this slot, in the same bits as in a state. A lower rank has precedence.
    var rank: UInt8 { state & ~DraftState.kindMask }

    /// Whether paths lead through the value, and the value itself is not stored.
    var isPath: Bool { value.value.path != nil }

    /// Whether a hook decides about the value.
    // SAFETY: the hook is only compared with `nil`.
    var hasHook: Bool { unsafe value.value.hook != nil }

    enum NullMeaning: UInt8 {
        /// The field has no value.
        case absent
        /// Null is a value of the field's type.
        case value
        /// Null is the `nil` of an optional that has a default or is required. The `nil` is stored unless a key has a
        /// value other than null.
        case nilValue
        /// Null is an error.
        case rejected
        /// A hook decides.
        case hooked
    }
}
