/// Values that are read more than once: their events are recorded, and then replayed.
///
/// What becomes of such a value may depend on all of it. To keep two readers in step with one text would need two state
/// machines; to replay it costs time only where that is asked for.
extension ModelBinder {
    /// Has the array or object whose bracket is being reported read from a tape.
    ///
    /// - Parameters:
    ///   - node: what it becomes first.
    ///   - completion: what is to be done after that.
    mutating func readFromTape(
        isArray: Bool, _ node: Pinned<ValueNode>, then completion: Replays.Replay.Completion
    ) -> Bool {
        self.node = node
        if replays.isRunning { return readPartOfTape(isArray: isArray, node, then: completion) }
        replays.startRecording(completion)
        // A walk through a dictionary records by itself.
        guard context.value.cursor.parser != nil else { return true }
        let offset = context.value.cursor.moveScanStartToBracket()
        context.value.cursor.retainedValue = offset
        context.value.install(Self.recording)
        replays.tape.open(isArray ? .arrayStart : .objectStart, end: offset + 1)
        return true
    }

    /// Has a value read that is on the tape as a part of another one.
    private mutating func readPartOfTape(
        isArray: Bool, _ node: Pinned<ValueNode>, then completion: Replays.Replay.Completion
    ) -> Bool {
        guard let top = replays.top else { preconditionFailure("an event is replayed from nowhere") }
        if replays.isAtStart {
            replays.setCompletion(completion)
            return isArray ? startArray(node) : startObject(node)
        }
        let start = top.next - 1
        let end = replays.tape.end(ofValueAt: start)
        replays.jump(to: end)
        context.value.depth -= 1
        push(replay(of: start..<end, then: completion))
        return true
    }

    /// Has a value replayed before all others go on.
    mutating func push(_ replay: Replays.Replay) {
        replays.push(replay)
        setScanStart(from: replay.events)
    }

    /// Has tokens looked for from the first of some events on, which may be before the last one that was reported.
    private func setScanStart(from events: Range<Int>) {
        context.value.cursor.scanStart = replays.tape[events.lowerBound].end - 1
    }

    /// Has the innermost value replayed from its beginning.
    mutating func restartReplay() {
        guard let top = replays.top else { preconditionFailure("nothing is being replayed") }
        replays.jump(to: top.events.lowerBound)
        context.value.depth = top.depth
        setScanStart(from: top.events)
    }

    /// A replay for the place where the next value goes.
    func replay(
        of events: Range<Int>, then completion: Replays.Replay.Completion = .nothing, ownsEvents: Bool = false
    ) -> Replays.Replay {
        Replays.Replay(
            events: events, next: events.lowerBound, frame: frames.last, depth: context.value.depth,
            completion: completion,
            ownsEvents: ownsEvents)
    }

    mutating func recordStart(_ kind: Tape.Event.Kind) -> Bool {
        replays.tape.open(kind, end: context.value.cursor.tokenEnd)
        return context.value.open() || stopTooDeep()
    }

    /// Records a closing bracket, and reads the value if it is complete.
    mutating func recordEnd(_ kind: Tape.Event.Kind) -> Bool {
        context.value.depth -= 1
        guard replays.tape.close(kind, end: context.value.cursor.tokenEnd) else { return true }
        context.value.install(Self.events)
        context.value.cursor.moveScanStartToBracket()
        return readRecorded()
    }

    mutating func readRecorded() -> Bool {
        let completion = replays.endRecording()
        return replay(replay(of: 0..<replays.tape.count, then: completion, ownsEvents: true))
    }

    /// Replays a value; if others are being replayed, before they go on.
    mutating func replay(_ replay: Replays.Replay) -> Bool {
        guard !replays.isRunning else {
            push(replay)
            return true
        }
        replays.begin(context)
        push(replay)
        while let top = replays.top {
            guard top.next < top.events.upperBound ? sendNextEvent() : endReplay() else {
                if case .completed = outcome { replays.end(context) }
                return false
            }
        }
        replays.end(context)
        return true
    }

    /// Does what is to be done after the last event of a value.
    private mutating func endReplay() -> Bool {
        let ended = replays.pop()
        switch ended.completion {
        case .nothing:
            if ended.ownsEvents { replays.tape.truncate(to: ended.events.lowerBound) }
            return true
        case .secondary(let slot):
            selectSlot(slot)
            push(replay(of: ended.events, ownsEvents: ended.ownsEvents))
            return true
        case .hook(let key):
            hookedKey = key
            return hookedContainer(ended)
        case .set(let values, let offset):
            if ended.ownsEvents { replays.tape.truncate(to: ended.events.lowerBound) }
            return set(values[...], at: offset)
        }
    }

    private mutating func sendNextEvent() -> Bool {
        let index = replays.advance()
        let event = replays.tape[index]
        context.value.cursor.parsedEnd = event.end - context.value.cursor.base
        switch event.kind {
        case .null: return null()
        case .bool: return bool(event.start == 1)
        // SAFETY: the text is lent for the call.
        case .number: return unsafe withText(of: event) { unsafe $0.number($1, $2) }
        case .string: return unsafe withText(of: event) { unsafe $0.string($1, $2) }
        case .key:
            return unsafe withText(of: event) {
                unsafe event.isFromText ? $0.key($1, $2) : $0.wellFormedKey($1, $2)
            }
        case .objectStart: return objectStart() && jumpPastSkipped(from: index)
        case .arrayStart: return arrayStart() && jumpPastSkipped(from: index)
        case .objectEnd: return objectEnd()
        case .arrayEnd: return arrayEnd()
        case .value: return value(replays.tape.value(of: event))
        }
    }

    /// Leaves out the events of a value that is skipped.
    private mutating func jumpPastSkipped(from index: Int) -> Bool {
        // What is left out may have ended all replays.
        guard context.value.skipped != nil, replays.isRunning else { return true }
        replays.jump(to: replays.tape.end(ofValueAt: index))
        context.value.popSkipped()
        return true
    }

    private mutating func withText(
        of event: Tape.Event, _ body: (inout ModelBinder, UnsafePointer<UInt8>, Int) -> Bool
    ) -> Bool {
        guard !event.isCopied else {
            // SAFETY: the copy outlives the call; empty text has an address that is not looked at.
            return unsafe replays.tape.copiedText(of: event).withUnsafeBufferPointer {
                unsafe body(&self, KeyText($0).bytes, $0.count)
            }
        }
        return unsafe body(&self, textInWindow(of: event), event.count)
    }

    private func textInWindow(of event: Tape.Event) -> UnsafePointer<UInt8> {
        let cursor = context.value.cursor
        // SAFETY: text of recorded events stays at hand while they are on the tape.
        return unsafe UnsafePointer(bitPattern: cursor.windowAddress + UInt(event.start - cursor.base))!
    }

    /// The path of the event that is being recorded, from the value that is.
    var pathInRecording: [JSONPath.Component] {
        guard replays.isRecording else { return [] }
        return replays.tape.currentPath { key in
            guard !key.isCopied else {
                return String(decoding: replays.tape.copiedText(of: key), as: UTF8.self)
            }
            // SAFETY: the text that is replayed is retained.
            let text = unsafe UnsafeBufferPointer(start: textInWindow(of: key), count: key.count)
            return unsafe String(decoding: text, as: UTF8.self)
        }
    }

    // MARK: - Values that are left out

    /// Leaves out what is left of the value that is directly in the innermost frame.
    mutating func skipRestOfValue() {
        let frame = frames.last
        while let top = replays.top, top.frame > frame {
            let ended = replays.pop()
            context.value.depth = ended.depth
            if ended.ownsEvents { replays.tape.truncate(to: ended.events.lowerBound) }
        }
        if let top = replays.top, top.frame == frame {
            context.value.depth = top.depth
            replays.jump(to: top.events.upperBound)
            if case .hook = top.completion { replays.setCompletion(.nothing) }
            return
        }
        let depth = frames.top.value.depth
        if replays.top != nil { return skipEvents(to: depth) }
        replays.end(context)
        if context.value.depth > depth { context.value.skip(.value, to: depth) }
    }

    /// Leaves out events of the innermost value on the tape, up to the end of the bracket inside of which `depth` others
    /// are open.
    private mutating func skipEvents(to depth: Int) {
        guard var index = replays.top?.next else { preconditionFailure("nothing is being replayed") }
        while context.value.depth > depth {
            switch replays.tape[index].kind {
            case .objectEnd, .arrayEnd:
                context.value.depth -= 1
                index += 1
            default: index = replays.tape.end(ofValueAt: index)
            }
        }
        replays.jump(to: index)
    }

    /// Whether paths lead through the value that has just been stored or left out in the innermost frame, and are
    /// followed next.
    var hasSecondaryReplay: Bool {
        guard let top = replays.top, case .secondary = top.completion else { return false }
        return top.frame == frames.last
    }
}
