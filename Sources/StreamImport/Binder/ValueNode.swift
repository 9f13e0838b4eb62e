/// What a run knows of one kind of value: what each event makes of it.
///
/// Compiled from an ``ImportPlan`` once for a run. It holds metatypes and pinned pointers only, so that
/// following it costs no reference counting.
@safe
struct ValueNode {
    /// The type in memory, optionals included.
    let type: any Importable.Type
    let stride: Int
    let policies: ScalarPolicies

    var scalar: (any Importable.Type)?
    /// Set if the type is `String` itself, which is stored without a call through its metatype.
    let isString: Bool
    /// Set if nothing is made of the value, but its events are sent on.
    let isStreamed: Bool
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
    /// Set if the value is made an `Any`, and this decides what becomes of it. The slot to read it into is the one to
    /// read it again.
    var hook: Unmanaged<MemberHook>?

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
    /// Set if the model, or the options, want to have a say.
    let hooks: Unmanaged<ModelHooks>?
    /// The state of what is made an `Any`, which is never missing.
    let hookState: Int?

    /// Whether nothing is to be done for an object but to bind its keys and to make an instance.
    var isPlain: Bool

    /// The field for the members that mean no other.
    struct Extras {
        /// The field, which becomes a dictionary in the end.
        let field: Pinned<Slot>
        /// The slot of each member, which is no field.
        let member: Pinned<Slot>
        let collector: any DictionaryCollector.Type
    }
}
