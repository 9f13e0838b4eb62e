/// Objects whose first member is the discriminator. Their case is known before any other member, so nothing is recorded.
///
/// With a recording of the first member, an import takes 7.5% more instructions (events). The recording begins late if the first
/// member is another one, or if its key is not the one that the object of the case expects first.
extension ModelBinder {
    /// Receives the first key of an object with a discriminator.
    ///
    /// - Returns: whether it is the key of the discriminator, and was kept without a recording.
    mutating func leadingKey(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let cursor = context.value.cursor
        // SAFETY: the caller lends `count` bytes for the call.
        guard unsafe cursor.contains(bytes), let cases = node?.value.cases,
            unsafe cases.value.isDiscriminator(KeyText(bytes, count: count))
        else { return false }
        let offset = cursor.base + Int(UInt(bitPattern: bytes) - cursor.windowAddress)
        replays.leadingKey = Tape.Event(kind: .key, start: offset, count: count, end: offset + count + 1)
        return true
    }

    /// Receives the value of the discriminator after ``leadingKey(_:_:)``.
    ///
    /// - Returns: `nil` if the member must be recorded; otherwise the result of the event.
    mutating func leadingDiscriminator(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult? {
        // SAFETY: the caller lends `count` bytes for the call. The window retains the text of the key.
        guard let event = replays.leadingKey, let start = context.value.cursor.retainedValue,
            unsafe context.value.cursor.contains(bytes), let node, let cases = node.value.cases,
            let index = unsafe cases.value.index(of: KeyText(bytes, count: count)),
            let object = cases.value.cases[index].object
        else { return nil }
        let spelling = keys(of: object).value.first
        // Any other key is looked up by the replay, which also knows the location of its errors.
        guard unsafe spelling.value.key.isSpelled(textInWindow(of: event), event.count),
            spelling.value.slot != nil || spelling.value.isIgnored
        else { return nil }
        replays.leadingKey = nil
        context.value.cursor.retainedValue = nil
        context.value.install(Self.events)
        open(.object, node, offset: start, depth: context.value.depth)
        guard startDraft(object) == .continue else {
            preconditionFailure("the object of the case is not plain")
        }
        guard spelling.value.slot == nil else {
            return spelledKey(spelling, spelling.value.key).then { unsafe string(bytes, count) }
        }
        frames.top.value.spelling = spelling
        frames.top.value.expectedSpelling = spelling.value.next
        self.node = nil
        return .continue
    }

    /// Starts to record the object after its bracket or its first key.
    mutating func recordLeadingEvents(_ table: Pinned<EventTable>) {
        guard let start = context.value.cursor.retainedValue else {
            preconditionFailure("the window does not retain the object")
        }
        replays.startRecording(.nothing)
        context.value.install(table)
        replays.tape.open(.objectStart, end: start + 1)
        if let key = replays.leadingKey { replays.tape.append(key) }
        replays.leadingKey = nil
    }
}

// SAFETY, of all callbacks: as in `ModelBinder.events`.
extension ModelBinder {
    /// The functions that a parser calls for the first member of an object whose case is not known.
    ///
    /// Nothing is recorded if that member is the discriminator, with the key that is expected first.
    @safe nonisolated(unsafe) static let leading = unsafe Pinned(
        EventTable(
            null: { unsafe recordLeading($0, deciding).null.unsafelyUnwrapped($0) },
            bool: { unsafe recordLeading($0, deciding).bool.unsafelyUnwrapped($0, $1) },
            number: { unsafe recordLeading($0, deciding).number.unsafelyUnwrapped($0, $1, $2) },
            string: { context, bytes, count in
                let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
                guard let result = unsafe binder.value.leadingDiscriminator(bytes.unsafelyUnwrapped, count)
                else {
                    return unsafe recordLeading(context, deciding).string.unsafelyUnwrapped(
                        context, bytes, count)
                }
                return result == .continue ? 1 : report(result, of: binder)
            },
            objectStart: { unsafe recordLeading($0, deciding).objectStart($0) },
            key: { context, bytes, count in
                let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
                guard unsafe !binder.value.leadingKey(bytes.unsafelyUnwrapped, count) else { return 1 }
                return unsafe recordLeading(context, searching).key.unsafelyUnwrapped(context, bytes, count)
            },
            objectEnd: { unsafe recordLeading($0, recording).objectEnd($0) },
            arrayStart: { unsafe recordLeading($0, deciding).arrayStart($0) },
            arrayEnd: recording.value.arrayEnd))

    /// Starts to record an object of which only the bracket or the first key was read. Returns the functions that are called
    /// for its events from now on.
    @inline(never)
    private static func recordLeading(
        _ context: UnsafeMutableRawPointer?, _ table: Pinned<EventTable>
    ) -> EventTable {
        unsafe ConsumerMemory<ModelBinder>.state(context).value.recordLeadingEvents(table)
        return table.value
    }
}
