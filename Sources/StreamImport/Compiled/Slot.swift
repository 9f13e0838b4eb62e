/// One meaning of keys: a field of a model, as the binder sees it.
struct Slot {
    /// Where the value goes in the draft.
    let offset: Int
    /// Which of the draft's states tells about it.
    let index: Int
    /// 1 if the field is required, else 0.
    let requiredCount: Int
    /// The state once there is a value. Says how binding the keys are that mean this slot.
    let state: UInt8
    /// Whether more binding keys than those of this slot mean the same field.
    var mayBeOutranked = false
    /// The first of the eight states whose bits are the ranks of all keys that were met of the field, where a key that
    /// comes twice is an error.
    var rankStates: Int?
    /// What null does.
    let null: NullMeaning
    /// Whether elements that do not fit are left out.
    var isLenient = false
    let value: Pinned<ValueNode>
    /// The slot that an array or object is read into after this one: what paths lead to in it, or, if a hook decides
    /// about it, the slot that it is for.
    var secondary: Pinned<Slot>?

    /// The part of a state, or of a slot's, that says how binding the key was.
    var rank: UInt8 { state & ~DraftState.kindMask }

    /// Whether paths lead through the value, and nothing is made of the value itself.
    var isPath: Bool { value.value.path != nil }

    /// Whether a hook decides what becomes of the value.
    @inline(__always)
    // SAFETY: the hook is not used.
    var hasHook: Bool { unsafe value.value.hook != nil }

    enum NullMeaning: UInt8 {
        /// The field has no value.
        case absent
        /// Null is a value of the field's type.
        case value
        /// Null is the nil of an optional that has a default or is required: a value if no key has another one.
        case nilValue
        /// The record is wrong.
        case rejected
        /// A hook decides.
        case hooked
    }
}
