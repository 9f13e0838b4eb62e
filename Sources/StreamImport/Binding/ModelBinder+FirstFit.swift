/// Values that become the first case that they fit, of an enum without a discriminator.
///
/// An array or object is replayed for one case after another. Its errors are kept until a case fits.
extension ModelBinder {
    /// Starts an array or object that becomes the first case that it fits.
    mutating func startFirstFit(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
        guard replays.isRunning else { return readFromTape(isArray: isArray, node, then: .nothing) }
        guard let top = replays.top else { preconditionFailure("no replay is active") }
        let start = top.next - 1
        // A value does not contain itself: with implicit arrays, it would be read without end.
        guard !replays.firstFits.isOpen(node, at: start) else {
            return rejectToken(expected: node.value.expected)
        }
        var first = 0
        switch replays.firstFits.outcome(of: node, at: start) {
        case .failed(let error): return rejectToken(error)
        case .fits(let index): first = index
        case nil: break
        }
        openPayload(node)
        replays.firstFits.start(
            node, at: start, frame: frames.last, lists: .init(summary: summary, mismatches: mismatches))
        let end = replays.tape.end(ofValueAt: start)
        replays.jump(to: end)
        context.value.depth -= 1
        push(replay(of: start..<end))
        return readForCase(first)
    }

    /// Replays the value of the payload in the innermost frame for another case, because it does not fit the last one.
    mutating func readForNextCase(after error: ImportError) -> EventResult {
        node = nil
        context.value.suppressScalars(false)
        skipRestOfValue()
        let lists = replays.firstFits.lists
        (summary, mismatches) = (lists.summary, lists.mismatches)
        let index = frames.top.value.caseIndex
        replays.firstFits.addError(error, name: casesOfPayload.value.names[index])
        return readForCase(index + 1)
    }

    private mutating func readForCase(_ index: Int) -> EventResult {
        let cases = casesOfPayload
        guard index < cases.value.cases.count else {
            let name = frames.top.value.node?.value.modelName ?? ""
            let error = ImportError.noFittingCase(
                replays.firstFits.errors, type: name, path: path(upTo: frames.last))
            replays.firstFits.setOutcome(.failed(error))
            return rejectObject(error)
        }
        preparePayload(cases.value.cases[index].payload, index)
        restartReplay()
        return .continue
    }

    // MARK: - Scalars

    /// Stores a scalar as the first case that it fits, at first without conversion.
    mutating func storeFirstFit(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        // SAFETY: the caller lends `count` bytes for the call. The destination has room for a value of the node's type.
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        var errors: [(name: String, error: ImportError)] = []
        guard
            unsafe put(kind, text, .strict, node, at: destination!, &errors)
                || put(kind, text, options.coercion, node, at: destination!, &errors)
        else {
            return rejectToken(.noFittingCase(errors, type: node.value.modelName))
        }
        unsafe node.wrap(at: destination!)
        return valueStored(isScalar: true)
    }

    /// Stores a scalar as the first case that it fits under a coercion policy.
    ///
    /// - Parameter errors: receives the error of each case that it does not fit.
    private func put(
        _ kind: ImportToken.Kind, _ text: UnsafeBufferPointer<UInt8>, _ coercion: CoercionPolicy,
        _ node: Pinned<ValueNode>, at destination: UnsafeMutableRawPointer,
        _ errors: inout [(name: String, error: ImportError)]
    ) -> Bool {
        guard let cases = node.value.cases else { preconditionFailure("the node has no cases") }
        errors = []
        for index in cases.value.cases.indices {
            let rule = cases.value.cases[index]
            // SAFETY: the memory has room for the payload, which `wrap` moves to the destination.
            let error = unsafe withUnsafeTemporaryAllocation(
                byteCount: max(rule.payload.value.stride, 1), alignment: ValueMemory.alignment
            ) { memory -> ImportError? in
                let address = memory.baseAddress!
                if let error = unsafe storePayload(kind, text, coercion, rule.payload, at: address) {
                    return error
                }
                unsafe rule.plan._withUnsafeGuaranteedRef { unsafe $0.wrap(address, destination) }
                return nil
            }
            guard let error else { return true }
            errors.append((cases.value.names[index], error))
        }
        return false
    }

    /// Stores a scalar as a payload. Returns the error if it does not fit the type of the payload.
    private func storePayload(
        _ kind: ImportToken.Kind, _ text: UnsafeBufferPointer<UInt8>, _ coercion: CoercionPolicy,
        _ payload: Pinned<ValueNode>, at address: UnsafeMutableRawPointer
    ) -> ImportError? {
        // SAFETY: the caller keeps the text, and passes memory with room for a value of the payload's type.
        if payload.value.withoutText != nil, hasText {
            unsafe address.initializeMemory(as: JSONText.self, to: JSONText(checked: Array(textOfToken)))
        } else if let scalar = (payload.value.withoutText ?? payload).value.scalar {
            do {
                let bytes = unsafe Span(_unsafeElements: text)
                let policies = payload.value.policies.with(coercion: coercion)
                try unsafe scalar._store(
                    ImportToken(kind: kind, bytes: bytes, policies: policies), at: address)
            } catch {
                return ImportError(scalar: error, found: foundText)
            }
        } else if let (collector, element) = payload.value.representation {
            let error = unsafe withUnsafeTemporaryAllocation(
                byteCount: element.value.stride, alignment: ValueMemory.alignment
            ) { memory -> ImportError? in
                let value = memory.baseAddress!
                if let error = unsafe storePayload(kind, text, coercion, element, at: value) { return error }
                let moveToArray = unsafe element.value.operations.moveToArray
                do {
                    try unsafe collector.collect(value, count: 1, into: address, moveToArray)
                    return nil
                } catch {
                    return .rejectedByModel(error)
                }
            }
            if let error { return error }
        } else if let cases = payload.value.cases, !cases.value.hasDiscriminator {
            var errors: [(name: String, error: ImportError)] = []
            guard unsafe put(kind, text, coercion, payload, at: address, &errors) else {
                return .noFittingCase(errors, type: payload.value.modelName)
            }
        } else {
            return .typeMismatch(expected: payload.value.expected, found: foundText)
        }
        unsafe payload.wrap(at: address)
        return nil
    }
}
