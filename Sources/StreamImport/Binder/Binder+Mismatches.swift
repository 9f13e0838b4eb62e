/// Values that do not fit and are left out, while the record goes on.
extension Binder {
    /// How many mismatches are listed.
    private static let mismatchLimit = 1000

    /// Leaves out the value with this error if something around it can do without: a property with
    /// ``MismatchPolicy/keep``, or a lenient array.
    ///
    /// - Parameter last: the index of the frame that the value is directly in.
    /// - Returns: `nil` if nothing can do without the value, else whether the import goes on.
    mutating func leaveOut(_ error: ImportError, inside last: Int) -> Bool? {
        let identifying = identifyingFrame
        guard let index = toleratingFrame(upTo: last, identifying: identifying),
            identifying != nil || error.code.isAboutValue
        else { return nil }
        if identifying == nil { noteMismatch(error) } else { bases.passOver() }
        // What ends here has a frame; what begins here has a bracket only, or is a scalar.
        let hasFrame = frames.last > index
        let start = hasFrame ? frames[index + 1].value.offset : cursor.value.tokenEnd - 1
        while frames.last > index { dropFrame() }
        node = nil
        skipped = depth - frames.top.value.depth
        mute(false)
        if skipped > 0 { cursor.value.parser?.report(.brackets) }
        // A scalar that was to become an array of one has nothing in it to read again.
        if frames.top.value.again != nil, frames.top.value.slot?.value.hasHook == false,
            hasFrame || skipped > 0, start < cursor.value.tokenEnd
        {
            leftOut = start
        }
        cursor.value.keptOffset = keptOffset
        return passLeftOut()
    }

    /// Goes on behind a value that is left out, or, if paths lead through it, first reads it again.
    private mutating func passLeftOut() -> Bool {
        let frame = frames.top
        if frame.value.kind == .array {
            frame.value.leftOut += 1
            prepareForElement()
            return true
        }
        // As binding as a value would have been.
        if let slot = frame.value.slot {
            dropValue(of: slot, in: frame)
            unsafe frame.value.states![slot.value.index] = slot.value.rank | DraftState.leftOut
        }
        if let leftOut { return skipped > 0 || readLeftOut(from: leftOut) }
        if frame.value.kind == .steps { skipStep() }
        return true
    }

    /// Reads a value that was left out for what paths lead to in it.
    mutating func readLeftOut(from offset: Int) -> Bool {
        leftOut = nil
        guard let again = frames.top.value.again else { return true }
        enter(again)
        return readAgain(from: offset)
    }

    /// The innermost frame that can do without the value which is being read in it.
    ///
    /// - Parameter identifying: the index of the frame whose object is read only to find out which instance it
    ///   means: it can do without any value.
    private func toleratingFrame(upTo last: Int, identifying: Int?) -> Int? {
        for index in stride(from: last, through: 0, by: -1) {
            let frame = frames[index]
            if let identifying, index >= identifying, frame.value.kind != .single { return index }
            switch frame.value.kind {
            case .text, .way, .records: return nil
            case .array:
                if frames[index - 1].value.memberIsLenient { return index }
            case .object, .steps:
                guard options.mismatch == .keep, let slot = frame.value.slot else { continue }
                if slot.value.isDispensable { return index }
            case .single, .dictionary: continue
            }
        }
        return nil
    }

    private mutating func noteMismatch(_ error: ImportError) {
        summary.mismatchCount += 1
        guard summary.mismatches.count < Self.mismatchLimit else { return }
        summary.mismatches.append(Mismatch(record: recordNumber, error: error))
    }
}

extension Frame {
    /// Whether the current member is an array that can do without elements.
    fileprivate var memberIsLenient: Bool {
        (kind == .object || kind == .steps) && slot?.value.isLenient == true
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
