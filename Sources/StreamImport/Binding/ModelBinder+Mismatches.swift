/// Mismatches: values that do not fit and are skipped while their record is kept.
extension ModelBinder {
    /// Skips the value that has an error if the value's context tolerates the error. Such a context is a property with
    /// ``MismatchPolicy/skipValue``, a property that a key of higher precedence may still set, or a lenient array. An
    /// object that is read only to identify its instance tolerates any error.
    ///
    /// - Parameter last: the index of the frame that directly contains the value.
    /// - Returns: `nil` if no context tolerates the error.
    mutating func skipMismatch(_ error: ImportError, inside last: Int) -> EventResult? {
        let identifying = updates?.identifyingFrame
        guard let index = toleratingFrame(upTo: last, identifying: identifying) else { return nil }
        let isPayload = frames[index].value.kind == .payload
        guard identifying != nil || error.code.isAboutValue || isPayload && error.code.isAboutKey else {
            return nil
        }
        while frames.last > index { discardFrame() }
        if identifying == nil, isPayload { return readForNextCase(after: error) }
        if identifying == nil { addMismatch(error) } else { updates?.markIncomplete() }
        node = nil
        context.value.suppressScalars(false)
        skipRestOfValue()
        proceedAfterMismatch()
        return .continue
    }

    /// Adds a mismatch in the innermost frame. The mismatch is pending until the end of the object if a key of higher
    /// precedence may outrank it, or if its field is required.
    private mutating func addMismatch(_ error: ImportError) {
        let slot = frames.top.value.slotOfMember
        let isPending = slot.map { $0.value.mayBeOutranked || $0.value.requiredCount > 0 } ?? false
        let own = isPending ? slot.map { PendingMismatches.Field(frame: modelFrame, slot: $0) } : nil
        let (index, field) = own.map { (frames.last, $0) } ?? replaceableMember(upTo: frames.last)
        let count = mismatches.add(
            error, record: context.value.source.recordNumber, field: field,
            limit: options.maximumListedMismatches)
        frames[index].value.missingCount += count
        listMismatches()
    }

    /// Returns the innermost member among the frames up to an index whose value a key of higher precedence may replace, and
    /// the index of its frame; the index 0 if there is none.
    private func replaceableMember(upTo last: Int) -> (frame: Int, PendingMismatches.Field?) {
        for index in stride(from: last, to: 0, by: -1) {
            guard let slot = frames[index].value.slotOfMember, slot.value.mayBeOutranked else { continue }
            return (index, .init(frame: modelFrame(enclosing: index), slot: slot, isInside: true))
        }
        return (0, nil)
    }

    /// Resolves the mismatches of the object in the innermost frame, which is discarded.
    mutating func discardMismatches() {
        guard mismatches.arePending else { return }
        let (index, outer) = replaceableMember(upTo: frames.last - 1)
        frames[index].value.missingCount += mismatches.discardObject(
            frame: frames.last, outer: outer, areKept: options.mismatches == .skipValue,
            limit: options.maximumListedMismatches)
    }

    /// Lists the mismatches in the summary, unless one of them is pending.
    mutating func listMismatches() {
        mismatches.list(in: &summary, limit: options.maximumListedMismatches)
    }

    /// Resolves the mismatches that were pending until the end of the object in the innermost frame.
    ///
    /// A mismatch does not count if a key of higher precedence has a value. Any other mismatch counts under
    /// ``MismatchPolicy/skipValue``, unless its field is required and has no value; otherwise it is fatal.
    ///
    /// - Returns: the error of the first mismatch that is fatal to the object; `nil` if none is.
    mutating func resolveMismatches() -> ImportError? {
        let (frame, policy) = (frames.top, options.mismatches)
        guard mismatches.arePending else { return nil }
        let (index, outer) = replaceableMember(upTo: frames.last - 1)
        let (count, outerCount, error) = mismatches.resolve(
            frame: frames.last, outer: outer, limit: options.maximumListedMismatches
        ) { field in
            let slot = field.slot
            // SAFETY: the plan laid the memory out with a state for each slot.
            let state = frame.value.draft[state: slot.value.index]
            let hasValue = state & DraftState.kindMask == DraftState.present
            if hasValue, state & ~DraftState.kindMask < slot.value.rank { return .isOutranked }
            guard !field.isInside else { return .counts }
            return policy == .skipValue && (hasValue || slot.value.requiredCount == 0) ? .counts : .isFatal
        }
        frame.value.missingCount -= count
        frames[index].value.missingCount += outerCount
        if error == nil { listMismatches() }
        return error
    }

    /// Prepares for the value after a skipped one.
    private mutating func proceedAfterMismatch() {
        let frame = frames.top
        if frame.value.kind == .array {
            frame.value.mismatchCount += 1
            return prepareForElement()
        }
        // An error in the first key of an object belongs to no slot.
        if let slot = frame.value.slotOfMember { markWithoutValue(slot, DraftState.mismatch) }
        endMemberWithoutValue()
    }

    /// Returns the index of the innermost frame that tolerates an error in the value being read in it.
    ///
    /// - Parameters:
    ///   - last: the index of the innermost frame to consider.
    ///   - identifying: the index of the frame whose object is read only to identify its instance. This frame and the
    ///     frames inside it tolerate any error.
    private func toleratingFrame(upTo last: Int, identifying: Int?) -> Int? {
        for index in stride(from: last, to: 0, by: -1) {
            let frame = frames[index]
            if let identifying, index >= identifying, frame.value.kind != .implicitArray { return index }
            switch frame.value.kind {
            case .array:
                if frames[index - 1].value.memberIsLenient { return index }
            case .object, .replacement, .arrayOnPath:
                // If paths lead through the member, the error belongs to a field whose value is inside the member.
                guard let slot = frame.value.slotOfMember, !slot.value.isPath else { continue }
                if options.mismatches == .skipValue || slot.value.mayBeOutranked { return index }
            case .payload:
                if frame.value.mayFitAnotherCase { return index }
            case .implicitArray, .dictionary, .pairs: continue
            }
        }
        return nil
    }
}

extension Frame {
    /// Whether the current member is an array that skips elements which do not fit.
    fileprivate var memberIsLenient: Bool {
        switch kind {
        case .object, .replacement, .arrayOnPath: slot?.value.isLenient == true
        case .array, .implicitArray, .dictionary, .payload, .pairs: false
        }
    }

    /// Whether the value of a payload that does not fit is read for another case.
    fileprivate var mayFitAnotherCase: Bool { node?.value.cases?.value.hasDiscriminator == false }

    /// The slot that the current member is stored in, even if a hook still decides about the member.
    fileprivate var slotOfMember: Pinned<Slot>? {
        guard kind != .array, let slot else { return nil }
        return slot.value.hasHook ? slot.value.secondary : slot
    }
}

extension ImportError.Code {
    /// Whether the error concerns one value, not an object's keys or the text.
    fileprivate var isAboutValue: Bool {
        switch self {
        case .typeMismatch, .numberOutOfRange, .invalidValue, .missingKeys, .unknownCase, .rejectedByModel:
            true
        default: false
        }
    }

    /// Whether the error concerns a key of an object.
    fileprivate var isAboutKey: Bool { self == .unknownKey || self == .duplicateKey }
}
