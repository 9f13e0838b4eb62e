/// What happens to a record that is wrong, and to an import that cannot go on.
extension Binder {
    /// Whether the record is sent once more instead: what is wrong first is to be the same each time.
    var startsOver: Bool { source?.startsOver() ?? false }

    /// Ends the import. Returns `false`, which stops the parser.
    @inline(never)
    mutating func fail(_ error: ImportError) -> Bool {
        guard !startsOver else { return false }
        failure = error.with(path: error.path ?? currentPath, record: currentRecord)
        return false
    }

    mutating func failTooDeep() -> Bool {
        fail(.tooDeep(limit: maximumDepth, at: currentLocation()))
    }

    /// Refuses the value that is being reported.
    @inline(never)
    mutating func rejectToken(expected: String) -> Bool {
        rejectToken(
            .typeMismatch(expected: expected, found: source?.currentToken().text ?? "another value"))
    }

    /// Refuses the value because a scalar could not be made of the token that is being reported.
    @inline(never)
    mutating func rejectToken(_ fault: any Error) -> Bool {
        let found = source?.currentToken().text ?? "another value"
        return rejectToken(ImportError(scalar: fault, found: found))
    }

    /// Refuses the token that is being reported.
    @inline(never)
    mutating func rejectToken(_ error: ImportError) -> Bool {
        guard !startsOver else { return false }
        let complete = error.with(path: currentPath, record: recordNumber, location: currentLocation())
        return leaveOut(complete, inside: frames.last) ?? rejectRecord(complete)
    }

    /// Refuses the object that is about to end.
    @inline(never)
    mutating func reject(_ error: ImportError) -> Bool {
        guard !startsOver else { return false }
        let frame = frames.top
        let complete = error.with(
            path: error.path ?? place(upTo: frames.last), record: recordNumber,
            location: error.location ?? frame.value.location ?? location(of: frame.value.offset))
        return leaveOut(complete, inside: frames.last - 1) ?? rejectRecord(complete)
    }

    mutating func rejectRecord(_ complete: ImportError) -> Bool {
        updates.rollBack()
        guard options.onError != .fail else {
            failure = complete
            return false
        }
        if frames.top.value.kind.isAroundRecords, !streamsRecord, let token = source?.currentToken() {
            startRecord(at: token.offset)
        }
        unwindRecord()
        isMuted = false
        rejection = Rejection(error: complete, start: recordStart)
        skipped = depth - frames.top.value.depth
        guard skipped > 0 else {
            cursor.value.parser?.report(.all)
            return rejectionEnded()
        }
        cursor.value.parser?.report(.brackets)
        return true
    }

    /// Notes that the rest of a rejected record has been skipped.
    mutating func rejectionEnded() -> Bool {
        guard let rejected = rejection else { return true }
        rejection = nil
        cursor.value.landmark = cursor.value.tokenEnd
        let range = rejected.start..<max(cursor.value.tokenEnd, rejected.start)
        return note(rejected.error, range: range) && recordEnded()
    }

    /// Counts and lists a rejected record; `false` if that was one too many.
    mutating func note(_ error: ImportError, range: Range<Int>) -> Bool {
        let limit: Int
        switch options.onError {
        case .fail: limit = 0
        case .skip(let most): limit = most
        case .collect(let most): limit = most
        }
        guard summary.rejectedCount < limit else {
            failure =
                options.onError == .fail ? error : ImportError.tooManyRejected(limit: limit, last: error)
            return false
        }
        let isListed = if case .collect = options.onError { true } else { false }
        defer { summary.rejectedCount += 1 }
        guard isListed || options.onRejected != nil else { return true }
        let text = options.keepsRejectedText ? source?.text(range) : nil
        let record = RejectedRecord(number: recordNumber, byteRange: range, error: error, text: text)
        if isListed { summary.rejected.append(record) }
        return handOut(record)
    }

    private mutating func handOut(_ rejected: RejectedRecord) -> Bool {
        do {
            try options.onRejected?(rejected)
            return true
        } catch {
            failure = ThrownByReceiver(error: error)
            return false
        }
    }

    /// Drops everything that was read of the record.
    mutating func unwindRecord() {
        while !frames.top.value.kind.isAroundRecords { dropFrame() }
        dropStreamed()
        node = nil
        cursor.value.keptOffset = keptOffset
    }

    mutating func dropFrame() {
        if bases.areUsed { _ = bases.pop(frames.last) }
        if !frames.top.value.kind.isAroundRecords { updates.rollBack(to: frames.top.value.changes) }
        dropContents(of: frames.top)
        frames.pop()
    }

    /// Drops what was read of a line that is not JSON, and what is known of its brackets.
    mutating func unwindLine() {
        updates.rollBack()
        dropPending()
        pending = nil
        while frames.last > 0 { dropFrame() }
        dropStreamed()
        node = nil
        depth = 0
        skipped = 0
        rejection = nil
        leftOut = nil
        isMuted = false
        cursor.value.parser?.report(.all)
        cursor.value.keptOffset = keptOffset
    }

    private func dropContents(of frame: Pinned<Frame>) {
        // SAFETY: the frame's memory holds what its kind and its counts say.
        switch frame.value.kind {
        case .text, .way, .records, .steps: break
        case .object:
            if let object = frame.value.object { dropDraft(frame, object) }
        case .array, .single:
            guard let element = frame.value.element, let memory = unsafe frame.value.memory.start else {
                return
            }
            unsafe element.value.type._destroy(memory, count: frame.value.count)
        case .dictionary:
            guard let (collector, _) = frame.value.node?.value.dictionary else { return }
            frame.value.entries.drop(collector)
        }
    }
}

// MARK: - Places

extension Binder {
    /// The number of the record that is being read, or would be next; `nil` outside of the records.
    var currentRecord: Int? {
        switch frames.top.value.kind {
        case .text, .way: nil
        case .records, .object, .array, .single, .steps, .dictionary: recordNumber
        }
    }

    @inline(__always)  // Else the whole binder is copied for it.
    var recordNumber: Int {
        // All that is in a line is one record.
        summary.records + summary.rejectedCount + (pending == nil || expectsLines ? 1 : 2)
    }

    /// The path of the value that is being read.
    var currentPath: JSONPath {
        let place = place(upTo: frames.last + 1)
        return stream == nil ? place : JSONPath(place.components + streamedPlace)
    }

    /// The path that leads through the frames before `end`.
    func place(upTo end: Int) -> JSONPath {
        var components: [JSONPath.Component] = []
        for index in 0..<end {
            if let step = member(of: frames[index]) { components.append(step) }
        }
        return JSONPath(components)
    }

    /// Which member of a frame is being read.
    private func member(of frame: Pinned<Frame>) -> JSONPath.Component? {
        switch frame.value.kind {
        case .text: nil
        case .records: frame.value.isArray ? .index(frame.value.count) : nil
        case .way:
            frame.value.isArray
                ? .index(frame.value.count)
                : frame.value.isOnWay ? path[frame.value.level - 1] : nil
        case .object: frame.value.memberName.map(JSONPath.Component.key)
        case .array, .steps: .index(frame.value.count + frame.value.leftOut)
        case .single: nil
        case .dictionary: frame.value.entryName.map(JSONPath.Component.key)
        }
    }

    func location(of offset: Int) -> SourceLocation? {
        source?.location(of: offset)
    }

    func currentLocation() -> SourceLocation? {
        source.flatMap { $0.location(of: $0.currentToken().offset) }
    }

    /// Works out the places of the open frames, while the text they began in is still at hand.
    func locateFrames() {
        for index in 1...max(frames.last, 1) where index <= frames.last {
            let frame = frames[index]
            guard frame.value.location == nil, !frame.value.kind.isAroundRecords else { continue }
            frame.value.location = location(of: frame.value.offset)
        }
    }
}

extension Frame {
    /// The key of the current member of an object that becomes a model.
    fileprivate var memberName: String? {
        if let extras = object?.value.extras, extras.member == slot {
            return entries.openKey(extras.collector)
        }
        // A key that was not remembered has no spelling of its own.
        return spelling.flatMap { $0.value.key.count < 0 ? nil : $0.value.key.text }
    }

    /// The key of the current entry of a dictionary.
    fileprivate var entryName: String? {
        node?.value.dictionary.flatMap { entries.openKey($0.collector) }
    }
}
