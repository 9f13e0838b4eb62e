/// Values that do not fit and are left out, while the record goes on.
extension Binder {
    /// How many mismatches are listed.
    private static let mismatchLimit = 1000

    /// Leaves out the value with this error if something around it can do without: a property with
    /// ``MismatchPolicy/keep``, or a lenient array.
    ///
    /// - Parameter last: the index of the frame that the value is directly in.
    /// - Returns: whether it was left out.
    mutating func leaveOut(_ error: ImportError, inside last: Int) -> Bool {
        guard error.code.isAboutValue, let index = toleratingFrame(upTo: last) else { return false }
        while frames.last > index { dropFrame() }
        cursor.value.keptOffset = keptOffset
        node = nil
        if frames.top.value.kind == .array { prepareForElement() }
        if frames.top.value.kind == .steps { skipStep() }
        skipped = depth - frames.top.value.depth
        isMuted = false
        if skipped > 0 { cursor.value.parser?.report(.brackets) }
        noteMismatch(error)
        return true
    }

    /// The innermost frame that can do without the value which is being read in it.
    private func toleratingFrame(upTo last: Int) -> Int? {
        for index in stride(from: last, through: 0, by: -1) {
            let frame = frames[index]
            switch frame.value.kind {
            case .text, .way, .records: return nil
            case .array:
                if let node = frame.value.node, node.value.isLenient { return index }
            case .object, .steps:
                guard options.mismatch == .keep, let slot = frame.value.slot else { continue }
                if slot.value.weight == 0 { return index }
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

extension ImportError.Code {
    /// Whether the fault is that of one value, not of an object's keys or of the text.
    fileprivate var isAboutValue: Bool {
        switch self {
        case .typeMismatch, .numberOutOfRange, .invalidValue, .missingKeys, .rejectedByModel: true
        default: false
        }
    }
}
