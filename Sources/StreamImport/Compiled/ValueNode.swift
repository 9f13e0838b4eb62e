/// The compiled form of one type: what each event becomes.
///
/// It is compiled from an ``ImportPlan``. It holds metatypes, pinned pointers and closures that capture nothing, so
/// that reading it costs no reference counting.
@safe
struct ValueNode {
    /// The type in memory, optionals included.
    let type: any Importable.Type
    let stride: Int
    let operations: _ValueOperations
    let policies: ScalarPolicies

    var scalar: (any Importable.Type)?
    /// Whether the type is `String` itself, which is stored without a call through its metatype.
    let isString: Bool
    var object: Pinned<ObjectNode>?
    var array: Elements?
    var dictionary: (collector: any DictionaryCollector.Type, value: Pinned<ValueNode>)?
    /// The node of the wrapped type, if the type is an optional.
    var wrapped: Pinned<ValueNode>?
    var null: NullMaker?

    /// The collector and the node of the model that an object inside a dynamic value becomes, if it becomes one.
    var dynamicModel: Elements?
    /// The indirection of arrays and objects that are not read directly. If it is set, `object`, `array` and
    /// `dictionary` are `nil`.
    var indirection: Indirection?

    typealias Elements = (collector: any ArrayCollector.Type, element: Pinned<ValueNode>)

    /// The way in which an array or object is read that is not read directly.
    @safe
    enum Indirection {
        /// It is not stored. Only the values in it that paths lead to are read.
        case path(Pinned<PathNode>)
        /// If a path can continue in it, only the path is followed; otherwise it is read for the node.
        case pathOrValue(Pinned<Slot>, else: Pinned<ValueNode>)
        /// It is read for the node, and then for the secondary slot.
        case valueAndPath(Pinned<ValueNode>)
        /// It is converted to an `Any` with the node, and then the hook decides about it. The same applies to scalars.
        case hook(Unmanaged<MemberHook>, Pinned<ValueNode>)
    }

    /// The expected value, as error messages describe it.
    var expected: String { type.importPlan.expected }

    var path: Pinned<PathNode>? {
        if case .path(let path) = indirection { path } else { nil }
    }

    /// The slot for the values that paths lead to, if an array or object may be read for paths only.
    var pathSlot: Pinned<Slot>? {
        if case .pathOrValue(let slot, _) = indirection { slot } else { nil }
    }

    var hook: Unmanaged<MemberHook>? {
        // SAFETY: the compiled plan keeps the hook alive as long as the node.
        if case .hook(let hook, _) = indirection { unsafe hook } else { nil }
    }

    /// Returns the same node with an indirection for arrays and objects.
    func with(_ indirection: Indirection) -> ValueNode {
        var node = self
        (node.object, node.array, node.dictionary, node.dynamicModel) = (nil, nil, nil, nil)
        node.indirection = indirection
        return node
    }
}

extension Pinned<ValueNode> {
    /// The node of the type inside all optionals.
    var unwrapped: Self { value.wrapped?.unwrapped ?? self }

    /// Wraps the value at an address in the optionals of this node's type, innermost first.
    func wrap(at address: UnsafeMutableRawPointer) {
        guard let wrapped = value.wrapped else { return }
        // SAFETY: the caller has stored a value of the innermost type at the address, which has room for the outermost
        // optional.
        unsafe wrapped.wrap(at: address)
        unsafe wrapped.value.operations.wrap(address)
    }
}

/// The compiled form of one type of model, or of an object on a path from one.
@safe
struct ObjectNode {
    /// The index of this object's key table in a binder.
    let number: Int
    /// The plan of the model; `nil` on a path, whose values are stored in the draft of the model.
    let plan: Unmanaged<ObjectPlan>?
    let layout: DraftLayout
    /// A slot for each field.
    let slots: PinnedArray<Slot>
    let requiredCount: Int
    let keys: Pinned<KeyDefinitions>
    /// The slots of members without a field, if the model collects them.
    let extras: Extras?
    /// The hooks of the model, which the model or the options have; `nil` if there are none.
    let hooks: Unmanaged<ModelHooks>?
    /// The index of the state of members that are converted to an `Any` for a hook. The state is never `missing`.
    let hookState: Int?

    /// Whether an object needs nothing but to bind its keys and to make an instance.
    let isPlain: Bool

    /// The slots of members without a field.
    struct Extras {
        /// The field that the dictionary of the members is stored in.
        let field: Pinned<Slot>
        /// The slot of each member. It is not a field.
        let member: Pinned<Slot>
        let collector: any DictionaryCollector.Type
    }

    // SAFETY: the compiled plan keeps the object plan alive as long as the node.
    var modelName: String { unsafe plan.map { unsafe "\($0.takeUnretainedValue().model)" } ?? "" }
}
