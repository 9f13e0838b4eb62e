internal import Foundation

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
    /// The function that makes a value from its representation, and the node of the representation; `nil` without one.
    var representation: Wrapping?
    /// The node of the wrapped type, if the type is an optional.
    var wrapped: Pinned<ValueNode>?
    var null: (@Sendable (ValueAddress) -> Void)?

    /// The node for a value without JSON text, if the type keeps the text of a value; otherwise `nil`. If it is set,
    /// `scalar`, `array` and `dictionary` are `nil`.
    var nodeForParsedValue: Pinned<ValueNode>?

    /// The function that makes a dynamic value from a model, and the node of the model; `nil` if the objects in a dynamic value
    /// do not become models.
    var dynamicModel: Wrapping?
    /// The indirection by which arrays and objects are read; `nil` if they are read directly. If it is set, `object`,
    /// `cases`, `array`, `dictionary`, `representation` and `dynamicModel` are `nil`.
    var indirection: Indirection?

    typealias Elements = (collector: any ArrayCollector.Type, element: Pinned<ValueNode>)
    typealias Wrapping = (wrap: ImportPlan.Wrap, value: Pinned<ValueNode>)

    /// The treatment of an array or object that the node does not read directly.
    @safe
    enum Indirection {
        /// The value is not stored. Only the values inside it that paths lead to are read.
        case path(Pinned<PathNode>)
        /// If a path can continue in the value, only the path is followed; otherwise the value is read for the node.
        case pathElseValue(Pinned<Slot>, else: Pinned<ValueNode>)
        /// The value is read for the node, and then for the next slot.
        case valueThenPaths(Pinned<ValueNode>)
        /// The value is converted to an `Any` with the node, and then the hook decides about it. The same applies to
        /// scalars.
        case hook(Unmanaged<MemberHook>, Pinned<ValueNode>)
        /// An array becomes a model, whose fields are its elements.
        case elements(Pinned<ObjectNode>)
    }

    /// A type that the binder itself creates from a string or a number, unless the token's spelling is rare.
    enum DirectScalar: UInt8 {
        case string, integer, double
    }

    /// The expected value, as error messages describe it.
    var expected: String { type.importPlan.expected }

    /// The name of the type inside all optionals, for error messages.
    var modelName: String { wrapped?.value.modelName ?? "\(type)" }

    /// The model that an object or an array becomes; `nil` if it has cases.
    var model: Pinned<ObjectNode>? {
        if case .elements(let model) = indirection { model } else { object }
    }

    var path: Pinned<PathNode>? {
        if case .path(let path) = indirection { path } else { nil }
    }

    /// Returns whether paths through the node continue in its value, which is an array or object.
    func hasSubpaths(inArray isArray: Bool) -> Bool {
        guard let path else { return false }
        return isArray ? path.value.elements.count > 0 : path.value.object != nil
    }

    /// The slot of the paths that continue in an array or object, if the indirection is `pathElseValue`.
    var pathSlot: Pinned<Slot>? {
        if case .pathElseValue(let slot, _) = indirection { slot } else { nil }
    }

    /// Whether a hook decides about the value.
    var hasHook: Bool {
        if case .hook = indirection { true } else { false }
    }

    /// The hook that decides about the value, if any.
    var hook: MemberHook? {
        // SAFETY: the compiled plan keeps the hook alive as long as the node.
        if case .hook(let hook, _) = indirection { unsafe hook.takeUnretainedValue() } else { nil }
    }

    /// Returns a copy of the node with an indirection for arrays and objects.
    func with(_ indirection: Indirection) -> ValueNode {
        var node = self
        (node.object, node.cases, node.array, node.dictionary, node.dynamicModel) = (nil, nil, nil, nil, nil)
        (node.scalarKey, node.representation) = (nil, nil)
        node.indirection = indirection
        return node
    }

    /// Returns a copy of this node, of an ``UntypedValue``, whose values a hook decides about. The compiled plan keeps the hook.
    func with(_ hook: MemberHook, _ untyped: Pinned<ValueNode>) -> ValueNode {
        // SAFETY: the compiled plan keeps the hook alive as long as the node.
        var node = unsafe with(.hook(.passUnretained(hook), untyped))
        node.scalar = nil
        return node
    }
}

extension Pinned<ValueNode> {
    /// The node of the type inside all optionals.
    var unwrapped: Self { value.wrapped?.unwrapped ?? self }

    /// The collector and the element node that wrap a single value in an array; `nil` if the coercion policy or the node does
    /// not allow an implicit array.
    var implicitArray: ValueNode.Elements? {
        value.policies.coercion == .permissive ? direct.value.array : nil
    }

    /// The node of the value itself, if paths lead into its arrays and objects.
    var direct: Self {
        switch value.indirection {
        case .valueThenPaths(let node), .pathElseValue(_, let node): node
        case .path, .hook, .elements, nil: self
        }
    }

    /// Wraps the value at an address in the optionals of this node's type, innermost first.
    func wrap(at address: ValueAddress) {
        guard let wrapped = value.wrapped else { return }
        wrapped.wrap(at: address)
        wrapped.value.operations.wrap(address)
    }
}

/// The compiled form of one model, or of an object that paths of a model lead through.
@safe
struct ObjectNode {
    /// The index of the node's key table in a binder.
    let number: Int
    /// The plan of the model; `nil` for an object on a path, whose values are stored in the draft of the model.
    @safe private var planReference: Unmanaged<ObjectPlan>?
    let layout: DraftLayout
    /// A slot for each field.
    let slots: PinnedArray<Slot>
    let requiredCount: Int
    let keys: Pinned<KeyDefinitions>
    /// The slots of the extras, if the model collects extras.
    let extras: Extras?
    /// The slot of the paths to the elements of the array, if these are the fields of the model; otherwise `nil`.
    let elements: Pinned<Slot>?
    /// The hooks for the objects of the model; `nil` if neither the model nor the options have hooks.
    @safe private let hooksReference: Unmanaged<ModelHooks>?
    /// The index of the state that all members with a hook share; `nil` if no member has a hook. The state is never
    /// `missing`.
    let hookStateIndex: Int?
    /// The indices of the fields whose values stand around the object; `nil` if there are none.
    let sourcedFields: PinnedArray<Int>?

    /// Whether an object has no extras, no hooks, no fields with values around it and no update target: its members are only
    /// stored, and then become an instance.
    let needsNoSetup: Bool

    /// The slot of the field that stores the dictionary of all extras, and the slot that the key of each extra maps to, which is not
    /// that of a field.
    typealias Extras = (
        field: Pinned<Slot>, member: Pinned<Slot>, collector: any DictionaryCollector.Type
    )

    var modelName: String { plan.map { "\($0.model)" } ?? "" }

    init(
        number: Int, plan: ObjectPlan? = nil, layout: DraftLayout, slots: PinnedArray<Slot>,
        requiredCount: Int = 0,
        keys: Pinned<KeyDefinitions>, extras: Extras? = nil, elements: Pinned<Slot>? = nil,
        hooks: ModelHooks? = nil, hookStateIndex: Int? = nil, sourcedFields: PinnedArray<Int>? = nil,
        needsNoSetup: Bool = true
    ) {
        self.number = number
        self.layout = layout
        self.slots = slots
        self.requiredCount = requiredCount
        self.keys = keys
        self.extras = extras
        self.elements = elements
        // SAFETY: the compiled plan keeps the hooks alive as long as the node.
        unsafe hooksReference = hooks.map { unsafe .passUnretained($0) }
        self.hookStateIndex = hookStateIndex
        self.sourcedFields = sourcedFields
        self.needsNoSetup = needsNoSetup
        self.plan = plan
    }
}

// SAFETY, of all: the compiled plan keeps the object plan and the hooks alive as long as the node.
extension ObjectNode {
    /// Whether objects become models; otherwise they are on a path.
    var isModel: Bool { unsafe planReference != nil }

    /// The plan of the model, for slow paths; `nil` for an object on a path.
    var plan: ObjectPlan? {
        get { unsafe planReference?.takeUnretainedValue() }
        set { unsafe planReference = newValue.map { unsafe .passUnretained($0) } }
    }

    /// The hooks for the objects of the model, if there are any.
    var hooks: ModelHooks? { unsafe hooksReference?.takeUnretainedValue() }

    /// Makes an instance of the model from a draft, at an address with room for it.
    @inline(__always)
    func makeInstance(from draft: Draft, at destination: ValueAddress) throws {
        try unsafe planReference.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            try $0.make(draft, destination)
        }
    }

    /// Returns the error that names the required fields without a value.
    ///
    /// - Parameter nullsOnly: whether to name only the fields that are null.
    func missingKeysError(in draft: Draft, nullsOnly: Bool = false) -> ImportError {
        let missing = (plan?.fields ?? []).enumerated().compactMap { index, field -> String? in
            let state = draft[state: index] & DraftState.kindMask
            guard field.isRequired, state != DraftState.present else { return nil }
            guard !nullsOnly || state == DraftState.null else { return nil }
            return (elements == nil ? "" : "[\(index)] ") + field.missingValue
                + (state == DraftState.null ? " (null)" : "")
        }
        return .missingKeys(missing, type: modelName, noun: elements == nil ? "key" : "element")
    }
}

/// The compiled form of a field, or of another target of keys: where and how the binder stores a value.
struct Slot {
    /// The offset of the value in the draft.
    var offset = 0
    /// The index of the slot's state in the draft.
    let index: Int
    /// 1 if the field is required, else 0.
    var requiredCount = 0
    /// The state of the slot once it has a value, with the rank of the keys that map to this slot.
    var state = DraftState.present
    /// Whether keys of higher precedence than those of this slot map to the same field.
    var hasHigherKeys = false
    /// The index of the first of eight states, of which each bit says whether a key of one rank occurred for the field;
    /// `nil` unless duplicate keys are errors.
    var seenRanksIndex: Int?
    let null: NullMeaning
    /// Whether elements that do not fit the element type of the field are skipped.
    var isLenient = false
    var value: Pinned<ValueNode>
    /// The slot that a value is read for after it was read for this slot: the slot of the paths into an array or object
    /// or, if a hook decides about the value, the slot that stores the value.
    var nextSlot: Pinned<Slot>?

    /// The rank of the keys that map to this slot, in the same bits as in a state. A lower rank has precedence.
    var rank: UInt8 { state & ~DraftState.kindMask }

    /// Returns whether paths through the slot continue in its value, which is an array or object.
    func hasSubpaths(inArray isArray: Bool) -> Bool { value.value.hasSubpaths(inArray: isArray) }

    /// Whether paths lead through the value, and the value itself is not stored.
    var isPath: Bool { value.value.path != nil }

    /// Whether a hook decides about the value.
    var hasHook: Bool { value.value.hasHook }

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

/// The states of a slot in a draft whose memory the plan has laid out with a state for each slot.
extension Slot {
    /// Sets the state after one of the slot's keys gave no value, unless the state is that of a value or of a key of higher
    /// precedence.
    ///
    /// - Parameter kind: `null` or `mismatch`.
    func markWithoutValue(_ kind: UInt8, in draft: Draft) {
        let state = draft[state: index]
        guard state & DraftState.kindMask != DraftState.present else { return }
        guard state == DraftState.missing || rank <= state & ~DraftState.kindMask else { return }
        draft[state: index] = rank | kind
    }

    /// Returns whether a key with the rank of the slot already occurred in the object. Records the rank if the slot has rank
    /// states.
    func isRepeated(in draft: Draft) -> Bool {
        let lastRank = draft[state: index] & ~DraftState.kindMask
        guard let ranks = seenRanksIndex else { return lastRank == rank }
        // The rank of the field's first key is recorded only in the field's state.
        draft[stateWord: ranks] |= Self.bit(of: lastRank)
        defer { addRank(in: draft) }
        return draft[stateWord: ranks] & Self.bit(of: rank) != 0
    }

    /// Records that a key with the rank of the slot occurred, if the slot has rank states.
    func addRank(in draft: Draft) {
        guard let ranks = seenRanksIndex else { return }
        draft[stateWord: ranks] |= Self.bit(of: rank)
    }

    private static func bit(of rank: UInt8) -> UInt64 { 1 << UInt64(rank >> 2) }
}

/// The compiled form of an array or object that paths lead through: its members and elements on those paths.
typealias PathNode = (
    /// The keys on paths, if the value is an object.
    object: Pinned<ObjectNode>?,
    /// The elements on paths, if the value is an array, in the order of their indices.
    elements: PinnedArray<(index: Int, slot: Pinned<Slot>)>
)

/// A value as hooks see it: the same as the value of a ``DynamicValue``, but without models.
struct UntypedValue {
    let value: Any
}

extension UntypedValue: ImportableScalar {
    /// Makes a value from a token. Accepts every number and keeps all of its digits, because a hook gets the number
    /// before it is converted to the type of a property.
    init(_ token: borrowing ImportToken) {
        switch token.kind {
        case .string: value = String(utf8: token.bytes)
        case .bool: value = token.bool == true
        case .number:
            if let number = NumericValue(exactly: token.bytes).number {
                value = number
            } else {
                value = JSONValue.number(String(importKey: token.bytes))
            }
        }
    }

    static var importPlan: ImportPlan {
        ImportPlan(ofAnyValue: Self.self) { UntypedValue(value: NSNull()) }
    }
}

extension UntypedValue: AnyJSONCollector {
    init(elements: [UntypedValue]) { value = elements.map(\.value) }
    init(members: [String: UntypedValue]) { value = members.mapValues(\.value) }
}

/// A hook that decides about the members of one slot before their values are stored.
final class MemberHook {
    /// The name of the property that the slot belongs to, if any.
    let property: String?
    private let intercept: Intercept?
    private let transform: Transform?

    typealias Intercept = (ImportedMember) throws -> MemberDecision
    typealias Transform = (Any) throws -> Any

    init(property: String?, intercept: Intercept?, transform: Transform?) {
        self.property = property
        self.intercept = intercept
        self.transform = transform
    }

    func decide(_ key: String, _ value: Any) throws -> MemberDecision {
        let member = ImportedMember(key: key, property: property, value: value)
        let decision = try intercept?(member) ?? .keep
        guard let transform else { return decision }
        return switch decision {
        case .keep: .replace(try transform(value))
        case .replace(let newValue): .replace(try transform(newValue))
        case .skip, .set: decision
        }
    }
}

/// The hooks that a model or the options have for the objects of the model.
///
/// Only models with hooks have an instance of this class, so that other models pay nothing.
final class ModelHooks {
    let intercept: MemberHook.Intercept?
    /// Validates the instance at an address.
    let validate: ((ValueAddress) throws -> Void)?
    let existing: ExistingInstances?
    /// The names of the properties by key path, and those that a ``LookupDraft`` has found in superclasses.
    let names: [AnyKeyPath: String]
    let inheritedNames = Locked<[AnyKeyPath: String]>([:])
    /// The properties that ``intercept`` may set, by name.
    var properties: Properties = [:]

    typealias Properties = [String: (slot: Pinned<Slot>, transform: MemberHook.Transform?)]

    init?(of type: any Importable.Type, _ plan: ObjectPlan, _ options: ImportOptions) {
        func validator<Model: ImportValidating>(of type: Model.Type) -> (ValueAddress) throws -> Void {
            { try $0[as: Model.self].validate() }
        }
        intercept = (type as? any ImportIntercepting.Type).map { type in { try type.intercept($0) } }
        validate = (type as? any ImportValidating.Type).map { validator(of: $0) }
        existing = options.existingInstances[ObjectIdentifier(type)] ?? ExistingInstances(of: type)
        guard intercept != nil || validate != nil || existing != nil else { return nil }
        names = plan.instances?.properties() ?? [:]
    }
}
