/// Fields that several keys mean: the most binding one that has a value wins, in whichever order they come.
///
/// A value that a field has is kept until there is one that replaces it. The other one is read into memory of its own:
/// it may be null, or may not fit.
extension ModelBinder {
    /// What becomes of a value whose slot may have one already.
    enum Resolution {
        /// It goes into this slot, which has none.
        case empty(Pinned<Slot>)
        /// It replaces the one that this slot has.
        case replaces(Pinned<Slot>)
        /// It is skipped.
        case skipped
        /// That depends on which of the two comes first, so they have to come in the order of their keys.
        case needsKeyOrder
        /// The record is wrong: a key comes twice.
        case duplicate
        /// The record is wrong: too many updates would be undone.
        case exceedsLimit
    }

    func resolve(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) -> Resolution {
        // SAFETY: the plan laid the memory out with a state for each slot.
        let state = frame.value.draft[state: slot.value.index]
        guard state != DraftState.missing else { return .empty(slot) }
        let rank = state & ~DraftState.kindMask
        if rank == slot.value.rank, restartsInKeyOrder { return .needsKeyOrder }
        if options.duplicateKeys == .rejectRecord, isRepeated(slot, in: frame) { return .duplicate }
        // What paths lead to has states of its own.
        guard !slot.value.isPath, state & DraftState.kindMask == DraftState.present else {
            return .empty(slot)
        }
        if slot.value.rank < rank || slot.value.rank == rank && options.duplicateKeys != .first {
            return mayUndoUpdates(by: slot) ? .replaces(slot) : .exceedsLimit
        }
        // The field keeps its value, but what paths lead to may have none.
        return (slot.value.secondary ?? slot.value.value.value.pathSlot).map { resolve($0, in: frame) }
            ?? .skipped
    }

    var tooManyUndoneUpdates: ImportError { .tooManyUndoneUpdates(limit: options.maximumUndoneUpdates) }

    /// Opens a frame for a value that replaces the one of a field.
    mutating func openReplacement(_ slot: Pinned<Slot>) {
        let enclosing = frames.top.value
        frames.top.value.slot = slot
        if let (member, start) = replacedMember(inFrame: frames.last) {
            updates.suspend(by: member, after: start)
        }
        open(.replacement, slot.value.value, offset: enclosing.offset, depth: enclosing.depth)
        let frame = frames.top
        frame.value.location = enclosing.location
        frame.value.slot = slot
        frame.value.draft = enclosing.draft
        frame.value.missingCount = 0
        frame.value.memory.reserve(max(slot.value.value.value.stride, 1))
        node = slot.value.value
        // SAFETY: the frame's memory has room for a value of the slot's type.
        unsafe destination = frame.value.memory.start
    }

    /// Closes the innermost frame, and replaces the value of its field if there is another one.
    mutating func closeReplacement(hasValue: Bool) {
        let (frame, isFollowed) = (frames.top, hasSecondaryReplay)
        guard let slot = frame.value.slot else { preconditionFailure("a value replaces nothing") }
        frames.pop()
        let enclosing = frames.top
        endReplacement(inFrame: frames.last, hasValue: hasValue)
        enclosing.value.missingCount += frame.value.missingCount
        if hasValue {
            // SAFETY: the plan laid the memory out. The frame's memory holds a value of the slot's type, which is moved.
            unsafe replaceValue(of: slot, in: enclosing, with: frame.value.memory.start!)
        }
        if enclosing.value.kind == .arrayOnPath, !isFollowed { skipElementOnPath() }
    }

    /// The member in a frame whose value may be an object that is updated.
    func updatedMember(inFrame index: Int) -> UpdateLog.Member? {
        frames[index].value.slot.map { .init(frame: modelFrame(enclosing: index), field: $0.value.index) }
    }

    /// The member of a frame whose value may have changed something, and how many changes there were before its object.
    private func replacedMember(inFrame index: Int) -> (UpdateLog.Member, Int)? {
        let start = frames[modelFrame(enclosing: index)].value.changeCount
        guard updates.count > start else { return nil }
        return updatedMember(inFrame: index).map { ($0, start) }
    }

    /// Whether the updates by the value that a slot of the innermost frame has, if there are any, may be undone.
    private func mayUndoUpdates(by slot: Pinned<Slot>) -> Bool {
        guard updates.count > 0 else { return true }
        let frame = modelFrame(enclosing: frames.last)
        let count = updates.undoCount(
            for: .init(frame: frame, field: slot.value.index), after: frames[frame].value.changeCount)
        return count == 0 || updates.undoneCount + count <= options.maximumUndoneUpdates
    }

    /// Forgets what the value of a member in a frame has changed that was replaced, or makes it again.
    mutating func endReplacement(inFrame index: Int, hasValue: Bool) {
        guard let (member, start) = replacedMember(inFrame: index) else { return }
        updates.endReplacement(of: member, after: start, hasValue: hasValue)
    }

    private func replaceValue(
        of slot: Pinned<Slot>, in frame: Pinned<Frame>, with value: UnsafeMutableRawPointer
    ) {
        // SAFETY: as above; the field had a value when the frame was opened, and paths go to other fields.
        if !slot.value.isPath {
            let (type, field) = unsafe (
                slot.value.value.value.type, frame.value.draft.address(slot.value.offset)
            )
            unsafe type.deinitialize(field, count: 1)
            unsafe type.relocate(value, count: 1, to: field)
        }
        frame.value.draft[state: slot.value.index] = slot.value.state
    }

    /// Goes on after a member or an element that has given no value.
    mutating func endMemberWithoutValue() {
        switch frames.top.value.kind {
        case .replacement: closeReplacement(hasValue: false)
        case .arrayOnPath: if !hasSecondaryReplay { skipElementOnPath() }
        case .object, .array, .implicitArray, .dictionary: break
        }
    }

    /// Notes that a key of a slot has given no value.
    ///
    /// - Parameter kind: `null` or `mismatch`.
    func markWithoutValue(_ slot: Pinned<Slot>, _ kind: UInt8) {
        let frame = frames.top
        // SAFETY: as above.
        let state = frame.value.draft[state: slot.value.index]
        guard state & DraftState.kindMask != DraftState.present else { return }
        guard state == DraftState.missing || slot.value.rank <= state & ~DraftState.kindMask else { return }
        frame.value.draft[state: slot.value.index] = slot.value.rank | kind
    }

    // MARK: - Keys that come twice

    /// Whether a key that binds as much as those of a slot was met before in this object.
    private func isRepeated(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) -> Bool {
        let draft = frame.value.draft
        let rank = draft[state: slot.value.index] & ~DraftState.kindMask
        guard let ranks = slot.value.rankStates else { return rank == slot.value.rank }
        // The first key of all is known by the state only.
        draft[stateWord: ranks] |= Self.bit(of: rank)
        defer { addRank(slot, in: frame) }
        return draft[stateWord: ranks] & Self.bit(of: slot.value.rank) != 0
    }

    /// Notes that a key of a slot was met.
    func addRank(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) {
        guard let ranks = slot.value.rankStates else { return }
        frame.value.draft[stateWord: ranks] |= Self.bit(of: slot.value.rank)
    }

    private static func bit(of rank: UInt8) -> UInt64 { 1 << UInt64(rank >> 2) }
}
