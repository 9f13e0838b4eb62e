/// Values that paths lead through, from the object of a model to values of its fields.
///
/// A path has frames of its own, but no memory: what it leads to goes into the draft of the model.
extension ModelBinder {
    /// Whether paths lead on in an array or object, to which a slot belongs.
    func hasSubpaths(_ slot: Pinned<Slot>, inArray isArray: Bool) -> Bool {
        slot.value.value.value.path?.value.hasSubpaths(inArray: isArray) ?? false
    }

    /// Opens an array or object on a path, for a slot.
    mutating func openPath(isArray: Bool, through slot: Pinned<Slot>) -> Bool {
        let isReplacement = frames.top.value.kind == .replacement
        // Nothing is replaced by the value itself.
        if isReplacement { endReplacement(inFrame: frames.last - 1, hasValue: false) }
        selectSlot(slot)
        if isReplacement { frames[frames.last - 1].value.slot = slot }
        return openPath(isArray: isArray, slot.value.value)
    }

    /// Opens an array or object on a path; skips it if no path leads on in it.
    mutating func openPath(isArray: Bool, _ node: Pinned<ValueNode>) -> Bool {
        guard let path = node.value.path else { preconditionFailure("a path leads nowhere") }
        guard path.value.hasSubpaths(inArray: isArray) else { return skipContainer() }
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
        return true
    }

    /// Makes ready for the next element of an array on a path.
    private mutating func prepareElementOnPath() {
        let frame = frames.top
        node = nil
        // A slot that has a value keeps it until it is known that there is an element.
        // SAFETY: the plan laid the memory out with a state for each slot.
        guard let slot = elementOnPath(at: frame.value.count),
            frame.value.draft[state: slot.value.index] == DraftState.missing
        else { return }
        selectSlot(slot)
    }

    /// What an element of an array on a path is, for which nothing was prepared.
    enum ElementOnPath {
        /// Something.
        case value(Pinned<ValueNode>)
        /// Nothing.
        case skipped
        /// Something that is not allowed there. Says whether the import continues.
        case rejected(continues: Bool)
    }

    /// Looks at an element of an array on a path for which nothing was prepared.
    mutating func nextElementOnPath() -> ElementOnPath {
        let frame = frames.top
        guard let slot = elementOnPath(at: frame.value.count) else { return .skipped }
        if slot.value.hasHook {
            enterHook(slot, key: String(frame.value.count))
            return .value(slot.value.value)
        }
        switch resolve(slot, in: frame) {
        case .empty(let slot):
            selectSlot(slot)
            return .value(slot.value.value)
        case .replaces(let slot):
            openReplacement(slot)
            return .value(slot.value.value)
        case .skipped: return .skipped
        case .needsKeyOrder: return .rejected(continues: end(.restarted))
        case .duplicate:
            return .rejected(continues: rejectToken(.duplicateKey("[\(frame.value.count)]")))
        case .exceedsLimit: return .rejected(continues: rejectToken(tooManyUndoneUpdates))
        }
    }

    /// Has the next value go where a slot says.
    mutating func selectSlot(_ slot: Pinned<Slot>) {
        let frame = frames.top
        frame.value.slot = slot
        node = slot.value.value
        // SAFETY: the plan laid the memory out with a value for each slot.
        unsafe destination = frame.value.draft.address(slot.value.offset)
    }

    private func elementOnPath(at index: Int) -> Pinned<Slot>? {
        guard let path = frames.top.value.node?.value.path else {
            preconditionFailure("an array is on a path that leads nowhere")
        }
        for number in path.value.elements.indices where path.value.elements[number].index == index {
            return path.value.elements[number].slot
        }
        return nil
    }

    /// Notes that the value of an element on a path is stored.
    mutating func elementOnPathStored() {
        let frame = frames.top
        let slot = unsafe frame.value.slot.unsafelyUnwrapped
        // SAFETY: as above.
        frame.value.draft[state: slot.value.index] = slot.value.state
        frame.value.missingCount -= slot.value.requiredCount
        if !hasSecondaryReplay { skipElementOnPath() }
    }

    /// Goes on after an element of an array on a path.
    mutating func skipElementOnPath() {
        frames.top.value.count += 1
        prepareElementOnPath()
    }

    mutating func finishPathObject() -> Bool {
        leavePath()
        return close()
    }

    mutating func finishArrayOnPath() -> Bool {
        node = nil
        leavePath()
        return close()
    }

    /// Hands what has changed on to the frame around the innermost one.
    private func leavePath() {
        frames[frames.last - 1].value.missingCount += frames.top.value.missingCount
    }
}
