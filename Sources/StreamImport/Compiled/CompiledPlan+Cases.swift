/// The compilation of the cases of an enum, or of the subclasses of a class.
extension CompiledPlan {
    /// - Parameters:
    ///   - dates: the format of dates in the payloads; that of the options if `nil`.
    ///   - ignored: keys of the objects that are skipped, unless a payload has a field for them.
    func caseNode(
        _ plan: CasePlan, of type: any Importable.Type, dates: DateStrategy?, ignoring ignored: [String]
    ) -> Pinned<CaseNode> {
        // A payload is read from the object that has the discriminator, and usually has no field for it.
        let ignored = ignored + plan.discriminator.prefix(1)
        let cases = plan.cases.map { rule in
            // SAFETY: the compiled plan keeps the plan with its payloads.
            let payload = payloadNode(rule, dates: dates, ignoring: ignored)
            return unsafe CaseNode.Case(
                payload: payload, plan: .passUnretained(rule.payload),
                object: plan.discriminator.isEmpty ? nil : instanceNode(rule.payload, payload, of: type))
        }
        if !plan.discriminator.isEmpty {
            if let index = cases.firstIndex(where: \.isDictionary) {
                addError(.dictionaryPayload(plan.cases[index].name, type: "\(type)"))
            }
            if let index = cases.firstIndex(where: { !$0.mayBeObject }) {
                addError(.payloadNotAnObject(plan.cases[index].name, type: "\(type)"))
            }
        }
        addError(hookError(plan, of: type))
        casePlans.append(plan)
        return keep(CaseNode(plan, keep(all: cases), options.keyMatching))
    }

    /// The error if hooks would not be called for each instance.
    private func hookError(_ plan: CasePlan, of type: any Importable.Type) -> ImportError? {
        guard type is AnyObject.Type else {
            let hasHooks =
                type is any ImportValidating.Type || type is any ImportIntercepting.Type
                || type is any ImportUniquing.Type
            return hasHooks ? .hooksOfCases(type: "\(type)") : nil
        }
        let reused = options.existingInstances
        guard reused[ObjectIdentifier(type)] != nil else { return nil }
        return plan.cases.first { reused[ObjectIdentifier($0.payload.type)] == nil }.map {
            .subclassNotReused($0.name, of: "\(type)")
        }
    }

    private func payloadNode(
        _ rule: CasePlan.Case, dates: DateStrategy?, ignoring ignored: [String]
    ) -> Pinned<ValueNode> {
        let node = keep(emptyNode(of: rule.payload.type, dates: dates))
        if let object = rule.payload.object {
            node.value.object = caseObjectNode(for: object, ignored)
        } else {
            compileOnce(
                rule.payload.type, dates: dates, ignoring: ignored, into: node, name: rule.name)
        }
        return node
    }

    /// Returns the node by which an object becomes an instance of a case at once, without a frame for its payload; `nil` if
    /// the payload must be made first.
    private func instanceNode(
        _ plan: PayloadPlan, _ payload: Pinned<ValueNode>, of type: any Importable.Type
    ) -> Pinned<ObjectNode>? {
        guard let object = payload.value.object, object.value.isPlain, payload.value.wrapped == nil else {
            return nil
        }
        guard plan.object == nil else { return object }
        // SAFETY: the compiled plan keeps both object plans as long as the nodes.
        guard plan.type.fits(inMemoryOf: type),
            let payloadPlan = unsafe object.value.plan?.takeUnretainedValue()
        else { return nil }
        var node = object.value
        let instancePlan = ObjectPlan(payloadPlan, wrappedBy: plan)
        wrappedPlans.append(instancePlan)
        unsafe node.plan = .passUnretained(instancePlan)
        return keep(node)
    }

    /// Compiles the plan of a type whose values are made from the object around them. Adds an error if such a value
    /// contains itself.
    ///
    /// - Parameter name: the name of the case with the value.
    func compileOnce(
        _ type: any Importable.Type, dates: DateStrategy?, ignoring ignored: [String],
        into node: Pinned<ValueNode>, name: String
    ) {
        guard !openCaseTypes.contains(ObjectIdentifier(type)) else {
            return addError(.caseOfItself(name, type: "\(type)"))
        }
        openCaseTypes.append(ObjectIdentifier(type))
        compile(type, dates: dates, ignoring: ignored, into: node)
        openCaseTypes.removeLast()
    }

    /// Compiles a plan for the objects of one case.
    func caseObjectNode(for plan: ObjectPlan, _ ignored: [String]) -> Pinned<ObjectNode> {
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
        let node = (payload.value.representation?.element ?? payload).unwrapped.value
        return node.object != nil || node.cases != nil || node.dictionary != nil || node.withoutText != nil
            || node.dynamicModel != nil
    }
}
