/// The reading of values that become the cases of an enum, or instances of subclasses.
///
/// Mostly one member of an object, the discriminator, names the case, which must be known before the object is read. If the first
/// member is not the discriminator, the members are recorded up to the discriminator, and replayed for the case. The rest of the
/// object is read from the source.
///
/// Without a discriminator, a value becomes the first case that it fits. An array or object is replayed for one case after another.
/// Its errors are kept until a case fits.
struct CaseReader {
    /// The result of a search for the discriminator of an object.
    fileprivate enum Discriminator {
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

    /// A value on the tape, and the enum that it is read for.
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
        /// The mismatches and unknown keys before the search. Those of a case that does not fit are discarded.
        let lists: (summary: ImportSummary, mismatches: PendingMismatches)
        var errors: [(name: String, error: ImportError)] = []
        /// Whether a value did not fit because a search around this one is open at the same place. The outcome does not
        /// hold once that search has ended.
        var isConditional = false
    }

    /// The maximum number of outcomes for which memory is kept.
    private static let maximumRetainedCount = 1_024

    /// The first key of an object whose case is not known, if it is that of the discriminator and nothing is recorded.
    fileprivate(set) var firstKey: Tape.Event?
    /// Whether the discriminator of the object that is being recorded was not read yet.
    fileprivate(set) var isSearching = false
    /// The index on the tape of the value of that discriminator, which may not be recorded yet; `nil` before its key was read.
    fileprivate var discriminator: Int?
    /// The open searches for the first case that an array or object fits, innermost last.
    private var searches: [Search] = []
    /// The cases of the values inside the outermost search, or the errors of values that fit no case.
    ///
    /// Each case of an outer enum replays its value, and with it the values of the enums inside. Only the first replay searches
    /// for the case of a value inside. Otherwise the time would grow exponentially with the depth.
    private var outcomes: [Value: Result<Int, ImportError>] = [:]

    /// Whether a value is being read for one case after another.
    var isTrying: Bool { !searches.isEmpty }

    /// Discards the state of an object whose case is not known.
    mutating func discard() {
        firstKey = nil
        isSearching = false
        discriminator = nil
    }

    /// Removes the outcomes of values that begin at or after an index on the tape, where other events are recorded.
    mutating func removeOutcomes(from start: Int) {
        if !outcomes.isEmpty { outcomes = outcomes.filter { $0.key.start < start } }
    }

    /// Ends the search for the first fitting case in a frame, if there is one.
    mutating func end(frame: Int) {
        guard searches.last?.frame == frame else { return }
        searches.removeLast()
        // The memory that one very large value took is not kept for other values.
        if searches.isEmpty {
            outcomes.removeAll(keepingCapacity: outcomes.count <= Self.maximumRetainedCount)
        }
    }
}

/// Objects on the tape, at least up to their discriminators.
extension CaseReader {
    /// Starts an array or object whose node has cases.
    static func start(
        isArray: Bool, _ node: Pinned<ValueNode>, _ cases: Pinned<CaseNode>, in binder: inout ModelBinder
    ) -> EventResult {
        guard cases.value.hasDiscriminator else { return startFirstFit(isArray: isArray, node, in: &binder) }
        guard !isArray else { return binder.rejectToken(expected: node.value.expected) }
        guard !binder.player.isRunning else { return startOnTape(node, cases, in: &binder) }
        binder.node = node
        // In an update, an object without a discriminator updates the case that the instance has.
        guard cases.value.isDirect, binder.updates?.hasTarget != true, binder.context.value.source.hasText
        else {
            binder.player.play(isArray: false, inFrame: binder.frames.last, then: .nothing)
            return .continue
        }
        let context = binder.context
        context.value.cursor.retainedValue = context.value.cursor.moveScanStartToBracket()
        context.value.install(ModelBinder.leading)
        return .continue
    }

    private static func startOnTape(
        _ node: Pinned<ValueNode>, _ cases: Pinned<CaseNode>, in binder: inout ModelBinder
    ) -> EventResult {
        let discriminator =
            binder.player.caseInReplay.map { Discriminator.known($0, at: nil) }
            ?? discriminator(cases, in: &binder)
        let isClass = node.unwrapped.value.type is AnyObject.Type
        if case .needsKeyOrder = discriminator { return .restarted }
        if case .unknown(let name, let value) = discriminator {
            // The object that would take the target does not begin.
            binder.updates?.clear()
            let names = cases.value.plan.cases.exportedNames
            return reject(
                .unknownCase(name, names, type: node.value.modelName, isClass: isClass),
                discriminatorAt: value, cases, in: &binder)
        }
        // Such an object updates no instance, because it needs no setup.
        if let index = discriminator.index, let object = cases.value.cases[index].object {
            let offset = binder.context.value.cursor.moveScanStartToBracket()
            return binder.openObject(node, object, offset: offset)
        }
        openPayload(node, in: &binder)
        let target = takeTarget(node, in: &binder)
        let instanceCase = target.flatMap { cases.value.plan.index($0.address) }
        // An instance of a subclass that is not listed is updated like one of the class, by the plan of the subclass.
        let updatedCase = instanceCase ?? (isClass && target != nil ? 0 : nil)
        guard let index = discriminator.index ?? updatedCase else {
            binder.frames.pop()
            let path = JSONPath(cases.value.pathKeys.map { .key($0) })
            let key = path.components.onlyKey ?? path.relativeDescription
            return binder.rejectToken(.missingKeys([key.debugDescription], type: node.value.modelName))
        }
        let payload = cases.value.cases[index].payload
        if let target {
            if case .known(_, let value?) = discriminator, instanceCase != index {
                // An object cannot change its class. In a property, a new instance replaces the old one.
                let isRecord = (1...binder.frames.last).allSatisfy {
                    binder.frames[$0].value.kind == .payload
                }
                guard !isRecord || !isClass else {
                    let instance = target.address[as: AnyObject.self]
                    let name = (scalarText(at: value, in: &binder) ?? "").debugDescription
                    binder.frames.pop()
                    return reject(
                        ImportError(
                            .unknownCase,
                            "expected \(type(of: instance)), the class of the updated object, found \(name)",
                            advice: "create a new instance, because an object cannot change its class"),
                        discriminatorAt: value, cases, in: &binder)
                }
                setTarget(nil, of: payload, in: &binder)
            } else {
                let old = cases.value.cases[index].copyPayload(of: target)
                setTarget(old, of: payload, in: &binder)
                if let old, index == cases.value.unknown {
                    binder.updates?.push(.init(frame: binder.frames.last, node: payload, instance: old))
                }
            }
        }
        preparePayload(payload, index, in: &binder)
        return binder.start(isArray: false, payload)
    }

    /// Rejects an object because of its discriminator, whose value is at an index on the tape.
    private static func reject(
        _ error: ImportError, discriminatorAt value: Int, _ cases: Pinned<CaseNode>,
        in binder: inout ModelBinder
    ) -> EventResult {
        let player = binder.player
        let keys = cases.value.pathKeys.dropLast() + [player.text(of: player.tape[value - 1])]
        return binder.rejectToken(
            error.with(
                path: binder.path(upTo: binder.frames.last + 1, keys.map { .key($0) }),
                location: player.location(ofEventAt: value)))
    }

    // MARK: - The discriminator on the tape

    /// Returns the first discriminator of the object whose beginning is being replayed.
    private static func discriminator(_ cases: Pinned<CaseNode>, in binder: inout ModelBinder)
        -> Discriminator
    {
        let (path, tape) = (cases.value.path, binder.player.tape)
        var start = binder.player.next - 1
        for level in path.indices {
            func isMatch(_ key: KeyText) -> Bool {
                cases.value.isDirect ? cases.value.isDiscriminator(key) : key.isSpelled(like: path[level])
            }
            /// Returns the index of the value of the first member from an index on whose key matches.
            func member(from start: Int) -> Int? {
                var index = start
                while tape[index].kind == .key {
                    if binder.player.withText(of: tape[index], { isMatch($0.key) }) { return index + 1 }
                    index = tape.end(ofValueAt: index + 1)
                }
                return nil
            }
            guard let value = member(from: start + 1) else { return .missing }
            // The dictionary is on the tape completely.
            if binder.canRestartInKeyOrder, member(from: tape.end(ofValueAt: value)) != nil {
                return .needsKeyOrder
            }
            if level == path.count - 1 { return found(at: value, cases, in: &binder) }
            guard tape[value].kind == .objectStart else { return .missing }
            start = value
        }
        return .missing
    }

    /// Returns the case that the value at an index on the tape names.
    private static func found(
        at index: Int, _ cases: Pinned<CaseNode>, in binder: inout ModelBinder
    ) -> Discriminator {
        let event = binder.player.tape[index]
        switch event.kind {
        case .string, .number:
            let known = binder.player.withText(of: event) { cases.value.index(of: $0.key) }
            return known.map { .known($0, at: index) } ?? .unknown(binder.player.text(of: event), at: index)
        case .bool, .value:
            guard let name = scalarText(at: index, in: &binder) else { return .missing }
            let known = name.withKeyText(cases.value.index)
            return known.map { .known($0, at: index) } ?? .unknown(name, at: index)
        case .null, .objectStart, .arrayStart, .key, .objectEnd, .arrayEnd: return .missing
        }
    }

    /// Returns the text of a scalar at an index on the tape; `nil` if the value is not a scalar.
    private static func scalarText(at index: Int, in binder: inout ModelBinder) -> String? {
        let event = binder.player.tape[index]
        return switch event.kind {
        case .string, .number: binder.player.text(of: event)
        case .bool: event.start == 1 ? "true" : "false"
        default: AnyValueKind.scalarText(binder.player.tape.value(of: event))
        }
    }

    // MARK: - Payloads

    /// Opens a frame for the payload of the value that is being reported.
    private static func openPayload(_ node: Pinned<ValueNode>, in binder: inout ModelBinder) {
        binder.open(
            .payload, node, offset: binder.context.value.cursor.moveScanStartToBracket(),
            depth: binder.context.value.depth - 1)
    }

    /// Prepares the innermost frame for the payload of a case.
    private static func preparePayload(
        _ payload: Pinned<ValueNode>, _ index: Int, in binder: inout ModelBinder
    ) {
        let frame = binder.frames.top
        frame.value.caseIndex = index
        frame.value.memory.reserve(payload.value.stride)
        binder.node = payload
        binder.destination = frame.value.memory.start
    }

    /// Makes an instance of the case from the payload in the innermost frame, which the caller closes.
    static func finishPayload(in binder: inout ModelBinder) {
        let frame = binder.frames.top
        let cases = frame.value.cases
        if let old = binder.updates?.pop(binder.frames.last)?.instance {
            // The payload of the case for unknown names is a `JSONValue`.
            updateUnknown(
                &frame.value.memory.start![as: JSONValue.self], from: old.address[as: JSONValue.self], cases)
        }
        cases.value.cases[frame.value.caseIndex].wrap(
            frame.value.memory.start!, into: frame.value.destination!)
        if !cases.value.hasDiscriminator {
            binder.cases.setOutcome(.success(frame.value.caseIndex))
            binder.cases.end(frame: binder.frames.last)
        }
    }

    // MARK: - Updates

    /// Returns the existing instance that the object in the innermost frame updates, if there is one.
    private static func takeTarget(_ node: Pinned<ValueNode>, in binder: inout ModelBinder) -> ValueBox? {
        guard binder.updates != nil else { return nil }
        return switch binder.updates?.takeNextTarget() {
        case .update(let instance): instance
        case .newInstance: nil
        case nil: UpdateSession.nestedInstance(node, in: &binder)
        }
    }

    /// Updates the payload of the case for unknown names, unless the new payload has another name.
    private static func updateUnknown(
        _ payload: inout JSONValue, from old: JSONValue, _ cases: Pinned<CaseNode>
    ) {
        let (plan, matching) = (cases.value.plan, cases.value.keyMatching)
        if let name = plan.name(in: payload, matching) {
            let oldName = plan.name(in: old, matching) ?? ""
            guard name.utf8.elementsEqual(oldName.utf8) else { return }
        }
        payload = plan.update(old, with: payload, matching)
    }

    /// Sets the instance that the next object updates, if objects of its node update instances. If `instance` is `nil`, the
    /// object becomes a new instance.
    private static func setTarget(
        _ instance: ValueBox?, of node: Pinned<ValueNode>, in binder: inout ModelBinder
    ) {
        let node = node.unwrapped.value
        // No other object takes the target, which a later object would then take instead.
        guard node.model?.value.needsNoSetup == false || node.cases?.value.hasDiscriminator == true else {
            return
        }
        binder.updates?.setNextTarget(instance)
    }
}

extension Frame {
    /// The cases of the frame of a payload.
    fileprivate var cases: Pinned<CaseNode> {
        guard let cases = node?.value.cases else {
            preconditionFailure("the frame of the payload has no cases")
        }
        return cases
    }
}

/// The members of a text up to the discriminator.
///
/// If the first member is the discriminator, the case is known before any other member, so nothing is recorded. With a recording
/// of the first member, an import takes 7.5% more instructions (events). The recording begins late if the first member is another
/// one, or if its key is not the one that the object of the case expects first.
extension CaseReader {
    /// Receives the first key of an object with a discriminator.
    ///
    /// - Returns: whether it is the key of the discriminator, and was kept without a recording.
    static func keepFirstKey(_ text: TokenText, in binder: inout ModelBinder) -> Bool {
        guard binder.context.value.cursor.contains(text), let cases = binder.node?.value.cases,
            cases.value.isDiscriminator(text.key)
        else { return false }
        let offset = binder.context.value.cursor.offset(of: text)
        binder.cases.firstKey = Tape.Event(
            kind: .key, start: offset, count: text.count, end: offset + text.count + 1)
        return true
    }

    /// Receives the value of the discriminator after ``keepFirstKey(_:in:)``.
    ///
    /// - Returns: `nil` if the member must be recorded; otherwise the result of the event.
    static func firstValue(_ text: TokenText, in binder: inout ModelBinder) -> EventResult? {
        let context = binder.context
        guard let event = binder.cases.firstKey, let start = context.value.cursor.retainedValue,
            context.value.cursor.contains(text), let node = binder.node, let cases = node.value.cases,
            let index = cases.value.index(of: text.key),
            let object = cases.value.cases[index].object
        else { return nil }
        let spelling = binder.keys(of: object).value.first
        // Any other key is looked up by the replay, which also knows the location of its errors.
        let key = context.value.cursor.text(at: event.start, count: event.count)
        guard spelling.value.key.isSpelled(key), spelling.value.slot != nil || spelling.value.isIgnored
        else { return nil }
        binder.cases.firstKey = nil
        context.value.cursor.retainedValue = nil
        context.value.install(ModelBinder.events)
        guard binder.openObject(node, object, offset: start) == .continue else {
            preconditionFailure("the object of the case needs setup")
        }
        guard spelling.value.slot == nil else { return binder.key(key).then { binder.string(text) } }
        binder.frames.top.value.spelling = spelling
        binder.frames.top.value.expectedSpelling = spelling.value.next
        return .continue
    }

    /// Starts to record an object of which only the bracket, or the key of the discriminator, was read.
    @inline(never)
    static func recordFirstMember(in binder: inout ModelBinder) {
        guard let start = binder.context.value.cursor.retainedValue else {
            preconditionFailure("the window does not retain the object")
        }
        binder.player.startRecording(.objectStart, at: start, then: .nothing)
        binder.cases.isSearching = true
        guard let key = binder.cases.firstKey else { return }
        binder.cases.firstKey = nil
        binder.player.tape.append(key)
        binder.cases.discriminator = binder.player.tape.count
    }

    /// Receives a key of the object itself that was recorded while its discriminator is searched for. Once the value of the
    /// discriminator is recorded, replays the members so far; the rest of the object is read from the source.
    static func keyRecorded(_ text: TokenText, in binder: inout ModelBinder) -> EventResult {
        if binder.cases.discriminator == nil {
            if binder.node?.value.cases?.value.isDiscriminator(text.key) == true {
                binder.cases.discriminator = binder.player.tape.count
            }
            return .continue
        }
        guard let index = endSearch(in: &binder) else { return .continue }
        binder.context.value.install(ModelBinder.events)
        return TapePlayer.playRecorded(to: &binder, caseInReplay: index)
    }

    /// Ends the search for the discriminator.
    ///
    /// - Returns: the index of the case; `nil` if the object must be recorded completely.
    static func endSearch(in binder: inout ModelBinder) -> Int? {
        let value = binder.cases.discriminator
        binder.cases.discard()
        guard let value, let cases = binder.node?.value.cases,
            let index = found(at: value, cases, in: &binder).index
        else { return nil }
        let payload = cases.value.cases[index].payload
        guard let object = payload.value.object else { return payload.value.dictionary != nil ? index : nil }
        return object.value.needsNoSetup || !UpdateSession.mustBeOnTape(object, in: &binder) ? index : nil
    }
}

/// Values that become the first case that they fit.
extension CaseReader {
    /// Starts an array or object that becomes the first case that it fits.
    private static func startFirstFit(
        isArray: Bool, _ node: Pinned<ValueNode>, in binder: inout ModelBinder
    ) -> EventResult {
        guard binder.player.isRunning else {
            binder.node = node
            binder.player.play(isArray: isArray, inFrame: binder.frames.last, then: .nothing)
            return .continue
        }
        let value = Value(start: binder.player.next - 1, node: node)
        // A value does not contain itself: with implicit arrays, it would be read without end.
        guard !binder.cases.isOpen(value) else { return binder.rejectToken(expected: node.value.expected) }
        var first = 0
        switch binder.cases.searches.isEmpty ? nil : binder.cases.outcomes[value] {
        case .failure(let error): return binder.rejectToken(error)
        case .success(let index): first = index
        case nil: break
        }
        openPayload(node, in: &binder)
        binder.cases.searches.append(
            Search(value: value, frame: binder.frames.last, lists: (binder.summary, binder.mismatches)))
        let events = binder.player.skipContainer()
        binder.player.push(binder.player.replay(of: events, frame: binder.frames.last))
        return read(forCase: first, in: &binder)
    }

    /// Replays the value of the payload in the innermost frame, whose rest was skipped, for another case, because it does not fit
    /// the last one.
    static func readForNextCase(after error: ImportError, in binder: inout ModelBinder) -> EventResult {
        guard let search = binder.cases.searches.last else { preconditionFailure("no search is open") }
        (binder.summary, binder.mismatches) = (search.lists.summary, search.lists.mismatches)
        let frame = binder.frames.top
        let index = frame.value.caseIndex
        let name = frame.value.cases.value.plan.cases[index].name
        binder.cases.searches[binder.cases.searches.count - 1].errors.append((name, error))
        return read(forCase: index + 1, in: &binder)
    }

    private static func read(forCase index: Int, in binder: inout ModelBinder) -> EventResult {
        let cases = binder.frames.top.value.cases
        guard index < cases.value.cases.count else {
            let error = ImportError.noFittingCase(
                binder.cases.searches.last?.errors ?? [],
                type: binder.frames.top.value.node?.value.modelName ?? "",
                path: binder.path(upTo: binder.frames.last))
            binder.cases.setOutcome(.failure(error))
            return binder.rejectObject(error)
        }
        preparePayload(cases.value.cases[index].payload, index, in: &binder)
        binder.player.restart()
        return .continue
    }

    /// Returns whether a search for the case of a value is open. If so, the searches inside it depend on it.
    private mutating func isOpen(_ value: Value) -> Bool {
        // The searches at one place are innermost.
        let here = searches.indices.reversed().prefix { searches[$0].value.start == value.start }
        guard let open = here.first(where: { searches[$0].value.node.unwrapped == value.node.unwrapped })
        else { return false }
        for index in searches.indices where index > open { searches[index].isConditional = true }
        return true
    }

    /// Keeps the outcome of the innermost search if its value may be read again.
    fileprivate mutating func setOutcome(_ outcome: Result<Int, ImportError>) {
        guard searches.count > 1, let last = searches.last, !last.isConditional else { return }
        outcomes[last.value] = outcome
    }

    // MARK: - Scalars

    /// Stores a scalar at the destination as the first case that it fits, at first without conversion.
    ///
    /// - Returns: the error of the scalar, if it fits none.
    static func storeScalar(
        _ kind: ImportToken.Kind, _ text: TokenText, _ node: Pinned<ValueNode>, in binder: inout ModelBinder
    ) -> ImportError? {
        var errors: [(name: String, error: ImportError)] = []
        for coercion in [.strict, binder.options.coercion] {
            if put(kind, text, coercion, node, at: binder.destination!, &errors, binder.player) { return nil }
        }
        return .noFittingCase(errors, type: node.value.modelName)
    }

    /// Stores a scalar as the first case that it fits under a coercion policy.
    ///
    /// - Parameter errors: receives the error of each case that it does not fit.
    private static func put(
        _ kind: ImportToken.Kind, _ text: TokenText, _ coercion: CoercionPolicy,
        _ node: Pinned<ValueNode>, at destination: ValueAddress,
        _ errors: inout [(name: String, error: ImportError)], _ source: TapePlayer
    ) -> Bool {
        guard let cases = node.value.cases else { preconditionFailure("the node has no cases") }
        errors = []
        for index in cases.value.cases.indices {
            let rule = cases.value.cases[index]
            let error = ValueAddress.withTemporaryMemory(byteCount: rule.payload.value.stride) { address in
                let error = storePayload(kind, text, coercion, rule.payload, at: address, source)
                if error == nil { rule.wrap(address, into: destination) }
                return error
            }
            guard let error else { return true }
            errors.append((cases.value.plan.cases[index].name, error))
        }
        return false
    }

    /// Stores a scalar as a payload. Returns the error if it does not fit the type of the payload.
    private static func storePayload(
        _ kind: ImportToken.Kind, _ text: TokenText, _ coercion: CoercionPolicy,
        _ payload: Pinned<ValueNode>, at address: ValueAddress, _ source: TapePlayer
    ) -> ImportError? {
        if payload.value.nodeForParsedValue != nil, source.hasText {
            address.initialize(to: source.textOfToken.json)
        } else if let scalar = (payload.value.nodeForParsedValue ?? payload).value.scalar {
            do {
                let policies = payload.value.policies.with(coercion: coercion)
                try text.store(kind, as: scalar, policies, at: address)
            } catch {
                return ImportError(scalar: error, found: source.tokenText)
            }
        } else if let (wrap, node) = payload.value.representation {
            let error = ValueAddress.withTemporaryMemory(byteCount: node.value.stride) {
                value -> ImportError? in
                if let error = storePayload(kind, text, coercion, node, at: value, source) { return error }
                do {
                    try wrap(value, address)
                    return nil
                } catch {
                    return .rejectedByModel(error)
                }
            }
            if let error { return error }
        } else if let cases = payload.value.cases, !cases.value.hasDiscriminator {
            var errors: [(name: String, error: ImportError)] = []
            guard put(kind, text, coercion, payload, at: address, &errors, source) else {
                return .noFittingCase(errors, type: payload.value.modelName)
            }
        } else {
            return .typeMismatch(expected: payload.value.expected, found: source.tokenText)
        }
        payload.wrap(at: address)
        return nil
    }
}
