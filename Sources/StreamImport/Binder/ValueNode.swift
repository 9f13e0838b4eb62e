/// What a run knows of one kind of value: what each event makes of it.
///
/// Compiled from an ``ImportPlan`` once for a run. It holds metatypes and pinned pointers only, so that
/// following it costs no reference counting.
struct ValueNode {
    /// The type in memory, optionals included.
    let type: any Importable.Type
    let stride: Int
    let policies: ScalarPolicies

    var scalar: (any Importable.Type)?
    /// Set if the type is `String` itself, which is stored without a call through its metatype.
    let isString: Bool
    var object: Pinned<ObjectNode>?
    var array: Elements?
    var dictionary: (collector: any DictionaryCollector.Type, value: Pinned<ValueNode>)?
    /// The type inside, if the type is an optional.
    var wrapped: Pinned<ValueNode>?
    var null: (any NullMaker.Type)?

    /// Set if an object becomes a model inside of a dynamic value.
    var model: Elements?
    /// Set if the value is only gone through: what paths lead to in it.
    var path: Pinned<PathNode>?
    /// Set if an array or object is gone through, while any other value becomes something: the slot to read it
    /// into.
    var through: Pinned<Slot>?

    typealias Elements = (collector: any ArrayCollector.Type, element: Pinned<ValueNode>)

    /// What is asked for, in the words of a message.
    var expected: String { type.importPlan.expected }
}

/// What a run knows of one type of model, or of an object on a path from one.
@safe
struct ObjectNode {
    /// `nil` on a path: the values go into the draft of the model.
    let plan: Unmanaged<ObjectPlan>?
    let layout: DraftLayout
    /// A slot for each field.
    let slots: Pinned<Slot>
    let requiredCount: Int
    let stateWords: Int
    var keys: KeyTable
    /// Where the members go that mean no field.
    let extras: Extras?

    /// The field for the members that mean no other.
    struct Extras {
        /// The field, which becomes a dictionary in the end.
        let field: Pinned<Slot>
        /// The slot of each member, which is no field.
        let member: Pinned<Slot>
        let collector: any DictionaryCollector.Type
    }
}

/// What paths lead to in a value.
struct PathNode {
    /// The keys that lead on, if the value is an object.
    let object: Pinned<ObjectNode>?
    /// The elements that lead on, if the value is an array, in the order of their indices.
    let steps: Pinned<Step>
    let stepCount: Int
    /// The fields that are at the ends of all these paths.
    let fields: Pinned<Slot>
    let fieldCount: Int

    struct Step {
        let index: Int
        let slot: Pinned<Slot>
    }
}

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
    /// Set if paths lead through the value: the slot to read it into again.
    var again: Pinned<Slot>?

    /// The part of a state, or of a slot's, that says how binding the key was.
    var rank: UInt8 { state & ~DraftState.kind }

    /// Whether a value that does not fit can be left out. What is only gone through cannot: the fault is that of
    /// a field further in.
    var isDispensable: Bool { weight == 0 && value.value.path == nil }

    enum NullMeaning: UInt8 {
        /// The field has no value.
        case absent
        /// Null is a value of the field's type.
        case value
        /// The record is wrong.
        case refused
    }
}
