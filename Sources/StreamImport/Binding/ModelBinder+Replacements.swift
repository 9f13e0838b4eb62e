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
    mutating func place(_ slot: Pinned<Slot>, key: @autoclosure () -> String) -> Placement {
        let frame = frames.top
        // SAFETY: the plan laid the memory out with a state for each slot.
        let state = frame.value.draft[state: slot.value.index]
        let rank = state & ~DraftState.kindMask
        if state != DraftState.missing {
            // Which of the two values comes first depends on the order of a dictionary.
            if rank == slot.value.rank, restartsInKeyOrder { return .ended(.restarted) }
            if options.duplicateKeys == .rejectRecord, isRepeated(slot, in: frame) {
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
        guard let inner = slot.value.secondary ?? slot.value.value.value.pathSlot else {
            node = nil
            return .skipped
        }
        return place(inner, key: key())
    }

    /// Opens a frame for a value that may replace the value of a field.
    mutating func openReplacement(_ slot: Pinned<Slot>) {
        let enclosing = frames.top.value
        frames.top.value.slot = slot
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

    /// Replaces the value of a field by the complete value in the innermost frame, which is that of a replacement. Rejects
    /// the new value if the old one has updated instances, because updates are undone only with their record.
    mutating func finishReplacement() -> EventResult {
        guard let slot = frames.top.value.slot else { preconditionFailure("the replacement has no slot") }
        guard hasUpdatedInstances(slot) else {
            closeReplacement(hasValue: true)
            return .continue
        }
        // SAFETY: the frame's memory holds a complete value of the slot's type, which is not moved to the field.
        unsafe slot.value.value.value.type.deinitialize(frames.top.value.memory.start!, count: 1)
        return rejectObject(.updatedValueReplaced(fieldName(slot)))
    }

    /// Closes the frame of a replacement, and replaces the value of its field if `hasValue`.
    private mutating func closeReplacement(hasValue: Bool) {
        let (frame, isReadAgain) = (frames.top, hasSecondaryReplay)
        guard let slot = frame.value.slot else { preconditionFailure("the replacement has no slot") }
        frames.pop()
        let enclosing = frames.top
        enclosing.value.missingCount += frame.value.missingCount
        if hasValue {
            // SAFETY: the frame's memory holds a complete value of the slot's type, which is moved to the field.
            unsafe replaceValue(of: slot, in: enclosing, with: frame.value.memory.start!)
        }
        if enclosing.value.kind == .arrayOnPath, !isReadAgain { skipElementOnPath() }
    }

    /// Returns whether the value of a slot had updated instances before the replacement in the innermost frame began.
    private func hasUpdatedInstances(_ slot: Pinned<Slot>) -> Bool {
        // The value of a slot on a path is not replaced: only values inside it are stored.
        guard let log = updates?.log, log.count > 0, !slot.value.isPath else { return false }
        let field = UpdateLog.Field(frame: modelFrame, index: slot.value.index)
        let first = log.firstChange(by: field, after: frames[modelFrame].value.changeCount)
        return first.map { $0 < frames.top.value.changeCount } ?? false
    }

    /// Returns the name of the field that a slot stores.
    private func fieldName(_ slot: Pinned<Slot>) -> String {
        // SAFETY: the compiled plan keeps the object plan alive.
        guard let plan = unsafe frames[modelFrame].value.object?.value.plan?.takeUnretainedValue() else {
            preconditionFailure("the frame of the model has no plan")
        }
        return plan.fields[slot.value.index].name
    }

    private func replaceValue(
        of slot: Pinned<Slot>, in frame: Pinned<Frame>, with value: UnsafeMutableRawPointer
    ) {
        // SAFETY: the field had a value when the replacement's frame was opened, and still has it, because paths inside
        // the new value lead to other fields.
        if !slot.value.isPath {
            let (type, oldValue) = unsafe (
                slot.value.value.value.type, frame.value.draft.address(slot.value.offset)
            )
            unsafe type.deinitialize(oldValue, count: 1)
            unsafe type.relocate(value, count: 1, to: oldValue)
        }
        frame.value.draft[state: slot.value.index] = slot.value.state
    }

    /// Prepares for the value after a member or an element that gave no value.
    mutating func endMemberWithoutValue() {
        switch frames.top.value.kind {
        case .replacement: closeReplacement(hasValue: false)
        case .arrayOnPath: if !hasSecondaryReplay { skipElementOnPath() }
        case .object, .array, .implicitArray, .dictionary, .payload, .pairs: break
        }
    }

    /// Sets the state of a slot after one of its keys gave no value, unless the state is that of a value or of a key of
    /// higher precedence.
    ///
    /// - Parameter kind: `null` or `mismatch`.
    func markWithoutValue(_ slot: Pinned<Slot>, _ kind: UInt8) {
        let frame = frames.top
        // SAFETY: the plan laid the memory out with a state for each slot.
        let state = frame.value.draft[state: slot.value.index]
        guard state & DraftState.kindMask != DraftState.present else { return }
        guard state == DraftState.missing || slot.value.rank <= state & ~DraftState.kindMask else { return }
        frame.value.draft[state: slot.value.index] = slot.value.rank | kind
    }

    // MARK: - Duplicate keys

    /// Returns whether a key with the rank of a slot already occurred in this object. Records the rank if the slot has
    /// rank states.
    private func isRepeated(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) -> Bool {
        let draft = frame.value.draft
        let rank = draft[state: slot.value.index] & ~DraftState.kindMask
        guard let ranks = slot.value.rankStates else { return rank == slot.value.rank }
        // The rank of the field's first key is recorded only in the field's state.
        draft[stateWord: ranks] |= Self.bit(of: rank)
        defer { addRank(slot, in: frame) }
        return draft[stateWord: ranks] & Self.bit(of: slot.value.rank) != 0
    }

    /// Records that a key with the rank of a slot occurred, if the slot has rank states.
    func addRank(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) {
        guard let ranks = slot.value.rankStates else { return }
        frame.value.draft[stateWord: ranks] |= Self.bit(of: slot.value.rank)
    }

    private static func bit(of rank: UInt8) -> UInt64 { 1 << UInt64(rank >> 2) }
}
