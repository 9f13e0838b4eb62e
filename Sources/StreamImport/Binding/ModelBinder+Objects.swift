/// Brackets and keys.
extension ModelBinder {
    mutating func objectStart() -> EventResult {
        guard context.value.open() else { return end(.stopped, context.value.tooDeep) }
        guard let node else { return startUnbound(isArray: false) }
        return startObject(node)
    }

    // Without the inlining in this extension, an import takes 1.6% more instructions (people), or 0.4% (tweets).

    @inline(__always)
    private mutating func startObject(_ node: Pinned<ValueNode>) -> EventResult {
        if updates?.frameReadForIdentity != nil { return startIdentifying(isArray: false, node) }
        if let object = node.value.object {
            if !object.value.needsNoSetup, UpdateSession.mustBeOnTape(object, in: &self) {
                return readFromTape(isArray: false, node, then: .nothing)
            }
            return openObject(node, object, offset: context.value.cursor.moveScanStartToBracket())
        }
        guard node.value.dictionary != nil else { return startIndirectly(isArray: false, node) }
        open(.dictionary, node)
        frames.top.value.members.start()
        self.node = nil
        return .continue
    }

    /// Opens an object that becomes a model.
    ///
    /// - Parameter offset: the offset of its bracket, which was counted.
    @inline(__always)
    mutating func openObject(
        _ node: Pinned<ValueNode>, _ object: Pinned<ObjectNode>, offset: Int
    ) -> EventResult {
        open(.object, node, offset: offset, depth: context.value.depth)
        self.node = nil
        return startDraft(object)
    }

    mutating func arrayStart() -> EventResult {
        guard context.value.open() else { return end(.stopped, context.value.tooDeep) }
        guard let node else { return startUnbound(isArray: true) }
        return startArray(node)
    }

    private mutating func startArray(_ node: Pinned<ValueNode>) -> EventResult {
        if updates?.frameReadForIdentity != nil { return startIdentifying(isArray: true, node) }
        guard let (_, element) = node.value.array else { return startIndirectly(isArray: true, node) }
        open(.array, node)
        if updates != nil { UpdateSession.beginArray(node, in: &self) }
        frames.top.value.element = element
        prepareForElement()
        return .continue
    }

    /// Reads, from a tape, the array or object whose opening bracket is being reported.
    ///
    /// - Parameters:
    ///   - node: the node that the value is first read for.
    ///   - completion: the action after the last event.
    private mutating func readFromTape(
        isArray: Bool, _ node: Pinned<ValueNode>, then completion: TapePlayer.Replay.Completion
    ) -> EventResult {
        let isReplayed = player.isAtStart
        self.node = node
        player.play(isArray: isArray, inFrame: frames.last, then: completion)
        guard isReplayed else { return .continue }
        return start(isArray: isArray, node)
    }

    /// Starts an array or object whose node has an indirection, or an object that must be wrapped. Rejects any other.
    @inline(never)
    private mutating func startIndirectly(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
        switch node.value.indirection {
        case .hook(_, let untyped):
            return readFromTape(isArray: isArray, untyped, then: .hook(key: hookedKey))
        case .valueThenPaths(let value):
            guard let nextSlot = frames.top.value.slot?.value.nextSlot else {
                preconditionFailure("a value that is also read by paths has no next slot")
            }
            return readFromTape(isArray: isArray, value, then: .nextSlot(nextSlot))
        case .path: return openPath(isArray: isArray, node)
        case .pathElseValue(let slot, let value):
            if slot.value.hasSubpaths(inArray: isArray) { return openPath(isArray: isArray, through: slot) }
            return start(isArray: isArray, value)
        case .elements(let model):
            return isArray ? startElements(node, model) : rejectToken(expected: node.value.expected)
        case nil: break
        }
        if let cases = node.value.cases {
            return CaseReader.start(isArray: isArray, node, cases, in: &self)
        }
        if let other = node.value.nodeForParsedValue { return startText(isArray: isArray, node, else: other) }
        if isArray, node.value.scalarKey != nil { return startPairs(node) }
        let element =
            node.value.representation?.value
            ?? (isArray ? nil : node.value.dynamicModel?.value ?? node.implicitArray?.element)
        guard let element else { return rejectToken(expected: node.value.expected) }
        openImplicitArray(
            node, element, offset: context.value.cursor.moveScanStartToBracket(),
            depth: context.value.depth - 1)
        return start(isArray: isArray, element)
    }

    /// Starts an array or object whose bracket was counted.
    // A separate function, because an inlined function cannot call itself.
    mutating func start(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
        isArray ? startArray(node) : startObject(node)
    }

    mutating func objectEnd() -> EventResult {
        context.value.depth -= 1
        return switch frames.top.value.kind {
        case .object: finishObject()
        case .dictionary: finishDictionary()
        case .array, .implicitArray, .replacement, .arrayOnPath, .payload, .pairs:
            preconditionFailure("the ended object is not open")
        }
    }

    mutating func arrayEnd() -> EventResult {
        context.value.depth -= 1
        return switch frames.top.value.kind {
        case .array: finishArray(isScalar: false)
        case .arrayOnPath: finishArrayOnPath()
        case .pairs:
            frames.top.value.members.hasKeyOnly
                ? rejectObject(
                    ImportError(
                        .invalidValue, "expected keys and values in turn, found no value after the last key"))
                : finishDictionary()
        case .object, .dictionary, .implicitArray, .replacement, .payload:
            preconditionFailure("the ended array is not open")
        }
    }

    /// Makes a collection from the elements in the innermost frame.
    private mutating func finishArray(isScalar: Bool) -> EventResult {
        _ = updates?.pop(frames.last)
        let frame = frames.top
        guard let node = frame.value.node else { preconditionFailure("the frame of the array has no node") }
        if frame.value.kind == .array, node.value.makesArray, let (_, element) = node.value.array {
            // The frame's memory holds `count` elements, which are moved out.
            element.value.operations.moveToArray(
                frame.value.memory.start!, frame.value.count, frame.value.destination!)
            return close(isScalar: isScalar)
        }
        let isImplicit = frame.value.kind == .implicitArray
        if isImplicit, let (wrap, _) = node.direct.value.representation ?? node.value.dynamicModel {
            do {
                try wrap(frame.value.memory.start!, frame.value.destination!)
            } catch {
                frame.value.count = 0
                return rejectRepresentation(error, isScalar: isScalar)
            }
            return close(isScalar: isScalar)
        }
        guard let (collector, element) = isImplicit ? node.implicitArray : node.value.array else {
            preconditionFailure("the array has no collector")
        }
        collector.collect(
            frame.value.memory.start!, count: frame.value.count, into: frame.value.destination!,
            element.value.operations.moveToArray)
        return close(isScalar: isScalar)
    }

    /// Rejects the value in the innermost frame because its representation is invalid.
    ///
    /// - Parameter cause: the error, whose path begins at the value.
    @inline(never)
    private mutating func rejectRepresentation(_ cause: any Error, isScalar: Bool) -> EventResult {
        let error = path(upTo: frames.last).components.reversed()
            .reduce(ImportError.rejectedByModel(cause)) { $0.inside($1) }
        return isScalar ? rejectToken(error) : rejectObject(error)
    }

    // Inlined into the callback. Has only the code that nearly every key needs, so that no registers are saved for the
    // slow path.
    @inline(__always)
    mutating func key(_ text: TokenText) -> EventResult {
        guard frames.top.value.kind == .object else { return keySlowPath(text) }
        // SAFETY: `expectKeys` sets the expected spelling of each object's frame.
        let spelling = unsafe frames.top.value.expectedSpelling.unsafelyUnwrapped
        guard spelling.value.key.isSpelled(text) else { return keySlowPath(text) }
        // A key outside the window may have unpaired surrogates, which do not matter if the key has no slot.
        guard spelling.value.slot == nil || context.value.cursor.contains(text) else {
            return keySlowPath(text)
        }
        return spelledKey(spelling, spelling.value.key)
    }

    /// Receives a key of a dictionary, a key that was not expected, or a key whose bytes are not in the window because
    /// the key had escapes or was split between chunks.
    @inline(never)
    private mutating func keySlowPath(_ text: TokenText) -> EventResult {
        text.repaired(by: context) { text in
            // The innermost frame still has the key of the previous member.
            guard let text else {
                return rejectToken(.unpairedSurrogate().with(path: path(upTo: frames.last)))
            }
            return wellFormedKey(text.key)
        }
    }

    /// Receives a key without unpaired surrogates.
    mutating func wellFormedKey(_ key: KeyText) -> EventResult {
        switch frames.top.value.kind {
        case .object: fieldKey(key)
        case .dictionary: dictionaryKey(key)
        case .array, .implicitArray, .replacement, .arrayOnPath, .payload, .pairs:
            preconditionFailure("a key was read in an array")
        }
    }
}

// MARK: - Frames

extension ModelBinder {
    /// Opens a frame for the value whose opening bracket is being reported.
    @inline(__always)
    private mutating func open(_ kind: Frame.Kind, _ node: Pinned<ValueNode>) {
        open(kind, node, offset: context.value.cursor.moveScanStartToBracket(), depth: context.value.depth)
    }

    mutating func open(_ kind: Frame.Kind, _ node: Pinned<ValueNode>, offset: Int, depth: Int) {
        frames.push()
        let frame = frames.top
        frame.value.kind = kind
        frame.value.node = node
        frame.value.slot = nil
        frame.value.destination = destination
        frame.value.count = 0
        frame.value.mismatchCount = 0
        frame.value.depth = depth
        frame.value.changeCount = updates?.changeCount ?? 0
        frame.value.offset = offset
        frame.value.location = nil
    }

    /// Closes the innermost frame after its value was stored at its destination.
    mutating func close(isScalar: Bool = false) -> EventResult {
        let frame = frames.top
        if let node = frame.value.node, node.value.wrapped != nil { node.wrap(at: frame.value.destination!) }
        frames.pop()
        return valueStored(isScalar: isScalar)
    }

    /// Updates the innermost frame after a value was stored in it.
    @inline(__always)
    mutating func valueStored(isScalar: Bool) -> EventResult {
        let frame = frames.top
        // By far the most frequent case, tested before the jump table of the others.
        if frame.value.kind == .object {
            // SAFETY: a value in an object follows a key, and is stored only if the key has a slot.
            let slot = unsafe frame.value.slot.unsafelyUnwrapped
            frame.value.draft[state: slot.value.index] = slot.value.state
            frame.value.missingCount &-= slot.value.requiredCount
            return .continue
        }
        if frame.value.kind == .array {
            frame.value.count &+= 1
            prepareForElement()
            return .continue
        }
        return valueCollected(isScalar: isScalar)
    }

    @inline(never)
    private mutating func valueCollected(isScalar: Bool) -> EventResult {
        let frame = frames.top
        guard frames.last > 0 else {
            assert(updates?.hasNextTarget != true, "no object has taken the update target")
            holdsRecord = true
            // The next value is prepared when the record is taken.
            node = nil
            return isScalar ? .completedScalar : .completed
        }
        switch frame.value.kind {
        case .object, .array: preconditionFailure("members and elements are stored before")
        case .implicitArray:
            frame.value.count += 1
            return finishArray(isScalar: isScalar)
        case .replacement: return finishReplacement()
        case .arrayOnPath: elementOnPathStored()
        case .dictionary: frame.value.members.valueAdded()
        case .pairs: partOfPairStored()
        case .payload:
            CaseReader.finishPayload(in: &self)
            return close(isScalar: isScalar)
        }
        return .continue
    }

    /// Makes room for the next element of an array.
    @inline(__always)
    private mutating func prepareForElement() {
        let frame = frames.top
        // SAFETY: opening the frame of an array or implicit array sets the node of the elements.
        let element = unsafe frame.value.element.unsafelyUnwrapped
        let offset = frame.value.count &* element.value.stride
        if offset &+ element.value.stride > frame.value.memory.size { frame.value.growElements(element) }
        node = element
        // SAFETY: the memory has room for one more element than `count`.
        unsafe destination = frame.value.memory.start.unsafelyUnwrapped + offset
    }
}

// MARK: - Values without a prepared node

extension ModelBinder {
    /// Starts an array or object for which no node was prepared.
    @inline(never)
    private mutating func startUnbound(isArray: Bool) -> EventResult {
        readUnbound(skip: { $0.skip() }) { binder, node in binder.start(isArray: isArray, node) }
    }

    /// Reads a value for which no node was prepared: a value to skip, or an element of an array on a path.
    ///
    /// - Parameters:
    ///   - skip: skips the value. Not needed for a scalar.
    ///   - read: reads the value. Called if the element has a slot.
    mutating func readUnbound(
        skip: (inout EventContext) -> Void = { _ in },
        _ read: (inout ModelBinder, Pinned<ValueNode>) -> EventResult
    ) -> EventResult {
        let isElement = frames.top.value.kind == .arrayOnPath
        switch isElement ? placeElementOnPath() : .skipped {
        case .ready:
            guard let node else { preconditionFailure("the element has no slot") }
            return read(&self, node)
        case .skipped:
            if isElement { skipElementOnPath() }
            skip(&context.value)
            return .continue
        case .ended(let result): return result
        }
    }

    /// Starts an array or object inside an object that is read only to identify its instance. Reads only the values
    /// that paths lead to, because only these can identify the instance.
    @inline(never)
    private mutating func startIdentifying(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
        switch node.value.indirection {
        case .path: return openPath(isArray: isArray, node)
        case .pathElseValue(let slot, _) where slot.value.hasSubpaths(inArray: isArray):
            return openPath(isArray: isArray, through: slot)
        case .valueThenPaths, .pathElseValue, .hook, .elements, nil: updates?.partWasSkipped()
        }
        guard case .valueThenPaths = node.value.indirection, let slot = frames.top.value.slot?.value.nextSlot,
            slot.value.hasSubpaths(inArray: isArray)
        else { return skipContainer() }
        return openPath(isArray: isArray, through: slot)
    }

    /// Skips the array or object whose opening bracket was just counted, and prepares for the value after it.
    private mutating func skipContainer() -> EventResult {
        node = nil
        endWithoutValue()
        context.value.skip()
        return .continue
    }
}

/// Objects that become dictionaries.
extension ModelBinder {
    /// Stores the key of the next member.
    private mutating func dictionaryKey(_ key: KeyText) -> EventResult {
        let frame = frames.top
        let (collector, value) = frame.value.dictionary
        if let scalarKey = frame.value.node?.value.scalarKey { return self.scalarKey(key, scalarKey) }
        destination = frame.value.members.add(key, collector)
        guard destination != nil else { return rejectToken(.invalidKey(key.text)) }
        let mayBeModel = value.value.type == DynamicValue.self && !plan.models.isEmpty
        node = mayBeModel ? plan.models[key.text] ?? value : value
        return .continue
    }

    /// Makes a dictionary from the members in the innermost frame.
    private mutating func finishDictionary() -> EventResult {
        let frame = frames.top
        let duplicate = frame.value.members.collect(
            frame.value.dictionary.collector, duplicates: options.duplicateKeys,
            into: frame.value.destination!
        ) { listEquivalentKey($0, type: frame.value.node?.value.modelName ?? "") }
        if let duplicate { return rejectObject(.duplicateKey(duplicate)) }
        return close()
    }

    /// Lists a key that a dictionary cannot tell from another key of the object in the innermost frame.
    private mutating func listEquivalentKey(_ key: String, type: String) {
        guard options.duplicateKeys != .rejectRecord else { return }
        let (frame, context) = (frames.top, context)
        summary.reportedEquivalentKeys.add(key, type: type, limit: options.maximumListedUnknownKeys) {
            frame.value.location ?? context.value.source.location(of: frame.value.offset)
        }
    }
}

/// Dictionaries whose keys are scalars. They are made from objects, and from arrays of keys and values in turn.
extension ModelBinder {
    /// Stores the key of the next member: a string, or a number that is spelled as a key.
    private mutating func scalarKey(_ key: KeyText, _ node: Pinned<ValueNode>) -> EventResult {
        prepareForKey()
        guard let scalar = node.value.scalar else { preconditionFailure("the keys are not scalars") }
        for kind in [ImportToken.Kind.string, .number] {
            let isStored: Void? = try? TokenText(key).store(
                kind, as: scalar, node.value.policies, at: destination!)
            guard isStored != nil else { continue }
            partOfPairStored()
            return .continue
        }
        return rejectToken(.invalidKey(key.text))
    }

    /// Starts an array of keys and values in turn.
    private mutating func startPairs(_ node: Pinned<ValueNode>) -> EventResult {
        open(.pairs, node)
        frames.top.value.members.start()
        prepareForKey()
        return .continue
    }

    private mutating func prepareForKey() {
        let frame = frames.top
        node = frame.value.node?.value.scalarKey
        destination = frame.value.members.addKey(frame.value.dictionary.collector)
    }

    /// Receives a key, or a value of an array of keys and values in turn.
    private mutating func partOfPairStored() {
        let frame = frames.top
        guard !frame.value.members.hasKeyOnly else {
            frame.value.members.valueAdded()
            return prepareForKey()
        }
        node = frame.value.dictionary.value
        destination = frame.value.members.keyAdded()
    }
}

/// Implicit arrays: arrays that are made from a single value.
extension ModelBinder {
    /// Opens a frame for a value that is wrapped in a dynamic value or in an array of one element.
    mutating func openImplicitArray(
        _ node: Pinned<ValueNode>, _ element: Pinned<ValueNode>, offset: Int, depth: Int
    ) {
        open(.implicitArray, node, offset: offset, depth: depth)
        frames.top.value.element = element
        prepareForElement()
    }
}

/// Objects that become models.
extension ModelBinder {
    // Without the inlining in this extension, an import takes 0.9% more instructions (people), or 0.6% (tweets).

    /// Rejects the object in the innermost frame if a pending mismatch is fatal to it, or if required fields have no
    /// value.
    ///
    /// - Returns: `nil` if the object has no error.
    @inline(never)
    private mutating func rejectIncomplete(_ object: Pinned<ObjectNode>) -> EventResult? {
        if let result = rejectFatalMismatch() { return result }
        let frame = frames.top
        return frame.value.missingCount == 0
            ? nil : rejectObject(object.value.missingKeysError(in: frame.value.draft))
    }

    /// Prepares the innermost frame for the fields of a model.
    @inline(__always)
    private mutating func startDraft(_ object: Pinned<ObjectNode>) -> EventResult {
        makeDraft(object)
        return object.value.needsNoSetup ? .continue : startDraftSlowPath(object)
    }

    @inline(__always)
    private mutating func makeDraft(_ object: Pinned<ObjectNode>) {
        let frame = frames.top
        expectKeys(of: object)
        frame.value.missingCount = object.value.requiredCount
        frame.value.draft = Draft(object.value.layout, in: &frame.value.memory)
    }

    @inline(never)
    private mutating func startDraftSlowPath(_ object: Pinned<ObjectNode>) -> EventResult {
        startExtrasAndHooks(object)
        let last = frames.last
        // The object may have been skipped, or become one of a subclass.
        return UpdateSession.begin(object, in: &self).then {
            guard frames.last == last, let object = frames.top.value.object else { return .continue }
            return setSourcedFields(of: object)
        }
    }

    /// Prepares the innermost frame for the fields of the subclass of its update target.
    mutating func startSubclassDraft(_ object: Pinned<ObjectNode>) {
        makeDraft(object)
        startExtrasAndHooks(object)
    }

    private mutating func startExtrasAndHooks(_ object: Pinned<ObjectNode>) {
        if let extras = object.value.extras {
            frames.top.value.members.start()
            frames.top.value.setExtraState(extras, DraftState.null)
        }
        // A state other than `missing` sends each member to the slow path, which asks the hook.
        if let state = object.value.hookStateIndex { frames.top.value.draft[state: state] = DraftState.null }
    }

    /// Prepares the innermost frame for keys.
    @inline(__always)
    private mutating func expectKeys(of object: Pinned<ObjectNode>) {
        let frame = frames.top
        frame.value.object = object
        frame.value.spelling = nil
        frame.value.expectedSpelling = keys(of: object).value.first
    }

    /// Selects the slot of a key for the next value.
    private mutating func fieldKey(_ key: KeyText) -> EventResult {
        guard let spelling = frames.top.value.expectedSpelling, spelling.value.key.isSpelled(like: key) else {
            return unexpectedKey(key)
        }
        return spelledKey(spelling, key)
    }

    /// Selects the slot of a key whose spelling is known.
    @inline(__always)
    private mutating func spelledKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        let frame = frames.top
        frame.value.spelling = spelling
        frame.value.expectedSpelling = spelling.value.next
        guard let slot = spelling.value.slot else {
            node = nil
            return context.value.suppressesScalars && options.unknownKeys == .ignore
                ? .continue : unknownKey(spelling, key)
        }
        frame.value.slot = slot
        guard frame.value.draft[state: slot.value.index] == DraftState.missing,
            !context.value.suppressesScalars
        else { return fieldSlowPath(slot, key) }
        prepare(slot)
        return .continue
    }

    /// Receives a key that follows an unknown key, or whose slot has another state than `missing`.
    @inline(never)
    private mutating func fieldSlowPath(_ slot: Pinned<Slot>, _ key: KeyText) -> EventResult {
        context.value.suppressScalars(false)
        guard frames.top.value.draft[state: slot.value.index] == DraftState.missing else {
            return repeatedKey(slot, key)
        }
        prepare(slot)
        return .continue
    }

    @inline(__always)
    private mutating func prepare(_ slot: Pinned<Slot>) {
        let frame = frames.top
        node = slot.value.value
        // The plan laid the memory out with a value for each field. Values of other slots that get here have no size.
        destination = frame.value.draft.address(slot.value.offset)
    }

    /// Finds the spelling of a key that was not expected. From now on, that spelling is expected after the previous
    /// key.
    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> EventResult {
        let frame = frames.top
        guard let object = frame.value.object else { preconditionFailure("a key was read outside a model") }
        let keys = keys(of: object)
        let spelling = keys.value.spelling(of: key)
        if spelling.value.isRemembered {
            if let last = frame.value.spelling {
                last.value.next = spelling
            } else {
                keys.value.first = spelling
            }
        } else if readsMemberNames {
            frame.value.keepKey(key)
        }
        return spelledKey(spelling, key)
    }

    /// Receives a second key of a field, the key of an extra member, or the key of a member that a hook decides about.
    private mutating func repeatedKey(_ slot: Pinned<Slot>, _ key: KeyText) -> EventResult {
        let frame = frames.top
        if let extras = frame.value.object?.value.extras, extras.member == slot {
            return extraKey(key, extras)
        }
        if slot.value.hasHook {
            enterHook(slot, key: key.text)
            return .continue
        }
        return switch place(slot, key: key.text) {
        case .ready, .skipped: .continue
        case .ended(let result): result
        }
    }

    /// Makes a model from the draft in the innermost frame.
    private mutating func finishObject() -> EventResult {
        if context.value.suppressesScalars { context.value.suppressScalars(false) }
        let frame = frames.top
        guard let object = frame.value.object else {
            preconditionFailure("the frame of the model is not an object")
        }
        guard object.value.isModel else {
            leavePath()
            return close()
        }
        guard object.value.needsNoSetup else { return UpdateSession.finish(object, in: &self) }
        if frame.value.missingCount != 0, let result = rejectIncomplete(object) { return result }
        do {
            // `missingCount` was tested before the draft is used.
            try object.value.makeInstance(from: frame.value.draft, at: frame.value.destination!)
        } catch {
            return rejectObject(.rejectedByModel(error))
        }
        frame.value.deinitializeFields(object)
        return close()
    }
}

/// Fields with several keys: the key of highest precedence that has a value wins, regardless of the order of the keys.
///
/// A field keeps its value until another complete value replaces that value. A replacement is read into memory of its
/// own, because it may be null or a mismatch.
extension ModelBinder {
    /// The treatment of a value whose slot may already have one.
    enum Placement {
        /// A slot is prepared for the value.
        case ready
        /// The value is skipped.
        case skipped
        /// The value is rejected, or the record must be sent in key order. If the error is skipped as a mismatch, the
        /// record continues.
        case ended(EventResult)
    }

    /// Prepares a slot for the next value, which may replace the value of the slot or be skipped.
    ///
    /// - Parameter key: the key of the value, for the error if it is a duplicate.
    private mutating func place(_ slot: Pinned<Slot>, key: @autoclosure () -> String) -> Placement {
        let frame = frames.top
        let state = frame.value.draft[state: slot.value.index]
        let rank = state & ~DraftState.kindMask
        if state != DraftState.missing {
            // Which of the two values comes first depends on the order of a dictionary.
            if rank == slot.value.rank, canRestartInKeyOrder { return .ended(.restarted) }
            if options.duplicateKeys == .rejectRecord, slot.value.isRepeated(in: frame.value.draft) {
                node = nil
                return ignoresKeyError() ? .skipped : .ended(rejectToken(.duplicateKey(key())))
            }
        }
        // A slot on a path stores no value of its own: the values that paths lead to have other slots.
        guard !slot.value.isPath, state & DraftState.kindMask == DraftState.present else {
            selectSlot(slot)
            return .ready
        }
        if slot.value.rank < rank || slot.value.rank == rank && options.duplicateKeys != .first {
            openReplacement(slot)
            return .ready
        }
        // The field keeps its value, but fields that paths lead to inside the new value may have none.
        guard let inner = slot.value.nextSlot ?? slot.value.value.value.pathSlot else {
            node = nil
            return .skipped
        }
        return place(inner, key: key())
    }

    /// Prepares the next value to be converted to an `Any` for the hook of a slot.
    private mutating func enterHook(_ slot: Pinned<Slot>, key: String) {
        hookedKey = key
        frames.top.value.slot = slot
        node = slot.value.value
        hookMemory.reserve(MemoryLayout<UntypedValue>.size)
        destination = hookMemory.start
    }

    /// Prepares a slot for a value that a hook has decided about.
    ///
    /// - Parameter key: the key of the member.
    mutating func placeDecided(_ slot: Pinned<Slot>, key: String) -> Placement {
        if let extras = frames.top.value.object?.value.extras, extras.member == slot {
            frames.top.value.slot = slot
            let result = key.withKeyText { extraKey($0, extras) }
            return result == .continue ? .ready : .ended(result)
        }
        guard slot.value.isForUnknownKeys else { return place(slot, key: key) }
        guard let spelling = frames.top.value.spelling else {
            preconditionFailure("the unknown member has no key")
        }
        return .ended(unknownMember(.key(key), spelling) ?? .continue)
    }

    /// Opens a frame for a value that may replace the value of a field.
    private mutating func openReplacement(_ slot: Pinned<Slot>) {
        let enclosing = frames.top.value
        frames.top.value.slot = slot
        open(.replacement, slot.value.value, offset: enclosing.offset, depth: enclosing.depth)
        let frame = frames.top
        frame.value.location = enclosing.location
        frame.value.slot = slot
        frame.value.draft = enclosing.draft
        frame.value.missingCount = 0
        frame.value.memory.reserve(slot.value.value.value.stride)
        node = slot.value.value
        destination = frame.value.memory.start
    }

    /// Replaces the value of a field by the complete value in the innermost frame, which is that of a replacement. Rejects
    /// the new value if the old one has updated instances, because updates are undone only with their record.
    private mutating func finishReplacement() -> EventResult {
        guard let slot = frames.top.value.slot else { preconditionFailure("the replacement has no slot") }
        guard UpdateSession.hasUpdated(slot, in: &self) else {
            closeReplacement(hasValue: true)
            return .continue
        }
        slot.value.value.value.type.deinitialize(frames.top.value.memory.start!, count: 1)
        guard let plan = frames[frames.model].value.object?.value.plan else {
            preconditionFailure("the frame of the model has no plan")
        }
        let name = plan.fields[slot.value.index].name.debugDescription
        return rejectToken(
            ImportError(
                .duplicateKey,
                "another value of \(name) would replace the value that has updated an instance",
                advice: "write one value of the property, or the key of highest precedence first"))
    }

    /// Closes the frame of a replacement, and replaces the value of its field if `hasValue`.
    private mutating func closeReplacement(hasValue: Bool) {
        let (frame, isReadAgain) = (frames.top, player.isReadForNextSlot(inFrame: frames.last))
        guard let slot = frame.value.slot else { preconditionFailure("the replacement has no slot") }
        let enclosing = frames[frames.last - 1]
        enclosing.value.missingCount += frame.value.missingCount
        if hasValue { enclosing.value.replaceValue(of: slot, with: frame.value.memory.start!) }
        frames.pop()
        if enclosing.value.kind == .arrayOnPath, !isReadAgain { skipElementOnPath() }
    }

    /// Prepares for the value after one that gave no value.
    mutating func endWithoutValue() {
        switch frames.top.value.kind {
        case .replacement: closeReplacement(hasValue: false)
        case .arrayOnPath: if !player.isReadForNextSlot(inFrame: frames.last) { skipElementOnPath() }
        case .array:
            frames.top.value.mismatchCount += 1
            prepareForElement()
        case .object, .implicitArray, .dictionary, .payload, .pairs: break
        }
    }
}

/// Values that paths lead through, from the object of a model to the values of its fields.
///
/// The values on a path have frames of their own but no drafts: the value at the end of a path is stored in the draft
/// of the model.
extension ModelBinder {
    /// Starts an array that becomes a model: the fields are at the ends of paths through the array.
    private mutating func startElements(_ node: Pinned<ValueNode>, _ model: Pinned<ObjectNode>) -> EventResult
    {
        if !model.value.needsNoSetup, UpdateSession.mustBeOnTape(model, in: &self) {
            return readFromTape(isArray: true, node, then: .nothing)
        }
        let last = frames.last + 1
        return openObject(node, model, offset: context.value.cursor.moveScanStartToBracket()).then {
            // The array may have been skipped.
            guard frames.last == last, let elements = model.value.elements else { return .continue }
            return openPath(isArray: true, through: elements)
        }
    }

    /// Opens an array or object that the paths through a slot continue in.
    private mutating func openPath(isArray: Bool, through slot: Pinned<Slot>) -> EventResult {
        let isReplacement = frames.top.value.kind == .replacement
        selectSlot(slot)
        if isReplacement { frames[frames.last - 1].value.slot = slot }
        return openPath(isArray: isArray, slot.value.value)
    }

    /// Opens an array or object on a path, or skips it if no path continues in it.
    private mutating func openPath(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
        guard let path = node.value.path else { preconditionFailure("the node has no path") }
        guard node.value.hasSubpaths(inArray: isArray) else { return skipContainer() }
        let draft = frames.top.value.draft
        open(isArray ? .arrayOnPath : .object, node)
        let frame = frames.top
        frame.value.draft = draft
        frame.value.missingCount = 0
        self.node = nil
        if isArray {
            prepareElementOnPath()
        } else if let object = path.value.object {
            expectKeys(of: object)
        }
        return .continue
    }

    /// Prepares for the next element of an array on a path.
    private mutating func prepareElementOnPath() {
        let frame = frames.top
        node = nil
        // A slot that has a value keeps it until the element is known to exist.
        guard let slot = frame.value.slotOfElement,
            frame.value.draft[state: slot.value.index] == DraftState.missing
        else { return }
        selectSlot(slot)
    }

    /// Prepares the slot of an element of an array on a path, if no slot was prepared for the element.
    private mutating func placeElementOnPath() -> Placement {
        let frame = frames.top
        guard let slot = frame.value.slotOfElement else {
            guard frames[frames.last - 1].value.isModelOfElements else { return .skipped }
            return unknownMember(.index(frame.value.count)).map(Placement.ended) ?? .skipped
        }
        guard !slot.value.hasHook else {
            enterHook(slot, key: String(frame.value.count))
            return .ready
        }
        return place(slot, key: "[\(frame.value.count)]")
    }

    /// Prepares to store the next value in a slot.
    mutating func selectSlot(_ slot: Pinned<Slot>) {
        frames.top.value.slot = slot
        prepare(slot)
    }

    /// Updates the draft after the value of an element on a path was stored.
    private mutating func elementOnPathStored() {
        let frame = frames.top
        // SAFETY: the value of an element is stored only after the element's slot was selected. The plan laid the
        // memory out with a state for each slot.
        let slot = unsafe frame.value.slot.unsafelyUnwrapped
        frame.value.draft[state: slot.value.index] = slot.value.state
        frame.value.missingCount -= slot.value.requiredCount
        if !player.isReadForNextSlot(inFrame: frames.last) { skipElementOnPath() }
    }

    /// Advances to the next element of an array on a path.
    private mutating func skipElementOnPath() {
        frames.top.value.count += 1
        prepareElementOnPath()
    }

    private mutating func finishArrayOnPath() -> EventResult {
        node = nil
        leavePath()
        return close().then { frames.top.value.isModelOfElements ? finishObject() : .continue }
    }

    /// Adds the innermost frame's change of the number of missing values to that number of the enclosing frame.
    private func leavePath() {
        frames[frames.last - 1].value.missingCount += frames.top.value.missingCount
    }
}

/// Unknown keys: keys that no field has.
extension ModelBinder {
    /// Receives a key that no field has. Its value is skipped.
    @inline(never)
    private mutating func unknownKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        context.value.suppressScalars(true)
        guard options.unknownKeys != .ignore else { return .continue }
        return unknownMember(.key(key.text), spelling) ?? .continue
    }

    /// Ignores, reports or rejects a key or an element that no field has, as ``ImportOptions/unknownKeys`` says.
    ///
    /// It is named by its path from the object of the model, which may be outside of the object.
    ///
    /// - Parameter spelling: the spelling of the key; `nil` for an element.
    /// - Returns: `nil` if the value is skipped.
    private mutating func unknownMember(
        _ component: @autoclosure () -> JSONPath.Component, _ spelling: Pinned<KeyTable.Spelling>? = nil
    ) -> EventResult? {
        guard spelling?.value.isIgnored != true, options.unknownKeys != .ignore else { return nil }
        let (model, component) = (frames.model, component())
        let type = frames[model].value.object?.value.modelName ?? ""
        let path = JSONPath(frames.components(from: model, upTo: frames.last) + [component])
        // Until the instance is identified, the key may be one of a subclass.
        guard !ignoresKeyError() else { return nil }
        switch options.unknownKeys {
        case .ignore: return nil
        case .report:
            guard !canRestartInKeyOrder else { return .restarted }
            // In a search for a case, the report is discarded if the case does not fit.
            if let spelling, spelling.value.isRemembered, !cases.isTrying { spelling.value.isIgnored = true }
            summary.reportedUnknownKeys.add(
                path.relativeDescription, type: type, limit: options.maximumListedUnknownKeys
            ) { player.currentLocation() }
            return nil
        case .rejectRecord:
            let key = path.components.onlyKey ?? path.relativeDescription
            let name =
                if case .index(let index) = component { "element [\(index)]" } else {
                    "key \(key.debugDescription)"
                }
            let fullPath = self.path(upTo: frames.last, [component])
            return rejectToken(ImportError(.unknownKey, "unknown \(name) of \(type)", path: fullPath))
        }
    }

    /// Ignores an error in a key if the object is read only to identify its instance. Returns whether the error is
    /// ignored.
    private mutating func ignoresKeyError() -> Bool {
        guard updates?.frameReadForIdentity != nil else { return false }
        updates?.partWasSkipped()
        return true
    }
}

/// The extras of an object: members without a field, if the model has a field for all of them.
extension ModelBinder {
    /// Stores the key of the next extra member, and prepares for its value.
    private mutating func extraKey(_ key: KeyText, _ extras: ObjectNode.Extras) -> EventResult {
        frames.top.value.completeExtra(extras)
        destination = frames.top.value.members.add(key, extras.collector)
        guard destination != nil else { return rejectToken(.invalidKey(key.text)) }
        frames.top.value.setExtraState(extras, DraftState.null)
        node = extras.member.value.value
        return .continue
    }

    /// Makes a dictionary from the members in the innermost frame, and stores it in the extras field.
    ///
    /// - Returns: a duplicate key if the options forbid it, in which case no dictionary is made; otherwise `nil`.
    mutating func collectExtras(_ extras: ObjectNode.Extras) -> String? {
        let frame = frames.top
        frame.value.completeExtra(extras)
        // No key maps to the extras field, so it has no value yet.
        let duplicate = frame.value.members.collect(
            extras.collector, duplicates: options.duplicateKeys,
            into: frame.value.draft.address(extras.field.value.offset)
        ) { listEquivalentKey($0, type: frame.value.object?.value.modelName ?? "") }
        guard duplicate == nil else { return duplicate }
        frame.value.draft[state: extras.field.value.index] = DraftState.present
        return nil
    }
}

extension Slot {
    /// Whether this is the slot of unknown keys, whose values are skipped.
    fileprivate var isForUnknownKeys: Bool {
        value.value.type == SkippedValue.self && value.value.path == nil
            && state == DraftState.missing
    }
}
