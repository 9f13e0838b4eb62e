/// Records whose events are sent on instead of being bound.
///
/// What is around the records is none of a receiver's business: until a record begins, and from its end on, events
/// take the way they always take.
extension Binder {
    /// What the source of the events calls in place of ``handlers``.
    // SAFETY: as for `handlers`.
    static let streamingHandlers = unsafe EventHandlers(
        null: { unsafe binder($0).pointee.streamedNull() ? 1 : 0 },
        bool: { unsafe binder($0).pointee.streamedBool($1 != 0) ? 1 : 0 },
        number: { context, bytes, count in
            let text = unsafe UnsafeRawPointer(bytes!).assumingMemoryBound(to: UInt8.self)
            return unsafe binder(context).pointee.streamedNumber(text, count) ? 1 : 0
        },
        string: { unsafe binder($0).pointee.streamedString($1!, $2) ? 1 : 0 },
        objectStart: { unsafe binder($0).pointee.streamedStart(.object) ? 1 : 0 },
        key: { unsafe binder($0).pointee.streamedKey($1!, $2) ? 1 : 0 },
        objectEnd: { unsafe binder($0).pointee.streamedEnd(.object) ? 1 : 0 },
        arrayStart: { unsafe binder($0).pointee.streamedStart(.array) ? 1 : 0 },
        arrayEnd: { unsafe binder($0).pointee.streamedEnd(.array) ? 1 : 0 },
        textWillGo: {
            unsafe binder($0).pointee.locateStreamed()
            return 1
        })

    private var isInside: Bool { unsafe stream.unsafelyUnwrapped.isInside }

    // MARK: - Scalars

    private mutating func streamedNull() -> Bool {
        guard isInside else { return null() }
        unsafe stream.unsafelyUnwrapped.handlers.null(stream.unsafelyUnwrapped.context)
        return true
    }

    private mutating func streamedBool(_ value: Bool) -> Bool {
        guard isInside else { return bool(value) }
        unsafe stream.unsafelyUnwrapped.handlers.bool(stream.unsafelyUnwrapped.context, value)
        return true
    }

    private mutating func streamedNumber(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard isInside else { return unsafe number(bytes, count) }
        unsafe stream.unsafelyUnwrapped.handlers.number(stream.unsafelyUnwrapped.context, bytes, count)
        return true
    }

    private mutating func streamedString(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard isInside else { return unsafe string(bytes, count) }
        return unsafe whole(bytes, count) { stream, bytes, count in
            unsafe stream.handlers.string(stream.context, bytes, count)
            return true
        }
    }

    /// Has a string or key sent, in which no half of a surrogate pair may be.
    @inline(__always)
    private mutating func whole(
        _ bytes: UnsafePointer<UInt8>, _ count: Int,
        send: (borrowing RecordStream, UnsafePointer<UInt8>, Int) -> Bool
    ) -> Bool {
        guard unsafe !cursor.value.lends(bytes) && Surrogates.mayBeUnpaired(bytes, count),
            let surrogates = source?.surrogates(), !surrogates.arePaired
        else { return unsafe send(stream.unsafelyUnwrapped, bytes, count) }
        guard options.unpairedSurrogates == .replace else { return rejectToken(.unpairedSurrogate()) }
        var repaired = surrogates.repaired
        return repaired.withUTF8 { unsafe send(stream.unsafelyUnwrapped, $0.baseAddress!, $0.count) }
    }

    /// Receives a record that is neither an array nor an object.
    ///
    mutating func streamScalar(_ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool
    {
        guard let stream = startScalarRecord() else { return rejectToken(expected: "an object") }
        switch kind {
        case .string: unsafe stream.handlers.string(stream.context, bytes, count)
        case .number: unsafe stream.handlers.number(stream.context, bytes, count)
        case .bool: unsafe stream.handlers.bool(stream.context, bytes[0] == UInt8(ascii: "t"))
        }
        return streamedRecordEnds(isScalar: true)
    }

    /// Receives a record that is null.
    mutating func streamNull() -> Bool {
        guard let stream = startScalarRecord() else { return rejectToken(expected: "an object") }
        unsafe stream.handlers.null(stream.context)
        return streamedRecordEnds(isScalar: true)
    }

    private mutating func startScalarRecord() -> RecordStream? {
        guard let stream, unsafe !stream.receiver.takesObjectsOnly else { return nil }
        startRecord(at: source?.currentToken().offset ?? cursor.value.tokenEnd)
        self.stream?.isOpen = true
        self.stream?.location = nil
        return stream
    }

    // MARK: - Brackets and keys

    private mutating func streamedStart(_ kind: ValueKind) -> Bool {
        guard isInside, skipped == 0 else { return kind == .object ? objectStart() : arrayStart() }
        depth += 1
        guard depth <= maximumDepth else { return failTooDeep() }
        guard !isMuted else {
            skipStreamed(.forgotten)
            return true
        }
        return sendStart(kind, at: cursor.value.markBracket())
    }

    /// Begins a record with the bracket that is being reported.
    mutating func streamRecord(_ kind: ValueKind) -> Bool {
        if kind == .array, unsafe stream?.receiver.takesObjectsOnly == true {
            return rejectToken(expected: "an object")
        }
        let offset = cursor.value.markBracket()
        startRecord(at: offset)
        stream?.isOpen = true
        stream?.location = nil
        node = nil
        return sendStart(kind, at: offset)
    }

    private mutating func sendStart(_ kind: ValueKind, at offset: Int) -> Bool {
        let handlers = unsafe stream.unsafelyUnwrapped.handlers
        let context = unsafe stream.unsafelyUnwrapped.context
        let reception = unsafe kind == .object ? handlers.objectStart(context) : handlers.arrayStart(context)
        switch Reception(rawValue: reception) {
        case .events: stream?.depth += 1
        case .text:
            keepText(from: offset)
            skipStreamed(.text(from: offset))
        case .nothing, nil: skipStreamed(.forgotten)
        }
        return true
    }

    private mutating func skipStreamed(_ value: RecordStream.SkippedValue) {
        stream?.skippedValue = value
        skip()
    }

    private mutating func streamedKey(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard isInside else { return unsafe key(bytes, count) }
        var reception = Reception.events.rawValue
        let isSent = unsafe whole(bytes, count) { stream, bytes, count in
            reception = unsafe stream.handlers.key(stream.context, bytes, count)
            return true
        }
        guard isSent, rejection == nil else { return isSent }
        mute(reception == Reception.nothing.rawValue)
        return true
    }

    private mutating func streamedEnd(_ kind: ValueKind) -> Bool {
        if skipped == 1, case let value = unsafe stream.unsafelyUnwrapped.skippedValue, value != .none {
            return skippedValueEnds(value)
        }
        guard isInside, skipped == 0 else { return kind == .object ? objectEnd() : arrayEnd() }
        depth -= 1
        // What follows in the object around has not been refused.
        mute(false)
        let handlers = unsafe stream.unsafelyUnwrapped.handlers
        let context = unsafe stream.unsafelyUnwrapped.context
        unsafe kind == .object ? handlers.objectEnd(context) : handlers.arrayEnd(context)
        stream?.depth -= 1
        return isInside || streamedRecordEnds(isScalar: false)
    }

    private mutating func skippedValueEnds(_ value: RecordStream.SkippedValue) -> Bool {
        depth -= 1
        skipped = 0
        stream?.skippedValue = .none
        cursor.value.parser?.report(isMuted ? .keysAndBrackets : .all)
        if case .text(let start) = value {
            sendText(from: start)
            if !options.keepsRejectedText { cursor.value.keptOffset = nil }
        }
        return isInside || streamedRecordEnds(isScalar: false)
    }

    /// Sends the text up to the end of the token that is being reported.
    private mutating func sendText(from start: Int) {
        guard let text = unsafe UnsafePointer<UInt8>(bitPattern: cursor.value.window) else { return }
        let json = unsafe stream.unsafelyUnwrapped.handlers.json
        // SAFETY: the text was kept at hand from `start` on, and is as far as it was parsed.
        unsafe json(
            stream.unsafelyUnwrapped.context, text + (start - cursor.value.base),
            cursor.value.tokenEnd - start
        )
    }

    private mutating func streamedRecordEnds(isScalar: Bool) -> Bool {
        stream?.end = cursor.value.tokenEnd
        guard let fault = unsafe stream?.receiver.faultOfRecord() else {
            return recordStored(isScalar: isScalar)
        }
        let location = stream?.location ?? location(of: recordStart)
        return rejectRecord(fault.with(path: currentPath, record: recordNumber, location: location))
    }

    // MARK: - Records

    /// Whether the beginning of the record is known that is being sent, or was to its last event.
    var streamsRecord: Bool { stream?.isOpen ?? false }

    /// Tells the receiver that the record is complete.
    mutating func handOnStreamed(_ receiver: any RecordReceiver) throws {
        stream?.isOpen = false
        let (number, range) = (recordNumber, recordStart..<(stream?.end ?? recordStart))
        guard options.keepsRejectedText else {
            return try receiver.recordReceived(number: number, range: range) { nil }
        }
        let source = source
        try receiver.recordReceived(number: number, range: range) { source?.text(range) }
    }

    /// Works out where the record began, while that is still at hand.
    private mutating func locateStreamed() {
        guard streamsRecord, stream?.location == nil else { return }
        let location = location(of: recordStart)
        stream?.location = location
    }

    /// Tells the receiver that what it has of an unfinished record is void.
    mutating func dropStreamed() {
        guard let stream else { return }
        self.stream?.isOpen = false
        self.stream?.depth = 0
        self.stream?.skippedValue = .none
        unsafe stream.receiver.recordDropped()
    }

    /// The place of the event that is being reported, from the record on.
    var streamedPlace: [JSONPath.Component] {
        guard let stream, isInside else { return [] }
        return unsafe stream.receiver.place
    }
}
