/// The handling of errors in a record.
extension ModelBinder {
    /// Whether the record must be sent again in key order, so that the first error does not depend on the order of a
    /// dictionary.
    var restartsInKeyOrder: Bool { context.value.source.restartsInKeyOrder() }

    mutating func stopTooDeep() -> EventResult {
        guard !restartsInKeyOrder else { return .restarted }
        return end(.stopped, context.value.tooDeep)
    }

    /// Rejects the value that is being reported because its type is not the expected one.
    @inline(never)
    mutating func rejectToken(expected: String) -> EventResult {
        let advice = frames.last == 0 ? recordAdvice : nil
        return rejectToken(.typeMismatch(expected: expected, found: foundText, advice: advice))
    }

    /// The advice if either the record or its model is an array, but not both; otherwise `nil`.
    private var recordAdvice: String? {
        let record = plan.record.value
        if let element = plan.collection?.elementType {
            return
                "each record is imported as \(record.type); to import it as \(element), pass \(element).self"
        }
        guard record.object != nil, foundText == AnyValueExcerpt.openingBracket else { return nil }
        return "to import a record that is an array, pass [\(record.type)].self"
    }

    /// Rejects the value that is being reported because no scalar could be made from it.
    @inline(never)
    mutating func rejectToken(_ error: any Error) -> EventResult {
        rejectToken(ImportError(scalar: error, found: foundText))
    }

    /// Rejects the token that is being reported.
    @inline(never)
    mutating func rejectToken(_ error: ImportError) -> EventResult {
        guard !restartsInKeyOrder else { return .restarted }
        let locatedError = error.with(
            path: path(upTo: frames.last + 1), record: context.value.source.recordNumber,
            location: context.value.source.currentLocation())
        return skipMismatch(locatedError, inside: frames.last) ?? end(.rejected, locatedError)
    }

    /// Rejects the object in the innermost frame.
    @inline(never)
    mutating func rejectObject(_ error: ImportError) -> EventResult {
        guard !restartsInKeyOrder else { return .restarted }
        let locatedError = error.with(
            path: path(upTo: frames.last), record: context.value.source.recordNumber,
            location: locationOfObject)
        return rejectObject(located: locatedError)
    }

    /// Rejects the value in the innermost frame because its representation is invalid.
    ///
    /// - Parameter cause: the error, whose path begins at the value.
    @inline(never)
    mutating func rejectRepresentation(_ cause: any Error, isScalar: Bool) -> EventResult {
        let error = path(upTo: frames.last).components.reversed()
            .reduce(ImportError.rejectedByModel(cause)) { $0.inside($1) }
        return isScalar ? rejectToken(error) : rejectObject(error)
    }

    /// The location of the object in the innermost frame.
    var locationOfObject: SourceLocation? {
        frames.top.value.location ?? context.value.source.location(of: frames.top.value.offset)
    }

    /// Rejects the object in the innermost frame with an error that already has a path and a location.
    mutating func rejectObject(located error: ImportError) -> EventResult {
        skipMismatch(error, inside: frames.last - 1) ?? end(.rejected, error)
    }

    /// The value that is being reported, as error messages quote it.
    var foundText: String {
        guard let event = replays.current, !event.isFromText else {
            return context.value.source.tokenText
        }
        switch event.kind {
        case .objectStart: return AnyValueExcerpt.openingBrace
        case .arrayStart: return AnyValueExcerpt.openingBracket
        case .null: return AnyValueExcerpt(Any?.none as Any).description
        default: return AnyValueExcerpt(replays.tape.value(of: event)).description
        }
    }

    // MARK: - Frames

    mutating func discardFrame() {
        _ = updates?.pop(frames.last)
        updates?.log.rollBack(to: frames.top.value.changeCount)
        discardMismatches()
        replays.firstFits.end(frame: frames.last)
        deinitializeContents(of: frames.top)
        frames.pop()
    }

    private func deinitializeContents(of frame: Pinned<Frame>) {
        // SAFETY: the frame's kind and counts say which values its memory holds.
        switch frame.value.kind {
        case .arrayOnPath, .replacement, .payload: break
        case .object:
            if let object = frame.value.object { deinitializeDraft(frame, object) }
        case .array, .implicitArray:
            // An array without elements may have no memory yet.
            guard let memory = unsafe frame.value.memory.start else { return }
            guard let element = frame.value.element else {
                preconditionFailure("the array has no element type")
            }
            unsafe element.value.type.deinitialize(memory, count: frame.value.count)
        case .dictionary, .pairs:
            guard let (collector, _) = frame.value.node?.value.dictionary else {
                preconditionFailure("the dictionary has no collector")
            }
            frame.value.members.deinitialize(collector)
        }
    }

    // MARK: - Paths and locations

    /// The path of the value that is being read, from the record's root.
    var pathInRecord: [JSONPath.Component] {
        var path: [JSONPath.Component] = []
        appendComponents(upTo: frames.last + 1, to: &path)
        return path + pathInRecording
    }

    /// Returns the path through the frames before `end`, from the root of the text, with `last` appended.
    func path(upTo end: Int, _ last: [JSONPath.Component] = []) -> JSONPath {
        var path = context.value.source.recordPath
        appendComponents(upTo: end, to: &path)
        return JSONPath(path + last)
    }

    func appendComponents(from start: Int = 1, upTo end: Int, to path: inout [JSONPath.Component]) {
        for index in start..<max(end, start) {
            if let component = currentComponent(of: frames[index]) { path.append(component) }
        }
    }

    /// Returns the path component of the current member or element of a frame.
    private func currentComponent(of frame: Pinned<Frame>) -> JSONPath.Component? {
        switch frame.value.kind {
        case .object: frame.value.memberKey.map(JSONPath.Component.key)
        case .array, .arrayOnPath: .index(frame.value.count + frame.value.mismatchCount)
        case .implicitArray, .replacement, .payload: nil
        case .dictionary: frame.value.dictionaryKey.map(JSONPath.Component.key)
        case .pairs: .index(frame.value.members.partCount)
        }
    }

    /// Computes the locations of the open frames while their brackets are still in the window.
    func locateFrames() {
        guard frames.last > 0 else { return }
        for index in 1...frames.last where frames[index].value.location == nil {
            frames[index].value.location = context.value.source.location(
                of: frames[index].value.offset)
        }
    }
}

extension Frame {
    /// The key of the current member of an object that becomes a model.
    fileprivate var memberKey: String? {
        if let extras = object?.value.extras, extras.member == slot {
            return members.openKey(extras.collector)
        }
        // The shared spelling of unknown keys beyond the cache limit has no text.
        return spelling.flatMap { $0.value.key.count < 0 ? nil : $0.value.key.text }
    }

    /// The key of the current member of a dictionary.
    fileprivate var dictionaryKey: String? {
        node?.value.dictionary.flatMap { members.openKey($0.collector) }
    }
}
