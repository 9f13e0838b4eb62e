/// Objects that become models.
extension ModelBinder {
    // Without the inlining in this extension, an import takes 0.9% more instructions (people), or 0.6% (tweets).

    /// Prepares the innermost frame for the fields of a model.
    @inline(__always)
    mutating func startDraft(_ object: Pinned<ObjectNode>) -> EventResult {
        makeDraft(object)
        return object.value.needsNoSetup ? .continue : startDraftSlowPath(object)
    }

    @inline(__always)
    private mutating func makeDraft(_ object: Pinned<ObjectNode>) {
        let frame = frames.top
        expectKeys(of: object)
        frame.value.missingCount = object.value.requiredCount
        frame.value.draft = Draft(object.value.layout, in: &frame.value.memory)
    }

    @inline(never)
    private mutating func startDraftSlowPath(_ object: Pinned<ObjectNode>) -> EventResult {
        startExtrasAndHooks(object)
        return startUpdate(object)
    }

    /// Prepares the innermost frame for the fields of the subclass of its update target.
    mutating func startSubclassDraft(_ object: Pinned<ObjectNode>) {
        makeDraft(object)
        startExtrasAndHooks(object)
    }

    private mutating func startExtrasAndHooks(_ object: Pinned<ObjectNode>) {
        if let extras = object.value.extras { startExtras(extras) }
        // A state other than `missing` sends each member to the slow path, which asks the hook.
        if let state = object.value.hookStateIndex { frames.top.value.draft[state: state] = DraftState.null }
    }

    /// Prepares the innermost frame for keys.
    @inline(__always)
    private mutating func expectKeys(of object: Pinned<ObjectNode>) {
        let frame = frames.top
        frame.value.object = object
        frame.value.spelling = nil
        frame.value.expectedSpelling = keys(of: object).value.first
    }

    /// Selects the slot of a key for the next value.
    mutating func fieldKey(_ key: KeyText) -> EventResult {
        guard let spelling = frames.top.value.expectedSpelling, spelling.value.key.isSpelled(like: key) else {
            return unexpectedKey(key)
        }
        return spelledKey(spelling, key)
    }

    /// Selects the slot of a key whose spelling is known.
    @inline(__always)
    mutating func spelledKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        let frame = frames.top
        frame.value.spelling = spelling
        frame.value.expectedSpelling = spelling.value.next
        guard let slot = spelling.value.slot else {
            node = nil
            return context.value.suppressesScalars && options.unknownKeys == .ignore
                ? .continue : unknownKey(spelling, key)
        }
        frame.value.slot = slot
        // SAFETY: the plan laid the memory out with a state for each slot.
        guard frame.value.draft[state: slot.value.index] == DraftState.missing,
            !context.value.suppressesScalars
        else { return fieldSlowPath(slot, key) }
        prepare(slot)
        return .continue
    }

    /// Receives a key that follows an unknown key, or whose slot has another state than `missing`.
    @inline(never)
    private mutating func fieldSlowPath(_ slot: Pinned<Slot>, _ key: KeyText) -> EventResult {
        context.value.suppressScalars(false)
        // SAFETY: the plan laid the memory out with a state for each slot.
        guard frames.top.value.draft[state: slot.value.index] == DraftState.missing else {
            return repeatedKey(slot, key)
        }
        prepare(slot)
        return .continue
    }

    @inline(__always)
    private mutating func prepare(_ slot: Pinned<Slot>) {
        let frame = frames.top
        node = slot.value.value
        // SAFETY: the plan laid the memory out with a value for each field. Values of other slots that get here have no
        // size.
        unsafe destination = frame.value.draft.address(slot.value.offset)
    }

    /// Finds the spelling of a key that was not expected. From now on, that spelling is expected after the previous
    /// key.
    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> EventResult {
        let frame = frames.top
        guard let object = frame.value.object else { preconditionFailure("a key was read outside a model") }
        let keys = keys(of: object)
        let spelling = keys.value.spelling(of: key)
        if spelling.value.isRemembered {
            if let last = frame.value.spelling {
                last.value.next = spelling
            } else {
                keys.value.first = spelling
            }
        }
        return spelledKey(spelling, key)
    }

    /// Receives a second key of a field, the key of an extra member, or the key of a member that a hook decides about.
    private mutating func repeatedKey(_ slot: Pinned<Slot>, _ key: KeyText) -> EventResult {
        let frame = frames.top
        if let extras = frame.value.object?.value.extras, extras.member == slot {
            return extraKey(key, extras)
        }
        if slot.value.hasHook {
            enterHook(slot, key: key.text)
            return .continue
        }
        return switch place(slot, key: key.text) {
        case .ready, .skipped: .continue
        case .ended(let result): result
        }
    }

    /// Deinitializes a slot's value, if it has one.
    private func deinitializeValue(of slot: Pinned<Slot>, in frame: FrameReference) {
        let index = slot.value.index
        // SAFETY: the slot's state says whether the slot has a value, and changes with the value.
        if frame.value.draft[state: index] & DraftState.kindMask == DraftState.present {
            let value = unsafe frame.value.draft.address(slot.value.offset)
            unsafe slot.value.value.value.type.deinitialize(value, count: 1)
            frame.value.missingCount += slot.value.requiredCount
        }
        frame.value.draft[state: index] = DraftState.missing
    }

    /// Makes a model from the draft in the innermost frame.
    mutating func finishObject() -> EventResult {
        if context.value.suppressesScalars { context.value.suppressScalars(false) }
        let frame = frames.top
        guard let object = frame.value.object else {
            preconditionFailure("the frame of the model is not an object")
        }
        // SAFETY: the compiled plan keeps the object plan alive, and `missingCount` is tested before the draft is used.
        guard let plan = unsafe object.value.plan else { return finishPathObject() }
        guard object.value.needsNoSetup else { return unsafe finishUpdate(object, plan) }
        if frame.value.missingCount != 0, let result = rejectIncomplete(object) { return result }
        do {
            try unsafe makeInstance(frame, object, plan)
        } catch {
            return rejectObject(.rejectedByModel(error))
        }
        deinitializeFields(frame, object)
        return close()
    }

    /// Makes an instance from the draft in the innermost frame, at the frame's destination.
    @inline(__always)
    func makeInstance(
        _ frame: FrameReference, _ object: Pinned<ObjectNode>, _ plan: Unmanaged<ObjectPlan>
    ) throws {
        // SAFETY: the plan outlives the run; the destination has room for the model.
        try unsafe plan._withUnsafeGuaranteedRef {
            try unsafe $0.make(frame.value.draft, ValueAddress(frame.value.destination!))
        }
    }

    /// Deinitializes all values of a draft that were not moved out.
    func deinitializeDraft(_ frame: FrameReference, _ object: Pinned<ObjectNode>) {
        // On a path, the draft belongs to another frame.
        // SAFETY: the plan is only compared with `nil`.
        guard unsafe object.value.plan != nil else { return }
        if let extras = object.value.extras { deinitializeExtras(extras) }
        deinitializeFields(frame, object)
    }

    private func deinitializeFields(_ frame: FrameReference, _ object: Pinned<ObjectNode>) {
        let draft = frame.value.draft
        for word in 0..<object.value.layout.fieldWords
        where draft[stateWord: word * 8] & DraftState.anyPresent != 0 {
            deinitializeFields(inWord: word, frame, object)
        }
    }

    @inline(never)
    private func deinitializeFields(inWord word: Int, _ frame: FrameReference, _ object: Pinned<ObjectNode>) {
        // Only fields have values in the draft's memory. The states after those of the fields belong to other slots.
        for index in word * 8..<min(word * 8 + 8, object.value.layout.fieldCount) {
            deinitializeValue(of: object.value.slots.pinned(index), in: frame)
        }
    }
}

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
            if rank == slot.value.rank, canRestartInKeyOrder { return .ended(.restarted) }
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
        guard let inner = slot.value.nextSlot ?? slot.value.value.value.pathSlot else {
            node = nil
            return .skipped
        }
        return place(inner, key: key())
    }

    /// Opens a frame for a value that may replace the value of a field.
    private mutating func openReplacement(_ slot: Pinned<Slot>) {
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
        return rejectToken(.updatedValueReplaced(fieldName(slot)))
    }

    /// Closes the frame of a replacement, and replaces the value of its field if `hasValue`.
    private mutating func closeReplacement(hasValue: Bool) {
        let (frame, isReadAgain) = (frames.top, isReadForNextSlot)
        guard let slot = frame.value.slot else { preconditionFailure("the replacement has no slot") }
        let enclosing = frames[frames.last - 1]
        enclosing.value.missingCount += frame.value.missingCount
        if hasValue {
            // SAFETY: the frame's memory holds a complete value of the slot's type, which is moved to the field.
            unsafe replaceValue(of: slot, in: enclosing, with: frame.value.memory.start!)
        }
        frames.pop()
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
        of slot: Pinned<Slot>, in frame: FrameReference, with value: UnsafeMutableRawPointer
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
        case .arrayOnPath: if !isReadForNextSlot { skipElementOnPath() }
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
    private func isRepeated(_ slot: Pinned<Slot>, in frame: FrameReference) -> Bool {
        let draft = frame.value.draft
        let rank = draft[state: slot.value.index] & ~DraftState.kindMask
        guard let ranks = slot.value.seenRanksIndex else { return rank == slot.value.rank }
        // The rank of the field's first key is recorded only in the field's state.
        draft[stateWord: ranks] |= Self.bit(of: rank)
        defer { addRank(slot, in: frame) }
        return draft[stateWord: ranks] & Self.bit(of: slot.value.rank) != 0
    }

    /// Records that a key with the rank of a slot occurred, if the slot has rank states.
    func addRank(_ slot: Pinned<Slot>, in frame: FrameReference) {
        guard let ranks = slot.value.seenRanksIndex else { return }
        frame.value.draft[stateWord: ranks] |= Self.bit(of: slot.value.rank)
    }

    private static func bit(of rank: UInt8) -> UInt64 { 1 << UInt64(rank >> 2) }
}

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
        frames.top.value.slot = slot
        prepare(slot)
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
        if !isReadForNextSlot { skipElementOnPath() }
    }

    /// Advances to the next element of an array on a path.
    mutating func skipElementOnPath() {
        frames.top.value.count += 1
        prepareElementOnPath()
    }

    private mutating func finishPathObject() -> EventResult {
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

/// Unknown keys: keys that no field has.
extension ModelBinder {
    /// Receives a key that no field has. Its value is skipped.
    @inline(never)
    private mutating func unknownKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        context.value.suppressScalars(true)
        return unknownMember(spelling, key)
    }

    /// Ignores, reports or rejects a key that no field has, as ``ImportOptions/unknownKeys`` says.
    ///
    /// The key is named by its path from the object of the model, which may be outside of the object.
    mutating func unknownMember(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> EventResult {
        guard !spelling.value.isIgnored, options.unknownKeys != .ignore else { return .continue }
        let model = modelFrame
        let (type, path) = (frames[model].value.object?.value.modelName ?? "", path(of: key, from: model))
        // Until the instance is identified, the key may be one of a subclass.
        guard !ignoresKeyError() else { return .continue }
        switch options.unknownKeys {
        case .ignore: return .continue
        case .report:
            guard !canRestartInKeyOrder else { return .restarted }
            // In a search for a case, the report is discarded if the case does not fit.
            if spelling.value.isRemembered, !replays.firstFits.isSearching { spelling.value.isIgnored = true }
            summary.reportedUnknownKeys.add(
                path.relativeDescription, type: type, limit: options.maximumListedUnknownKeys
            ) { context.value.source.currentLocation() }
            return .continue
        case .rejectRecord:
            let name = path.components.onlyKey ?? path.relativeDescription
            return rejectToken(
                .unknownKey(name, type: type).with(path: self.path(upTo: frames.last, [.key(key.text)])))
        }
    }

    /// Returns the path of a key from the object of the model in a frame.
    private func path(of key: KeyText, from model: Int) -> JSONPath {
        var path: [JSONPath.Component] = []
        appendComponents(from: model, upTo: frames.last, to: &path)
        return JSONPath(path + [.key(key.text)])
    }

    /// The index of the frame of the innermost object that becomes a model.
    var modelFrame: Int { modelFrame(enclosing: frames.last) }

    /// Returns the index of the frame of the innermost object that becomes a model, among the frames up to an index.
    func modelFrame(enclosing last: Int) -> Int {
        var index = last
        // SAFETY: the plan is only compared with `nil`.
        while unsafe frames[index].value.kind != .object || frames[index].value.object?.value.plan == nil {
            index -= 1
        }
        return index
    }

    /// Ignores an error in a key if the object is read only to identify its instance. Returns whether the error is
    /// ignored.
    private mutating func ignoresKeyError() -> Bool {
        guard updates?.frameReadForIdentity != nil else { return false }
        updates?.partWasSkipped()
        return true
    }
}

/// The extras of an object: members without a field, if the model has a field for all of them.
///
/// They are collected like the members of a dictionary. The state of their slot is never `missing`, so that each of
/// their keys is handled like a repeated one. Keys that map to a field therefore cost no more than in other models.
extension ModelBinder {
    private mutating func startExtras(_ extras: ObjectNode.Extras) {
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
    private func deinitializeExtras(_ extras: ObjectNode.Extras) {
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

/// Objects that end without all values that their models require.
extension ModelBinder {
    /// Rejects the object in the innermost frame if a pending mismatch is fatal to it, or if required fields have no
    /// value.
    ///
    /// - Returns: `nil` if the object has no error.
    @inline(never)
    private mutating func rejectIncomplete(_ object: Pinned<ObjectNode>) -> EventResult? {
        if let error = resolveMismatches() { return rejectObject(located: error) }
        let frame = frames.top
        return frame.value.missingCount == 0 ? nil : rejectObject(missingKeysError(frame, object))
    }

    /// Returns the error that names the required fields without a value.
    ///
    /// - Parameter nullsOnly: whether to name only the fields that are null.
    func missingKeysError(
        _ frame: FrameReference, _ object: Pinned<ObjectNode>, nullsOnly: Bool = false
    ) -> ImportError {
        // SAFETY: the compiled plan keeps the object plan alive.
        let fields = unsafe object.value.plan?.takeUnretainedValue().fields ?? []
        let missing = fields.enumerated().compactMap { index, field -> String? in
            // SAFETY: the plan laid the memory out with a state for each field.
            let state = frame.value.draft[state: index] & DraftState.kindMask
            guard field.isRequired, state != DraftState.present else { return nil }
            guard !nullsOnly || state == DraftState.null else { return nil }
            let key = field.keys.first ?? field.nameKey
            return key.debugDescription + (state == DraftState.null ? " (null)" : "")
        }
        return .missingKeys(missing, type: object.value.modelName)
    }
}
