/// What a run knows of one kind of value: what each event makes of it.
///
/// Compiled from an ``ImportPlan``. It holds metatypes, pinned pointers and closures that capture nothing, so that following it
/// costs no reference counting.
@safe
struct ValueNode {
    /// The type in memory, optionals included.
    let type: any Importable.Type
    let stride: Int
    let operations: _ValueOperations
    let policies: ScalarPolicies

    var scalar: (any Importable.Type)?
    /// Set if the type is `String` itself, which is stored without a call through its metatype.
    let isString: Bool
    var object: Pinned<ObjectNode>?
    var array: Elements?
    var dictionary: (collector: any DictionaryCollector.Type, value: Pinned<ValueNode>)?
    /// The type inside, if the type is an optional.
    var wrapped: Pinned<ValueNode>?
    var null: NullMaker?

    /// Set if an object becomes a model inside of a dynamic value.
    var dynamicModel: Elements?
    /// Set if arrays and objects are not simply read. `object`, `array` and `dictionary` are `nil` then.
    var indirection: Indirection?

    typealias Elements = (collector: any ArrayCollector.Type, element: Pinned<ValueNode>)

    /// What becomes of an array or object that is not simply read.
    @safe
    enum Indirection {
        /// It is only gone through, for what paths lead to in it.
        case path(Pinned<PathNode>)
        /// It is gone through if a path can lead on in it; else it is read as the node says.
        case pathOrValue(Pinned<Slot>, else: Pinned<ValueNode>)
        /// It is read as the node says, and then into the secondary slot.
        case valueAndPath(Pinned<ValueNode>)
        /// It is made an `Any`, as the node says, and this decides what becomes of it. So it is with scalars.
        case hook(Unmanaged<MemberHook>, Pinned<ValueNode>)
    }

    /// What is asked for, in the words of a message.
    var expected: String { type.importPlan.expected }

    var path: Pinned<PathNode>? {
        if case .path(let path) = indirection { path } else { nil }
    }

    /// The slot for what paths lead to, where an array or object may be gone through.
    var pathSlot: Pinned<Slot>? {
        if case .pathOrValue(let slot, _) = indirection { slot } else { nil }
    }

    var hook: Unmanaged<MemberHook>? {
        // SAFETY: the compiled plan keeps the hook as long as the node.
        if case .hook(let hook, _) = indirection { unsafe hook } else { nil }
    }

    /// The same node but for arrays and objects.
    func with(_ indirection: Indirection) -> ValueNode {
        var node = self
        (node.object, node.array, node.dictionary, node.dynamicModel) = (nil, nil, nil, nil)
        node.indirection = indirection
        return node
    }
}

extension Pinned<ValueNode> {
    /// The node of what is inside of all optionals.
    var unwrapped: Self { value.wrapped?.unwrapped ?? self }

    /// Makes optionals of the value at an address, from the inside out.
    func wrap(at address: UnsafeMutableRawPointer) {
        guard let wrapped = value.wrapped else { return }
        // SAFETY: a value of the innermost type was just stored, where there is room for the outermost optional.
        unsafe wrapped.wrap(at: address)
        unsafe wrapped.value.operations.wrap(address)
    }
}

/// What a run knows of one type of model, or of an object on a path from one.
@safe
struct ObjectNode {
    /// Which of a run's key tables is that of this object.
    let number: Int
    /// `nil` on a path: the values go into the draft of the model.
    let plan: Unmanaged<ObjectPlan>?
    let layout: DraftLayout
    /// A slot for each field.
    let slots: PinnedArray<Slot>
    let requiredCount: Int
    let keys: Pinned<KeyDefinitions>
    /// Where the members go that mean no field.
    let extras: Extras?
    /// Set if the model, or the options, want to have a say.
    let hooks: Unmanaged<ModelHooks>?
    /// The state of what is made an `Any`, which is never missing.
    let hookState: Int?

    /// Whether nothing is to be done for an object but to bind its keys and to make an instance.
    let isPlain: Bool

    /// The field for the members that mean no other.
    struct Extras {
        /// The field, which becomes a dictionary in the end.
        let field: Pinned<Slot>
        /// The slot of each member, which is no field.
        let member: Pinned<Slot>
        let collector: any DictionaryCollector.Type
    }

    // SAFETY: the compiled plan keeps the object plan as long as the node.
    var modelName: String { unsafe plan.map { unsafe "\($0.takeUnretainedValue().model)" } ?? "" }
}
