/// Members that a hook decides about: each is made an `Any` first, and then read into its slot, or not.
extension Binder {
    /// Sends the next value to a hook.
    mutating func enterHook(_ slot: Pinned<Slot>, key: String) {
        hookedKey = key
        frames.top.value.slot = slot
        node = slot.value.value
        hookMemory.reserve(MemoryLayout<RawValue>.size)
        unsafe destination = hookMemory.start
    }

    /// Receives a string, a number or a bool.
    mutating func hookedScalar(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> Bool {
        // SAFETY: the bytes outlive the call.
        let text = unsafe Span(_unsafeStart: bytes, count: count)
        let raw = RawValue(ImportToken(kind: kind, bytes: text, policies: node.value.policies))
        return settle(raw.value, location: nil) { binder, node in
            unsafe binder.storeScalar(kind, bytes, count, node)
        }
    }

    mutating func hookedNull() -> Bool {
        settle(DynamicValue.null, location: nil) { binder, node in binder.nullField(node) }
    }

    /// Receives a value that is no JSON.
    mutating func hookedInstance(_ value: Any) -> Bool {
        settle(value, location: nil) { binder, _ in binder.instance(value) }
    }

    /// Receives an array or an object that has just ended.
    mutating func hookedContainer(from offset: Int) -> Bool {
        // SAFETY: the value was stored there, and is moved out once.
        let raw = unsafe hookMemory.start!.assumingMemoryBound(to: RawValue.self).move()
        // The text is kept for as long as the value may be read again.
        defer { cursor.value.keptOffset = keptOffset }
        return settle(raw.value, location: offset) { binder, _ in binder.readAgain(from: offset) }
    }

    /// Asks the hook about a value.
    ///
    /// - Parameters:
    ///   - location: the offset where the value begins, if it is not the token that is being reported.
    ///   - read: reads the value for a node, once all is prepared.
    private mutating func settle(
        _ value: Any, location offset: Int?, _ read: (inout Binder, Pinned<ValueNode>) -> Bool
    ) -> Bool {
        guard let slot = frames.top.value.slot, let real = slot.value.again,
            let hook = unsafe slot.value.value.value.hook
        else { return true }
        node = nil
        let decision: MemberDecision
        do {
            decision = try unsafe hook.takeUnretainedValue().decide(hookedKey, value)
        } catch {
            return rejectToken(.rejectedByModel(error).with(location: offset.flatMap { location(of: $0) }))
        }
        switch decision {
        case .drop, .handled: return passMember()
        case .pass: return admit(real, value) { read(&$0, $1) }
        case .replace(let other):
            return admit(real, other) { binder, _ in
                unsafe binder.receive { source, cursor, context in
                    unsafe ValueSource(
                        other, insteadOf: offset, of: source, cursor: cursor, context: context)
                }
            }
        }
    }

    /// Prepares the slot of a member that a hook lets pass, and reads its value.
    private mutating func admit(
        _ slot: Pinned<Slot>, _ value: Any, _ read: (inout Binder, Pinned<ValueNode>) -> Bool
    ) -> Bool {
        let frame = frames.top
        if let extras = frame.value.object?.value.extras, extras.member == slot {
            frame.value.slot = slot
            var key = hookedKey
            guard key.withUTF8({ unsafe extraKey(KeyText($0), extras) }) else { return false }
        } else if slot.value.isNowhere {
            return unknownMember()
        } else {
            switch admission(to: slot, in: frame) {
            case .granted(let slot): enter(slot)
            case .denied: return passMember()
            case .postponed: return false
            case .forbidden: return rejectToken(.duplicateKey(hookedKey))
            }
        }
        guard let node else { return true }
        return read(&self, node)
    }

    /// Goes on behind a member that is left out.
    private mutating func passMember() -> Bool {
        if frames.top.value.kind == .steps { skipStep() }
        return true
    }

    private mutating func unknownMember() -> Bool {
        guard let spelling = frames.top.value.spelling else { return true }
        var key = hookedKey
        return key.withUTF8 { unsafe unknownMember(spelling, KeyText($0)) }
    }
}

extension Slot {
    /// Whether it stands for keys that mean nothing.
    fileprivate var isNowhere: Bool {
        value.value.type == SkippedValue.self && value.value.path == nil && state == 0
    }
}
