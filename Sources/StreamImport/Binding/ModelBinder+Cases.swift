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
        return object.value.needsNoSetup || !mustBeOnTape(object)
    }

    // MARK: - On the tape

    /// Starts an object that is on the tape, at least up to its discriminator.
    private mutating func startCaseOnTape(_ node: Pinned<ValueNode>, _ cases: Pinned<CaseNode>) -> EventResult
    {
        let discriminator =
            replays.caseInReplay.map { FoundDiscriminator.known($0, at: nil) } ?? discriminator(cases)
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
                guard !isRecord || !isClass else {
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
    private mutating func openPayload(_ node: Pinned<ValueNode>) {
        open(
            .payload, node, offset: context.value.cursor.moveScanStartToBracket(),
            depth: context.value.depth - 1)
    }

    /// Prepares the innermost frame for the payload of a case.
    private mutating func preparePayload(_ payload: Pinned<ValueNode>, _ index: Int) {
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
            unsafe $0.wrap(ValueAddress(frame.value.memory.start!), ValueAddress(frame.value.destination!))
        }
        if !cases.value.hasDiscriminator {
            replays.firstFits.setOutcome(.fits(case: frame.value.caseIndex))
            replays.firstFits.end(frame: frames.last)
        }
        return close(isScalar: isScalar)
    }

    /// The cases of the payload in the innermost frame.
    private var casesOfPayload: Pinned<CaseNode> {
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
            _ = try? unsafe plan.unwrap(ValueAddress(instance.address)) {
                payload = unsafe rule.payload.copyUnwrapped($0.pointer)
            }
        }
        return payload
    }

    /// Sets the instance that the next object updates, if objects of its node update instances. If `instance` is `nil`, the
    /// object becomes a new instance.
    private mutating func setTarget(_ instance: ValueBox?, of node: Pinned<ValueNode>) {
        let node = node.unwrapped.value
        // No other object takes the target, which a later object would then take instead.
        guard node.object?.value.needsNoSetup == false || node.cases?.value.hasDiscriminator == true else {
            return
        }
        updates?.setNextTarget(instance)
    }
}

extension ValueNode {
    /// The name of the type inside all optionals, for error messages.
    var modelName: String { wrapped?.value.modelName ?? "\(type)" }
}

/// The result of a search for the discriminator of an object.
enum FoundDiscriminator {
    /// The object has no discriminator, or it is null, an array or an object.
    case missing
    /// The discriminator names the case with this index. The value of the discriminator is at an index on the tape; `nil` if
    /// the case was known before.
    case known(Int, at: Int?)
    /// The discriminator has this text, which names no case. Its value is at an index on the tape.
    case unknown(String, at: Int)
    /// The object has several discriminators. Which one is first depends on the order of a dictionary, so the record must
    /// be sent in key order.
    case needsKeyOrder

    var index: Int? {
        if case .known(let index, _) = self { index } else { nil }
    }
}

/// The search for the discriminator of an object on the tape.
extension ModelBinder {
    /// Returns the first discriminator of the object whose beginning is being replayed.
    private func discriminator(_ cases: Pinned<CaseNode>) -> FoundDiscriminator {
        let path = cases.value.path
        var start = replays.next - 1
        for level in path.indices {
            func isMatch(_ key: KeyText) -> Bool {
                cases.value.isDirect ? cases.value.isDiscriminator(key) : key.isSpelled(like: path[level])
            }
            guard let value = member(from: start + 1, where: isMatch) else { return .missing }
            // The dictionary is on the tape completely.
            if canRestartInKeyOrder, member(from: replays.tape.end(ofValueAt: value), where: isMatch) != nil {
                return .needsKeyOrder
            }
            if level == path.count - 1 { return found(at: value, cases) }
            guard replays.tape[value].kind == .objectStart else { return .missing }
            start = value
        }
        return .missing
    }

    /// Returns the index of the value of the first member from an index on whose key fulfils a condition.
    private func member(from start: Int, where isMatch: (KeyText) -> Bool) -> Int? {
        var index = start
        while replays.tape[index].kind == .key {
            if withKeyText(of: replays.tape[index], isMatch) { return index + 1 }
            index = replays.tape.end(ofValueAt: index + 1)
        }
        return nil
    }

    /// Returns the case that the value at an index on the tape names.
    private func found(at index: Int, _ cases: Pinned<CaseNode>) -> FoundDiscriminator {
        let event = replays.tape[index]
        switch event.kind {
        case .string, .number:
            return withKeyText(of: event) { name in
                cases.value.index(of: name).map { .known($0, at: index) } ?? .unknown(name.text, at: index)
            }
        case .bool, .value: break
        case .null, .objectStart, .arrayStart, .key, .objectEnd, .arrayEnd: return .missing
        }
        guard let name = scalarText(at: index) else { return .missing }
        let found = name.withKeyText(cases.value.index)
        return found.map { .known($0, at: index) } ?? .unknown(name, at: index)
    }

    /// Returns the text of the discriminator whose value is at an index on the tape.
    func text(ofDiscriminatorAt index: Int) -> String {
        let event = replays.tape[index]
        return switch event.kind {
        case .string, .number: withKeyText(of: event) { $0.text }
        default: scalarText(at: index) ?? ""
        }
    }

    /// Returns the text of a bool or a Swift value at an index on the tape; `nil` if the value is not a scalar.
    private func scalarText(at index: Int) -> String? {
        let event = replays.tape[index]
        if event.kind == .bool { return event.start == 1 ? "true" : "false" }
        return AnyValueCasts.scalarText(replays.tape.value(of: event))
    }

    /// Calls a function with the text of an event.
    private func withKeyText<Result>(of event: Tape.Event, _ body: (KeyText) -> Result) -> Result {
        guard event.isCopied else {
            // SAFETY: the window retains the text of recorded events.
            return unsafe body(KeyText(textInWindow(of: event), count: event.count))
        }
        // SAFETY: the tape keeps the text for the call.
        return unsafe replays.tape.withCopiedText(of: event) { unsafe body(KeyText($0)) }
    }
}

/// Objects whose first member is the discriminator. Their case is known before any other member, so nothing is recorded.
///
/// With a recording of the first member, an import takes 7.5% more instructions (events). The recording begins late if the first
/// member is another one, or if its key is not the one that the object of the case expects first.
extension ModelBinder {
    /// Receives the first key of an object with a discriminator.
    ///
    /// - Returns: whether it is the key of the discriminator, and was kept without a recording.
    private mutating func leadingKey(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let cursor = context.value.cursor
        // SAFETY: the caller lends `count` bytes for the call.
        guard unsafe cursor.contains(bytes), let cases = node?.value.cases,
            unsafe cases.value.isDiscriminator(KeyText(bytes, count: count))
        else { return false }
        let offset = cursor.base + Int(UInt(bitPattern: bytes) - cursor.windowAddress)
        replays.firstKey = Tape.Event(kind: .key, start: offset, count: count, end: offset + count + 1)
        return true
    }

    /// Receives the value of the discriminator after ``leadingKey(_:_:)``.
    ///
    /// - Returns: `nil` if the member must be recorded; otherwise the result of the event.
    private mutating func leadingDiscriminator(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult? {
        // SAFETY: the caller lends `count` bytes for the call. The window retains the text of the key.
        guard let event = replays.firstKey, let start = context.value.cursor.retainedValue,
            unsafe context.value.cursor.contains(bytes), let node, let cases = node.value.cases,
            let index = unsafe cases.value.index(of: KeyText(bytes, count: count)),
            let object = cases.value.cases[index].object
        else { return nil }
        let spelling = keys(of: object).value.first
        // Any other key is looked up by the replay, which also knows the location of its errors.
        guard unsafe spelling.value.key.isSpelled(textInWindow(of: event), event.count),
            spelling.value.slot != nil || spelling.value.isIgnored
        else { return nil }
        replays.firstKey = nil
        context.value.cursor.retainedValue = nil
        context.value.install(Self.events)
        open(.object, node, offset: start, depth: context.value.depth)
        guard startDraft(object) == .continue else {
            preconditionFailure("the object of the case is not plain")
        }
        guard spelling.value.slot == nil else {
            return spelledKey(spelling, spelling.value.key).then { unsafe string(bytes, count) }
        }
        frames.top.value.spelling = spelling
        frames.top.value.expectedSpelling = spelling.value.next
        self.node = nil
        return .continue
    }

    /// Starts to record the object after its bracket or its first key.
    private mutating func recordLeadingEvents(_ table: Pinned<EventTable>) {
        guard let start = context.value.cursor.retainedValue else {
            preconditionFailure("the window does not retain the object")
        }
        replays.startRecording(.nothing)
        context.value.install(table)
        replays.tape.open(.objectStart, end: start + 1)
        if let key = replays.firstKey { replays.tape.append(key) }
        replays.firstKey = nil
    }
}

// SAFETY, of all callbacks: as in `ModelBinder.events`.
extension ModelBinder {
    /// The functions that a parser calls for the first member of an object whose case is not known.
    ///
    /// Nothing is recorded if that member is the discriminator, with the key that is expected first.
    @safe nonisolated(unsafe) static let leading = unsafe Pinned(
        EventTable(
            null: { unsafe recordLeading($0, deciding).null.unsafelyUnwrapped($0) },
            bool: { unsafe recordLeading($0, deciding).bool.unsafelyUnwrapped($0, $1) },
            number: { unsafe recordLeading($0, deciding).number.unsafelyUnwrapped($0, $1, $2) },
            string: { context, bytes, count in
                let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
                guard let result = unsafe binder.value.leadingDiscriminator(bytes.unsafelyUnwrapped, count)
                else {
                    return unsafe recordLeading(context, deciding).string.unsafelyUnwrapped(
                        context, bytes, count)
                }
                return result == .continue ? 1 : report(result, of: binder)
            },
            objectStart: { unsafe recordLeading($0, deciding).objectStart($0) },
            key: { context, bytes, count in
                let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
                guard unsafe !binder.value.leadingKey(bytes.unsafelyUnwrapped, count) else { return 1 }
                return unsafe recordLeading(context, searching).key.unsafelyUnwrapped(context, bytes, count)
            },
            objectEnd: { unsafe recordLeading($0, recording).objectEnd($0) },
            arrayStart: { unsafe recordLeading($0, deciding).arrayStart($0) },
            arrayEnd: recording.value.arrayEnd))

    /// Starts to record an object of which only the bracket or the first key was read. Returns the functions that are called
    /// for its events from now on.
    @inline(never)
    private static func recordLeading(
        _ context: UnsafeMutableRawPointer?, _ table: Pinned<EventTable>
    ) -> EventTable {
        unsafe ConsumerMemory<ModelBinder>.state(context).value.recordLeadingEvents(table)
        return table.value
    }
}

/// Values that become the first case that they fit, of an enum without a discriminator.
///
/// An array or object is replayed for one case after another. Its errors are kept until a case fits.
extension ModelBinder {
    /// Starts an array or object that becomes the first case that it fits.
    private mutating func startFirstFit(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
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
                unsafe rule.plan._withUnsafeGuaranteedRef {
                    unsafe $0.wrap(ValueAddress(address), ValueAddress(destination))
                }
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
        if payload.value.nodeForParsedValue != nil, hasText {
            unsafe address.initializeMemory(as: JSONText.self, to: JSONText(checked: Array(textOfToken)))
        } else if let scalar = (payload.value.nodeForParsedValue ?? payload).value.scalar {
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

/// The open searches for the first case that an array or object fits, and the outcomes of the searches inside the outermost
/// one.
///
/// Each case of an outer enum replays its value, and with it the values of the enums inside. Only the first replay searches
/// for the case of a value inside. Otherwise the time would grow exponentially with the depth.
struct FirstFits {
    enum Outcome {
        case fits(case: Int)
        case failed(ImportError)
    }

    private struct Value: Hashable {
        /// The index of the value's first event on the tape.
        let start: Int
        let node: Pinned<ValueNode>
    }

    /// A value that is being read for one case after another.
    private struct Search {
        let value: Value
        /// The index of the payload's frame.
        let frame: Int
        /// The mismatches and unknown keys before the search.
        let lists: Lists
        var errors: [(name: String, error: ImportError)] = []
        /// Whether a value did not fit because a search around this one is open at the same place. The outcome does not
        /// hold once that search has ended.
        var isConditional = false
    }

    /// The mismatches and unknown keys that do not reject their record. Those of a case that does not fit are discarded.
    struct Lists {
        let summary: ImportSummary
        let mismatches: PendingMismatches
    }

    /// The maximum number of outcomes for which memory is kept.
    private static let maximumRetainedCount = 1_024

    /// The open searches, innermost last.
    private var searches: [Search] = []
    /// The outcomes of the values inside the outermost search.
    private var outcomes: [Value: Outcome] = [:]

    /// Returns the outcome of a value if it was read before.
    ///
    /// - Parameter start: the index of the value's first event on the tape.
    func outcome(of node: Pinned<ValueNode>, at start: Int) -> Outcome? {
        searches.isEmpty ? nil : outcomes[Value(start: start, node: node)]
    }

    /// Returns whether a search for the case of a value is open. If so, the searches inside it depend on it.
    ///
    /// - Parameter start: the index of the value's first event on the tape.
    mutating func isOpen(_ node: Pinned<ValueNode>, at start: Int) -> Bool {
        // The searches at one place are innermost.
        let here = searches.indices.reversed().prefix { searches[$0].value.start == start }
        guard let open = here.first(where: { searches[$0].value.node.unwrapped == node.unwrapped }) else {
            return false
        }
        for index in searches.indices where index > open { searches[index].isConditional = true }
        return true
    }

    /// Starts to read a value for one case after another.
    ///
    /// - Parameters:
    ///   - start: the index of the value's first event on the tape.
    ///   - frame: the index of the payload's frame.
    ///   - lists: the mismatches and unknown keys so far.
    mutating func start(_ node: Pinned<ValueNode>, at start: Int, frame: Int, lists: Lists) {
        if searches.isEmpty { removeOutcomes(from: 0) }
        searches.append(Search(value: Value(start: start, node: node), frame: frame, lists: lists))
    }

    /// Whether a value is being read for one case after another.
    var isSearching: Bool { !searches.isEmpty }

    /// The mismatches and unknown keys before the innermost search.
    var lists: Lists {
        guard let last = searches.last else { preconditionFailure("no search is open") }
        return last.lists
    }

    /// The errors of the innermost search.
    var errors: [(name: String, error: ImportError)] { searches.last?.errors ?? [] }

    /// Adds the error of a case that the value of the innermost search does not fit.
    mutating func addError(_ error: ImportError, name: String) {
        searches[searches.count - 1].errors.append((name, error))
    }

    /// Keeps the outcome of the innermost search if its value may be read again.
    fileprivate mutating func setOutcome(_ outcome: Outcome) {
        guard searches.count > 1, let last = searches.last, !last.isConditional else { return }
        outcomes[last.value] = outcome
    }

    /// Ends the search in a frame, if there is one.
    mutating func end(frame: Int) {
        if searches.last?.frame == frame { searches.removeLast() }
    }

    /// Removes the outcomes of values that begin at or after an index on the tape.
    mutating func removeOutcomes(from start: Int) {
        guard !outcomes.isEmpty else { return }
        guard start == 0 else {
            outcomes = outcomes.filter { $0.key.start < start }
            return
        }
        // The memory that one very large value took is not kept for other values.
        outcomes.removeAll(keepingCapacity: outcomes.count <= Self.maximumRetainedCount)
    }
}
