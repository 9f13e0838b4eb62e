/// Objects that become models.
extension ModelBinder {
    /// Prepares the innermost frame for the fields of a model.
    mutating func startDraft(_ object: Pinned<ObjectNode>) {
        let frame = frames.top
        let (stateOffset, stateWords) = (object.value.stateOffset, object.value.stateWords)
        expectKeys(of: object)
        frame.value.missing = object.value.requiredCount
        frame.value.memory.reserve(stateOffset &+ stateWords &* 8)
        unsafe frame.value.draft = frame.value.memory.start
        // SAFETY: the states are whole words at the end of the memory that was reserved, aligned for them.
        let states = unsafe frame.value.memory.start.unsafelyUnwrapped + stateOffset
        unsafe frame.value.states = states.assumingMemoryBound(to: UInt8.self)
        for word in 0..<stateWords {
            unsafe states.assumingMemoryBound(to: UInt64.self)[word] = 0
        }
        if !object.value.isPlain { startDraftSlowPath(object) }
    }

    @inline(never)
    private mutating func startDraftSlowPath(_ object: Pinned<ObjectNode>) {
        if let extras = object.value.extras { startExtras(extras) }
        // What is never missing is looked at more closely.
        if let state = object.value.hookState { unsafe frames.top.value.states![state] = DraftState.null }
        startUpdate(object)
    }

    /// Prepares the innermost frame for keys.
    @inline(__always)
    mutating func expectKeys(of object: Pinned<ObjectNode>) {
        let frame = frames.top
        frame.value.object = object
        frame.value.spelling = nil
        frame.value.expected = keys(of: object).value.first
    }

    /// Finds the slot that a key means, into which the next value goes.
    mutating func fieldKey(_ key: KeyText) -> Bool {
        guard let spelling = frames.top.value.expected, spelling.value.key.isSpelled(like: key) else {
            return unexpectedKey(key)
        }
        return spelledKey(spelling, key)
    }

    /// Goes on with a key whose spelling is known.
    @inline(__always)
    mutating func spelledKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> Bool {
        let frame = frames.top
        frame.value.spelling = spelling
        frame.value.expected = spelling.value.next
        guard let slot = spelling.value.slot else {
            node = nil
            return context.value.isMuted && options.unknownKeys == .ignore || unknownKey(spelling, key)
        }
        frame.value.slot = slot
        // SAFETY: the plan laid the memory out with a value and a state for each slot.
        guard unsafe frame.value.states.unsafelyUnwrapped[slot.value.index] == DraftState.missing,
            !context.value.isMuted
        else { return fieldSlowPath(slot, key) }
        prepare(slot)
        return true
    }

    /// A key of a field that comes after one that means nothing, or was met before.
    @inline(never)
    private mutating func fieldSlowPath(_ slot: Pinned<Slot>, _ key: KeyText) -> Bool {
        context.value.mute(false)
        // SAFETY: as above.
        guard unsafe frames.top.value.states![slot.value.index] == DraftState.missing else {
            return repeatedKey(slot, key)
        }
        prepare(slot)
        return true
    }

    @inline(__always)
    private mutating func prepare(_ slot: Pinned<Slot>) {
        let frame = frames.top
        node = slot.value.value
        // SAFETY: as above.
        unsafe destination = frame.value.draft.unsafelyUnwrapped + slot.value.offset
    }

    /// Finds the spelling of a key that was not expected, and expects it from now on after the one before it.
    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> Bool {
        let frame = frames.top
        guard let object = frame.value.object else { preconditionFailure("a key comes outside of a model") }
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

    /// A key that no field has. Its value is skipped.
    @inline(never)
    private mutating func unknownKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> Bool {
        context.value.mute(true)
        return unknownMember(spelling, key)
    }

    /// Does what the options say of a key that no field has.
    mutating func unknownMember(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> Bool {
        guard !spelling.value.isIgnored else { return true }
        // Unknown keys are not reported in values that are skipped, or that are no part of any path.
        guard let object = frames.top.value.object, unsafe object.value.plan != nil,
            frames.top.value.node?.value.scalar != SkippedValue.self
        else { return true }
        switch options.unknownKeys {
        case .ignore: return true
        case .report:
            guard !restartsInKeyOrder else { return end(.restarted) }
            if spelling.value.isRemembered { spelling.value.isIgnored = true }
            notes.note(
                unknownKey: key.text, type: object.value.modelName, limit: options.maximumListedUnknownKeys
            ) {
                unsafe context.value.source.currentLocation()
            }
            return true
        case .rejectRecord:
            if passesOverKey() { return true }
            let error = ImportError.unknownKey(key.text, type: object.value.modelName)
            return rejectToken(error.with(path: path(upTo: frames.last, .key(key.text))))
        }
    }

    /// A key that means a slot which was met before in this object, or one of the members that are no fields.
    private mutating func repeatedKey(_ slot: Pinned<Slot>, _ key: KeyText) -> Bool {
        let frame = frames.top
        if let extras = frame.value.object?.value.extras, extras.member == slot {
            return extraKey(key, extras)
        }
        if slot.value.hasHook {
            enterHook(slot, key: key.text)
            return true
        }
        node = nil
        switch resolveDuplicate(slot, in: frame) {
        case .granted(let slot):
            frame.value.slot = slot
            prepare(slot)
            return true
        case .denied: return true
        case .needsKeyOrder: return end(.restarted)
        case .duplicate: return passesOverKey() || rejectToken(.duplicateKey(key.text))
        }
    }

    /// Passes over what is wrong with a key while it is to be found out which instance an object means.
    private mutating func passesOverKey() -> Bool {
        guard identifyingFrame != nil else { return false }
        targets.passOver()
        return true
    }

    /// What becomes of a value whose slot may have one already.
    enum DuplicateResolution {
        /// It goes into this slot, which has none now.
        case granted(Pinned<Slot>)
        /// It is skipped.
        case denied
        /// That depends on which of the two comes first, so they have to come in the order of their keys.
        case needsKeyOrder
        /// The record is wrong.
        case duplicate
    }

    func resolveDuplicate(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) -> DuplicateResolution {
        // SAFETY: the plan laid the memory out with a state for each slot.
        let state = unsafe frame.value.states![slot.value.index]
        guard state != DraftState.missing else { return .granted(slot) }
        let rank = state & ~DraftState.kind
        if slot.value.rank > rank {
            // The field has its value by a more binding key, but what paths lead to may have none.
            return slot.value.secondary.map { resolveDuplicate($0, in: frame) } ?? .denied
        }
        if slot.value.rank == rank {
            guard !restartsInKeyOrder else { return .needsKeyOrder }
            switch options.duplicateKeys {
            case .first: return .denied
            case .rejectRecord: return .duplicate
            case .last: break
            }
        }
        forget(slot, in: frame)
        return .granted(slot)
    }

    /// Takes back what has been read by the key of a slot: its value, and those that paths lead to in it.
    private func forget(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) {
        dropValue(of: slot, in: frame)
        if let secondary = slot.value.secondary { forget(secondary, in: frame) }
        if let through = slot.value.value.value.through { forget(through, in: frame) }
        guard let path = slot.value.value.value.path else { return }
        for index in 0..<path.value.fieldCount {
            let field = path.value.fields + index
            // SAFETY: as above. The rank says whether the value came by this path.
            let state = unsafe frame.value.states![field.value.index]
            if state & ~DraftState.kind == field.value.rank { dropValue(of: field, in: frame) }
        }
    }

    /// Ends the life of a slot's value, if it has one.
    func dropValue(of slot: Pinned<Slot>, in frame: Pinned<Frame>) {
        let index = slot.value.index
        // SAFETY: the state says whether there is a value, and is changed with it.
        if unsafe frame.value.states![index] & DraftState.kind == DraftState.present {
            let value = unsafe frame.value.draft! + slot.value.offset
            unsafe slot.value.value.value.type.deinitialize(value, count: 1)
            frame.value.missing += slot.value.weight
        }
        unsafe frame.value.states![index] = DraftState.missing
    }

    /// Makes a model of the draft in the innermost frame.
    mutating func finishObject() -> Bool {
        if context.value.isMuted { context.value.mute(false) }
        let frame = frames.top
        guard let object = frame.value.object else { preconditionFailure("a model ends that is no object") }
        guard let plan = unsafe object.value.plan else { return finishPathObject() }
        guard object.value.isPlain else { return unsafe finishUpdate(object, plan) }
        guard frame.value.missing == 0 else { return rejectObject(missingKeys(frame, object)) }
        do {
            try unsafe makeInstance(frame, object, plan)
        } catch {
            return rejectObject(.rejectedByModel(error))
        }
        dropFields(frame, object)
        return close()
    }

    /// Makes an instance of the draft in the innermost frame, where its value goes.
    @inline(__always)
    func makeInstance(
        _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>, _ plan: Unmanaged<ObjectPlan>
    ) throws {
        // SAFETY: the plan outlives the run; the destination has room for the model.
        try unsafe plan._withUnsafeGuaranteedRef {
            try unsafe $0.make(draft(frame, object), frame.value.destination!)
        }
    }

    /// The draft in a frame.
    @inline(__always)
    func draft(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) -> DraftMemory {
        // SAFETY: the plan laid the memory out.
        unsafe DraftMemory(
            values: frame.value.memory.start!, states: frame.value.states!, plan: object.value.layout.plan)
    }

    /// Ends the life of all values in a draft that were not moved out.
    func dropDraft(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        // On a path, the draft is that of another frame.
        guard unsafe object.value.plan != nil else { return }
        if let extras = object.value.extras { dropExtras(extras) }
        dropFields(frame, object)
    }

    private func dropFields(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        // SAFETY: the states are whole words, aligned for them.
        let states = unsafe UnsafeRawPointer(frame.value.states.unsafelyUnwrapped)
            .assumingMemoryBound(to: UInt64.self)
        for word in 0..<object.value.fieldWords where unsafe states[word] & DraftState.anyPresent != 0 {
            dropFields(inWord: word, frame, object)
        }
    }

    @inline(never)
    private func dropFields(inWord word: Int, _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        // The states after those of the fields are of values that are nowhere.
        for index in word * 8..<min(word * 8 + 8, object.value.layout.fieldCount) {
            dropValue(of: object.value.slots + index, in: frame)
        }
    }

    func missingKeys(
        _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>, nullsOnly: Bool = false
    ) -> ImportError {
        let fields = unsafe object.value.plan?.takeUnretainedValue().fields ?? []
        let missing = fields.enumerated().compactMap { index, field -> String? in
            let state = unsafe frame.value.states![index] & DraftState.kind
            guard field.isRequired, state != DraftState.present else { return nil }
            guard !nullsOnly || state == DraftState.null else { return nil }
            let key = field.keys.first ?? field.name
            return key.debugDescription + (state == DraftState.null ? " (null)" : "")
        }
        return .missingKeys(missing, type: object.value.modelName)
    }
}
