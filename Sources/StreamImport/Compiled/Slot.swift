/// One meaning of keys: a field of a model, as the binder sees it.
struct Slot {
    /// Where the value goes in the draft.
    let offset: Int
    /// Which of the draft's states tells about it.
    let index: Int
    /// 1 if the field is required, else 0.
    let weight: Int
    /// The state once there is a value. Says how binding the keys are that mean this slot.
    let state: UInt8
    /// What null does.
    let null: NullMeaning
    /// Whether elements that do not fit are left out.
    var isLenient = false
    let value: Pinned<ValueNode>
    /// The slot that an array or object is read into after this one: what paths lead to in it, or, if a hook decides
    /// about it, the slot that it is for.
    var secondary: Pinned<Slot>?

    /// The part of a state, or of a slot's, that says how binding the key was.
    var rank: UInt8 { state & ~DraftState.kind }

    /// Whether a value that does not fit can be left out. What is only gone through cannot: the fault is that of
    /// a field further in.
    var isDispensable: Bool {
        if hasHook, let secondary { return secondary.value.isDispensable }
        return weight == 0 && value.value.path == nil
    }

    /// Whether a hook decides what becomes of the value.
    @inline(__always)
    var hasHook: Bool { unsafe value.value.hook != nil }

    enum NullMeaning: UInt8 {
        /// The field has no value.
        case absent
        /// Null is a value of the field's type.
        case value
        /// The record is wrong.
        case refused
        /// A hook decides.
        case hooked
    }
}
