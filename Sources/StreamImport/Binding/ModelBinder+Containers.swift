/// Brackets and keys.
extension ModelBinder {
    mutating func objectStart() -> EventResult {
        guard context.value.open() else { return stopTooDeep() }
        guard let node else { return startUnbound(isArray: false) }
        return startObject(node)
    }

    // Without the inlining in this extension, an import takes 1.6% more instructions (people), or 0.4% (tweets).

    @inline(__always)
    mutating func startObject(_ node: Pinned<ValueNode>) -> EventResult {
        if updates?.frameReadForIdentity != nil { return startIdentifying(isArray: false, node) }
        if let object = node.value.object {
            if !object.value.needsNoSetup, mustBeOnTape(object) {
                return readFromTape(isArray: false, node, then: .nothing)
            }
            open(.object, node)
            let result = startDraft(object)
            guard result == .continue else { return result }
        } else if node.value.dictionary != nil {
            open(.dictionary, node)
            frames.top.value.members.start()
        } else {
            return startIndirectly(isArray: false, node)
        }
        self.node = nil
        return .continue
    }

    mutating func arrayStart() -> EventResult {
        guard context.value.open() else { return stopTooDeep() }
        guard let node else { return startUnbound(isArray: true) }
        return startArray(node)
    }

    mutating func startArray(_ node: Pinned<ValueNode>) -> EventResult {
        if updates?.frameReadForIdentity != nil { return startIdentifying(isArray: true, node) }
        guard let (_, element) = node.value.array else { return startIndirectly(isArray: true, node) }
        open(.array, node)
        if updates != nil { startArrayUpdate(node) }
        frames.top.value.element = element
        prepareForElement()
        return .continue
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
            if hasSubpaths(slot, inArray: isArray) { return openPath(isArray: isArray, through: slot) }
            return isArray ? startArrayOutOfLine(value) : startObjectOutOfLine(value)
        case nil: break
        }
        if let cases = node.value.cases { return startCase(isArray: isArray, node, cases) }
        if let other = node.value.nodeForParsedValue { return startText(isArray: isArray, node, else: other) }
        if isArray, node.value.scalarKey != nil { return startPairs(node) }
        let wrapping =
            node.value.representation ?? (isArray ? nil : node.value.dynamicModel ?? implicitArray(node))
        guard let (_, element) = wrapping else { return rejectToken(expected: node.value.expected) }
        openImplicitArray(
            node, element, offset: context.value.cursor.moveScanStartToBracket(),
            depth: context.value.depth - 1)
        return isArray ? startArrayOutOfLine(element) : startObjectOutOfLine(element)
    }

    // Separate functions, because an inlined function cannot call itself.
    mutating func startObjectOutOfLine(_ node: Pinned<ValueNode>) -> EventResult { startObject(node) }
    private mutating func startArrayOutOfLine(_ node: Pinned<ValueNode>) -> EventResult { startArray(node) }

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
        case .pairs: finishPairs()
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
            // SAFETY: the frame's memory holds `count` elements, which are moved out.
            unsafe element.value.operations.moveToArray(
                frame.value.memory.start!, frame.value.count, frame.value.destination!)
            return close(isScalar: isScalar)
        }
        // An implicit array wraps a model in a dynamic value if the node has one, otherwise its only element.
        let wrapping =
            frame.value.kind == .implicitArray
            ? node.direct.value.representation ?? node.value.dynamicModel ?? implicitArray(node) : nil
        guard let (collector, element) = wrapping ?? node.value.array else {
            preconditionFailure("the array has no collector")
        }
        do {
            // SAFETY: the frame's memory holds `count` elements, which the collector moves out.
            try unsafe collector.collect(
                frame.value.memory.start!, count: frame.value.count, into: frame.value.destination!,
                element.value.operations.moveToArray)
        } catch {
            frame.value.count = 0
            return rejectRepresentation(error, isScalar: isScalar)
        }
        return close(isScalar: isScalar)
    }

    // Inlined into the callback. Has only the code that nearly every key needs, so that no registers are saved for the
    // slow path.
    @inline(__always)
    mutating func key(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        // SAFETY: the parser lends `count` bytes for the call. `expectKeys` sets the expected spelling of each object's
        // frame.
        guard frames.top.value.kind == .object else { return unsafe keySlowPath(bytes, count) }
        let spelling = unsafe frames.top.value.expectedSpelling.unsafelyUnwrapped
        guard unsafe spelling.value.key.isSpelled(bytes, count) else {
            return unsafe keySlowPath(bytes, count)
        }
        // A key outside the window may have unpaired surrogates, which do not matter if the key has no slot.
        guard unsafe spelling.value.slot == nil || context.value.cursor.contains(bytes) else {
            return unsafe keySlowPath(bytes, count)
        }
        return spelledKey(spelling, spelling.value.key)
    }

    /// Receives a key of a dictionary, a key that was not expected, or a key whose bytes are not in the window because
    /// the key had escapes or was split between chunks.
    @inline(never)
    private mutating func keySlowPath(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        // SAFETY: the caller lends `count` bytes for the call.
        unsafe EventContext.withRepairedText(context, UnsafeBufferPointer(start: bytes, count: count)) {
            text in
            guard let text = unsafe text else { return rejectToken(.unpairedSurrogate()) }
            return unsafe wellFormedKey(text.baseAddress!, text.count)
        }
    }

    /// Receives a key without unpaired surrogates.
    mutating func wellFormedKey(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        switch frames.top.value.kind {
        // SAFETY: the caller lends `count` bytes for the call.
        case .object: unsafe fieldKey(KeyText(bytes, count: count))
        case .dictionary: unsafe dictionaryKey(KeyText(bytes, count: count))
        case .array, .implicitArray, .replacement, .arrayOnPath, .payload, .pairs:
            preconditionFailure("a key was read in an array")
        }
    }
}

// MARK: - Frames

extension ModelBinder {
    /// Opens a frame for the value whose opening bracket is being reported.
    @inline(__always)
    mutating func open(_ kind: Frame.Kind, _ node: Pinned<ValueNode>) {
        open(kind, node, offset: context.value.cursor.moveScanStartToBracket(), depth: context.value.depth)
    }

    mutating func open(_ kind: Frame.Kind, _ node: Pinned<ValueNode>, offset: Int, depth: Int) {
        frames.push()
        let frame = frames.top
        frame.value.kind = kind
        frame.value.node = node
        frame.value.slot = nil
        // SAFETY: the enclosing frame has prepared a destination with room for the value.
        unsafe frame.value.destination = destination
        frame.value.count = 0
        frame.value.mismatchCount = 0
        frame.value.depth = depth
        frame.value.changeCount = updates?.log.count ?? 0
        frame.value.offset = offset
        frame.value.location = nil
    }

    /// Closes the innermost frame after its value was stored at its destination.
    mutating func close(isScalar: Bool = false) -> EventResult {
        let frame = frames.top
        // SAFETY: the caller has stored the value at the destination.
        if let node = frame.value.node, node.value.wrapped != nil {
            unsafe node.wrap(at: frame.value.destination!)
        }
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
        guard frames.last > 0 else { return recordCompleted(isScalar: isScalar) }
        switch frame.value.kind {
        case .object, .array: preconditionFailure("members and elements are stored before")
        case .implicitArray:
            frame.value.count += 1
            return finishArray(isScalar: isScalar)
        case .replacement: return finishReplacement()
        case .arrayOnPath: elementOnPathStored()
        case .dictionary: frame.value.members.valueAdded()
        case .pairs: partOfPairStored()
        case .payload: return finishPayload(isScalar: isScalar)
        }
        return .continue
    }

    /// Makes room for the next element of an array.
    @inline(__always)
    mutating func prepareForElement() {
        let frame = frames.top
        // SAFETY: opening the frame of an array or implicit array sets the node of the elements.
        let element = unsafe frame.value.element.unsafelyUnwrapped
        let offset = frame.value.count &* element.value.stride
        if offset &+ element.value.stride > frame.value.memory.size { growElements(frame, element) }
        node = element
        // SAFETY: the memory has room for one more element than `count`.
        unsafe destination = frame.value.memory.start.unsafelyUnwrapped + offset
    }

    @inline(never)
    private func growElements(_ frame: FrameReference, _ element: Pinned<ValueNode>) {
        let count = frame.value.count
        // SAFETY: `count` elements are moved to memory of at least twice the size.
        unsafe frame.value.memory.grow(to: (count + 1) * element.value.stride) {
            unsafe element.value.type.relocate($0, count: count, to: $1)
        }
    }
}

// MARK: - Values without a prepared node

extension ModelBinder {
    /// Starts an array or object for which no node was prepared.
    @inline(never)
    private mutating func startUnbound(isArray: Bool) -> EventResult {
        guard frames.top.value.kind == .arrayOnPath else {
            context.value.skip()
            return .continue
        }
        switch placeElementOnPath() {
        case .ready:
            guard let node else { preconditionFailure("the element has no slot") }
            return isArray ? startArrayOutOfLine(node) : startObjectOutOfLine(node)
        case .skipped:
            skipElementOnPath()
            context.value.skip()
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
        case .pathElseValue(let slot, _) where hasSubpaths(slot, inArray: isArray):
            return openPath(isArray: isArray, through: slot)
        case .valueThenPaths, .pathElseValue, .hook, nil: updates?.partWasSkipped()
        }
        guard case .valueThenPaths = node.value.indirection, let slot = frames.top.value.slot?.value.nextSlot,
            hasSubpaths(slot, inArray: isArray)
        else { return skipContainer() }
        return openPath(isArray: isArray, through: slot)
    }

    /// Skips the array or object whose opening bracket was just counted, and prepares for the value after it.
    mutating func skipContainer() -> EventResult {
        node = nil
        endMemberWithoutValue()
        context.value.skip()
        return .continue
    }
}

/// Objects that become dictionaries.
extension ModelBinder {
    /// Stores the key of the next member.
    mutating func dictionaryKey(_ key: KeyText) -> EventResult {
        let frame = frames.top
        guard let (collector, value) = frame.value.node?.value.dictionary else {
            preconditionFailure("a dictionary member has no collector")
        }
        if let scalarKey = frame.value.node?.value.scalarKey { return self.scalarKey(key, scalarKey) }
        // SAFETY: the address has room for a value until the next member is added.
        guard let address = unsafe frame.value.members.add(key, collector) else {
            return rejectToken(.invalidKey(key.text))
        }
        node = value.value.type == DynamicValue.self ? plan.modelNode(under: key) ?? value : value
        unsafe destination = address
        return .continue
    }

    /// Makes a dictionary from the members in the innermost frame.
    private mutating func finishDictionary() -> EventResult {
        let frame = frames.top
        guard let (collector, _) = frame.value.node?.value.dictionary else {
            preconditionFailure("the dictionary has no collector")
        }
        // SAFETY: the destination has room for the dictionary.
        let duplicate = unsafe frame.value.members.collect(
            collector, duplicates: options.duplicateKeys, into: frame.value.destination!
        ) { listEquivalentKey($0, type: frame.value.node?.value.modelName ?? "") }
        if let duplicate { return rejectObject(.duplicateKey(duplicate)) }
        return close()
    }

    /// Lists a key that a dictionary cannot tell from another key of the object in the innermost frame.
    mutating func listEquivalentKey(_ key: String, type: String) {
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
        let text = unsafe Span(_unsafeStart: key.bytes, count: key.count)
        for kind in [ImportToken.Kind.string, .number] {
            let token = ImportToken(kind: kind, bytes: text, policies: node.value.policies)
            // SAFETY: the destination has room for a key. The caller keeps the key's bytes alive for the call.
            guard (try? unsafe node.value.scalar?._store(token, at: destination!)) != nil else { continue }
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

    private mutating func finishPairs() -> EventResult {
        frames.top.value.members.hasKeyOnly ? rejectObject(.keyWithoutValue()) : finishDictionary()
    }

    private mutating func prepareForKey() {
        let frame = frames.top
        guard let (collector, _) = frame.value.node?.value.dictionary else {
            preconditionFailure("the keys have no collector")
        }
        node = frame.value.node?.value.scalarKey
        // SAFETY: the address has room for a key until the member is complete.
        unsafe destination = frame.value.members.addKey(collector)
    }

    /// Receives a key, or a value of an array of keys and values in turn.
    private mutating func partOfPairStored() {
        let frame = frames.top
        guard !frame.value.members.hasKeyOnly, let (collector, value) = frame.value.node?.value.dictionary
        else {
            frame.value.members.valueAdded()
            return prepareForKey()
        }
        node = value
        // SAFETY: the address has room for a value until the next member is added.
        unsafe destination = frame.value.members.keyAdded(collector)
    }
}

/// Implicit arrays: arrays that are made from a single value.
extension ModelBinder {
    /// Returns the collector and the element node that wrap a single value in an array; `nil` if the coercion policy or
    /// the node does not allow an implicit array.
    func implicitArray(_ node: Pinned<ValueNode>) -> ValueNode.Elements? {
        options.coercion == .permissive ? node.direct.value.array : nil
    }

    /// Opens a frame for a value that is wrapped in a dynamic value or in an array of one element.
    mutating func openImplicitArray(
        _ node: Pinned<ValueNode>, _ element: Pinned<ValueNode>, offset: Int, depth: Int
    ) {
        open(.implicitArray, node, offset: offset, depth: depth)
        frames.top.value.element = element
        prepareForElement()
    }
}

/// Values that keep their JSON text.
extension ModelBinder {
    /// Whether the value of the current event comes from JSON text.
    var hasText: Bool {
        // Without a replay, the first member of an object is being read from its text.
        replays.isRunning ? replays.current?.isFromText != false : context.value.cursor.parser != nil
    }

    /// Reads the text of the array or object whose opening bracket was just counted.
    ///
    /// - Parameter other: the node to use if the value does not come from JSON text.
    private mutating func startText(isArray: Bool, _ node: Pinned<ValueNode>, else other: Pinned<ValueNode>)
        -> EventResult
    {
        guard hasText else { return isArray ? startArrayOutOfLine(other) : startObjectOutOfLine(other) }
        self.node = node
        guard let top = replays.top else {
            context.value.skipKeepingText()
            return .continue
        }
        let start = top.next - 1
        let end = replays.tape.end(ofValueAt: start)
        replays.jump(to: end)
        context.value.depth -= 1
        // SAFETY: the window holds the text of the events on the tape.
        return unsafe storeText(
            text(in: replays.tape[start].end - 1..<replays.tape[end - 1].end), node, isScalar: false)
    }

    /// Receives the text of the array or object that was skipped.
    mutating func skippedText(_ text: UnsafeBufferPointer<UInt8>) -> EventResult {
        guard let node else { preconditionFailure("no value is prepared for the text") }
        // SAFETY: the caller lends the text for the call.
        return unsafe storeText(text, node, isScalar: false)
    }

    /// Stores the text of the string, number or bool that is being reported.
    mutating func storeTokenText(_ node: Pinned<ValueNode>) -> EventResult {
        // SAFETY: the window holds the text of the current token.
        unsafe storeText(textOfToken, node, isScalar: true)
    }

    /// The text of the string, number or bool that is being reported.
    var textOfToken: UnsafeBufferPointer<UInt8> {
        // SAFETY: the window holds the text of the current token.
        unsafe text(in: context.value.source.tokenStart..<context.value.cursor.tokenEnd)
    }

    /// Returns the text between two offsets.
    private func text(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let cursor = context.value.cursor
        // SAFETY: the window holds the current token. While events of the value are on the tape, `retainedValue` keeps
        // the text of the value in the window.
        let start = unsafe UnsafePointer<UInt8>(
            bitPattern: cursor.windowAddress + UInt(range.lowerBound - cursor.base))
        return unsafe UnsafeBufferPointer(start: start, count: range.count)
    }

    private mutating func storeText(
        _ text: UnsafeBufferPointer<UInt8>, _ node: Pinned<ValueNode>, isScalar: Bool
    ) -> EventResult {
        // SAFETY: the destination has room for a value of the node's type: a text, or an optional of it.
        unsafe destination!.initializeMemory(as: JSONText.self, to: JSONText(checked: Array(text)))
        if node.value.wrapped != nil { unsafe node.wrap(at: destination!) }
        return valueStored(isScalar: isScalar)
    }
}
