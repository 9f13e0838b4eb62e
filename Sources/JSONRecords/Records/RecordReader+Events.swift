/// The callbacks for events between records.
// SAFETY, of all callbacks: the context is that of the reader's consumer, and refers to the reader while a step runs.
// The bytes are valid until the call returns, and no callback keeps their address. The consumer's table has all scalar
// callbacks, as the reader's initializer checks. The static table `events` is never written to.
extension RecordReader {
    @safe nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { context in
                unsafe withReader(context) { $0.scalar(isNull: true) { unsafe $0.value.null!(context) } }
            },
            bool: { context, value in
                unsafe withReader(context) { $0.scalar { unsafe $0.value.bool!(context, value) } }
            },
            number: { context, bytes, count in
                unsafe withReader(context) { $0.scalar { unsafe $0.value.number!(context, bytes, count) } }
            },
            string: { context, bytes, count in
                unsafe withReader(context) { $0.scalar { unsafe $0.value.string!(context, bytes, count) } }
            },
            objectStart: { context in
                unsafe withReader(context) {
                    $0.start(isArray: false) { unsafe $0.value.objectStart(context) }
                }
            },
            key: { context, bytes, count in unsafe withReader(context) { unsafe $0.key(bytes!, count) } },
            objectEnd: { unsafe withReader($0) { $0.end() } },
            arrayStart: { context in
                unsafe withReader(context) { $0.start(isArray: true) { unsafe $0.value.arrayStart(context) } }
            },
            arrayEnd: { unsafe withReader($0) { $0.end() } },
            rawText: { context, bytes, count in
                unsafe withReader(context) {
                    // SAFETY: the context lends `count` bytes for the call.
                    unsafe $0.takeEnclosing([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
                }
            }))

    // Without the inlining in this file, an import takes 0.2% more instructions (people).

    @inline(__always)
    private static func withReader(
        _ context: UnsafeMutableRawPointer?, _ body: (RecordReader) -> Int32
    ) -> Int32 {
        unsafe EventContext.withReader(EventContext.context(context), body)
    }

    /// The role of a value that begins between records.
    private enum Role {
        case record
        /// The value is at the end of a path: a record, or an array of records.
        case pathEnd
        /// A path leads through the value.
        case envelope
        case enclosingValue
        /// The value is not on a path.
        case outsidePath
        /// The value is not allowed here; the import stops.
        case unexpected
    }

    private func role(isScalar: Bool) -> Role {
        if envelope.nextValueIsRecord {
            return !envelope.hasTopLevelRecords || topLevelRecordBegins(isScalar: isScalar)
                ? .record : .unexpected
        }
        guard !envelope.isAtTopLevel || topLevelValueBegins() else { return .unexpected }
        guard envelope.valueBegins() else { return .outsidePath }
        guard let path = envelope.pathEnd() else {
            return envelope.enclosingRoutes.isEmpty ? .envelope : .enclosingValue
        }
        if path != pathTotals.current { select(path) }
        envelope.enclosing.recordsBegin(path: path, number: total.nextNumber)
        if options.requiresPathInEachValue, !line.isRetained { context.value.cursor.retainedRecord = nil }
        return paths.paths[path].takesWholeValues ? .record : .pathEnd
    }

    /// Sends the records at another path from now on.
    private func select(_ path: Int) {
        pathTotals.select(path, with: &total)
        translator?.select(path: path)
        consumer.select(path: path)
    }

    // MARK: - The top level

    /// Counts a record at the top level, and delivers or rejects the pending record before it. Returns `false` to stop the
    /// parser: the record is not allowed here, or the consumer threw an error.
    private func topLevelRecordBegins(isScalar: Bool) -> Bool {
        guard line.valueCount == 0 || framing.singleValueUnit == nil && framing != .value else {
            return stopAtSecondValue()
        }
        // The scanner takes `01` and `truefalse` for one token, which begins before the end of the first value.
        if case .pending(let range, isScalar: true) = state, isScalar, tokenStart <= range.upperBound {
            return stopParser(
                ImportError(
                    .unexpectedToken, "expected white space between two values, found none",
                    location: tokenizer.location(of: range.upperBound)))
        }
        line.valueCount += 1
        return flushPending()
    }

    /// Counts a value at the top level that contains the records. Returns `false` if it is the second value of a line or a
    /// text.
    private func topLevelValueBegins() -> Bool {
        guard framing.singleValueUnit == nil || line.valueCount == 0 else { return stopAtSecondValue() }
        envelope.topLevelValueBegins()
        line.valueCount += 1
        hasEnvelope = true
        return true
    }

    /// Notes the beginning of an array or object at the top level that may contain the records.
    private func topLevelBracket(at start: Int) {
        guard options.requiresPathInEachValue else { return }
        topLevelStart = (start, location(of: start))
        if options.retainsRejectedText, !line.isRetained { context.value.cursor.retainedRecord = start }
    }

    /// Ends a value at the top level that may contain the records. If it has none at the path, rejects or reports it. Returns
    /// `false` to stop the parser.
    private func topLevelValueEnds() -> Bool {
        guard !envelope.valueHasPath, paths.paths[0].isRequired else { return true }
        guard options.requiresPathInEachValue else {
            options.onValueWithoutPath?(currentLocation())
            return true
        }
        rejectionError = ImportError.pathNotFound(paths.paths[0].path).with(
            record: recordNumber, location: topLevelStart.location)
        return rejectRecord(range(from: topLevelStart.offset, to: nil), isInEnvelope: true)
    }

    private func stopAtSecondValue() -> Bool {
        let location = currentLocation()
        let error =
            if let unit = framing.singleValueUnit {
                ImportError(
                    .trailingData, "expected the end of the \(unit), found another value", location: location)
            } else {
                ImportError(
                    .trailingData, "expected one value in the text, found another one after it",
                    advice: "import the text as an array of records", location: location)
            }
        return stopParser(error)
    }

    /// Stops the parser at an object in the place of an array of records. Returns `false`.
    private func stopAtObject() -> Bool {
        let path = paths.paths[pathTotals.current].path
        return stopParser(
            ImportError(
                .pathNotFound, "expected an array of records at \(path), found an object",
                advice: "if it is one record, name the path of the records: --path \(path.argument)",
                path: path, location: currentLocation()))
    }

    /// Stops the parser with an error. Returns `false`.
    private func stopParser(_ error: ImportError) -> Bool { stop(error) != 0 }

    // MARK: - Scalars, brackets and keys

    /// Receives a scalar; `send` forwards it to the consumer.
    @inline(__always)
    private func scalar(isNull: Bool = false, _ send: (Pinned<EventTable>) -> Int32) -> Int32 {
        switch role(isScalar: true) {
        case .pathEnd where isNull && !consumer.takesNullAtPath && envelope.isMemberAtPathEnd:
            // An API spells an empty array of records as null.
            envelope.valueEnds()
            return 1
        case .record, .pathEnd:
            state = .inRecord(start: nil)
            guard !isSkippingEvents else { return recordCompleted(isScalar: true) }
            return takesObjectsOnly ? rejectNonObject() : send(recordEvents)
        case .enclosingValue: return takeEnclosingScalar()
        case .envelope, .outsidePath:
            envelope.valueEnds()
            guard envelope.isAtTopLevel else { return 1 }
            topLevelBracket(at: tokenStart)
            return topLevelValueEnds() ? 1 : 0
        case .unexpected: return 0
        }
    }

    /// Receives an opening bracket; `send` forwards it to the consumer.
    @inline(__always)
    private func start(isArray: Bool, _ send: (Pinned<EventTable>) -> Int32) -> Int32 {
        switch role(isScalar: false) {
        case .record: return beginRecord(isArray: isArray, send)
        case .pathEnd:
            guard isArray else {
                guard !options.requiresArrayAtPath || stopAtObject() else { return 0 }
                return beginRecord(isArray: false, send)
            }
            envelope.openRecords()
        case .envelope where !isArray && isAmongArrays:
            let start = context.value.cursor.moveScanStartToBracket()
            topLevelBracket(at: start)
            state = .inRecord(start: start)
            guard context.value.open() else { return stop(context.value.tooDeep) }
            return reject(
                ImportError(.pathNotFound, "expected an array of records, found an object", path: JSONPath()))
        case .envelope: envelope.open(isArray: isArray)
        case .enclosingValue: return EventContext.openKeepingText(context)
        case .outsidePath:
            beginOtherValue()
            guard context.value.open() else { return stop(context.value.tooDeep) }
            context.value.skip(.outsidePath, to: envelope.depth)
            return 1
        case .unexpected: return 0
        }
        let start = context.value.cursor.moveScanStartToBracket()
        if context.value.depth == 0 { topLevelBracket(at: start) }
        guard context.value.open() else { return stop(context.value.tooDeep) }
        return pauseForPlainRecords()
    }

    /// Whether the current value is at the top level, where each value must be an array of records.
    private var isAmongArrays: Bool {
        options.requiresPathInEachValue && envelope.isAtTopLevel
            && paths.paths[0].path.components.first == .wildcard
    }

    @inline(__always)
    private func beginRecord(isArray: Bool, _ send: (Pinned<EventTable>) -> Int32) -> Int32 {
        let start = context.value.cursor.moveScanStartToBracket()
        state = .inRecord(start: start)
        if options.retainsRejectedText, !line.isRetained { context.value.cursor.retainedRecord = start }
        guard !isSkippingEvents, !isArray || !takesObjectsOnly else { return skipRecord() }
        context.value.install(recordEvents)
        return send(recordEvents)
    }

    /// Skips a record that an earlier import has processed, or rejects a record that is not an object.
    private func skipRecord() -> Int32 {
        guard context.value.open() else { return stop(context.value.tooDeep) }
        guard isSkipping else { return rejectNonObject() }
        context.value.skip(.record, to: envelope.depth)
        return 1
    }

    private func rejectNonObject() -> Int32 {
        reject(.typeMismatch(expected: "an object", found: tokenText))
    }

    private func key(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
        // SAFETY: the parser lends `count` bytes for the call.
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        // Keys of the envelope are only compared with the paths, so U+FFFD replaces unpaired surrogates under any
        // policy.
        let repaired = unsafe context.value.repairedText(text)
        let key = unsafe repaired ?? String(decoding: text, as: UTF8.self)
        envelope.key(key)
        // But records may carry the key.
        if repaired != nil, paths.haveEnclosingKeys, options.unpairedSurrogates == .rejectRecord {
            return stop(.unpairedSurrogate())
        }
        if options.onOtherArray != nil { otherKey = key }
        return 1
    }

    /// Ends a skipped value that is not on a path. Returns 1, so that the parser continues.
    func outsidePathSkipped() -> Int32 {
        endOtherValue()
        envelope.valueEnds()
        return 1
    }

    /// Receives a closing bracket of the envelope.
    private func end() -> Int32 {
        context.value.depth -= 1
        envelope.close()
        return context.value.depth > 0 || topLevelValueEnds() ? 1 : 0
    }
}

/// The arrays of objects that are in the envelope, but not on the path: the user may mean these records.
///
/// They are reported only to a caller that asks for them, and only as far as the window holds them.
extension RecordReader {
    private func beginOtherValue() {
        guard options.onOtherArray != nil, let key = otherKey, !paths.mayLeadToSeveralArrays else { return }
        let start = tokenStart
        let isArrayOfObjects = withReadText(from: start) { text in
            let scanner = TokenScanner(text)
            return text.count > 0 && text[0] == UInt8(ascii: "[")
                && scanner.token(at: 1).map { text[$0.start] } == UInt8(ascii: "{")
        }
        otherValue = (key, start, isArrayOfObjects)
    }

    /// Reports the arrays of the value that has ended.
    private func endOtherValue() {
        guard let value = otherValue else { return }
        otherValue = nil
        let path = envelope.path
        guard !path.contains(where: { if case .key = $0 { false } else { true } }) else { return }
        let arrays: [RecordArray]? = tokenizer.withText(value.start..<context.value.cursor.tokenEnd) { text in
            guard let text else { return nil }
            var object = Array(#"{"":"#.utf8)
            object.append(copying: text)
            object.append(UInt8(ascii: "}"))
            var scanner = OutlineScanner(needsFollowing: true)
            return scanner.outline(of: object.span, isComplete: true)?.arrays
        }
        for array in arrays
            ?? (value.isArrayOfObjects
                ? [RecordArray(path: JSONPath([.key("")]), objects: 1, isOpen: true)] : [])
        {
            let components = path + [.key(value.key)] + array.path.components.dropFirst()
            options.onOtherArray?(
                RecordArray(path: JSONPath(components), objects: array.objects, isOpen: array.isOpen))
        }
    }
}
