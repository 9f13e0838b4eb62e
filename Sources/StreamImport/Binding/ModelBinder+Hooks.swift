internal import Foundation

/// Members that a hook decides about. Each is first converted to an `Any` for the hook, and then read into its slot if
/// the hook keeps it.
extension ModelBinder {
    /// Prepares the next value to be converted to an `Any` for the hook of a slot.
    mutating func enterHook(_ slot: Pinned<Slot>, key: String) {
        hookedKey = key
        frames.top.value.slot = slot
        node = slot.value.value
        hookMemory.reserve(MemoryLayout<UntypedValue>.size)
        // SAFETY: the memory has room for an untyped value.
        unsafe destination = hookMemory.start
    }

    /// Receives a string, a number or a bool that a hook decides about.
    mutating func hookedScalar(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        // SAFETY: the caller lends the bytes for the call.
        let text = unsafe Span(_unsafeStart: bytes, count: count)
        let untyped = UntypedValue(
            ImportToken(kind: kind, bytes: text, policies: node.value.policies))
        return resolveHook(untyped.value) { binder, node in
            unsafe binder.storeScalar(kind, bytes, count, node)
        }
    }

    mutating func hookedNull() -> EventResult {
        resolveHook(NSNull()) { binder, node in binder.nullField(node) }
    }

    /// Receives a value that is not JSON and that a hook decides about.
    mutating func hookedNonJSONValue(_ value: Any) -> EventResult {
        resolveHook(value) { binder, _ in binder.nonJSONValue(value) }
    }

    /// Receives an array or object that a replay has converted to an `Any`.
    mutating func hookedContainer(_ ended: Replays.Replay) -> EventResult {
        // SAFETY: the replay has stored the value in `hookMemory`. It is moved out once.
        let untyped = unsafe hookMemory.start!.assumingMemoryBound(to: UntypedValue.self).move()
        // This replay sends no events. It keeps the events on the tape until the hook's decision has been applied.
        replays.push(
            Replays.Replay(
                events: ended.events, next: ended.events.upperBound, frame: ended.frame, depth: ended.depth,
                completion: .nothing, ownsEvents: ended.ownsEvents))
        let start = replays.tape[ended.events.lowerBound].end - 1
        return resolveHook(untyped.value, at: start) { binder, _ in
            binder.push(binder.replay(of: ended.events))
            return .continue
        }
    }

    /// Asks the hook about a value, and applies the hook's decision.
    ///
    /// - Parameters:
    ///   - offset: the offset of the value; `nil` if the value is the token that is being reported.
    ///   - read: reads the value for a node after the value's slot was prepared.
    private mutating func resolveHook(
        _ value: Any, at offset: Int? = nil,
        _ read: (inout ModelBinder, Pinned<ValueNode>) -> EventResult
    ) -> EventResult {
        guard let slot = frames.top.value.slot, let finalSlot = slot.value.secondary,
            // SAFETY: the compiled plan keeps the hook alive, and the binder keeps the plan.
            let hook = unsafe slot.value.value.value.hook
        else { preconditionFailure("the member has no hook") }
        node = nil
        do {
            // SAFETY: as above.
            switch try decision(of: unsafe hook.takeUnretainedValue(), value) {
            case .skip: return skipMember()
            case .keep: return readMember(finalSlot, read)
            case .replace(let newValue):
                let start = offset ?? context.value.source.tokenStart
                return readMember(finalSlot) { binder, _ in binder.readInstead(newValue, at: start) }
            case .set(let values):
                let start = offset ?? context.value.source.tokenStart
                return set(try propertyValues(values)[...], at: start)
            }
        } catch {
            let location = offset.flatMap { context.value.source.location(of: $0) }
            return rejectToken(.rejectedByModel(error).with(location: location))
        }
    }

    /// Returns the decision of a hook about a value. A hook that was asked to identify the instance of the value's object is not
    /// asked again in the replay that updates the instance.
    private mutating func decision(of hook: MemberHook, _ value: Any) throws -> MemberDecision {
        let key = hookedKey
        let decision = replays.takeDecision(of: hook) ?? Result { try hook.decide(key, value) }
        if updates?.identifyingFrame != nil { replays.keepDecision(decision, of: hook) }
        return try decision.get()
    }

    /// Reads a value instead of the value that begins at an offset.
    private mutating func readInstead(
        _ value: Any, at offset: Int, then completion: Replays.Replay.Completion = .nothing
    ) -> EventResult {
        let start = replays.tape.count
        replays.tape.record(value, end: offset + 1, isSorted: true)
        return replay(replay(of: start..<replays.tape.count, then: completion, ownsEvents: true))
    }

    /// Returns the values that a hook sets properties to, sorted by property name.
    private func propertyValues(_ values: [String: Any]) throws -> [Replays.PropertyValue] {
        // SAFETY: the compiled plan keeps the hooks alive, and the binder keeps the plan.
        guard let object = frames.top.value.object, let hooks = unsafe object.value.hooks else {
            preconditionFailure("a model without hooks cannot set properties")
        }
        let properties = unsafe hooks.takeUnretainedValue().properties
        return try values.sorted { $0.key < $1.key }.map { name, value in
            guard let property = properties[name] else {
                throw ImportError.unknownProperty(name, type: object.value.modelName)
            }
            return Replays.PropertyValue(slot: property.slot, value: try property.transform?(value) ?? value)
        }
    }

    /// Sets properties one after another, instead of reading the value that begins at an offset.
    mutating func set(_ values: ArraySlice<Replays.PropertyValue>, at offset: Int) -> EventResult {
        let key = hookedKey
        for (index, property) in zip(values.indices, values) {
            switch place(property.slot, key: key) {
            case .ready: break
            case .skipped: continue
            case .ended(let result): return result
            }
            return readInstead(
                property.value, at: offset, then: .set(Array(values[(index + 1)...]), at: offset))
        }
        node = nil
        return .continue
    }

    /// Prepares the slot of a member that the hook keeps or replaces, and reads its value.
    private mutating func readMember(
        _ slot: Pinned<Slot>, _ read: (inout ModelBinder, Pinned<ValueNode>) -> EventResult
    ) -> EventResult {
        let frame = frames.top
        if let extras = frame.value.object?.value.extras, extras.member == slot {
            frame.value.slot = slot
            var key = hookedKey
            // SAFETY: `withUTF8` keeps the bytes valid for the call.
            let result = key.withUTF8 { unsafe extraKey(KeyText($0), extras) }
            guard result == .continue else { return result }
        } else if slot.value.isForUnknownKeys {
            return unknownMember()
        } else {
            let key = hookedKey
            switch place(slot, key: key) {
            case .ready: break
            case .skipped: return skipMember()
            case .ended(let result): return result
            }
        }
        guard let node else { preconditionFailure("the kept member has no slot") }
        return read(&self, node)
    }

    /// Prepares for the value after a skipped member.
    private mutating func skipMember() -> EventResult {
        endMemberWithoutValue()
        return .continue
    }

    private mutating func unknownMember() -> EventResult {
        guard let spelling = frames.top.value.spelling else {
            preconditionFailure("the unknown member has no key")
        }
        var key = hookedKey
        // SAFETY: `withUTF8` keeps the bytes valid for the call.
        return key.withUTF8 { unsafe unknownMember(spelling, KeyText($0)) }
    }
}

extension Slot {
    /// Whether this is the slot of unknown keys, whose values are skipped.
    fileprivate var isForUnknownKeys: Bool {
        value.value.type == SkippedValue.self && value.value.path == nil
            && state == DraftState.missing
    }
}
