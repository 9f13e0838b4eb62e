/// Objects that become the cases of an enum, or instances of subclasses. One member of the object, the discriminator, names
/// the case.
///
/// The case of an object must be known before the object is read. If the first member is not the discriminator, the members
/// are recorded up to the discriminator, and replayed for the case. The rest of the object is read from the source.
extension ModelBinder {
    /// Starts an array or object whose node has cases.
    mutating func startCase(
        isArray: Bool, _ node: Pinned<ValueNode>, _ cases: Pinned<CaseNode>
    ) -> EventResult {
        guard cases.value.hasDiscriminator else { return startFirstFit(isArray: isArray, node) }
        guard !isArray else { return rejectToken(expected: node.value.expected) }
        guard !replays.isRunning else { return startCaseOnTape(node, cases) }
        self.node = node
        // In an update, an object without a discriminator updates the case that the instance has.
        guard cases.value.isDirect, updates?.hasTarget != true, context.value.cursor.parser != nil else {
            startRecording(isArray: false, Self.recording, then: .nothing)
            return .continue
        }
        context.value.cursor.retainedValue = context.value.cursor.moveScanStartToBracket()
        context.value.install(Self.leading)
        return .continue
    }

    // MARK: - Recorded members

    /// Receives a key of an object whose case is not known, while the object is being recorded.
    mutating func keyRecorded(_ key: KeyText) {
        guard replays.tape.openCount == 1, let cases = node?.value.cases, cases.value.isDiscriminator(key)
        else { return }
        context.value.install(Self.deciding)
    }

    /// Receives the discriminator of an object that is being recorded.
    mutating func discriminatorRecorded(_ name: KeyText) -> EventResult {
        guard let node, let cases = node.value.cases, let index = cases.value.index(of: name),
            mayBeReadFromSource(cases.value.cases[index].payload)
        else {
            // The whole object is recorded.
            context.value.install(Self.recording)
            return .continue
        }
        context.value.install(Self.events)
        return replayPrefix(of: index)
    }

    /// Returns whether a payload can be read before its object is recorded completely.
    private func mayBeReadFromSource(_ payload: Pinned<ValueNode>) -> Bool {
        guard let object = payload.value.object else { return payload.value.dictionary != nil }
        return object.value.isPlain || !mustBeOnTape(object)
    }

    // MARK: - On the tape

    /// Starts an object that is on the tape, at least up to its discriminator.
    private mutating func startCaseOnTape(_ node: Pinned<ValueNode>, _ cases: Pinned<CaseNode>) -> EventResult
    {
        let discriminator =
            replays.decidedCase.map { FoundDiscriminator.known($0, at: nil) } ?? discriminator(cases)
        let isClass = node.unwrapped.value.type is AnyObject.Type
        if case .needsKeyOrder = discriminator { return .restarted }
        if case .unknown(let name, let value) = discriminator {
            // The object that would take the target does not begin.
            updates?.clear()
            let names = cases.value.exportedNames
            return rejectDiscriminator(
                at: value, cases, .unknownCase(name, names, type: node.value.modelName, isClass: isClass))
        }
        // Such an object updates no instance, because it is plain.
        if let index = discriminator.index, let object = cases.value.cases[index].object {
            open(.object, node)
            self.node = nil
            return startDraft(object)
        }
        openPayload(node)
        let target = takeTarget(node)
        // SAFETY: the box holds an instance of the type with these cases.
        let instanceCase = target.flatMap { unsafe cases.value.index(ofInstance: $0.address) }
        // An instance of a subclass that is not listed is updated like one of the class, by the plan of the subclass.
        let updatedCase = instanceCase ?? (isClass && target != nil ? 0 : nil)
        guard let index = discriminator.index ?? updatedCase else {
            frames.pop()
            let path = JSONPath(cases.value.pathKeys.map { .key($0) })
            let key = path.components.onlyKey ?? path.relativeDescription
            return rejectToken(.missingKeys([key.debugDescription], type: node.value.modelName))
        }
        let payload = cases.value.cases[index].payload
        if let target {
            if case .known(_, let value?) = discriminator, instanceCase != index {
                // An object cannot change its class. In a property, a new instance replaces the old one.
                let isRecord = (1...frames.last).allSatisfy { frames[$0].value.kind == .payload }
                guard !isRecord || !(plan.record.value.type is AnyObject.Type) else {
                    // SAFETY: the box of a class holds an instance.
                    let instance = unsafe target.address.assumingMemoryBound(to: AnyObject.self).pointee
                    frames.pop()
                    return rejectDiscriminator(
                        at: value, cases,
                        .classOfUpdatedObject(text(ofDiscriminatorAt: value), expected: type(of: instance)))
                }
                setTarget(nil, of: payload)
            } else {
                let old = oldPayload(of: target, cases.value.cases[index])
                setTarget(old, of: payload)
                if let old, index == cases.value.unknown {
                    updates?.push(.init(frame: frames.last, node: payload, instance: old))
                }
            }
        }
        preparePayload(payload, index)
        return startObjectOutOfLine(payload)
    }

    /// Rejects an object because of its discriminator, whose value is at an index on the tape.
    private mutating func rejectDiscriminator(
        at value: Int, _ cases: Pinned<CaseNode>, _ error: ImportError
    ) -> EventResult {
        let keys = cases.value.pathKeys.dropLast() + [text(ofKey: replays.tape[value - 1])]
        return rejectToken(
            error.with(
                path: path(upTo: frames.last + 1, keys.map { .key($0) }), location: location(ofEventAt: value)
            ))
    }

    /// Opens a frame for the payload of the value that is being reported.
    mutating func openPayload(_ node: Pinned<ValueNode>) {
        open(
            .payload, node, offset: context.value.cursor.moveScanStartToBracket(),
            depth: context.value.depth - 1)
    }

    /// Prepares the innermost frame for the payload of a case.
    mutating func preparePayload(_ payload: Pinned<ValueNode>, _ index: Int) {
        let frame = frames.top
        frame.value.caseIndex = index
        frame.value.memory.reserve(max(payload.value.stride, 1))
        node = payload
        // SAFETY: the memory has room for the payload, and holds no value.
        unsafe destination = frame.value.memory.start
    }

    /// Makes an instance of the case from the payload in the innermost frame.
    mutating func finishPayload(isScalar: Bool) -> EventResult {
        let frame = frames.top
        let cases = casesOfPayload
        if let old = updates?.pop(frames.last)?.instance {
            // SAFETY: the memory and the box hold payloads of the case for unknown names, whose type is `JSONValue`.
            unsafe updateUnknown(
                frame.value.memory.start!.assumingMemoryBound(to: JSONValue.self),
                from: old.address.assumingMemoryBound(to: JSONValue.self).pointee, cases)
        }
        // SAFETY: the frame's memory holds a payload of the case, which is moved out. The destination has room for an
        // instance. The compiled plan keeps the payload's plan.
        unsafe cases.value.cases[frame.value.caseIndex].plan._withUnsafeGuaranteedRef {
            unsafe $0.wrap(frame.value.memory.start!, frame.value.destination!)
        }
        if !cases.value.hasDiscriminator {
            replays.firstFits.setOutcome(.fits(case: frame.value.caseIndex))
            replays.firstFits.end(frame: frames.last)
        }
        return close(isScalar: isScalar)
    }

    /// The cases of the payload in the innermost frame.
    var casesOfPayload: Pinned<CaseNode> {
        guard let cases = frames.top.value.node?.value.cases else {
            preconditionFailure("the frame of the payload has no cases")
        }
        return cases
    }

    // MARK: - Updates

    /// Returns the existing instance that the object in the innermost frame updates, if there is one.
    private mutating func takeTarget(_ node: Pinned<ValueNode>) -> ValueBox? {
        switch updates?.takeNextTarget() {
        case nil: return nil
        case .updates(let instance): return instance
        case .isNew: return nil
        case .nothing: return nestedInstance(node)
        }
    }

    /// Updates the payload of the case for unknown names, unless the new payload has another name.
    private func updateUnknown(
        _ payload: UnsafeMutablePointer<JSONValue>, from old: JSONValue, _ cases: Pinned<CaseNode>
    ) {
        let matching = cases.value.keyMatching
        // SAFETY: the caller passes the address of a payload. The compiled plan keeps the plan.
        unsafe cases.value.plan._withUnsafeGuaranteedRef { plan in
            if let name = unsafe plan.name(in: payload.pointee, matching) {
                let oldName = plan.name(in: old, matching) ?? ""
                guard name.utf8.elementsEqual(oldName.utf8) else { return }
            }
            unsafe payload.pointee = plan.update(old, with: payload.pointee, matching)
        }
    }

    /// Returns a copy of the payload of an instance of a case.
    private func oldPayload(of instance: ValueBox, _ rule: CaseNode.Case) -> ValueBox? {
        var payload: ValueBox?
        // SAFETY: the box holds an instance of the case. The new box copies its payload.
        unsafe rule.plan._withUnsafeGuaranteedRef { plan in
            _ = try? unsafe plan.unwrap(instance.address) { payload = unsafe rule.payload.copyUnwrapped($0) }
        }
        return payload
    }

    /// Sets the instance that the next object updates, if objects of its node update instances. If `instance` is `nil`, the
    /// object becomes a new instance.
    private mutating func setTarget(_ instance: ValueBox?, of node: Pinned<ValueNode>) {
        let node = node.unwrapped.value
        // No other object takes the target, which a later object would then take instead.
        guard node.object?.value.isPlain == false || node.cases?.value.hasDiscriminator == true else {
            return
        }
        updates?.setNextTarget(instance)
    }
}

extension ValueNode {
    /// The name of the type inside all optionals, for error messages.
    var modelName: String { wrapped?.value.modelName ?? "\(type)" }
}
