/// The extras of an object: members without a field, if the model has a field for all of them.
///
/// They are collected like the members of a dictionary. The state of their slot is never `missing`, so that each of
/// their keys is handled like a repeated one. Keys that map to a field therefore cost no more than in other models.
extension ModelBinder {
    mutating func startExtras(_ extras: ObjectNode.Extras) {
        frames.top.value.members.start()
        setMemberState(extras, DraftState.null)
    }

    /// Stores the key of the next extra member, and prepares for its value.
    mutating func extraKey(_ key: KeyText, _ extras: ObjectNode.Extras) -> EventResult {
        completeMember(extras)
        // SAFETY: the address has room for a value until the next member is added.
        guard let address = unsafe frames.top.value.members.add(key, extras.collector) else {
            return rejectToken(.invalidKey(key.text))
        }
        setMemberState(extras, DraftState.null)
        node = extras.member.value.value
        unsafe destination = address
        return .continue
    }

    /// Makes a dictionary from the members in the innermost frame, and stores it in the extras field.
    ///
    /// - Returns: a duplicate key if the options forbid it, in which case no dictionary is made; otherwise `nil`.
    mutating func collectExtras(_ extras: ObjectNode.Extras) -> String? {
        completeMember(extras)
        let frame = frames.top
        // SAFETY: the draft has room for the dictionary. No key maps to the extras field, so it has no value yet.
        let duplicate = unsafe frame.value.members.collect(
            extras.collector, duplicates: options.duplicateKeys,
            into: frame.value.draft.address(extras.field.value.offset)
        ) { listEquivalentKey($0, type: frame.value.object?.value.modelName ?? "") }
        guard duplicate == nil else { return duplicate }
        frame.value.draft[state: extras.field.value.index] = DraftState.present
        return nil
    }

    /// Discards the dictionary of extras if it is empty, so that an update does not change the instance's extras.
    func discardEmptyExtras(_ extras: ObjectNode.Extras) {
        let frame = frames.top
        // SAFETY: the members were collected, and an extras field always has the type `[String: JSONValue]`.
        let members = unsafe frame.value.draft.address(extras.field.value.offset)
            .assumingMemoryBound(to: [String: JSONValue].self)
        if unsafe members.pointee.isEmpty { deinitializeValue(of: extras.field, in: frame) }
    }

    /// Deinitializes the members that were not collected.
    func deinitializeExtras(_ extras: ObjectNode.Extras) {
        completeMember(extras)
        frames.top.value.members.deinitialize(extras.collector)
    }

    /// Completes the last member if its value has been stored.
    private func completeMember(_ extras: ObjectNode.Extras) {
        let frame = frames.top
        let state = frame.value.draft[state: extras.member.value.index] & DraftState.kindMask
        guard state == DraftState.present else { return }
        frame.value.members.valueAdded()
        setMemberState(extras, DraftState.null)
    }

    private func setMemberState(_ extras: ObjectNode.Extras, _ state: UInt8) {
        frames.top.value.draft[state: extras.member.value.index] = state
    }
}
