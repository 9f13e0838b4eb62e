/// The compiled form of the ``ImportPlan`` of one type. The binder makes values of the type from events with it.
///
/// A node holds metatypes, pinned pointers and closures that capture nothing, so that reading a node costs no reference
/// counting.
@safe
struct ValueNode {
    /// The type in memory, optionals included.
    let type: any Importable.Type
    let stride: Int
    let operations: _ValueOperations
    let policies: ScalarPolicies

    var scalar: (any Importable.Type)?
    /// The scalar type, if the binder stores it without a call through its metatype.
    var direct: DirectScalar?
    var object: Pinned<ObjectNode>?
    /// The cases that values become; if it is set, `object` is `nil`.
    var cases: Pinned<CaseNode>?
    var array: Elements?
    /// Whether the collector of `array` makes an `Array`, which the binder does without a call of the collector.
    var makesArray = false
    var dictionary: (collector: any DictionaryCollector.Type, value: Pinned<ValueNode>)?
    /// The node of the keys of `dictionary`, if these are scalars, which may also be elements of an array; otherwise `nil`.
    var scalarKey: Pinned<ValueNode>?
    /// The collector that makes a value from its representation, and the node of the representation; `nil` without one.
    var representation: Elements?
    /// The node of the wrapped type, if the type is an optional.
    var wrapped: Pinned<ValueNode>?
    var null: NullMaker?

    /// The node for a value without JSON text, if the type keeps the text of a value; otherwise `nil`. If it is set,
    /// `scalar`, `array` and `dictionary` are `nil`.
    var withoutText: Pinned<ValueNode>?

    /// The collector and the node of the model that the objects in a dynamic value become; `nil` if they do not become
    /// models.
    var dynamicModel: Elements?
    /// The indirection by which arrays and objects are read; `nil` if they are read directly. If it is set, `object`,
    /// `cases`, `array`, `dictionary`, `representation` and `dynamicModel` are `nil`.
    var indirection: Indirection?

    typealias Elements = (collector: any ArrayCollector.Type, element: Pinned<ValueNode>)

    /// The treatment of an array or object that the node does not read directly.
    @safe
    enum Indirection {
        /// The value is not stored. Only the values inside it that paths lead to are read.
        case path(Pinned<PathNode>)
        /// If a path can continue in the value, only the path is followed; otherwise the value is read for the node.
        case pathOrValue(Pinned<Slot>, else: Pinned<ValueNode>)
        /// The value is read for the node, and then for the secondary slot.
        case valueAndPath(Pinned<ValueNode>)
        /// The value is converted to an `Any` with the node, and then the hook decides about it. The same applies to
        /// scalars.
        case hook(Unmanaged<MemberHook>, Pinned<ValueNode>)
    }

    /// A type that the binder itself creates from a string or a number, unless the token's spelling is rare.
    enum DirectScalar: UInt8 {
        case string, integer, double
    }

    /// The expected value, as error messages describe it.
    var expected: String { type.importPlan.expected }

    var path: Pinned<PathNode>? {
        if case .path(let path) = indirection { path } else { nil }
    }

    /// The slot of the paths that continue in an array or object, if the indirection is `pathOrValue`.
    var pathSlot: Pinned<Slot>? {
        if case .pathOrValue(let slot, _) = indirection { slot } else { nil }
    }

    var hook: Unmanaged<MemberHook>? {
        // SAFETY: the compiled plan keeps the hook alive as long as the node.
        if case .hook(let hook, _) = indirection { unsafe hook } else { nil }
    }

    /// Returns a copy of the node with an indirection for arrays and objects.
    func with(_ indirection: Indirection) -> ValueNode {
        var node = self
        (node.object, node.cases, node.array, node.dictionary, node.dynamicModel) = (nil, nil, nil, nil, nil)
        (node.scalarKey, node.representation) = (nil, nil)
        node.indirection = indirection
        return node
    }
}

extension Pinned<ValueNode> {
    /// The node of the type inside all optionals.
    var unwrapped: Self { value.wrapped?.unwrapped ?? self }

    /// The node of the value itself, if paths lead into its arrays and objects.
    var direct: Self {
        switch value.indirection {
        case .valueAndPath(let node), .pathOrValue(_, let node): node
        case .path, .hook, nil: self
        }
    }

    /// Wraps the value at an address in the optionals of this node's type, innermost first.
    func wrap(at address: UnsafeMutableRawPointer) {
        guard let wrapped = value.wrapped else { return }
        // SAFETY: the caller has stored a value of the innermost type at the address, which has room for the outermost
        // optional.
        unsafe wrapped.wrap(at: address)
        unsafe wrapped.value.operations.wrap(address)
    }
}

/// The compiled form of one model, or of an object that paths of a model lead through.
@safe
struct ObjectNode {
    /// The index of the node's key table in a binder.
    let number: Int
    /// The plan of the model; `nil` for an object on a path, whose values are stored in the draft of the model.
    var plan: Unmanaged<ObjectPlan>?
    let layout: DraftLayout
    /// A slot for each field.
    let slots: PinnedArray<Slot>
    let requiredCount: Int
    let keys: Pinned<KeyDefinitions>
    /// The slots of the extras, if the model collects extras.
    let extras: Extras?
    /// The hooks for the objects of the model; `nil` if neither the model nor the options have hooks.
    let hooks: Unmanaged<ModelHooks>?
    /// The index of the state that all members with a hook share; `nil` if no member has a hook. The state is never
    /// `missing`.
    let hookState: Int?

    /// Whether an object has no extras, no hooks and no update target: its members are only stored, and then become an
    /// instance.
    let isPlain: Bool

    /// The slots of the extras.
    struct Extras {
        /// The slot of the field that stores the dictionary of all extras.
        let field: Pinned<Slot>
        /// The slot that the key of each extra maps to. It is not the slot of a field.
        let member: Pinned<Slot>
        let collector: any DictionaryCollector.Type
    }

    // SAFETY: the compiled plan keeps the object plan alive as long as the node.
    var modelName: String { unsafe plan.map { unsafe "\($0.takeUnretainedValue().model)" } ?? "" }
}
