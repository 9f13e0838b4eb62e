/// The tape of values that are read more than once, and the replays of these values, innermost last.
struct Replays {
    /// The replay of one value.
    struct Replay {
        /// The action after the last event.
        enum Completion {
            case nothing
            /// The events are replayed again, for another slot.
            case secondary(Pinned<Slot>)
            /// A hook decides about the value of the member with this key.
            case hook(key: String)
            /// The remaining properties of a hook's decision are set, instead of reading the value that begins at an
            /// offset.
            case set([PropertyValue], at: Int)
        }

        /// The indices of the events on the tape.
        let events: Range<Int>
        /// The index of the next event.
        var next: Int
        /// The index of the frame that directly contains the value.
        let frame: Int
        /// The number of arrays and objects that are open around the value.
        let depth: Int
        var completion: Completion
        /// Whether the end of the replay removes the events from the tape, because they are not part of another value.
        let ownsEvents: Bool
        /// The index of the case that the object has, if the events are only its beginning, up to its discriminator. The
        /// rest of the object follows from the source.
        var decidedCase: Int?
    }

    /// A value that a hook sets a property to.
    struct PropertyValue {
        let slot: Pinned<Slot>
        let value: Any
    }

    /// A saved position in the text. The parser reports no events during a replay.
    struct SavedCursor {
        let parsedEnd: Int
        let parser: YajlParser.Handle?
        let scanStart: Int
        let depth: Int
    }

    var tape = Tape()
    /// The first key of an object whose case is not known, if it is that of the discriminator and nothing is recorded.
    var leadingKey: Tape.Event?
    var firstFits = FirstFits()
    /// The decisions of hooks that were called to identify an instance, by the index of the value's event.
    private var decisions: [Int: (hook: MemberHook, decision: Result<MemberDecision, any Error>)] = [:]
    /// The open replays. The position of the innermost one is ``next``.
    private var stack: [Replay] = []
    /// The index of the next event of the innermost replay. The indices of that replay are not in the stack, because each
    /// event reads and changes them.
    private(set) var next = 0
    private var first = 0
    private var end = 0
    /// The position to return to after all replays; `nil` unless values are being replayed.
    private(set) var savedCursor: SavedCursor?
    /// The completion of the value that is being recorded; `nil` if none is.
    private var recording: Replay.Completion?

    var isRecording: Bool { recording != nil }

    var isRunning: Bool { savedCursor != nil }

    /// Whether a replay is open.
    var isActive: Bool { !stack.isEmpty }

    /// The innermost replay.
    var top: Replay? {
        guard var top = stack.last else { return nil }
        top.next = next
        return top
    }

    /// Returns the completion of the innermost replay of a value that is directly in a frame; `nil` if there is none.
    func completion(inFrame frame: Int) -> Replay.Completion? {
        stack.last { $0.frame == frame }?.completion
    }

    /// Whether the innermost replay has sent all its events.
    var isAtEnd: Bool { next >= end }

    /// The event that is being replayed, if there is one.
    var current: Tape.Event? { isActive && next > 0 && isRunning ? tape[next - 1] : nil }

    /// Whether the event that is being replayed is the first one of the innermost value.
    var isAtStart: Bool { isActive && next == first + 1 }

    /// The index of the case of the object whose first event is being replayed, if it is known.
    var decidedCase: Int? { isAtStart ? stack[stack.count - 1].decidedCase : nil }

    // MARK: - Recording

    mutating func startRecording(_ completion: Replay.Completion) { recording = completion }

    /// Ends the recording of a value or of its beginning, and returns its completion.
    mutating func endRecording() -> Replay.Completion {
        guard let completion = recording else { preconditionFailure("no value is being recorded") }
        recording = nil
        return completion
    }

    // MARK: - Replaying

    mutating func push(_ replay: Replay) {
        if isActive { stack[stack.count - 1].next = next }
        stack.append(replay)
        (next, first, end) = (replay.next, replay.events.lowerBound, replay.events.upperBound)
    }

    mutating func pop() -> Replay {
        var replay = stack.removeLast()
        replay.next = next
        if let top = stack.last {
            (next, first, end) = (top.next, top.events.lowerBound, top.events.upperBound)
        }
        return replay
    }

    /// Advances the innermost replay by one event, and returns the index of that event.
    mutating func advance() -> Int {
        next += 1
        return next - 1
    }

    /// Continues the innermost replay with the event at an index.
    mutating func jump(to index: Int) { next = index }

    mutating func setCompletion(_ completion: Replay.Completion) {
        stack[stack.count - 1].completion = completion
    }

    /// Keeps the decision of a hook about the value that is being replayed.
    mutating func keepDecision(_ decision: Result<MemberDecision, any Error>, of hook: MemberHook) {
        decisions[next - 1] = (hook, decision)
    }

    /// Removes and returns the decision that the hook made about the value that is being replayed; `nil` if there is none.
    mutating func takeDecision(of hook: MemberHook) -> Result<MemberDecision, any Error>? {
        guard isRunning, decisions[next - 1]?.hook === hook else { return nil }
        return decisions.removeValue(forKey: next - 1)?.decision
    }

    /// Removes all events but the first `count` from the tape.
    mutating func truncateTape(to count: Int) {
        if !decisions.isEmpty { for index in count..<tape.count { decisions[index] = nil } }
        tape.truncate(to: count)
        firstFits.removeOutcomes(from: count)
    }

    /// Saves the position in the text, and detaches the parser while values are replayed.
    mutating func begin(_ context: Pinned<EventContext>) {
        savedCursor = SavedCursor(
            parsedEnd: context.value.cursor.parsedEnd, parser: context.value.cursor.parser,
            scanStart: context.value.cursor.scanStart,
            depth: context.value.depth)
        context.value.cursor.parser = nil
    }

    /// Discards all replays and recorded events, and restores the position in the text.
    mutating func end(_ context: Pinned<EventContext>) {
        recording = nil
        leadingKey = nil
        if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
        truncateTape(to: 0)
        context.value.cursor.retainedValue = nil
        guard let savedCursor else { return }
        self.savedCursor = nil
        context.value.cursor.parsedEnd = savedCursor.parsedEnd
        context.value.cursor.parser = savedCursor.parser
        context.value.cursor.scanStart = savedCursor.scanStart
        context.value.depth = savedCursor.depth
        context.value.reinstall()
    }
}
