/// Values that do not fit and are left out, while the record goes on.
extension ModelBinder {
    /// Leaves out the value with this error if something around it can do without: a property with
    /// ``MismatchPolicy/skipValue``, or a lenient array.
    ///
    /// - Parameter last: the index of the frame that the value is directly in.
    /// - Returns: `nil` if nothing can do without the value, else whether the import goes on.
    mutating func leaveOut(_ error: ImportError, inside last: Int) -> Bool? {
        let identifying = identifyingFrame
        guard let index = toleratingFrame(upTo: last, identifying: identifying),
            identifying != nil || error.code.isAboutValue
        else { return nil }
        if identifying == nil {
            notes.note(
                error, record: unsafe context.value.source.recordNumber,
                limit: options.maximumListedMismatches)
        } else {
            targets.passOver()
        }
        while frames.last > index { dropFrame() }
        node = nil
        context.value.mute(false)
        skipRestOfValue()
        passLeftOut()
        return true
    }

    /// Goes on after a value that is left out.
    private mutating func passLeftOut() {
        let frame = frames.top
        if frame.value.kind == .array {
            frame.value.leftOut += 1
            return prepareForElement()
        }
        // As binding as a value would have been. What is wrong with the first key is not about a member.
        if let slot = frame.value.slot {
            dropValue(of: slot, in: frame)
            unsafe frame.value.states![slot.value.index] = slot.value.rank | DraftState.leftOut
        }
        if frame.value.kind == .arrayOnPath, !hasSecondaryReplay { skipStep() }
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
            case .object, .arrayOnPath:
                guard options.mismatches == .skipValue, let slot = frame.value.slot else { continue }
                if slot.value.isDispensable { return index }
            case .implicitArray, .dictionary: continue
            }
        }
        return nil
    }
}

extension Frame {
    /// Whether the current member is an array that can do without elements.
    fileprivate var memberIsLenient: Bool {
        (kind == .object || kind == .arrayOnPath) && slot?.value.isLenient == true
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
