/// Objects that become models.
extension Binder {
    /// Prepares the innermost frame for the fields of a model.
    mutating func startDraft(_ object: Pinned<ObjectNode>) {
        let frame = frames.top
        let (stateOffset, stateWords) = (object.value.layout.alignedStateOffset, object.value.stateWords)
        expectKeys(of: object)
        frame.value.missing = object.value.requiredCount
        frame.value.memory.reserve(stateOffset + stateWords * 8)
        unsafe frame.value.draft = frame.value.memory.start
        // SAFETY: the states are at the end of the memory that was reserved.
        let states = unsafe frame.value.memory.start! + stateOffset
        unsafe frame.value.states = states.bindMemory(to: UInt8.self, capacity: stateWords * 8)
        for word in 0..<stateWords {
            unsafe states.storeBytes(of: 0, toByteOffset: word * 8, as: UInt64.self)
        }
        if !object.value.isPlain { startUnusualDraft(object) }
    }

    @inline(never)
    private mutating func startUnusualDraft(_ object: Pinned<ObjectNode>) {
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
        frame.value.expected = object.value.keys.first
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
            return isMuted && options.unknownKeys == .ignore || unknownKey(spelling, key)
        }
        frame.value.slot = slot
        // SAFETY: the plan laid the memory out with a value and a state for each slot.
        guard unsafe frame.value.states.unsafelyUnwrapped[slot.value.index] == DraftState.missing, !isMuted
        else { return unusualField(slot, key) }
        prepare(slot)
        return true
    }

    /// A key of a field that comes after one that means nothing, or was met before.
    @inline(never)
    private mutating func unusualField(_ slot: Pinned<Slot>, _ key: KeyText) -> Bool {
        mute(false)
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

    /// Finds the spelling of a key that was not expected, and expects it from now on behind the one before it.
    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> Bool {
        let frame = frames.top
        guard let object = frame.value.object else { return true }
        let spelling = object.value.keys.spelling(of: key)
        if object.value.keys.remembers(spelling) {
            if let last = frame.value.spelling {
                last.value.next = spelling
            } else {
                object.value.keys.first = spelling
            }
        }
        return spelledKey(spelling, key)
    }

    /// A key that no field has. Its value is skipped.
    @inline(never)
    private mutating func unknownKey(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> Bool {
        mute(true)
        return unknownMember(spelling, key)
    }

    /// Does what the options say of a key that no field has.
    mutating func unknownMember(_ spelling: Pinned<KeyTable.Spelling>, _ key: KeyText) -> Bool {
        guard !spelling.value.isIgnored else { return true }
        // What a path does not lead to is nobody's business, nor what is in a value that is only skipped.
        guard let object = frames.top.value.object, unsafe object.value.plan != nil,
            frames.top.value.node?.value.scalar != SkippedValue.self
        else { return true }
        switch options.unknownKeys {
        case .ignore: return true
        case .report:
            guard !startsOver else { return false }
            reportUnknownKey(key, object)
            return true
        case .reject:
            if passesOverKey() { return true }
            let path = JSONPath(place(upTo: frames.last).components + [.key(key.text)])
            return rejectToken(
                ImportError.unknownKey(key.text, type: object.value.modelName).with(path: path))
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
        switch admission(to: slot, in: frame) {
        case .granted(let slot):
            frame.value.slot = slot
            prepare(slot)
            return true
        case .denied: return true
        case .postponed: return false
        case .forbidden: return passesOverKey() || rejectToken(.duplicateKey(key.text))
        }
    }

    /// Passes over what is wrong with a key while it is to be found out which instance an object means.
    private mutating func passesOverKey() -> Bool {
        guard identifyingFrame != nil else { return false }
        bases.passOver()
        return true
    }

    /// What becomes of a value whose slot may have one already.
    enum Admission {
        /// It goes into this slot, which has none now.
        case granted(Pinned<Slot>)
        /// It is skipped.
        case denied
        /// That depends on which of the two comes first, so they have to come in a fixed order.
        case postponed
        /// The record is wrong.
        case forbidden
    }

    func admission(to slot: Pinned<Slot>, in frame: Pinned<Frame>) -> Admission {
        // SAFETY: the plan laid the memory out with a state for each slot.
        let state = unsafe frame.value.states![slot.value.index]
        guard state != DraftState.missing else { return .granted(slot) }
        let rank = state & ~DraftState.kind
        if slot.value.rank > rank {
            // The field has its value by a more binding key, but what paths lead to may have none.
            return slot.value.again.map { admission(to: $0, in: frame) } ?? .denied
        }
        if slot.value.rank == rank {
            guard !startsOver else { return .postponed }
            switch options.duplicateKeys {
            case .first: return .denied
            case .reject: return .forbidden
            case .last: break
            }
        }
        forget(slot, in: frame)
        return .granted(slot)
    }

    /// Takes back what has been read by the key of a slot: its value, and those that paths lead to in it.
    private func forget(_ slot: Pinned<Slot>, in frame: Pinned<Frame>) {
        dropValue(of: slot, in: frame)
        if let again = slot.value.again { forget(again, in: frame) }
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
            unsafe slot.value.value.value.type._destroy(value, count: 1)
            frame.value.missing += slot.value.weight
        }
        unsafe frame.value.states![index] = DraftState.missing
    }

    /// Makes a model of the draft in the innermost frame.
    mutating func finishObject() -> Bool {
        if isMuted { mute(false) }
        let frame = frames.top
        guard let object = frame.value.object, let plan = unsafe object.value.plan else {
            return finishPathObject()
        }
        guard object.value.isPlain else { return unsafe finishUpdate(object, plan) }
        guard frame.value.missing == 0 else { return reject(missingKeys(frame, object)) }
        do {
            try unsafe makeInstance(frame, object, plan)
        } catch {
            return reject(.rejectedByModel(error))
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
        let fieldCount = object.value.layout.fieldCount
        // The states behind those of the fields are of values that are nowhere.
        for word in 0..<(fieldCount + 7) / 8 {
            // SAFETY: the states are whole words.
            let states = unsafe UnsafeRawPointer(frame.value.states!)
                .load(fromByteOffset: word * 8, as: UInt64.self)
            guard states & DraftState.anyPresent != 0 else { continue }
            for index in word * 8..<min(word * 8 + 8, fieldCount) {
                dropValue(of: object.value.slots + index, in: frame)
            }
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

extension ObjectNode {
    /// The name of the model's type.
    var modelName: String { unsafe plan.map { unsafe "\($0.takeUnretainedValue().model)" } ?? "" }
}
