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
            unsafe CaseNode.Case(
                payload: payloadNode(rule, dates: dates, ignoring: ignored),
                plan: .passUnretained(rule.payload))
        }
        if !plan.discriminator.isEmpty {
            if let index = cases.firstIndex(where: \.isDictionary) {
                addError(.dictionaryPayload(plan.cases[index].name, type: "\(type)"))
            }
            if let index = cases.firstIndex(where: { !$0.mayBeObject }) {
                addError(.payloadNotAnObject(plan.cases[index].name, type: "\(type)"))
            }
        }
        casePlans.append(plan)
        return keep(CaseNode(plan, keep(all: cases), options.keyMatching))
    }

    private func payloadNode(
        _ rule: CasePlan.Case, dates: DateStrategy?, ignoring ignored: [String]
    ) -> Pinned<ValueNode> {
        let node = keep(emptyNode(of: rule.payload.type, dates: dates))
        let type = ObjectIdentifier(rule.payload.type)
        if let object = rule.payload.object {
            node.value.object = caseObjectNode(for: object, ignored)
        } else if openCaseTypes.contains(type) {
            addError(.caseOfItself(rule.name, type: "\(rule.payload.type)"))
        } else {
            openCaseTypes.append(type)
            compile(rule.payload.type, dates: dates, ignoring: ignored, into: node)
            openCaseTypes.removeLast()
        }
        return node
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
        let node = payload.unwrapped.value
        return node.object != nil || node.cases != nil || node.dictionary != nil || node.withoutText != nil
            || node.dynamicModel != nil
    }
}
