/// The events of a value that is read more than once, in the order of the input.
///
/// Text in the window is not copied: the window retains the text of an event while the event is on the tape. The tape
/// reuses its memory for later values.
struct Tape {
    struct Event {
        enum Kind: UInt8 {
            case null, bool, number, string, key, objectStart, objectEnd, arrayStart, arrayEnd
            /// A value that does not come from JSON text. It is in ``Tape/values``.
            case value
        }

        let kind: Kind
        /// Whether the bytes were copied to the tape.
        var isCopied = false
        /// Whether the event comes from JSON text. The keys of other events have no unpaired surrogates.
        var isFromText = true
        /// The offset of the event's bytes in the input, or their index in ``Tape/bytes`` if they were copied. For a
        /// bool, 1 if it is true; for an opening bracket, the index of the closing one; for a value, its index in
        /// ``Tape/values``.
        var start = 0
        /// The number of the event's bytes.
        var count = 0
        /// The offset just after the token in the text.
        let end: Int
    }

    /// The maximum size of the memory that an empty tape keeps, in bytes.
    private static let maximumRetainedBytes = 1 << 20

    /// The memory for events, of which the first ``count`` are recorded.
    private var events = PinnedArray<Event>(count: 16)
    /// The number of recorded events.
    private(set) var count = 0
    private var bytes: [UInt8] = []
    private var values: [Any] = []
    /// The indices of the opening brackets, of which the first ``openCount`` are not closed yet.
    private var open = PinnedArray<Int>(repeating: 0, count: 16)
    /// The number of arrays and objects that are not closed yet.
    private(set) var openCount = 0

    subscript(index: Int) -> Event { events[index] }

    /// The size of the memory for events and copied bytes, in bytes.
    var capacity: Int { events.count * MemoryLayout<Event>.stride + bytes.capacity }

    func free() {
        events.free(initialized: count)
        open.free()
    }

    // MARK: - Recording

    mutating func append(_ event: Event) {
        if count == events.count { events.grow(to: count * 2, moving: count) }
        events.pinned(count).initialize(to: event)
        count += 1
    }

    mutating func null(end: Int, isFromText: Bool = true) {
        append(Event(kind: .null, isFromText: isFromText, end: end))
    }

    mutating func bool(_ value: Bool, end: Int) {
        append(Event(kind: .bool, start: value ? 1 : 0, end: end))
    }

    /// Adds an event with text.
    ///
    /// - Parameter offset: the offset of the text in the input, if the window retains it there; `nil` to copy the text.
    mutating func text(
        _ kind: Event.Kind, _ text: UnsafeBufferPointer<UInt8>, at offset: Int?, end: Int,
        isFromText: Bool = true
    ) {
        guard let offset else {
            append(
                Event(
                    kind: kind, isCopied: true, isFromText: isFromText, start: bytes.count, count: text.count,
                    end: end))
            // SAFETY: the caller lends the text, which is copied.
            unsafe bytes.append(contentsOf: text)
            return
        }
        append(Event(kind: kind, start: offset, count: text.count, end: end))
    }

    /// Adds a value that does not come from JSON text.
    mutating func value(_ value: Any, end: Int) {
        append(Event(kind: .value, isFromText: false, start: values.count, end: end))
        values.append(value)
    }

    mutating func open(_ kind: Event.Kind, end: Int, isFromText: Bool = true) {
        if openCount == open.count { open.grow(to: openCount * 2, moving: openCount) }
        open.pinned(openCount).initialize(to: count)
        openCount += 1
        append(Event(kind: kind, isFromText: isFromText, end: end))
    }

    /// Adds a closing bracket.
    ///
    /// - Returns: whether it closes the outermost bracket.
    @discardableResult
    mutating func close(_ kind: Event.Kind, end: Int) -> Bool {
        precondition(openCount > 0, "the closed array or object is not open")
        openCount -= 1
        let start = open[openCount]
        events[start].start = count
        append(Event(kind: kind, end: end))
        return openCount == 0
    }

    /// Removes all events but the first `count`.
    mutating func truncate(to count: Int) {
        guard count < self.count else { return }
        removeContents(from: count)
        self.count = count
        openCount = 0
        // The memory that one very large value took is not kept for other values.
        if count == 0, capacity > Self.maximumRetainedBytes {
            free()
            self = Tape()
        }
    }

    /// Removes the copied texts and the values of all events but the first `count`.
    private mutating func removeContents(from count: Int) {
        guard !bytes.isEmpty || !values.isEmpty else { return }
        let removed = (count..<self.count).lazy.map { [events] in events[$0] }
        if let first = removed.first(where: { $0.isCopied }) { bytes.removeSubrange(first.start...) }
        if let first = removed.first(where: { $0.kind == .value }) { values.removeSubrange(first.start...) }
    }

    /// Returns the path to the value that is being recorded: the current member of each open array and object.
    ///
    /// - Parameter text: returns the text of a key.
    func currentPath(_ text: (Event) -> String) -> [JSONPath.Component] {
        (0..<openCount).compactMap { level in
            let end = level + 1 < openCount ? open[level + 1] : count
            var (index, elementCount, key) = (open[level] + 1, 0, Event?.none)
            while index < end {
                if events[index].kind == .key { key = events[index] } else { elementCount += 1 }
                index = self.end(ofValueAt: index)
            }
            return events[open[level]].kind == .arrayStart
                ? .index(elementCount) : key.map { .key(text($0)) }
        }
    }

    // MARK: - Replaying

    /// Returns the index after the last event of the value whose first event is at an index.
    func end(ofValueAt index: Int) -> Int {
        switch events[index].kind {
        case .objectStart, .arrayStart: events[index].start + 1
        default: index + 1
        }
    }

    /// Returns the value of an event that does not come from JSON text.
    func value(of event: Event) -> Any { values[event.start] }

    /// Calls a function with the text of an event whose bytes are on the tape. The text is valid for the call.
    func withCopiedText<Result>(
        of event: Event, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        // SAFETY: the buffer does not leave the closure.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe body(UnsafeBufferPointer(rebasing: bytes[event.start..<event.start + event.count]))
        }
    }

    /// Returns a copy of the text of an event whose bytes are on the tape.
    fileprivate func copiedText(of event: Event) -> [UInt8] {
        Array(bytes[event.start..<event.start + event.count])
    }
}

/// The recording of values that do not come from JSON text.
extension Tape {
    /// Adds the events of a value and of all values nested in it.
    ///
    /// Open arrays and objects are kept in an array, because a deeply nested value would exhaust the call stack.
    ///
    /// - Parameters:
    ///   - end: the ``Event/end`` of all events: the offset just after the first byte of the value that `value`
    ///     replaces, or 1 if there is no text.
    ///   - isSorted: whether the members of objects are recorded in key order.
    mutating func record(_ value: Any, end: Int, isSorted: Bool) {
        var open: [ContainerIterator] = []
        begin(value, end: end, isSorted: isSorted, in: &open)
        while let last = open.indices.last {
            if open[last].isObject, let (key, member) = open[last].nextMember() {
                self.key(key, end: end)
                begin(member, end: end, isSorted: isSorted, in: &open)
            } else if !open[last].isObject, let element = open[last].nextElement() {
                begin(element, end: end, isSorted: isSorted, in: &open)
            } else {
                close(open.removeLast().isObject ? .objectEnd : .arrayEnd, end: end)
            }
        }
    }

    private mutating func begin(_ value: Any, end: Int, isSorted: Bool, in open: inout [ContainerIterator]) {
        switch AnyValueKind(of: type(of: value)) {
        case .wrapper:
            guard let content = AnyValueCasts.unwrapped(value) else {
                return null(end: end, isFromText: false)
            }
            begin(content, end: end, isSorted: isSorted, in: &open)
        case .array, .otherArray:
            self.open(.arrayStart, end: end, isFromText: false)
            open.append(ContainerIterator(AnyValueCasts.elements(of: value)))
        case .object, .otherObject:
            guard let members = AnyValueCasts.members(of: value) else { return self.value(value, end: end) }
            self.open(.objectStart, end: end, isFromText: false)
            open.append(ContainerIterator(members, isSorted: isSorted))
        default: self.value(value, end: end)
        }
    }

    private mutating func key(_ key: String, end: Int) {
        var key = key
        // SAFETY: the bytes are copied before the call returns.
        key.withUTF8 { unsafe text(.key, $0, at: nil, end: end, isFromText: false) }
    }
}

/// The tape of values that are read more than once, and the replays of these values, innermost last.
struct Replays {
    /// The replay of one value.
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
        var caseInReplay: Int?
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
    var firstKey: Tape.Event?
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
    var caseInReplay: Int? { isAtStart ? stack[stack.count - 1].caseInReplay : nil }

    // MARK: - Recording

    mutating func startRecording(_ completion: Replay.Completion) { recording = completion }

    /// Ends the recording of a value or of its beginning, and returns its completion.
    fileprivate mutating func endRecording() -> Replay.Completion {
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

    fileprivate mutating func setCompletion(_ completion: Replay.Completion) {
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
    fileprivate mutating func truncateTape(to count: Int) {
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
        firstKey = nil
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
                completion: completion, ownsEvents: true, caseInReplay: index))
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
        guard !canRestartInKeyOrder else { return .restarted }
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
        case .nextSlot(let slot):
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
            return replays.firstKey.map { [.key(text(ofKey: $0))] } ?? []
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
        while let top = replays.top, top.frame > frame || top.frame == frame && top.caseInReplay != nil {
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

    /// Whether the value that was just stored or skipped in the innermost frame is replayed next, for the slot after its own.
    var isReadForNextSlot: Bool {
        // Replays for values inside the value may still be open.
        guard case .nextSlot = replays.completion(inFrame: frames.last) else { return false }
        return true
    }
}
