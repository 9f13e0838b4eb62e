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
        _ kind: Event.Kind, _ text: TokenText, at offset: Int?, end: Int, isFromText: Bool = true
    ) {
        guard let offset else {
            append(
                Event(
                    kind: kind, isCopied: true, isFromText: isFromText, start: bytes.count, count: text.count,
                    end: end))
            text.append(to: &bytes)
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

    /// Calls a function with the text of an event. The text is valid for the call.
    ///
    /// - Parameter cursor: the position in the text. `retainedValue` keeps the text of recorded events in the window.
    func withText<Result>(of event: Event, in cursor: TextCursor, _ body: (TokenText) -> Result) -> Result {
        guard event.isCopied else { return body(cursor.text(at: event.start, count: event.count)) }
        return TokenText.with(copiedText(of: event), body)
    }

    /// Returns a copy of the text of an event whose bytes are on the tape.
    func copiedText(of event: Event) -> [UInt8] { Array(bytes[event.start..<event.start + event.count]) }
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
            guard let content = AnyValueKind.unwrapped(value) else {
                return null(end: end, isFromText: false)
            }
            begin(content, end: end, isSorted: isSorted, in: &open)
        case .array, .otherArray:
            self.open(.arrayStart, end: end, isFromText: false)
            open.append(ContainerIterator(AnyValueKind.elements(of: value)))
        case .object, .otherObject:
            guard let members = AnyValueKind.members(of: value) else { return self.value(value, end: end) }
            self.open(.objectStart, end: end, isFromText: false)
            open.append(ContainerIterator(members, isSorted: isSorted))
        default: self.value(value, end: end)
        }
    }

    private mutating func key(_ key: String, end: Int) {
        TokenText.with(key) { text(.key, $0, at: nil, end: end, isFromText: false) }
    }
}
