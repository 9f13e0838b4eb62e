/// The events between records.
// SAFETY, of all callbacks: the context is that of the reader's consumer, whose source is the reader while a step runs; the
// bytes are valid until the call returns, and nothing keeps them. A consumer with a table receives scalars. The table is
// never written to.
extension RecordReader {
    @safe nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { context in unsafe ask(context) { $0.scalar { unsafe $0.value.null!(context) } } },
            bool: { context, value in
                unsafe ask(context) { $0.scalar { unsafe $0.value.bool!(context, value) } }
            },
            number: { context, bytes, count in
                unsafe ask(context) { $0.scalar { unsafe $0.value.number!(context, bytes, count) } }
            },
            string: { context, bytes, count in
                unsafe ask(context) { $0.scalar { unsafe $0.value.string!(context, bytes, count) } }
            },
            objectStart: { context in
                unsafe ask(context) { $0.start(isArray: false) { unsafe $0.value.objectStart(context) } }
            },
            key: { context, bytes, count in unsafe ask(context) { unsafe $0.key(bytes!, count) } },
            objectEnd: { unsafe ask($0) { $0.end() } },
            arrayStart: { context in
                unsafe ask(context) { $0.start(isArray: true) { unsafe $0.value.arrayStart(context) } }
            },
            arrayEnd: { unsafe ask($0) { $0.end() } }))

    @inline(__always)
    private static func ask(
        _ context: UnsafeMutableRawPointer?, _ receive: (RecordReader) -> Int32
    ) -> Int32 {
        unsafe EventContext.ask(EventContext.context(context), receive)
    }

    /// What a value is that begins between records.
    private enum Role {
        case record
        /// It is at the end of the path: a record, or an array of such.
        case pathEnd
        /// The path leads through it.
        case envelope
        /// The path does not lead there.
        case other
        /// It may not be there; the import stops.
        case refused
    }

    private func role(isScalar: Bool) -> Role {
        if envelope.isAroundRecords {
            return !envelope.hasTopLevelRecords || topLevelRecordBegins(isScalar: isScalar)
                ? .record : .refused
        }
        guard !envelope.isAtTopLevel || topLevelValueBegins() else { return .refused }
        guard envelope.valueBegins() else { return .other }
        return envelope.pathEnds() ? .pathEnd : .envelope
    }

    // MARK: - The top level

    /// Counts a value that is a record, before which others may have come; `false` if it may not be there.
    private func topLevelRecordBegins(isScalar: Bool) -> Bool {
        guard line.values == 0 || framing != .lines && framing != .value else { return refuseSecondValue() }
        // `01` and `truefalse` are one word, which begins before the end of the first value.
        if case .pending(let range, isScalar: true) = state, isScalar, tokenStart <= range.upperBound {
            return stopped(.valuesNotSeparated(at: tokenizer.location(of: range.upperBound)))
        }
        line.values += 1
        line.isRejected = false
        return flushPending()
    }

    /// Counts a value that records are inside; `false` if there is one too many.
    private func topLevelValueBegins() -> Bool {
        guard framing != .lines || line.values == 0 else { return refuseSecondValue() }
        line.values += 1
        hasValue = true
        return true
    }

    private func refuseSecondValue() -> Bool {
        let location = currentLocation()
        return stopped(framing == .value ? .secondValue(at: location) : .secondValueInLine(at: location))
    }

    /// Ends the import with an error. Returns `false`.
    private func stopped(_ error: ImportError) -> Bool { stop(error) != 0 }

    // MARK: - Scalars, brackets and keys

    /// Receives a scalar; `send` sends it to the consumer.
    @inline(__always)
    private func scalar(_ send: (Pinned<EventTable>) -> Int32) -> Int32 {
        switch role(isScalar: true) {
        case .record, .pathEnd:
            state = .inRecord(start: nil)
            guard !isPassingOver else { return recordCompleted(isScalar: true) }
            return takesObjectsOnly ? rejectNoObject() : send(recordEvents)
        case .envelope, .other:
            envelope.valueEnds()
            return 1
        case .refused: return 0
        }
    }

    /// Receives an opening bracket; `send` sends it to the consumer.
    @inline(__always)
    private func start(isArray: Bool, _ send: (Pinned<EventTable>) -> Int32) -> Int32 {
        switch role(isScalar: false) {
        case .record: return beginRecord(isArray: isArray, send)
        case .pathEnd:
            guard isArray else { return beginRecord(isArray: false, send) }
            envelope.openRecords()
        case .envelope: envelope.open(isArray: isArray)
        case .other:
            guard context.value.open() else { return stop(context.value.tooDeep) }
            context.value.skip(.other, to: envelope.depth)
            return 1
        case .refused: return 0
        }
        context.value.cursor.markBracket()
        return context.value.open() ? 1 : stop(context.value.tooDeep)
    }

    @inline(__always)
    private func beginRecord(isArray: Bool, _ send: (Pinned<EventTable>) -> Int32) -> Int32 {
        let start = context.value.cursor.markBracket()
        state = .inRecord(start: start)
        if options.keepsRejectedText, !line.isRetained { context.value.cursor.retainedRecord = start }
        guard !isPassingOver, !isArray || !takesObjectsOnly else { return skipRecord() }
        context.value.install(recordEvents)
        return send(recordEvents)
    }

    /// Skips a record that the consumer does not receive.
    private func skipRecord() -> Int32 {
        guard context.value.open() else { return stop(context.value.tooDeep) }
        guard isPassingOver else { return rejectNoObject() }
        context.value.skip(.record, to: envelope.depth)
        return 1
    }

    private func rejectNoObject() -> Int32 {
        reject(.typeMismatch(expected: "an object", found: tokenText))
    }

    private func key(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
        // SAFETY: the parser lends `count` bytes for the call.
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        // Keys of the envelope are only compared with the path, whatever the policy is.
        envelope.key(unsafe context.value.repairedText(text) ?? String(decoding: text, as: UTF8.self))
        return 1
    }

    /// Takes note that a value has been skipped to which the path does not lead.
    func otherSkipped() -> Int32 {
        envelope.valueEnds()
        return 1
    }

    /// Receives a closing bracket of the envelope.
    private func end() -> Int32 {
        context.value.depth -= 1
        envelope.close()
        return 1
    }
}
