/// Values that are being read from a tape, each inside of the one before it.
struct Replays {
    /// One value on its way through the binder.
    struct Replay {
        /// What is to be done after the last event.
        enum Completion {
            case nothing
            /// The events are sent once more, for another slot.
            case secondary(Pinned<Slot>)
            /// A hook is asked about the value, which was under this key.
            case hook(key: String)
            /// More properties are set by a hook, in the place of the member that begins at an offset.
            case set([PropertyValue], at: Int)
        }

        /// The events on the tape.
        let events: Range<Int>
        /// The index of the next event.
        var next: Int
        /// The index of the frame that the value is directly in.
        let frame: Int
        /// How many arrays and objects are open around the value.
        let depth: Int
        var completion: Completion
        /// Whether the events are not part of another value on the tape.
        let ownsEvents: Bool
    }

    /// A value that a hook sets a property to.
    struct PropertyValue {
        let slot: Pinned<Slot>
        let value: Any
    }

    /// Where the text stands from which no more events come for now.
    struct SavedCursor {
        let parsedEnd: Int
        let parser: YajlParser.Handle?
        let scanStart: Int
        let depth: Int
    }

    var tape = Tape()
    private(set) var stack: [Replay] = []
    /// Set while values are replayed.
    private(set) var savedCursor: SavedCursor?
    /// What is to be done with the value that is being recorded.
    private var recording: Replay.Completion?

    var isRecording: Bool { recording != nil }
    var isRunning: Bool { savedCursor != nil }
    var top: Replay? { stack.last }

    /// The event that is being replayed.
    var current: Tape.Event? { stack.last.flatMap { $0.next > 0 && isRunning ? tape[$0.next - 1] : nil } }

    /// Whether the event that is being replayed is the first one of a value.
    var isAtStart: Bool { stack.last.map { $0.next == $0.events.lowerBound + 1 } ?? false }

    // MARK: - Recording

    mutating func startRecording(_ completion: Replay.Completion) { recording = completion }

    /// - Returns: what is to be done with the value.
    mutating func endRecording() -> Replay.Completion {
        guard let completion = recording else { preconditionFailure("no value is being recorded") }
        recording = nil
        return completion
    }

    // MARK: - Replaying

    mutating func push(_ replay: Replay) { stack.append(replay) }

    mutating func pop() -> Replay { stack.removeLast() }

    /// The index of the next event, which is the current one from now on.
    mutating func advance() -> Int {
        stack[stack.count - 1].next += 1
        return stack[stack.count - 1].next - 1
    }

    /// Leaves out the events of the innermost value before an index.
    mutating func jump(to index: Int) { stack[stack.count - 1].next = index }

    mutating func setCompletion(_ completion: Replay.Completion) {
        stack[stack.count - 1].completion = completion
    }

    /// Stops the text for as long as values are replayed.
    mutating func begin(_ context: Pinned<EventContext>) {
        savedCursor = SavedCursor(
            parsedEnd: context.value.cursor.parsedEnd, parser: context.value.cursor.parser,
            scanStart: context.value.cursor.scanStart,
            depth: context.value.depth)
        context.value.cursor.parser = nil
    }

    /// Forgets all that is replayed or recorded, and goes back to where the text stands.
    mutating func end(_ context: Pinned<EventContext>) {
        recording = nil
        if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
        tape.truncate(to: 0)
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
