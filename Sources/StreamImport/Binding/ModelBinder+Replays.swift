/// Values that are read more than once: their events are recorded, and then replayed.
///
/// How such a value is read may depend on its whole content. Reading it twice at the same time would need two state
/// machines. A replay costs time only for the values that need one.
extension ModelBinder {
    /// Reads, from a tape, the array or object whose opening bracket is being reported.
    ///
    /// - Parameters:
    ///   - node: the node that the value is first read for.
    ///   - completion: the action after the last event.
    mutating func readFromTape(
        isArray: Bool, _ node: Pinned<ValueNode>, then completion: Replays.Replay.Completion
    ) -> EventResult {
        self.node = node
        if replays.isRunning { return readPartOfTape(isArray: isArray, node, then: completion) }
        startRecording(isArray: isArray, Self.recording, then: completion)
        return .continue
    }

    /// Starts to record the array or object whose opening bracket is being reported.
    ///
    /// - Parameters:
    ///   - table: the callbacks for its events.
    ///   - completion: the action after the replay.
    mutating func startRecording(
        isArray: Bool, _ table: Pinned<EventTable>, then completion: Replays.Replay.Completion
    ) {
        replays.startRecording(completion)
        // Without a parser, `DictionaryWalker` records the events itself.
        guard context.value.cursor.parser != nil else { return }
        let offset = context.value.cursor.moveScanStartToBracket()
        context.value.cursor.retainedValue = offset
        context.value.install(table)
        replays.tape.open(isArray ? .arrayStart : .objectStart, end: offset + 1)
    }

    /// Reads a value that is already on the tape as a part of another value.
    private mutating func readPartOfTape(
        isArray: Bool, _ node: Pinned<ValueNode>, then completion: Replays.Replay.Completion
    ) -> EventResult {
        guard let top = replays.top else { preconditionFailure("no replay is active") }
        if replays.isAtStart {
            replays.setCompletion(completion)
            return isArray ? startArray(node) : startObject(node)
        }
        let start = top.next - 1
        let end = replays.tape.end(ofValueAt: start)
        replays.jump(to: end)
        context.value.depth -= 1
        push(replay(of: start..<end, then: completion))
        return .continue
    }

    /// Pushes a replay, which runs before the enclosing replays continue.
    mutating func push(_ replay: Replays.Replay) {
        replays.push(replay)
        context.value.depth = replay.depth
        setScanStart(from: replay.events)
    }

    /// Sets ``TextCursor/scanStart`` to the first of some events, which may be before the last reported token.
    private func setScanStart(from events: Range<Int>) {
        context.value.cursor.scanStart = replays.tape[events.lowerBound].end - 1
    }

    /// Restarts the innermost replay at its first event.
    mutating func restartReplay() {
        guard let top = replays.top else { preconditionFailure("no replay is active") }
        replays.jump(to: top.events.lowerBound)
        context.value.depth = top.depth
        setScanStart(from: top.events)
    }

    /// Returns a replay for the next value of the innermost frame.
    func replay(
        of events: Range<Int>, then completion: Replays.Replay.Completion = .nothing, ownsEvents: Bool = false
    ) -> Replays.Replay {
        Replays.Replay(
            events: events, next: events.lowerBound, frame: frames.last, depth: context.value.depth,
            completion: completion,
            ownsEvents: ownsEvents)
    }

    mutating func recordStart(_ kind: Tape.Event.Kind) -> EventResult {
        replays.tape.open(kind, end: context.value.cursor.tokenEnd)
        return context.value.open() ? .continue : stopTooDeep()
    }

    /// Records a closing bracket, and reads the value if it is complete.
    mutating func recordEnd(_ kind: Tape.Event.Kind) -> EventResult {
        context.value.depth -= 1
        guard replays.tape.close(kind, end: context.value.cursor.tokenEnd) else { return .continue }
        context.value.install(Self.events)
        context.value.cursor.moveScanStartToBracket()
        return readRecorded()
    }

    mutating func readRecorded() -> EventResult {
        let completion = replays.endRecording()
        return replay(replay(of: 0..<replays.tape.count, then: completion, ownsEvents: true))
    }

    /// Replays the beginning of the object that is being recorded for a case. Its rest is read from the source.
    mutating func replayPrefix(of index: Int) -> EventResult {
        let completion = replays.endRecording()
        // The object's own bracket is on the tape.
        return replay(
            Replays.Replay(
                events: 0..<replays.tape.count, next: 0, frame: frames.last, depth: context.value.depth - 1,
                completion: completion, ownsEvents: true, decidedCase: index))
    }

    /// Runs a replay. If other replays are running, the new one runs before they continue.
    mutating func replay(_ replay: Replays.Replay) -> EventResult {
        guard !replays.isRunning else {
            push(replay)
            return .continue
        }
        replays.begin(context)
        push(replay)
        let (product, isOverflow) = replays.tape.count.multipliedReportingOverflow(by: options.maximumReplays)
        var remainingCount = isOverflow && options.maximumReplays > 0 ? Int.max : product
        while replays.isActive {
            guard remainingCount > 0 else { return rejectReplays() }
            remainingCount -= 1
            let result = replays.isAtEnd ? endReplay() : sendNextEvent()
            guard result == .continue else {
                if result == .completed || result == .completedScalar { replays.end(context) }
                return result
            }
        }
        replays.end(context)
        return .continue
    }

    /// Rejects the record. A mismatch would be skipped, and the value around it read again.
    private mutating func rejectReplays() -> EventResult {
        guard !restartsInKeyOrder else { return .restarted }
        let error = ImportError.tooManyReplays(limit: options.maximumReplays)
        return end(
            .rejected,
            error.with(
                path: path(upTo: frames.last + 1), record: context.value.source.recordNumber,
                location: context.value.source.currentLocation()))
    }

    /// Ends the innermost replay after its last event, and performs its completion.
    private mutating func endReplay() -> EventResult {
        let ended = replays.pop()
        switch ended.completion {
        case .nothing:
            if ended.ownsEvents { replays.truncateTape(to: ended.events.lowerBound) }
            return .continue
        case .secondary(let slot):
            selectSlot(slot)
            push(replay(of: ended.events, ownsEvents: ended.ownsEvents))
            return .continue
        case .hook(let key):
            hookedKey = key
            return hookedContainer(ended)
        case .set(let values, let offset):
            if ended.ownsEvents { replays.truncateTape(to: ended.events.lowerBound) }
            return set(values[...], at: offset)
        }
    }

    private mutating func sendNextEvent() -> EventResult {
        let index = replays.advance()
        let event = replays.tape[index]
        moveCursor(toEndOf: event)
        switch event.kind {
        case .null: return null()
        case .bool: return bool(event.start == 1)
        // SAFETY: `withText` keeps the text valid for the call.
        case .number: return unsafe withText(of: event) { unsafe $0.number($1, $2) }
        case .string: return unsafe withText(of: event) { unsafe $0.string($1, $2) }
        case .key:
            return unsafe withText(of: event) {
                unsafe event.isFromText ? $0.key($1, $2) : $0.wellFormedKey($1, $2)
            }
        case .objectStart: return objectStart().then { jumpPastSkipped(from: index) }
        case .arrayStart: return arrayStart().then { jumpPastSkipped(from: index) }
        case .objectEnd: return objectEnd()
        case .arrayEnd: return arrayEnd()
        case .value: return value(replays.tape.value(of: event))
        }
    }

    private func moveCursor(toEndOf event: Tape.Event) {
        context.value.cursor.parsedEnd = event.end - context.value.cursor.base
    }

    /// Returns the location of the value of a member whose event is at an index on the tape; `nil` if it has no text.
    func location(ofEventAt index: Int) -> SourceLocation? {
        let (scanStart, parsedEnd) = (context.value.cursor.scanStart, context.value.cursor.parsedEnd)
        defer { (context.value.cursor.scanStart, context.value.cursor.parsedEnd) = (scanStart, parsedEnd) }
        context.value.cursor.scanStart = replays.tape[index - 1].end
        moveCursor(toEndOf: replays.tape[index])
        return context.value.source.currentLocation()
    }

    /// Jumps past the events of a value that the binder skips.
    private mutating func jumpPastSkipped(from index: Int) -> EventResult {
        // Skipping a mismatch may have ended all replays.
        guard context.value.skipped != nil, replays.isRunning else { return .continue }
        replays.jump(to: replays.tape.end(ofValueAt: index))
        context.value.popSkipped()
        return .continue
    }

    private mutating func withText(
        of event: Tape.Event, _ body: (inout ModelBinder, UnsafePointer<UInt8>, Int) -> EventResult
    ) -> EventResult {
        guard !event.isCopied else {
            // SAFETY: the array keeps the copy alive for the call. `KeyText` has an address for empty text, which is
            // not read.
            return unsafe replays.tape.copiedText(of: event).withUnsafeBufferPointer {
                unsafe body(&self, KeyText($0).bytes, $0.count)
            }
        }
        return unsafe body(&self, textInWindow(of: event), event.count)
    }

    func textInWindow(of event: Tape.Event) -> UnsafePointer<UInt8> {
        let cursor = context.value.cursor
        // SAFETY: `retainedValue` keeps the text of recorded events in the window while they are on the tape.
        return unsafe UnsafePointer(bitPattern: cursor.windowAddress + UInt(event.start - cursor.base))!
    }

    /// The path of the event that is being recorded, from the root of the recorded value; empty if no value is being
    /// recorded.
    var pathInRecording: [JSONPath.Component] {
        guard replays.isRecording else {
            return replays.leadingKey.map { [.key(text(ofKey: $0))] } ?? []
        }
        return replays.tape.currentPath(text(ofKey:))
    }

    func text(ofKey key: Tape.Event) -> String {
        guard !key.isCopied else {
            return String(decoding: replays.tape.copiedText(of: key), as: UTF8.self)
        }
        // SAFETY: `retainedValue` keeps the text of recorded events in the window.
        let text = unsafe UnsafeBufferPointer(start: textInWindow(of: key), count: key.count)
        return unsafe String(decoding: text, as: UTF8.self)
    }

    // MARK: - Skipped values

    /// Skips the rest of the value that is directly in the innermost frame.
    mutating func skipRestOfValue() {
        let frame = frames.last
        while let top = replays.top, top.frame > frame || top.frame == frame && top.decidedCase != nil {
            let ended = replays.pop()
            context.value.depth = ended.depth
            if ended.ownsEvents { replays.truncateTape(to: ended.events.lowerBound) }
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

    /// Skips events of the innermost replay until only `depth` arrays and objects are open.
    private mutating func skipEvents(to depth: Int) {
        guard var index = replays.top?.next else { preconditionFailure("no replay is active") }
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

    /// Whether the value that was just stored or skipped in the innermost frame is replayed next for its secondary
    /// slot.
    var hasSecondaryReplay: Bool {
        // Replays for values inside the value may still be open.
        guard case .secondary = replays.completion(inFrame: frames.last) else { return false }
        return true
    }
}
