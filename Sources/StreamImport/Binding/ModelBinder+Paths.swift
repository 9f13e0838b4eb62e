/// Values that paths lead through, from the object of a model to the values of its fields.
///
/// The values on a path have frames of their own but no drafts: the value at the end of a path is stored in the draft
/// of the model.
extension ModelBinder {
    /// Returns whether paths through a slot continue in the slot's value, which is an array or object.
    func hasSubpaths(_ slot: Pinned<Slot>, inArray isArray: Bool) -> Bool {
        slot.value.value.value.path?.value.hasSubpaths(inArray: isArray) ?? false
    }

    /// Opens an array or object that the paths through a slot continue in.
    mutating func openPath(isArray: Bool, through slot: Pinned<Slot>) -> EventResult {
        let isReplacement = frames.top.value.kind == .replacement
        selectSlot(slot)
        if isReplacement { frames[frames.last - 1].value.slot = slot }
        return openPath(isArray: isArray, slot.value.value)
    }

    /// Opens an array or object on a path, or skips it if no path continues in it.
    mutating func openPath(isArray: Bool, _ node: Pinned<ValueNode>) -> EventResult {
        guard let path = node.value.path else { preconditionFailure("the node has no path") }
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
        return .continue
    }

    /// Prepares for the next element of an array on a path.
    private mutating func prepareElementOnPath() {
        let frame = frames.top
        node = nil
        // A slot that has a value keeps it until the element is known to exist.
        // SAFETY: the plan laid the memory out with a state for each slot.
        guard let slot = slotOfElement(at: frame.value.count),
            frame.value.draft[state: slot.value.index] == DraftState.missing
        else { return }
        selectSlot(slot)
    }

    /// Prepares the slot of an element of an array on a path, if no slot was prepared for the element.
    mutating func placeElementOnPath() -> Placement {
        let frame = frames.top
        guard let slot = slotOfElement(at: frame.value.count) else { return .skipped }
        guard !slot.value.hasHook else {
            enterHook(slot, key: String(frame.value.count))
            return .ready
        }
        return place(slot, key: "[\(frame.value.count)]")
    }

    /// Prepares to store the next value in a slot.
    mutating func selectSlot(_ slot: Pinned<Slot>) {
        let frame = frames.top
        frame.value.slot = slot
        node = slot.value.value
        // SAFETY: the plan laid the memory out with a value for each field. Values of other slots that get here have no
        // size.
        unsafe destination = frame.value.draft.address(slot.value.offset)
    }

    private func slotOfElement(at index: Int) -> Pinned<Slot>? {
        guard let path = frames.top.value.node?.value.path else {
            preconditionFailure("the node of an array on a path has no path")
        }
        for position in path.value.elements.indices where path.value.elements[position].index == index {
            return path.value.elements[position].slot
        }
        return nil
    }

    /// Updates the draft after the value of an element on a path was stored.
    mutating func elementOnPathStored() {
        let frame = frames.top
        // SAFETY: the value of an element is stored only after the element's slot was selected. The plan laid the
        // memory out with a state for each slot.
        let slot = unsafe frame.value.slot.unsafelyUnwrapped
        frame.value.draft[state: slot.value.index] = slot.value.state
        frame.value.missingCount -= slot.value.requiredCount
        if !hasSecondaryReplay { skipElementOnPath() }
    }

    /// Advances to the next element of an array on a path.
    mutating func skipElementOnPath() {
        frames.top.value.count += 1
        prepareElementOnPath()
    }

    mutating func finishPathObject() -> EventResult {
        leavePath()
        return close()
    }

    mutating func finishArrayOnPath() -> EventResult {
        node = nil
        leavePath()
        return close()
    }

    /// Adds the innermost frame's change of the number of missing values to that number of the enclosing frame.
    private func leavePath() {
        frames[frames.last - 1].value.missingCount += frames.top.value.missingCount
    }
}
