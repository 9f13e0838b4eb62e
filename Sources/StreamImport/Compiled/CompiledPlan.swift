/// The plans of a type and of all types that it contains, compiled for the options of an import.
///
/// Each type is compiled once for each date strategy of its fields; a type that contains itself refers to its own node.
/// Imports on several threads share a plan. After `init`, only ``subclasses`` and the ``ModelHooks/inheritedNames``
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

    /// The nodes of each type, by the strategy of the fields. If it is `nil`, dates have the strategy of the options, and a `Double`
    /// is not a date. The plans in ``objects`` keep the strategies alive, because the policies of a node do not retain them.
    private var nodes: [DateStrategy?: [ObjectIdentifier: Pinned<ValueNode>]] = [:]
    private(set) var objects: [(node: Pinned<ObjectNode>, plan: ObjectPlan?)] = []
    /// The nodes of the objects of each model, except those of cases.
    private var objectNodes: [ObjectIdentifier: Pinned<ObjectNode>] = [:]
    /// The functions that free the memory of nodes.
    private var frees: [() -> Void] = []
    /// The plans of cases that nodes refer to.
    private var casePlans: [AnyObject] = []
    /// The types of the payloads that are being compiled, outermost first.
    private var openCaseTypes: [ObjectIdentifier] = []
    /// The nodes of dynamic values under keys that have a model. An object becomes a model, and so does each object in an array.
    var models: [String: Pinned<ValueNode>] = [:]
    /// The members of the objects around the records that fields have as their values.
    private(set) var enclosingMembers: [JSONPath] = []
    /// Whether a field has the name of a member as its value.
    private(set) var readsMemberNames = false
    private var modelHooks: [ModelHooks] = []
    var memberHooks: [MemberHook] = []
    private struct Subclasses {
        /// The plans, each compiled when an instance of the subclass is first updated, in the order of the numbers of their object
        /// nodes.
        var plans: [CompiledPlan] = []
        /// The types whose plans instances of classes are updated with, by ``plannedType(for:of:)``.
        var plannedTypes: [[ObjectIdentifier]: Result<(any Importable.Type)?, ImportError>] = [:]
    }

    private let subclasses = Locked(Subclasses())
    /// The number of the first object node; see ``ObjectNode/number``.
    let firstNumber: Int

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

    /// Whether an object may update an instance, or may be added to an ``IdentityMap``.
    var mayUpdateInstances: Bool {
        updatesInstance || options.nestedObjects != .replace || modelHooks.contains { $0.existing != nil }
    }

    deinit {
        for (node, plan) in objects {
            node.value.keys.value.free()
            node.value.keys.free()
            if plan != nil { node.value.slots.free() }
            node.free()
        }
        for free in frees { free() }
    }

    /// Returns the node of a type. Its dates have the format of `dates` or, if `dates` is `nil`, that of the options.
    func node(for type: any Importable.Type, dates: DateStrategy? = nil) -> Pinned<ValueNode> {
        if let node = nodes[dates]?[ObjectIdentifier(type)] { return node }
        let node = keep(emptyNode(of: type, dates: dates))
        // Stored before the types that this type contains are compiled, because they may include the type itself.
        nodes[dates, default: [:]][ObjectIdentifier(type)] = node
        // The values of the type are members or elements, not the object that is read for the open types.
        let outerTypes = openCaseTypes
        openCaseTypes = []
        compile(type, dates: dates, into: node)
        openCaseTypes = outerTypes
        return node
    }

    /// Returns a node of a type that reads no values yet.
    private func emptyNode(of type: any Importable.Type, dates: DateStrategy?) -> ValueNode {
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
        guard plan.type == type else { return addError(.planOfAnotherType("\(plan.type)", type: "\(type)")) }
        addError(plan.error)
        if type is any ImportOrdering.Type || type is any ImportUniquing.Type { needsOrder = true }
        let isDate = dates != nil && plan.scalar == Double.self
        let scalar = isDate ? SecondsSince1970.self : plan.scalar
        node.value.scalar = scalar
        node.value.direct =
            scalar == String.self
            ? .string : scalar == Int.self ? .integer : scalar == Double.self ? .double : nil
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
                representation.wrap, self.node(for: representation.type, dates: dates)
            )
        }
        if let cases = plan.cases {
            node.value.cases = caseNode(cases, of: type, dates: dates, ignoring: ignored)
        } else if let object = plan.object {
            let model = ignored.isEmpty ? objectNode(for: object) : caseObjectNode(for: object, ignored)
            setModel(model, object, of: node)
        }
        if plan.keepsText {
            node.value.nodeForParsedValue = keep(node.value)
            (node.value.scalar, node.value.array, node.value.dictionary) = (nil, nil, nil)
        }
    }

    /// Makes a node read a model: from arrays if the fields of the model are elements, otherwise from objects.
    ///
    /// - Parameter model: the node of the model, which is not initialized yet if the model contains itself.
    private func setModel(_ model: Pinned<ObjectNode>, _ plan: ObjectPlan, of node: Pinned<ValueNode>) {
        if plan.isArray { node.value.indirection = .elements(model) } else { node.value.object = model }
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
        frees.append(memory.free)
        return memory
    }

    func keep<Node>(all nodes: [Node]) -> PinnedArray<Node> {
        let memory = PinnedArray(nodes)
        frees.append(memory.free)
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

/// The compilation of the plans of models.
extension CompiledPlan {
    func objectNode(for plan: ObjectPlan) -> Pinned<ObjectNode> {
        if let node = objectNodes[ObjectIdentifier(plan.model)] { return node }
        let node = Pinned<ObjectNode>()
        // Stored before the fields are compiled, because their types may contain the model.
        objectNodes[ObjectIdentifier(plan.model)] = node
        compile(plan, into: node)
        return node
    }

    /// Compiles a plan into a node that is not initialized.
    ///
    /// - Parameter ignored: keys that are skipped, unless the plan has a field for them.
    func compile(_ plan: ObjectPlan, ignoring ignored: [String] = [], into node: Pinned<ObjectNode>) {
        let slots = PinnedArray<Slot>(count: plan.fields.count)
        let number = keep(node, plan)
        addError(plan.error ?? options.mappingError(of: plan))
        for (index, field) in plan.fields.enumerated() {
            slots.pinned(index).initialize(to: slot(for: field, index))
        }
        let sourced = plan.fields.indices.filter { plan.fields[$0].source != nil }
        for index in sourced {
            switch plan.fields[index].source {
            case .enclosing(let member) where !enclosingMembers.contains(member):
                enclosingMembers.append(member)
            case .memberName: readsMemberNames = true
            case .enclosing, nil: break
            }
        }
        let hooks = hooks(of: plan)
        var compiler = KeyCompiler(compiled: self, plan: plan, fields: slots, intercept: hooks?.intercept)
        let (extras, elements) = (compiler.extras(), compiler.elements())
        let keys = compiler.keys(KeyRules(plan, options, alsoIgnoring: ignored), extras)
        if let hooks, hooks.intercept != nil { hooks.properties = compiler.properties() }
        node.initialize(
            to: ObjectNode(
                number: number, plan: plan, layout: compiler.layout, slots: slots,
                requiredCount: plan.fields.count { $0.isRequired }, keys: keys, extras: extras,
                elements: elements, hooks: hooks, hookStateIndex: compiler.hookStateIndex,
                sourcedFields: sourced.isEmpty ? nil : keep(all: sourced),
                needsNoSetup: extras == nil && hooks == nil && compiler.hookStateIndex == nil
                    && sourced.isEmpty && options.nestedObjects == .replace && !updatesInstance))
    }

    private func hooks(of plan: ObjectPlan) -> ModelHooks? {
        guard let type = plan.model as? any Importable.Type, let hooks = ModelHooks(of: type, plan, options)
        else {
            return nil
        }
        modelHooks.append(hooks)
        if hooks.intercept != nil, plan.isArray {
            addError(
                .invalidPlan(
                    "\(plan.model) is made from arrays, but conforms to ImportIntercepting, which is called for keys",
                    advice: "conform to ImportValidating, or import \(plan.model) from objects"))
        }
        if hooks.existing != nil, plan.instances == nil {
            addError(.planWithoutInstances(type: "\(plan.model)"))
        }
        return hooks
    }

    private func slot(for field: FieldDescription, _ index: Int) -> Slot {
        Slot(
            offset: field.offset, index: index, requiredCount: field.isRequired ? 1 : 0,
            state: DraftState.present(rank: field.nameRank), null: nullMeaning(of: field),
            isLenient: field.isLenient, value: node(for: field.type, dates: field.dates))
    }

    private func nullMeaning(of field: FieldDescription) -> Slot.NullMeaning {
        // Reads the plan of the type, because the node of a type that contains itself may not be compiled yet.
        let plan = field.type.importPlan
        switch field.role {
        case .optional: return .absent
        case .required, .extras:
            return plan.wrapped != nil ? .nilValue : plan.null != nil ? .value : .absent
        case .defaulted:
            if plan.wrapped != nil { return options.nulls == .ignore ? .absent : .nilValue }
            return plan.null != nil ? .value : options.nulls == .mismatch ? .rejected : .absent
        }
    }
}

/// The compilation of the cases of an enum, or of the subclasses of a class.
extension CompiledPlan {
    /// - Parameters:
    ///   - dates: the format of dates in the payloads; that of the options if `nil`.
    ///   - ignored: keys of the objects that are skipped, unless a payload has a field for them.
    private func caseNode(
        _ plan: CasePlan, of type: any Importable.Type, dates: DateStrategy?, ignoring ignored: [String]
    ) -> Pinned<CaseNode> {
        // A payload is read from the object that has the discriminator, and usually has no field for it.
        let ignored = ignored + plan.discriminator.prefix(1)
        let cases = plan.cases.map { rule in
            let payload = payloadNode(rule, dates: dates, ignoring: ignored)
            return CaseNode.Case(
                payload: payload, rule,
                object: plan.discriminator.isEmpty ? nil : instanceNode(rule, payload, of: type))
        }
        if !plan.discriminator.isEmpty {
            if let index = cases.firstIndex(where: \.isDictionary) {
                let name = plan.cases[index].name.debugDescription
                addError(
                    .invalidPlan(
                        "the case \(name) of \(type) would read its discriminator as a member of a dictionary",
                        advice: "read the associated value from a key of its own, or make it a JSONValue"))
            }
            if let index = cases.firstIndex(where: { !$0.mayBeObject }) {
                let name = plan.cases[index].name.debugDescription
                addError(
                    .invalidPlan(
                        "the case \(name) of \(type) has a value beside its discriminator that is not an object",
                        advice: "label the associated value, or name its key with 'content'"))
            }
        }
        addError(hookError(plan, of: type))
        casePlans.append(plan)
        let node = CaseNode(plan, keep(all: cases), options.keyMatching)
        frees.append(node.free)
        return keep(node)
    }

    /// The error if hooks would not be called for each instance.
    private func hookError(_ plan: CasePlan, of type: any Importable.Type) -> ImportError? {
        guard type is AnyObject.Type else {
            let hasHooks =
                type is any ImportValidating.Type || type is any ImportIntercepting.Type
                || type is any ImportUniquing.Type
            guard hasHooks else { return nil }
            return .invalidPlan(
                "the enum \(type) conforms to a protocol for hooks, which are not called for its cases",
                advice: "conform the payloads to the protocol instead")
        }
        let reused = options.existingInstances
        guard reused[ObjectIdentifier(type)] != nil else { return nil }
        return plan.cases.first { reused[ObjectIdentifier($0.type)] == nil }.map {
            .invalidPlan(
                "instances of \(type) are reused, but not those of its subclass \($0.name)",
                advice: "call reuseInstances for each class in 'subclasses'")
        }
    }

    /// Compiles the payload of a case. Adds an error if the payload is made from the object around it and contains itself.
    private func payloadNode(
        _ rule: CaseRule, dates: DateStrategy?, ignoring ignored: [String]
    ) -> Pinned<ValueNode> {
        let type = rule.type
        let node = keep(emptyNode(of: type, dates: dates))
        if let object = rule.object {
            setModel(caseObjectNode(for: object, ignored), object, of: node)
        } else if openCaseTypes.contains(ObjectIdentifier(type)) {
            addError(
                .invalidPlan(
                    "the case \(rule.name.debugDescription) is read from the same object as the \(type) around it",
                    advice: "read the associated value from a key of its own"))
        } else {
            openCaseTypes.append(ObjectIdentifier(type))
            compile(type, dates: dates, ignoring: ignored, into: node)
            openCaseTypes.removeLast()
        }
        return node
    }

    /// Returns the node by which an object becomes an instance of a case at once, without a frame for its payload; `nil` if
    /// the payload must be made first.
    private func instanceNode(
        _ plan: CaseRule, _ payload: Pinned<ValueNode>, of type: any Importable.Type
    ) -> Pinned<ObjectNode>? {
        guard let object = payload.value.object, object.value.needsNoSetup, payload.value.wrapped == nil
        else {
            return nil
        }
        guard plan.object == nil else { return object }
        guard plan.type.fits(inMemoryOf: type), let payloadPlan = object.value.plan else { return nil }
        var node = object.value
        let instancePlan = ObjectPlan(payloadPlan, wrappedBy: plan)
        casePlans.append(instancePlan)
        node.plan = instancePlan
        return keep(node)
    }

    /// Compiles a plan for the objects of one case.
    private func caseObjectNode(for plan: ObjectPlan, _ ignored: [String]) -> Pinned<ObjectNode> {
        let node = Pinned<ObjectNode>()
        compile(plan, ignoring: ignored, into: node)
        return node
    }
}

extension CaseNode.Case {
    /// Whether the payload is a dictionary whose values cannot be any JSON.
    fileprivate var isDictionary: Bool {
        payload.value.dictionary != nil && payload.unwrapped.value.type != JSONValue.self
    }

    /// Whether the payload can be made from an object.
    fileprivate var mayBeObject: Bool {
        let node = (payload.value.representation?.value ?? payload).unwrapped.value
        return node.object != nil || node.cases != nil || node.dictionary != nil
            || node.nodeForParsedValue != nil
            || node.dynamicModel != nil
    }
}

/// The plans of subclasses. Properties have the type of the base class: a subclass becomes known when one of its
/// instances is about to be updated.
extension CompiledPlan {
    /// Returns the plan of a subclass, compiled for updates with the options of this plan. Its object nodes have other
    /// numbers than those of this plan.
    ///
    /// - Parameters:
    ///   - type: the subclass.
    ///   - base: the static type of the instances.
    /// - Returns: `nil` if instances of the subclass are updated with the plan of the base class.
    /// - Throws: ``ImportError`` if the plan of the subclass does not fit the subclass, or is invalid.
    func subclass(
        _ type: any Importable.Type, of base: any Importable.Type
    ) throws(ImportError) -> CompiledPlan? {
        guard let planned = try plannedType(for: type, of: base).get() else { return nil }
        let plan = compiledPlan(of: planned)
        if let error = plan.error { throw error }
        return plan
    }

    /// Returns the type whose plan instances of a class are updated with: the class, or one of its superclasses below the base
    /// class; `nil` for the base class; an error if the plan of the class does not fit the class. Remembers the result, because a
    /// generic class makes a new plan each time that `importPlan` is read.
    private func plannedType(
        for type: any Importable.Type, of base: any Importable.Type
    ) -> Result<(any Importable.Type)?, ImportError> {
        let classes = [ObjectIdentifier(base), ObjectIdentifier(type)]
        if let planned = subclasses.withLock({ $0.plannedTypes[classes] }) { return planned }
        let planned = Result { () throws(ImportError) -> (any Importable.Type)? in
            let planned = try type.plannedType(as: base)
            return planned == base ? nil : planned
        }
        subclasses.withLock { $0.plannedTypes[classes] = planned }
        return planned
    }

    private func compiledPlan(of type: any Importable.Type) -> CompiledPlan {
        while true {
            let (existingPlan, number) = subclasses.withLock { subclasses in
                (subclasses.plans.first { $0.record.value.type == type }, nextNumber(after: subclasses.plans))
            }
            if let existingPlan { return existingPlan }
            // Compiled outside the lock, because `importPlan` of a model is user code.
            let newPlan = CompiledPlan(of: type, options: options, updatesInstance: true, firstNumber: number)
            let isAdded = subclasses.withLock { subclasses in
                // If another thread has added a plan in the meantime, that plan has the numbers of this one.
                guard nextNumber(after: subclasses.plans) == number else { return false }
                subclasses.plans.append(newPlan)
                return true
            }
            if isAdded { return newPlan }
        }
    }

    /// Returns the key definitions of the object nodes with this number or a higher one, in this plan and in the plans
    /// of subclasses.
    func keyDefinitions(from number: Int) -> [Pinned<KeyDefinitions>] {
        let plans = [self] + subclasses.withLock { $0.plans }
        return plans.flatMap(\.objects).map(\.node.value).filter { $0.number >= number }.map(\.keys)
    }

    /// Returns the number of the next object node.
    private func nextNumber(after plans: [CompiledPlan]) -> Int {
        let last = plans.last ?? self
        return last.firstNumber + last.objects.count
    }
}

extension Importable {
    /// Returns the type whose plan instances of this type have: this type, or a superclass whose plan it inherits.
    ///
    /// - Parameter base: the static type of the instances.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the plan is of an unrelated type or of a superclass of `base`.
    static func plannedType(as base: any Importable.Type) throws(ImportError) -> any Importable.Type {
        let planned = importPlan.type
        guard isKind(of: planned), planned.isKind(of: base) else {
            throw .planOfAnotherType("\(planned)", type: "\(self)")
        }
        return planned
    }

    /// Returns whether this type is `other` or a subclass of `other`.
    static func isKind(of other: any Importable.Type) -> Bool {
        func isKind<Other: Importable>(of other: Other.Type) -> Bool { self is Other.Type }
        return isKind(of: other)
    }
}

/// Models in dynamic values; see ``ImportOptions/dynamicModels``.
extension CompiledPlan {
    /// Returns the node to use instead of the node of a dynamic field under a key that has a model; `nil` if the field
    /// is not dynamic or the key has no model.
    func dynamicNode(forKey key: String, replacing node: Pinned<ValueNode>) -> Pinned<ValueNode>? {
        let type = node.value.type
        if type == DynamicValue.self { return compileModel(under: key) }
        guard type == [DynamicValue].self, let element = compileModel(under: key) else { return nil }
        var array = node.value
        array.array?.element = element
        return keep(array)
    }

    @discardableResult
    private func compileModel(under key: String) -> Pinned<ValueNode>? {
        if let node = models[key] { return node }
        guard let type = options.dynamicModels[key] else { return nil }
        let node = keep(self.node(for: DynamicValue.self).value)
        models[key] = node
        node.value.dictionary = nil
        node.value.array?.element = node
        node.value.dynamicModel = (
            { $1.initialize(to: DynamicValue(value: type.takeAny(at: $0))) }, self.node(for: type)
        )
        return node
    }
}
