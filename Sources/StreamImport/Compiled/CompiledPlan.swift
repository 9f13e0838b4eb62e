/// The plans of a type and of all types that it contains, compiled for the options of an import.
///
/// Each type is compiled once for each date strategy of its fields; a type that contains itself refers to its own node.
/// Imports on several threads share a plan. After `init`, only ``subclasses`` and the cache of each ``PropertyNames``
/// change, each under its own lock.
@safe
final class CompiledPlan: @unchecked Sendable {
    let options: ImportOptions
    /// Whether an import has a single record, which updates an instance.
    let updatesInstance: Bool
    /// The first error in the plans or in the options.
    private(set) var error: ImportError?
    /// The node of the records.
    private(set) var record: Pinned<ValueNode>!

    private var nodes: [NodeKey: Pinned<ValueNode>] = [:]
    private(set) var objects: [(node: Pinned<ObjectNode>, plan: ObjectPlan?)] = []
    /// The nodes of the objects of each model, except those of cases.
    var objectNodes: [ObjectIdentifier: Pinned<ObjectNode>] = [:]
    private var keptMemory: [any PinnedMemory] = []
    private var caseNodes: [Pinned<CaseNode>] = []
    /// The plans that the case nodes refer to.
    var casePlans: [CasePlan] = []
    /// The plans by which objects become instances of cases at once.
    var wrappedPlans: [ObjectPlan] = []
    /// The types of the payloads that are being compiled, outermost first.
    var openCaseTypes: [ObjectIdentifier] = []
    /// The nodes of dynamic values whose objects become models, by key.
    var models: [String: Pinned<ValueNode>] = [:]
    var modelHooks: [ModelHooks] = []
    var memberHooks: [MemberHook] = []
    /// The plans of subclasses whose instances were updated.
    let subclasses = Locked(Subclasses())
    /// The number of the first object node; see ``ObjectNode/number``.
    let firstNumber: Int

    /// A type and the date strategy of its field. Keeps the strategy alive, because the node's policies do not retain
    /// it.
    private struct NodeKey: Hashable {
        let type: ObjectIdentifier
        /// The strategy of the field. If it is `nil`, dates have the strategy of the options, and a `Double` is not a
        /// date.
        let dates: DateStrategy?
    }

    /// - Parameters:
    ///   - type: the type of the records.
    ///   - updatesInstance: whether an import has a single record, which updates an instance.
    ///   - firstNumber: the number of the first object node.
    init(
        of type: any Importable.Type, options: ImportOptions, updatesInstance: Bool = false,
        firstNumber: Int = 0
    ) {
        self.firstNumber = firstNumber
        // The plan outlives the import, and must not retain the functions of the read options, which it never calls.
        var options = options
        options.readOptions = ReadOptions()
        self.options = options
        self.updatesInstance = updatesInstance
        record = node(for: type)
        for key in options.dynamicModels.keys { compileModel(under: key) }
        error = options.error ?? error
        needsOrder = needsOrder || !options.existingInstances.isEmpty
    }

    /// The type of the records if it is made of elements, such as an array or a set; otherwise `nil`.
    var collection: (any ArrayCollector.Type)? {
        record.value.wrapped == nil ? record.value.array?.collector : nil
    }

    /// Whether a hook must be called in the order of the records, or an instance may exist already.
    private(set) var needsOrder = false

    var hasHooks: Bool { !modelHooks.isEmpty || !memberHooks.isEmpty }

    deinit {
        for (node, plan) in objects {
            node.value.keys.value.free()
            node.value.keys.free()
            if plan != nil { node.value.slots.free() }
            node.free()
        }
        for node in caseNodes { node.value.free() }
        for memory in keptMemory { memory.free() }
    }

    /// Returns the node of a type. Its dates have the format of `dates` or, if `dates` is `nil`, that of the options.
    func node(for type: any Importable.Type, dates: DateStrategy? = nil) -> Pinned<ValueNode> {
        let key = NodeKey(type: ObjectIdentifier(type), dates: dates)
        if let node = nodes[key] { return node }
        let node = keep(emptyNode(of: type, dates: dates))
        // Stored before the types that this type contains are compiled, because they may include the type itself.
        nodes[key] = node
        // The values of the type are members or elements, not the object that is read for the open types.
        let outerTypes = openCaseTypes
        openCaseTypes = []
        compile(type, dates: dates, into: node)
        openCaseTypes = outerTypes
        return node
    }

    /// Returns a node of a type that reads no values yet.
    func emptyNode(of type: any Importable.Type, dates: DateStrategy?) -> ValueNode {
        ValueNode(
            type: type, stride: type.memoryStride, operations: type._operations,
            policies: ScalarPolicies(
                dates: dates ?? options.dates, coercion: options.coercion,
                boolSpelling: options.boolSpelling))
    }

    /// Compiles the plan of a type into its node.
    ///
    /// - Parameter ignored: keys of its objects that are skipped, unless the type has a field for them.
    func compile(
        _ type: any Importable.Type, dates: DateStrategy?, ignoring ignored: [String] = [],
        into node: Pinned<ValueNode>
    ) {
        let plan = type.importPlan
        // With the plan of another type, the binder would treat memory of this type as memory of that type.
        guard plan.type == type else {
            return addError(.planOfAnotherType("\(plan.type)", type: "\(type)"))
        }
        addError(plan.error)
        if type is any ImportOrdering.Type || type is any ImportUniquing.Type { needsOrder = true }
        let isDate = dates != nil && plan.scalar == Double.self
        let scalar = isDate ? SecondsSince1970.self : plan.scalar
        node.value.scalar = scalar
        node.value.direct = scalar.flatMap(Self.directScalar)
        node.value.null = plan.null
        if let wrapped = plan.wrapped {
            node.value.wrapped = self.node(for: wrapped, dates: dates)
        }
        if let array = plan.array {
            node.value.array = (array, self.node(for: array.elementType, dates: dates))
            node.value.makesArray = array.makesArray
        }
        if let dictionary = plan.dictionary {
            node.value.dictionary = (dictionary, self.node(for: dictionary.valueType, dates: dates))
            node.value.scalarKey = dictionary.scalarKeyType.map { self.node(for: $0, dates: dates) }
        }
        if let representation = plan.representation {
            node.value.representation = (
                representation, self.node(for: representation.elementType, dates: dates)
            )
        }
        if let cases = plan.cases {
            node.value.cases = caseNode(cases, of: type, dates: dates, ignoring: ignored)
        } else if let object = plan.object {
            node.value.object =
                ignored.isEmpty ? objectNode(for: object) : caseObjectNode(for: object, ignored)
        }
        if plan.keepsText {
            node.value.withoutText = keep(node.value)
            (node.value.scalar, node.value.array, node.value.dictionary) = (nil, nil, nil)
        }
    }

    private static func directScalar(_ type: any Importable.Type) -> ValueNode.DirectScalar? {
        if type == String.self { return .string }
        if type == Int.self { return .integer }
        return type == Double.self ? .double : nil
    }

    /// Returns the type inside all optionals.
    func unwrappedType(of type: any Importable.Type) -> any Importable.Type {
        type.importPlan.wrapped.map(unwrappedType) ?? type
    }

    /// Sets ``error``, unless it already has a value.
    func addError(_ error: ImportError?) { self.error = self.error ?? error }

    // MARK: - Memory

    func keep<Node>(_ node: Node) -> Pinned<Node> {
        let memory = Pinned(node)
        keptMemory.append(memory)
        return memory
    }

    func keep<Node>(all nodes: [Node]) -> PinnedArray<Node> {
        let memory = PinnedArray(nodes)
        keptMemory.append(memory)
        return memory
    }

    func keep(_ node: CaseNode) -> Pinned<CaseNode> {
        let memory = Pinned(node)
        keptMemory.append(memory)
        caseNodes.append(memory)
        return memory
    }

    /// Keeps the node of an object as long as the plan. The node may be initialized later.
    ///
    /// - Returns: the number of the node.
    func keep(_ object: Pinned<ObjectNode>, _ plan: ObjectPlan? = nil) -> Int {
        objects.append((object, plan))
        return firstNumber + objects.count - 1
    }
}

/// Memory for pinned values of any type.
private protocol PinnedMemory {
    func free()
}

extension Pinned: PinnedMemory {}
extension PinnedArray: PinnedMemory {}
