/// Objects that become models.
extension ModelBinder {
    // Without the inlining in this file, an import takes 0.9% more instructions (people), or 0.6% (tweets).

    /// Prepares the innermost frame for the fields of a model.
    ///
    @inline(__always)
    mutating func startDraft(_ object: Pinned<ObjectNode>) -> EventResult {
        makeDraft(object)
        return object.value.isPlain ? .continue : startDraftSlowPath(object)
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
        if let state = object.value.hookState { frames.top.value.draft[state: state] = DraftState.null }
    }

    /// Prepares the innermost frame for keys.
    @inline(__always)
    mutating func expectKeys(of object: Pinned<ObjectNode>) {
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
    func deinitializeValue(of slot: Pinned<Slot>, in frame: Pinned<Frame>) {
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
        guard object.value.isPlain else { return unsafe finishUpdate(object, plan) }
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
        _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>, _ plan: Unmanaged<ObjectPlan>
    ) throws {
        // SAFETY: the plan outlives the run; the destination has room for the model.
        try unsafe plan._withUnsafeGuaranteedRef {
            try unsafe $0.make(frame.value.draft, frame.value.destination!)
        }
    }

    /// Deinitializes all values of a draft that were not moved out.
    func deinitializeDraft(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        // On a path, the draft belongs to another frame.
        // SAFETY: the plan is only compared with `nil`.
        guard unsafe object.value.plan != nil else { return }
        if let extras = object.value.extras { deinitializeExtras(extras) }
        deinitializeFields(frame, object)
    }

    private func deinitializeFields(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        let draft = frame.value.draft
        for word in 0..<object.value.layout.fieldWords
        where draft[stateWord: word * 8] & DraftState.anyPresent != 0 {
            deinitializeFields(inWord: word, frame, object)
        }
    }

    @inline(never)
    private func deinitializeFields(inWord word: Int, _ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        // Only fields have values in the draft's memory. The states after those of the fields belong to other slots.
        for index in word * 8..<min(word * 8 + 8, object.value.layout.fieldCount) {
            deinitializeValue(of: object.value.slots.pinned(index), in: frame)
        }
    }
}
