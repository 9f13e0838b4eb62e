/// Objects that become models.
extension Binder {
    /// Prepares the innermost frame for the fields of a model.
    mutating func startDraft(_ object: Pinned<ObjectNode>) {
        let frame = frames.top
        let layout = object.value.layout
        frame.value.object = object
        frame.value.memory.reserve(max(layout.size, 1))
        frame.value.spelling = nil
        frame.value.isFresh = true
        frame.value.expected = object.value.keys.first
        frame.value.missing = object.value.requiredCount
        // SAFETY: the memory has `layout.size` bytes, at the end of which the states are.
        let states = unsafe frame.value.memory.start! + layout.alignedStateOffset
        unsafe frame.value.states = states.bindMemory(to: UInt8.self, capacity: layout.stateWords * 8)
        for word in 0..<object.value.stateWords {
            unsafe states.storeBytes(of: 0, toByteOffset: word * 8, as: UInt64.self)
        }
    }

    /// Finds the slot that a key means, into which the next value goes.
    mutating func fieldKey(_ key: KeyText) -> Bool {
        guard let spelling = frames.top.value.expected, spelling.value.key.isSpelled(like: key) else {
            return unexpectedKey(key)
        }
        return spelledKey(spelling)
    }

    /// Goes on with a key whose spelling is known.
    @inline(__always)
    mutating func spelledKey(_ spelling: Pinned<KeyTable.Spelling>) -> Bool {
        let frame = frames.top
        frame.value.spelling = spelling
        frame.value.expected = spelling.value.next
        guard let slot = spelling.value.slot else {
            node = nil
            return options.unknownKeys == .ignore || unknownKey(spelling.value.key)
        }
        frame.value.slot = slot
        // SAFETY: the plan laid the memory out with a value and a state for each slot.
        guard unsafe frame.value.states.unsafelyUnwrapped[slot.value.index] == DraftMemory.State.missing
        else {
            return duplicateKey(slot)
        }
        prepare(slot)
        return true
    }

    @inline(__always)
    private mutating func prepare(_ slot: Pinned<Slot>) {
        let frame = frames.top
        node = slot.value.value
        // SAFETY: as above.
        unsafe destination = frame.value.memory.start.unsafelyUnwrapped + slot.value.offset
    }

    /// Finds the spelling of a key that was not expected, and expects it from now on behind the one before it.
    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> Bool {
        let frame = frames.top
        guard let object = frame.value.object else { return true }
        guard let spelling = object.value.keys.find(key) ?? object.value.keys.remember(key, slot: nil) else {
            frame.value.spelling = nil
            frame.value.isFresh = false
            return unknownKey(key)
        }
        if let last = frame.value.spelling {
            last.value.next = spelling
        } else if frame.value.isFresh {
            object.value.keys.first = spelling
        }
        return spelledKey(spelling)
    }

    /// A key that no field has. Its value is skipped.
    @inline(never)
    private mutating func unknownKey(_ key: KeyText) -> Bool {
        node = nil
        guard let object = frames.top.value.object else { return true }
        switch options.unknownKeys {
        case .ignore: return true
        case .report:
            reportUnknownKey(key, object)
            return true
        case .reject:
            let path = JSONPath(place(upTo: frames.last).components + [.key(key.text)])
            return rejectToken(
                ImportError.unknownKey(key.text, type: object.value.modelName).with(path: path))
        }
    }

    @inline(never)
    private mutating func duplicateKey(_ slot: Pinned<Slot>) -> Bool {
        let frame = frames.top
        switch options.duplicateKeys {
        case .first:
            node = nil
            return true
        case .reject:
            node = nil
            return rejectToken(.duplicateKey(frame.value.fieldName))
        case .last:
            prepare(slot)
            dropValue(of: slot, in: frame)
            return true
        }
    }

    /// Ends the life of a slot's value, if it has one.
    func dropValue(of slot: Pinned<Slot>, in frame: Pinned<Frame>) {
        let index = slot.value.index
        // SAFETY: the state says whether there is a value, and is changed with it.
        if unsafe frame.value.states![index] == DraftMemory.State.present {
            let value = unsafe frame.value.memory.start! + slot.value.offset
            unsafe slot.value.value.value.type._destroy(value, count: 1)
            frame.value.missing += slot.value.weight
        }
        unsafe frame.value.states![index] = DraftMemory.State.missing
    }

    /// Makes a model of the draft in the innermost frame.
    mutating func finishObject() -> Bool {
        let frame = frames.top
        guard let object = frame.value.object else { return true }
        guard frame.value.missing == 0 else { return reject(missingKeys(frame, object)) }
        do {
            // SAFETY: the plan outlives the run, and laid the memory out; the destination has room for the model.
            let draft = unsafe DraftMemory(
                values: frame.value.memory.start!, states: frame.value.states!, plan: object.value.layout.plan
            )
            try unsafe object.value.plan._withUnsafeGuaranteedRef {
                try unsafe $0.make(draft, frame.value.destination!)
            }
        } catch {
            return reject(.rejectedByModel(error))
        }
        dropDraft(frame, object)
        return close()
    }

    /// Ends the life of all values in a draft that were not moved out.
    func dropDraft(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) {
        let layout = object.value.layout
        for word in 0..<object.value.stateWords {
            // SAFETY: the states are whole words. The test is for any byte that says `present`.
            let states = unsafe UnsafeRawPointer(frame.value.states!)
                .load(fromByteOffset: word * 8, as: UInt64.self)
            guard states & 0x0202_0202_0202_0202 != 0 else { continue }
            for index in word * 8..<min(word * 8 + 8, layout.fieldCount) {
                dropValue(of: object.value.slots + index, in: frame)
            }
        }
    }

    private func missingKeys(_ frame: Pinned<Frame>, _ object: Pinned<ObjectNode>) -> ImportError {
        let plan = unsafe object.value.plan.takeUnretainedValue()
        let missing = plan.fields.enumerated().compactMap { index, field -> String? in
            let state = unsafe frame.value.states![index]
            guard field.isRequired, state != DraftMemory.State.present else { return nil }
            return field.name.debugDescription + (state == DraftMemory.State.null ? " (null)" : "")
        }
        return .missingKeys(missing, type: object.value.modelName)
    }
}

extension ObjectNode {
    /// The name of the model's type.
    var modelName: String { unsafe "\(plan.takeUnretainedValue().model)" }
}

extension Frame {
    /// The key of the current member of an object.
    var fieldName: String {
        spelling?.value.key.text ?? ""
    }
}
