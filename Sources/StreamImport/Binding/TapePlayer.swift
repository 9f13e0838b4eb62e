/// The player of values that are read more than once: their events are recorded on a tape, and then replayed. Like a text and a
/// ``DictionaryWalker``, it sends a binder the events of values.
///
/// How such a value is read may depend on its whole content. Reading it twice at the same time would need two state
/// machines. A replay costs time only for the values that need one.
struct TapePlayer {
    struct Replay {
        /// The action after the last event.
        enum Completion {
            case nothing
            /// The events are replayed again, for another slot.
            case nextSlot(Pinned<Slot>)
            /// A hook decides about the value of the member with this key.
            case hook(key: String)
            /// The remaining properties of a hook's decision are set, instead of reading the value that begins at an
            /// offset.
            case set([(slot: Pinned<Slot>, value: Any)], at: Int)
        }

        /// The indices of the events on the tape.
        let events: Range<Int>
        /// The index of the next event when the replay was opened, or when another one was opened before its end.
        var next: Int
        /// The index of the frame that directly contains the value.
        let frame: Int
        /// The number of arrays and objects that are open around the value.
        let depth: Int
        var completion = Completion.nothing
        /// Whether the end of the replay removes the events from the tape, because they are not part of another value.
        var ownsEvents = false
        /// The index of the case that the object has, if its discriminator was found while it was recorded. The rest of the
        /// object may follow from the source.
        var caseInReplay: Int?
    }

    private let context: Pinned<EventContext>
    var tape = Tape()
    /// The decisions of hooks that were called to identify an instance, by the index of the value's event.
    private var decisions: [Int: (hook: MemberHook, decision: Result<MemberDecision, any Error>)] = [:]
    /// The open replays. The position of the innermost one is ``next``.
    private var stack: [Replay] = []
    /// The index of the next event of the innermost replay. The indices of that replay are not in the stack, because each
    /// event reads and changes them.
    private(set) var next = 0
    private var first = 0
    private var end = 0
    /// The position in the text to return to after all replays, and the number of open arrays and objects; `nil` unless values
    /// are being replayed. The parser reports no events during a replay.
    private var saved: (cursor: TextCursor, depth: Int)?
    /// The completion of the value that is being recorded; `nil` if none is.
    private var recording: Replay.Completion?

    init(_ context: Pinned<EventContext>) { self.context = context }

    var isRecording: Bool { recording != nil }

    var isRunning: Bool { saved != nil }

    /// Whether a replay is open.
    private var isActive: Bool { !stack.isEmpty }

    /// Whether the event that is being replayed is the first one of the innermost value.
    var isAtStart: Bool { isActive && next == first + 1 }

    /// The index of the case of the object whose first event is being replayed, if it is known.
    var caseInReplay: Int? { isAtStart ? stack[stack.count - 1].caseInReplay : nil }

    /// Returns whether the value that was just stored or skipped in a frame is replayed next, for the slot after its own.
    func isReadForNextSlot(inFrame frame: Int) -> Bool {
        // Replays for values inside the value may still be open.
        guard case .nextSlot = stack.last(where: { $0.frame == frame })?.completion else { return false }
        return true
    }

    // MARK: - Recording

    /// Prepares to replay the array or object whose opening bracket is being reported. It is recorded, unless it is already on the
    /// tape, as a part of another value.
    ///
    /// - Parameters:
    ///   - frame: the index of the frame that directly contains the value.
    ///   - completion: the action after the last event.
    mutating func play(isArray: Bool, inFrame frame: Int, then completion: Replay.Completion) {
        guard isRunning else { return startRecording(isArray: isArray, then: completion) }
        // At its start, the value is replayed by a replay of its own.
        if isAtStart {
            stack[stack.count - 1].completion = completion
        } else {
            let events = skipContainer()
            push(replay(of: events, frame: frame, then: completion))
        }
    }

    /// Starts to record the array or object whose opening bracket is being reported.
    private mutating func startRecording(isArray: Bool, then completion: Replay.Completion) {
        // A dictionary records its value itself; see `DictionaryWalker`.
        guard context.value.source.hasText else {
            recording = completion
            return
        }
        let offset = context.value.cursor.moveScanStartToBracket()
        context.value.cursor.retainedValue = offset
        startRecording(isArray ? .arrayStart : .objectStart, at: offset, then: completion)
    }

    /// Starts to record the events of an array or object whose bracket is at an offset.
    mutating func startRecording(_ kind: Tape.Event.Kind, at offset: Int, then completion: Replay.Completion)
    {
        recording = completion
        context.value.install(ModelBinder.recording)
        tape.open(kind, end: offset + 1)
    }

    /// Records a key, a string or a number of a text.
    // Without the inlining here and in the callbacks, an import takes 2% more instructions (events-type-last).
    @inline(__always)
    mutating func record(_ kind: Tape.Event.Kind, _ text: TokenText) {
        guard context.value.cursor.contains(text) else {
            return tape.text(kind, text, at: nil, end: context.value.cursor.tokenEnd)
        }
        let offset = context.value.cursor.offset(of: text)
        // A string in the window ends with its quotation mark: the end is known without a call of the parser.
        tape.text(kind, text, at: offset, end: offset + text.count + (kind == .number ? 0 : 1))
    }

    mutating func recordNull() { tape.null(end: context.value.cursor.tokenEnd) }

    mutating func recordBool(_ value: Bool) { tape.bool(value, end: context.value.cursor.tokenEnd) }

    /// Records an opening bracket. Returns `false` if too many are open.
    mutating func recordStart(_ kind: Tape.Event.Kind) -> Bool {
        tape.open(kind, end: context.value.cursor.tokenEnd)
        return context.value.open()
    }

    /// Records a closing bracket. Returns whether the recorded value is complete.
    mutating func recordEnd(_ kind: Tape.Event.Kind) -> Bool {
        context.value.depth -= 1
        guard tape.close(kind, end: context.value.cursor.tokenEnd) else { return false }
        context.value.install(ModelBinder.events)
        context.value.cursor.moveScanStartToBracket()
        return true
    }

    /// Ends the recording of a value or of its beginning, and returns its replay.
    ///
    /// - Parameters:
    ///   - frame: the index of the frame that directly contains the value.
    ///   - caseInReplay: the index of the case of the object, if it is known.
    mutating func endRecording(inFrame frame: Int, caseInReplay: Int? = nil) -> Replay {
        guard let completion = recording else { preconditionFailure("no value is being recorded") }
        recording = nil
        // The brackets of the value that are still open were counted.
        return Replay(
            events: 0..<tape.count, next: 0, frame: frame, depth: context.value.depth - tape.openCount,
            completion: completion, ownsEvents: true, caseInReplay: caseInReplay)
    }

    // MARK: - Replaying

    /// Returns a replay of events, or of none, for the next value of a frame.
    func replay(
        of events: Range<Int>, frame: Int, then completion: Replay.Completion = .nothing,
        ownsEvents: Bool = false
    ) -> Replay {
        Replay(
            events: events, next: events.lowerBound, frame: frame, depth: context.value.depth,
            completion: completion, ownsEvents: ownsEvents)
    }

    /// Keeps the events of a replay on the tape until its value has been read in other ways.
    mutating func hold(_ ended: Replay) {
        open(
            Replay(
                events: ended.events, next: ended.events.upperBound, frame: ended.frame, depth: ended.depth,
                ownsEvents: ended.ownsEvents))
    }

    /// Opens a replay, which runs before the enclosing replays continue.
    mutating func push(_ replay: Replay) {
        open(replay)
        context.value.depth = replay.depth
        setScanStart(from: replay.events)
    }

    private mutating func open(_ replay: Replay) {
        if isActive { stack[stack.count - 1].next = next }
        stack.append(replay)
        (next, first, end) = (replay.next, replay.events.lowerBound, replay.events.upperBound)
    }

    private mutating func pop() -> Replay {
        let replay = stack.removeLast()
        if let top = stack.last {
            (next, first, end) = (top.next, top.events.lowerBound, top.events.upperBound)
        }
        return replay
    }

    /// Sets ``TextCursor/scanStart`` to the first of some events, which may be before the last reported token.
    private func setScanStart(from events: Range<Int>) {
        context.value.cursor.scanStart = tape[events.lowerBound].end - 1
    }

    /// Restarts the innermost replay at its first event.
    mutating func restart() {
        guard let top = stack.last else { preconditionFailure("no replay is active") }
        next = top.events.lowerBound
        context.value.depth = top.depth
        setScanStart(from: top.events)
    }

    /// Skips the array or object whose opening bracket is being replayed. Returns the indices of its events.
    mutating func skipContainer() -> Range<Int> {
        let start = next - 1
        next = tape.end(ofValueAt: start)
        context.value.depth -= 1
        return start..<next
    }

    /// Saves the position in the text, and detaches the parser while values are replayed.
    private mutating func begin() {
        saved = (context.value.cursor, context.value.depth)
        context.value.cursor.parser = nil
    }

    /// Discards all replays and recorded events, and restores the position in the text.
    mutating func discard() {
        recording = nil
        if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
        truncateTape(to: 0)
        context.value.cursor.retainedValue = nil
        guard let saved else { return }
        self.saved = nil
        context.value.cursor.parsedEnd = saved.cursor.parsedEnd
        context.value.cursor.parser = saved.cursor.parser
        context.value.cursor.scanStart = saved.cursor.scanStart
        context.value.depth = saved.depth
        context.value.reinstall()
    }

    /// Removes all events but the first `count` from the tape.
    private mutating func truncateTape(to count: Int) {
        if !decisions.isEmpty { for index in count..<tape.count { decisions[index] = nil } }
        tape.truncate(to: count)
    }

    // MARK: - Decisions of hooks

    /// Keeps the decision of a hook about the value that is being replayed.
    mutating func keepDecision(_ decision: Result<MemberDecision, any Error>, of hook: MemberHook) {
        decisions[next - 1] = (hook, decision)
    }

    /// Removes and returns the decision that the hook made about the value that is being replayed; `nil` if there is none.
    mutating func takeDecision(of hook: MemberHook) -> Result<MemberDecision, any Error>? {
        guard isRunning, decisions[next - 1]?.hook === hook else { return nil }
        return decisions.removeValue(forKey: next - 1)?.decision
    }

    // MARK: - Skipping

    /// Skips the rest of the value that is directly in a frame.
    ///
    /// - Parameter depth: the number of open brackets directly inside the frame.
    mutating func skipRestOfValue(inFrame frame: Int, depth: Int) {
        while let top = stack.last, top.frame > frame || top.frame == frame && top.caseInReplay != nil {
            let ended = pop()
            context.value.depth = ended.depth
            if ended.ownsEvents { truncateTape(to: ended.events.lowerBound) }
        }
        guard let top = stack.last else {
            discard()
            if context.value.depth > depth { context.value.skip(.value, to: depth) }
            return
        }
        guard top.frame == frame else { return skipEvents(to: depth) }
        context.value.depth = top.depth
        next = top.events.upperBound
        if case .hook = top.completion { stack[stack.count - 1].completion = .nothing }
    }

    /// Skips events of the innermost replay until only `depth` arrays and objects are open.
    private mutating func skipEvents(to depth: Int) {
        while context.value.depth > depth {
            switch tape[next].kind {
            case .objectEnd, .arrayEnd:
                context.value.depth -= 1
                next += 1
            default: next = tape.end(ofValueAt: next)
            }
        }
    }
}

/// The innermost source of values: the tape during a replay, otherwise the source of the record.
extension TapePlayer: ValueSource {
    /// The event that is being replayed, if there is one.
    private var current: Tape.Event? { isActive && next > 0 && isRunning ? tape[next - 1] : nil }

    var hasText: Bool {
        // Without a replay, the first member of an object is being read from its text.
        isRunning ? current?.isFromText != false : context.value.source.hasText
    }

    var tokenStart: Int { context.value.source.tokenStart }

    var tokenText: String {
        guard let event = current, !event.isFromText else { return context.value.source.tokenText }
        switch event.kind {
        case .objectStart: return TokenExcerpt.openingBrace
        case .arrayStart: return TokenExcerpt.openingBracket
        case .null: return TokenExcerpt.describe(Any?.none as Any)
        default: return TokenExcerpt.describe(tape.value(of: event))
        }
    }

    func location(of offset: Int) -> SourceLocation? { context.value.source.location(of: offset) }

    /// Returns the location of the value of a member whose event is at an index on the tape; `nil` if it has no text.
    func location(ofEventAt index: Int) -> SourceLocation? {
        let (scanStart, parsedEnd) = (context.value.cursor.scanStart, context.value.cursor.parsedEnd)
        defer { (context.value.cursor.scanStart, context.value.cursor.parsedEnd) = (scanStart, parsedEnd) }
        context.value.cursor.scanStart = tape[index - 1].end
        moveCursor(toEndOf: tape[index])
        return currentLocation()
    }

    /// The text of the string, number or bool that is being reported, as it is spelled in the input.
    var textOfToken: TokenText {
        context.value.cursor.text(at: tokenStart, count: context.value.cursor.tokenEnd - tokenStart)
    }

    /// Returns the text of the events of a value, as it is spelled in the input.
    func text(ofValue events: Range<Int>) -> TokenText {
        let start = tape[events.lowerBound].end - 1
        return context.value.cursor.text(at: start, count: tape[events.upperBound - 1].end - start)
    }

    /// Returns the text of a key, a string or a number on the tape.
    func text(of event: Tape.Event) -> String { withText(of: event) { $0.key.text } }

    /// Calls a function with the text of a key, a string or a number on the tape. The text is valid for the call.
    func withText<Result>(of event: Tape.Event, _ body: (TokenText) -> Result) -> Result {
        tape.withText(of: event, in: context.value.cursor, body)
    }

    /// The path of the event that is being recorded, from the root of the recorded value; empty if no value is being
    /// recorded.
    var pathInRecording: [JSONPath.Component] { isRecording ? tape.currentPath { text(of: $0) } : [] }

    private func moveCursor(toEndOf event: Tape.Event) {
        context.value.cursor.parsedEnd = event.end - context.value.cursor.base
    }
}

/// Sending the events of replays to a binder.
extension TapePlayer {
    /// Replays the value whose recording has just ended.
    static func playRecorded(to binder: inout ModelBinder, caseInReplay: Int? = nil) -> EventResult {
        play(binder.player.endRecording(inFrame: binder.frames.last, caseInReplay: caseInReplay), to: &binder)
    }

    /// Sends the events of a replay. If other replays are running, the new one runs before they continue.
    static func play(_ replay: Replay, to binder: inout ModelBinder) -> EventResult {
        guard !binder.player.isRunning else {
            binder.player.push(replay)
            return .continue
        }
        binder.player.begin()
        binder.player.push(replay)
        let limit = binder.options.maximumReplays
        let (product, isOverflow) = binder.player.tape.count.multipliedReportingOverflow(by: limit)
        var remainingCount = isOverflow && limit > 0 ? Int.max : product
        while binder.player.isActive {
            // A mismatch would be skipped, and the value around it read again.
            guard remainingCount > 0 else { return binder.end(.rejected, .tooManyReplays(limit: limit)) }
            remainingCount -= 1
            let isAtEnd = binder.player.next >= binder.player.end
            let result = isAtEnd ? endReplay(of: &binder) : sendNextEvent(to: &binder)
            guard result == .continue else {
                if result == .completed || result == .completedScalar { binder.player.discard() }
                return result
            }
        }
        binder.player.discard()
        return .continue
    }

    /// Ends the innermost replay after its last event, and performs its completion.
    private static func endReplay(of binder: inout ModelBinder) -> EventResult {
        let ended = binder.player.pop()
        switch ended.completion {
        case .nothing, .set: if ended.ownsEvents { binder.player.truncateTape(to: ended.events.lowerBound) }
        case .nextSlot, .hook: break
        }
        return binder.replayEnded(ended)
    }

    private static func sendNextEvent(to binder: inout ModelBinder) -> EventResult {
        let index = binder.player.next
        binder.player.next += 1
        let event = binder.player.tape[index]
        binder.player.moveCursor(toEndOf: event)
        switch event.kind {
        case .null: return binder.null()
        case .bool: return binder.bool(event.start == 1)
        case .number: return send(event, to: &binder) { $0.number($1) }
        case .string: return send(event, to: &binder) { $0.string($1) }
        case .key:
            return send(event, to: &binder) { event.isFromText ? $0.key($1) : $0.wellFormedKey($1.key) }
        case .objectStart: return binder.objectStart().then { binder.player.jumpPastSkipped(from: index) }
        case .arrayStart: return binder.arrayStart().then { binder.player.jumpPastSkipped(from: index) }
        case .objectEnd: return binder.objectEnd()
        case .arrayEnd: return binder.arrayEnd()
        case .value: return binder.value(binder.player.tape.value(of: event))
        }
    }

    private static func send(
        _ event: Tape.Event, to binder: inout ModelBinder,
        _ receive: (inout ModelBinder, TokenText) -> EventResult
    ) -> EventResult {
        guard event.isCopied else {
            return receive(&binder, binder.context.value.cursor.text(at: event.start, count: event.count))
        }
        // The binder may change the tape.
        return TokenText.with(binder.player.tape.copiedText(of: event)) { receive(&binder, $0) }
    }

    /// Jumps past the events of a value that the binder skips.
    private mutating func jumpPastSkipped(from index: Int) -> EventResult {
        // Skipping a mismatch may have ended all replays.
        guard context.value.skipped != nil, isRunning else { return .continue }
        next = tape.end(ofValueAt: index)
        context.value.popSkipped()
        return .continue
    }
}
