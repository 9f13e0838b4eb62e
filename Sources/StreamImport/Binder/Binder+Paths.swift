/// Values that paths lead through, from the object of a model to values of its fields.
///
/// A path has frames of its own, but no memory: what it leads to goes into the draft of the model.
extension Binder {
    /// The node of a value that is gone through.
    mutating func goThrough(_ node: Pinned<ValueNode>) -> Pinned<ValueNode>? {
        guard let slot = node.value.through else { return node.value.path == nil ? nil : node }
        frames.top.value.slot = slot
        return slot.value.value
    }

    /// Opens a frame for an object on a path.
    mutating func openPath(_ object: Pinned<ObjectNode>, _ node: Pinned<ValueNode>) {
        let (draft, states) = unsafe (frames.top.value.draft, frames.top.value.states)
        open(.object, node)
        unsafe share(draft, states)
        expectKeys(of: object)
    }

    /// Opens a frame for an array on a path.
    mutating func openSteps(_ node: Pinned<ValueNode>) {
        let (draft, states) = unsafe (frames.top.value.draft, frames.top.value.states)
        open(.steps, node)
        unsafe share(draft, states)
        prepareStep()
    }

    private func share(_ draft: UnsafeMutableRawPointer?, _ states: UnsafeMutablePointer<UInt8>?) {
        let frame = frames.top
        unsafe frame.value.draft = draft
        unsafe frame.value.states = states
        frame.value.missing = 0
    }

    /// Makes ready for the next element of an array on a path.
    mutating func prepareStep() {
        let frame = frames.top
        node = nil
        guard let slot = step(at: frame.value.count) else { return }
        frame.value.slot = slot
        // SAFETY: the plan laid the memory out with a value and a state for each slot.
        let state = unsafe frame.value.states![slot.value.index]
        if state != DraftState.missing {
            guard precedence(of: slot, in: frame) == .wins else { return }
            dropValue(of: slot, in: frame)
        }
        node = slot.value.value
        unsafe destination = frame.value.draft! + slot.value.offset
    }

    private func step(at index: Int) -> Pinned<Slot>? {
        guard let path = frames.top.value.node?.value.path else { return nil }
        for place in 0..<path.value.stepCount where path.value.steps[place].index == index {
            return path.value.steps[place].slot
        }
        return nil
    }

    /// Notes that the value of an element on a path is stored.
    mutating func stepStored() {
        let frame = frames.top
        if let slot = frame.value.slot {
            unsafe frame.value.states![slot.value.index] = slot.value.state
            frame.value.missing -= slot.value.weight
        }
        skipStep()
    }

    /// Goes on behind an element on a path that has no value.
    mutating func skipStep() {
        frames.top.value.count += 1
        prepareStep()
    }

    mutating func finishPathObject() -> Bool {
        leavePath()
        return close()
    }

    mutating func finishSteps() -> Bool {
        node = nil
        leavePath()
        return close()
    }

    /// Hands what has changed on to the frame around the innermost one.
    private func leavePath() {
        frames[frames.last - 1].value.missing += frames.top.value.missing
    }

    // MARK: - Values that are read again

    /// Keeps the text from an offset on at hand.
    mutating func keepText(from offset: Int) {
        cursor.value.keptOffset = min(cursor.value.keptOffset ?? offset, offset)
    }

    /// Reads the value that has just been stored once more, for what paths lead to in it.
    ///
    /// That it became something does not keep paths from leading through it. Both at once would need two state
    /// machines; to read it twice costs time only where both are asked for.
    mutating func readAgain(from offset: Int, into slot: Pinned<Slot>) -> Bool {
        guard let tokenizer else { return true }
        // The frames outside would not find their places in the part that is read again.
        locateFrames()
        let (outer, node) = (cursor, node)
        let destination = unsafe destination
        let inner = Pinned(repeating: TextCursor(), count: 1)
        defer { inner.free(count: 1) }
        let again = tokenizer.again(offset..<outer.value.tokenEnd, cursor: inner)
        openAgain(slot)
        (cursor, self.tokenizer) = (inner, again)
        let goesOn = again.readAll()
        (cursor, self.tokenizer) = (outer, tokenizer)
        cursor.value.keptOffset = keptOffset
        if skipped > 0 { outer.value.parser?.report(.brackets) }
        guard goesOn, skipped == 0 else { return goesOn }
        leavePath()
        frames.pop()
        self.node = node
        unsafe self.destination = destination
        return true
    }

    /// Opens a frame around a value that is read again, which stands for no bracket.
    private mutating func openAgain(_ slot: Pinned<Slot>) {
        let (draft, states, outer) = unsafe (
            frames.top.value.draft, frames.top.value.states, frames.top.value
        )
        frames.push()
        let frame = frames.top
        frame.value.kind = .object
        frame.value.node = nil
        frame.value.object = nil
        frame.value.spelling = nil
        frame.value.slot = slot
        frame.value.depth = depth
        frame.value.offset = outer.offset
        frame.value.location = outer.location
        unsafe share(draft, states)
        node = slot.value.value
        unsafe destination = draft
    }

    /// From where the text has to stay at hand, when a value has been read again.
    var keptOffset: Int? {
        if options.keepsRejectedText { return cursor.value.keptOffset }
        for index in 0...frames.last where frames[index].value.node?.value.again != nil {
            return frames[index].value.offset
        }
        return nil
    }
}
