/// Values that do not fit and are left out, while the record continues.
extension ModelBinder {
    /// Leaves out the value with this error if something around it can do without: a property with
    /// ``MismatchPolicy/skipValue``, or a lenient array.
    ///
    /// - Parameter last: the index of the frame that the value is directly in.
    /// - Returns: `nil` if nothing can do without the value, else whether the import continues.
    mutating func skipMismatch(_ error: ImportError, inside last: Int) -> Bool? {
        let identifying = identifyingFrame
        guard let index = toleratingFrame(upTo: last, identifying: identifying),
            identifying != nil || error.code.isAboutValue
        else { return nil }
        while frames.last > index { discardFrame() }
        if identifying == nil { addMismatch(error) } else { targets.markIncomplete() }
        node = nil
        context.value.suppressScalars(false)
        skipRestOfValue()
        proceedAfterMismatch()
        return true
    }

    /// Notes a mismatch in the innermost frame, or has it wait for the end of the object.
    private mutating func addMismatch(_ error: ImportError) {
        let slot = frames.top.value.slotOfMember
        let waits = slot.map { $0.value.mayBeOutranked || $0.value.requiredCount > 0 } ?? false
        let field = waits ? slot.map { PendingMismatches.Field(frame: modelFrame, slot: $0) } : nil
        if waits { frames.top.value.missingCount += 1 }
        mismatches.add(
            error, record: context.value.source.recordNumber, field: field,
            limit: options.maximumListedMismatches)
        listMismatches()
    }

    /// Notes the mismatches that wait for nothing.
    mutating func listMismatches() {
        mismatches.list(in: &summary, limit: options.maximumListedMismatches)
    }

    /// Decides about the mismatches that have waited for the end of the object in the innermost frame: one counts unless
    /// a more binding key has a value.
    ///
    /// - Returns: the error of the first one that the object cannot do without.
    mutating func resolveMismatches() -> ImportError? {
        let (frame, policy) = (frames.top, options.mismatches)
        let (count, error) = mismatches.resolve(
            frame: frames.last, limit: options.maximumListedMismatches
        ) { slot in
            // SAFETY: the plan laid the memory out with a state for each slot.
            let state = frame.value.draft[state: slot.value.index]
            let hasValue = state & DraftState.kindMask == DraftState.present
            if hasValue, state & ~DraftState.kindMask < slot.value.rank { return .isOutranked }
            return policy == .skipValue && (hasValue || slot.value.requiredCount == 0) ? .counts : .isFatal
        }
        frame.value.missingCount -= count
        if error == nil { listMismatches() }
        return error
    }

    /// Goes on after a value that is left out.
    private mutating func proceedAfterMismatch() {
        let frame = frames.top
        if frame.value.kind == .array {
            frame.value.mismatchCount += 1
            return prepareForElement()
        }
        // What is wrong with the first key is not about a member.
        if let slot = frame.value.slotOfMember { markWithoutValue(slot, DraftState.mismatch) }
        endMemberWithoutValue()
    }

    /// The innermost frame that can do without the value which is being read in it.
    ///
    /// - Parameter identifying: the index of the frame whose object is read only to find out which instance it
    ///   means: it can do without any value.
    private func toleratingFrame(upTo last: Int, identifying: Int?) -> Int? {
        for index in stride(from: last, to: 0, by: -1) {
            let frame = frames[index]
            if let identifying, index >= identifying, frame.value.kind != .implicitArray { return index }
            switch frame.value.kind {
            case .array:
                if frames[index - 1].value.memberIsLenient { return index }
            case .object, .replacement, .arrayOnPath:
                // The fault in what paths lead through is that of a field further in.
                guard let slot = frame.value.slotOfMember, !slot.value.isPath else { continue }
                if options.mismatches == .skipValue || slot.value.mayBeOutranked { return index }
            case .implicitArray, .dictionary: continue
            }
        }
        return nil
    }
}

extension Frame {
    /// Whether the current member is an array that can do without elements.
    fileprivate var memberIsLenient: Bool {
        switch kind {
        case .object, .replacement, .arrayOnPath: slot?.value.isLenient == true
        case .array, .implicitArray, .dictionary: false
        }
    }

    /// The slot that the current member goes into, which a hook may still decide about.
    fileprivate var slotOfMember: Pinned<Slot>? {
        guard kind != .array, let slot else { return nil }
        return slot.value.hasHook ? slot.value.secondary : slot
    }
}

extension ImportError.Code {
    /// Whether the fault is that of one value, not of an object's keys or of the text.
    fileprivate var isAboutValue: Bool {
        switch self {
        case .typeMismatch, .numberOutOfRange, .invalidValue, .missingKeys, .rejectedByModel: true
        default: false
        }
    }
}
