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
    var array: (collector: any ArrayCollector.Type, element: Pinned<ValueNode>)?
    var dictionary: (collector: any DictionaryCollector.Type, value: Pinned<ValueNode>)?
    /// The type inside, if the type is an optional.
    var wrapped: Pinned<ValueNode>?
    var null: (any NullMaker.Type)?

    /// What is asked for, in the words of a message.
    var expected: String { type.importPlan.expected }
}

/// What a run knows of one type of model.
@safe
struct ObjectNode {
    let plan: Unmanaged<ObjectPlan>
    let layout: DraftLayout
    let slots: Pinned<Slot>
    let requiredCount: Int
    let stateWords: Int
    var keys: KeyTable
}

/// A field of a model, as the binder sees it.
struct Slot {
    let offset: Int
    let index: Int
    /// 1 if the field is required, else 0.
    let weight: Int
    let value: Pinned<ValueNode>
}
