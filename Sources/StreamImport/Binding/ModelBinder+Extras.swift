/// Members of an object that mean no field, where the model has a field for all of them.
///
/// They are collected as the members of a dictionary are. The state of their slot is never `missing`, so that each
/// of their keys counts as a repeated one: keys that mean a field pay nothing.
extension ModelBinder {
    mutating func startExtras(_ extras: ObjectNode.Extras) {
        frames.top.value.members.start()
        setMemberState(extras, DraftState.null)
    }

    /// Stores the key of the next member.
    mutating func extraKey(_ key: KeyText, _ extras: ObjectNode.Extras) -> Bool {
        completeMember(extras)
        // SAFETY: the entry has room for a value until the next one is added.
        guard let address = unsafe frames.top.value.members.add(key, extras.collector) else {
            return rejectToken(.invalidKey(key.text))
        }
        setMemberState(extras, DraftState.null)
        node = extras.member.value.value
        unsafe destination = address
        return true
    }

    /// Makes a dictionary of the members in the innermost frame.
    ///
    /// - Returns: `nil`, or the key that came duplicate where that is forbidden; nothing was made then.
    mutating func collectExtras(_ extras: ObjectNode.Extras) -> String? {
        completeMember(extras)
        let frame = frames.top
        // SAFETY: the draft has room for the dictionary, and no key means its field, so that it has none yet.
        let duplicate = unsafe frame.value.members.collect(
            extras.collector, duplicates: options.duplicateKeys,
            into: frame.value.draft.address(extras.field.value.offset))
        guard duplicate == nil else { return duplicate }
        frame.value.draft[state: extras.field.value.index] = DraftState.present
        return nil
    }

    /// Takes it for not read if no member meant no field, so that an update changes nothing.
    func discardEmptyExtras(_ extras: ObjectNode.Extras) {
        let frame = frames.top
        // SAFETY: the members were collected, and such a field has one type only.
        let members = unsafe frame.value.draft.address(extras.field.value.offset)
            .assumingMemoryBound(to: [String: JSONValue].self)
        if unsafe members.pointee.isEmpty { deinitializeValue(of: extras.field, in: frame) }
    }

    /// Ends the life of the members that were not collected.
    func deinitializeExtras(_ extras: ObjectNode.Extras) {
        completeMember(extras)
        frames.top.value.members.deinitialize(extras.collector)
    }

    /// Counts the last member, if its value has been stored.
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
