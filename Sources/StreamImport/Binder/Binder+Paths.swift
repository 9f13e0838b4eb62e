/// Values that paths lead through, from the object of a model to values of its fields.
///
/// A path has frames of its own, but no memory: what it leads to goes into the draft of the model.
extension Binder {
    /// The node of an array or object that is gone through; `nil` if it is to become something by itself.
    mutating func goThrough(_ kind: ValueKind, _ node: Pinned<ValueNode>) -> Pinned<ValueNode>? {
        guard let slot = node.value.through else { return node.value.path == nil ? nil : node }
        guard let path = slot.value.value.value.path, path.value.leadsOn(in: kind) else { return nil }
        enter(slot)
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
        // A slot that has a value keeps it until it is known that there is an element.
        // SAFETY: the plan laid the memory out with a state for each slot.
        guard let slot = step(at: frame.value.count),
            unsafe frame.value.states![slot.value.index] == DraftState.missing
        else { return }
        enter(slot)
    }

    /// Receives an element of an array on a path that nothing was prepared for.
    ///
    /// - Returns: whether it becomes something.
    mutating func unpreparedStep(_ kind: ValueKind) -> Bool {
        let frame = frames.top
        if let slot = step(at: frame.value.count) {
            if slot.value.hasHook {
                enterHook(slot, key: String(frame.value.count))
                return true
            }
            switch admission(to: slot, in: frame) {
            case .granted(let slot):
                enter(slot)
                return true
            case .denied: break
            case .postponed: return false
            case .forbidden:
                _ = rejectToken(.duplicateKey("[\(frame.value.count)]"))
                return false
            }
        }
        skipStep()
        if kind != .scalar { skip() }
        return false
    }

    /// Sends the next value on the way that begins with a slot.
    mutating func enter(_ slot: Pinned<Slot>) {
        let frame = frames.top
        frame.value.slot = slot
        node = slot.value.value
        // SAFETY: the plan laid the memory out with a value for each slot.
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
        fillSlot()
        skipStep()
    }

    /// Notes that the current slot has its value.
    func fillSlot() {
        let frame = frames.top
        guard let slot = frame.value.slot else { return }
        // SAFETY: as above.
        unsafe frame.value.states![slot.value.index] = slot.value.state
        frame.value.missing -= slot.value.weight
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

    /// Reads the value that has just ended once more, for what was prepared.
    ///
    /// That it became something does not keep paths from leading through it. Both at once would need two state
    /// machines; to read it twice costs time only where both are asked for.
    mutating func readAgain(from offset: Int) -> Bool {
        let range = offset..<cursor.value.tokenEnd
        return unsafe receive { source, cursor, context in
            unsafe source.again(range, cursor: cursor, context: context)
        }
    }

    /// How many values may be read again one inside of the other: each takes some of the thread's stack.
    private static var receptionLimit: Int { 32 }

    /// Receives a value from another source in between.
    ///
    /// - Parameter makeSource: makes it of the present one, for handlers with this context.
    mutating func receive(
        _ makeSource: (any EventSource, Pinned<TextCursor>, UnsafeMutableRawPointer) -> any EventSource
    ) -> Bool {
        guard let source else { return true }
        guard receptions < Self.receptionLimit else {
            return fail(.tooManyReadAgain(limit: Self.receptionLimit))
        }
        receptions += 1
        defer { receptions -= 1 }
        // The frames outside would not find their places in the part that is read in between.
        locateFrames()
        let (outer, inner) = (cursor, Pinned(repeating: TextCursor(), count: 1))
        defer { inner.free(count: 1) }
        // SAFETY: the handlers find the binder by the pointer, which is what it is reached by until they are done.
        let outcome = unsafe withUnsafeMutablePointer(to: &self) { binder in
            let other = unsafe makeSource(source, inner, UnsafeMutableRawPointer(binder))
            unsafe (binder.pointee.cursor, binder.pointee.source) = (inner, other)
            return other.readAll()
        }
        (cursor, self.source) = (outer, source)
        cursor.value.keptOffset = keptOffset
        // What is wrong in the part is wrong in the whole.
        if skipped > 0 { outer.value.parser?.report(.brackets) }
        switch outcome {
        case .refused(let error): return fail(error)
        case .stopped: return false
        case .began, .advanced, .lineEnded, .starved, .finished: return true
        }
    }

    /// From where the text has to stay at hand, when a value has been read again.
    var keptOffset: Int? {
        if options.keepsRejectedText { return cursor.value.keptOffset }
        let identifying = bases.outermostUnknown ?? .max
        for index in 0..<frames.last {
            if index == identifying { return frames[index].value.offset }
            if frames[index].value.again != nil { return frames[index + 1].value.offset }
        }
        return frames.last == identifying ? frames.top.value.offset : leftOut
    }
}
