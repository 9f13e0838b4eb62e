/// Brackets and keys.
extension Binder {
    /// What begins at an event.
    enum ValueKind {
        case scalar
        case array
        case object
    }

    mutating func objectStart() -> Bool {
        depth += 1
        guard depth <= maximumDepth else { return failTooDeep() }
        guard skipped == 0 else {
            skipped += 1
            return true
        }
        guard node != nil || offTrack(.object), let node else { return failure == nil }
        return startObject(node)
    }

    @inline(__always)
    private mutating func startObject(_ node: Pinned<ValueNode>) -> Bool {
        if bases.areUsed, identifyingFrame != nil, passesOver(node) { return true }
        if let object = node.value.object {
            open(.object, node)
            startDraft(object)
        } else if node.value.dictionary != nil {
            open(.dictionary, node)
            frames.top.value.entries.start()
        } else {
            return startUnusualObject(node)
        }
        self.node = nil
        return true
    }

    /// Receives an object where a path leads through it, or which is to become an array of one.
    @inline(never)
    private mutating func startUnusualObject(_ node: Pinned<ValueNode>) -> Bool {
        if node.value.isStreamed { return streamRecord(.object) }
        if let node = goThrough(.object, node), let path = node.value.path {
            self.node = nil
            if let object = path.value.object { openPath(object, node) } else { passOver() }
            return true
        }
        let offset = cursor.value.markBracket()
        guard let element = openSingle(node, node.value.model, offset: offset, depth: depth - 1) else {
            return rejectToken(expected: node.value.expected)
        }
        return startObjectInSingle(element)
    }

    // A function of its own, because an inlined one cannot call itself.
    private mutating func startObjectInSingle(_ node: Pinned<ValueNode>) -> Bool {
        startObject(node)
    }

    mutating func arrayStart() -> Bool {
        depth += 1
        guard depth <= maximumDepth else { return failTooDeep() }
        guard skipped == 0 else {
            skipped += 1
            return true
        }
        guard node != nil || offTrack(.array), let node else { return failure == nil }
        if bases.areUsed, identifyingFrame != nil, passesOver(node) { return true }
        guard let (_, element) = node.value.array else {
            if node.value.isStreamed { return streamRecord(.array) }
            guard let node = goThrough(.array, node), let path = node.value.path else {
                return rejectToken(expected: node.value.expected)
            }
            self.node = nil
            if path.value.stepCount > 0 { openSteps(node) } else { passOver() }
            return true
        }
        open(.array, node)
        if bases.areUsed { startArrayUpdate(node) }
        frames.top.value.element = element
        prepareForElement()
        return true
    }

    mutating func objectEnd() -> Bool {
        depth -= 1
        guard skipped == 0 else { return skipEnd() }
        switch frames.top.value.kind {
        case .object: return finishObject()
        case .dictionary: return finishDictionary()
        case .text, .way, .records, .array, .single, .steps: return leaveWay()
        }
    }

    mutating func arrayEnd() -> Bool {
        depth -= 1
        guard skipped == 0 else { return skipEnd() }
        switch frames.top.value.kind {
        case .array: return finishArray(isScalar: false)
        case .steps: return finishSteps()
        case .text, .way, .records, .object, .dictionary, .single: return leaveWay()
        }
    }

    /// Makes a collection of the elements in the innermost frame.
    private mutating func finishArray(isScalar: Bool) -> Bool {
        if bases.areUsed { _ = bases.pop(frames.last) }
        let frame = frames.top
        let node = frame.value.node
        // What is wrapped is a model where there can be one, else the only element.
        let model = frame.value.kind == .single ? node?.value.model : nil
        if let (collector, _) = model ?? node?.value.array {
            // SAFETY: the frame's memory holds `count` elements, which are not touched again.
            unsafe collector.collect(
                frame.value.memory.start!, count: frame.value.count, into: frame.value.destination!)
        }
        return close(isScalar: isScalar)
    }

    // Inlined into the callback: only what nearly every key needs, so that no registers are saved for the rest.
    @inline(__always)
    mutating func key(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard frames.top.value.kind == .object else { return unsafe unusualKey(bytes, count) }
        let spelling = unsafe frames.top.value.expected.unsafelyUnwrapped
        guard unsafe spelling.value.key.isSpelled(bytes, count) else {
            return unsafe unusualKey(bytes, count)
        }
        // A key that means nothing may be spelled in any way.
        guard unsafe spelling.value.slot == nil || cursor.value.lends(bytes) else {
            return unsafe unusualKey(bytes, count)
        }
        return spelledKey(spelling, spelling.value.key)
    }

    /// Receives a key of something else than a model, one that was not expected, or one whose bytes are not those
    /// of the text: it had escapes, or a chunk cut it in two.
    @inline(never)
    private mutating func unusualKey(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard unsafe !cursor.value.lends(bytes) && Surrogates.mayBeUnpaired(bytes, count),
            let surrogates = source?.surrogates(),
            !surrogates.arePaired
        else { return unsafe wholeKey(bytes, count) }
        // Outside of records, keys are only compared with the path.
        guard options.unpairedSurrogates == .replace || frames.top.value.kind.isAroundRecords else {
            return rejectToken(.unpairedSurrogate())
        }
        var repaired = surrogates.repaired
        return repaired.withUTF8 { unsafe wholeKey($0.baseAddress!, $0.count) }
    }

    private mutating func wholeKey(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        switch frames.top.value.kind {
        case .object: return unsafe fieldKey(KeyText(bytes, count: count))
        case .dictionary: return unsafe entryKey(KeyText(bytes, count: count))
        case .text, .way, .records, .array, .single, .steps:
            unsafe wayKey(KeyText(bytes, count: count))
            return true
        }
    }
}

// MARK: - Frames

extension Binder {
    /// Opens a frame for the value that begins with the bracket being reported.
    mutating func open(_ kind: Frame.Kind, _ node: Pinned<ValueNode>) {
        open(kind, node, offset: cursor.value.markBracket(), depth: depth)
    }

    private mutating func open(_ kind: Frame.Kind, _ node: Pinned<ValueNode>, offset: Int, depth: Int) {
        if frames.top.value.kind.isAroundRecords { startRecord(at: offset) }
        if frames.top.value.again != nil { keepText(from: offset) }
        frames.push()
        let frame = frames.top
        frame.value.kind = kind
        frame.value.node = node
        frame.value.slot = nil
        unsafe frame.value.destination = destination
        frame.value.count = 0
        frame.value.leftOut = 0
        frame.value.capacity = 0
        frame.value.depth = depth
        frame.value.changes = updates.count
        frame.value.offset = offset
        frame.value.location = nil
    }

    /// Opens a frame for a value that is to be wrapped: in a dynamic value, or, if that is allowed, in an array of
    /// one.
    ///
    /// - Returns: the node of what is wrapped.
    mutating func openSingle(
        _ node: Pinned<ValueNode>, _ model: ValueNode.Elements? = nil, offset: Int, depth: Int
    ) -> Pinned<ValueNode>? {
        guard let (_, element) = model ?? (options.coercion == .permissive ? node.value.array : nil) else {
            return nil
        }
        open(.single, node, offset: offset, depth: depth)
        frames.top.value.element = element
        prepareForElement()
        return element
    }

    /// Closes the innermost frame, whose value is at its destination.
    mutating func close(isScalar: Bool = false) -> Bool {
        let frame = frames.top
        if let node = frame.value.node, node.value.wrapped != nil {
            unsafe wrap(node, at: frame.value.destination!)
        }
        let offset = frame.value.offset
        frames.pop()
        guard let again = frames.top.value.again, !isScalar else { return valueStored(isScalar: isScalar) }
        if frames.top.value.slot?.value.hasHook == true { return hookedContainer(from: offset) }
        fillSlot()
        enter(again)
        return readAgain(from: offset)
    }

    /// Notes that the next value is stored.
    @inline(__always)
    mutating func valueStored(isScalar: Bool) -> Bool {
        let frame = frames.top
        // The most frequent case by far, before the jump table of the others.
        if frame.value.kind == .object {
            let slot = unsafe frame.value.slot.unsafelyUnwrapped
            unsafe frame.value.states.unsafelyUnwrapped[slot.value.index] = slot.value.state
            frame.value.missing &-= slot.value.weight
            return true
        }
        return valueCollected(isScalar: isScalar)
    }

    @inline(never)
    private mutating func valueCollected(isScalar: Bool) -> Bool {
        let frame = frames.top
        switch frame.value.kind {
        case .object: break
        case .array:
            frame.value.count += 1
            prepareForElement()
        case .single:
            frame.value.count += 1
            return finishArray(isScalar: isScalar)
        case .steps: stepStored()
        case .dictionary: frame.value.entries.valueAdded()
        case .text, .way, .records:
            return recordStored(isScalar: isScalar)
        }
        return true
    }

    /// Makes room for the next element of an array.
    @inline(__always)
    mutating func prepareForElement() {
        let frame = frames.top
        guard let element = frame.value.element else { return }
        if frame.value.count == frame.value.capacity { growElements(frame, element) }
        node = element
        // SAFETY: the memory has room for `capacity` elements, which is more than `count`.
        unsafe destination = frame.value.memory.start! + frame.value.count * element.value.stride
    }

    private func growElements(_ frame: Pinned<Frame>, _ element: Pinned<ValueNode>) {
        let stride = max(element.value.stride, 1)
        let count = frame.value.count
        if (count + 1) * stride > frame.value.memory.size {
            // SAFETY: `count` elements are moved to memory of at least twice the size.
            unsafe frame.value.memory.grow(to: (count + 1) * stride) {
                unsafe element.value.type._relocate($0, count: count, to: $1)
            }
        }
        frame.value.capacity = frame.value.memory.size / stride
    }
}

// MARK: - Skipping

extension Binder {
    /// Skips an array or object that tells nothing of which instance is meant; `false` if paths lead through it.
    private mutating func passesOver(_ node: Pinned<ValueNode>) -> Bool {
        guard node.value.path == nil, node.value.through == nil else { return false }
        if let again = frames.top.value.again, again.value.value.value.path != nil {
            enter(again)
            return false
        }
        self.node = nil
        bases.passOver()
        passOver()
        return true
    }

    /// Skips the value whose bracket was just counted, and makes ready for the one behind it.
    mutating func passOver() {
        if frames.top.value.kind == .steps { skipStep() }
        skip()
    }

    /// Skips the value whose bracket was just counted.
    mutating func skip() {
        skipped = 1
        cursor.value.parser?.report(.brackets)
    }

    /// Has the scalars not reported that belong to keys which mean nothing, or reported again.
    mutating func mute(_ isMuted: Bool) {
        guard isMuted != self.isMuted else { return }
        self.isMuted = isMuted
        cursor.value.parser?.report(isMuted ? .keysAndBrackets : .all)
    }

    private mutating func skipEnd() -> Bool {
        skipped -= 1
        guard skipped == 0 else { return true }
        cursor.value.parser?.report(isMuted ? .keysAndBrackets : .all)
        if let leftOut { return readLeftOut(from: leftOut) }
        // A value that is on no path is over; what follows was prepared when it began.
        return rejection == nil ? true : rejectionEnded()
    }
}
