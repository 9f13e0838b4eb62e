/// The way to the records, their beginning and their end.
extension Binder {
    /// Receives a value that nothing was prepared for: one to skip, one on the way, or a record.
    ///
    /// - Returns: whether the value becomes something, which `node` and `destination` then say.
    mutating func offTrack(_ kind: ValueKind) -> Bool {
        let frame = frames.top
        switch frame.value.kind {
        case .object, .array, .single, .dictionary:
            if kind != .scalar { skip() }
            return false
        case .steps:
            return unpreparedStep(kind)
        case .records:
            return recordAtTopLevel(kind)
        case .text, .way:
            if frame.value.kind == .text, !textBegins() { return false }
            if frame.value.isArray { frame.value.isOnWay = indexIsOnWay(frame) }
            guard frame.value.isOnWay else {
                if kind != .scalar { skip() }
                if frame.value.isArray { frame.value.count += 1 }
                return false
            }
            return valueOnWay(kind, level: frame.value.level)
        }
    }

    /// Counts the values of the top level, where records are inside of them; `false` if there is one too many.
    private mutating func textBegins() -> Bool {
        guard !expectsLines || textsInLine == 0 else {
            return fail(.secondValueInLine(at: currentLocation()))
        }
        textsInLine += 1
        hasText = true
        return true
    }

    /// Receives a value that the path leads to, or leads through.
    private mutating func valueOnWay(_ kind: ValueKind, level: Int) -> Bool {
        if level == path.count {
            foundPath = true
            if kind == .array, expandsArray {
                openWay(.records, level: level, isArray: true)
                prepareRecord()
                return false
            }
            prepareRecord()
            return true
        }
        if kind == .scalar {
            frames.top.value.count += 1
        } else {
            openWay(.way, level: level + 1, isArray: kind == .array)
        }
        return false
    }

    /// Whether an array stands for its elements: always, but where each value of the top level is a record.
    private var expandsArray: Bool { frames.bottom.value.kind == .text }

    private mutating func openWay(_ kind: Frame.Kind, level: Int, isArray: Bool) {
        _ = cursor.value.markBracket()
        frames.push()
        let frame = frames.top
        frame.value.kind = kind
        frame.value.node = nil
        frame.value.slot = nil
        frame.value.level = level
        frame.value.isArray = isArray
        frame.value.isOnWay = false
        frame.value.count = 0
        frame.value.depth = depth
        frame.value.location = nil
    }

    private func indexIsOnWay(_ frame: Pinned<Frame>) -> Bool {
        switch path[frame.value.level - 1] {
        case .index(let index): index == frame.value.count
        case .key(let key): key == String(frame.value.count)
        }
    }

    /// Receives a key of an object on the way.
    mutating func wayKey(_ key: KeyText) {
        let frame = frames.top
        guard frame.value.kind == .way else { return }
        guard case .key(let step) = path[frame.value.level - 1] else { return }
        frame.value.isOnWay = step == key.text
    }

    /// Receives the end of an array or object on the way, or of the records.
    mutating func leaveWay() -> Bool {
        frames.pop()
        node = nil
        let frame = frames.top
        if frame.value.isArray { frame.value.count += 1 }
        return true
    }
}

// MARK: - Records

extension Binder {
    /// Makes ready for a record.
    mutating func prepareRecord() {
        node = record
        unsafe destination = recordMemory
    }

    mutating func startRecord(at offset: Int) {
        recordStart = offset
        if options.keepsRejectedText, !keepsLine { cursor.value.keptOffset = offset }
    }

    /// A value is complete that is a record.
    mutating func recordStored(isScalar: Bool) -> Bool {
        let frame = frames.top
        // Brackets are landmarks by themselves.
        if isScalar { cursor.value.landmark = cursor.value.tokenEnd }
        if frame.value.kind == .records, depth == 0, isScalar || holdsLines {
            // `truefalse` and `01` are no records, and nothing else may be in a line: what follows decides.
            pending = cursor.value.tokenEnd
            node = nil
            return true
        }
        return handOn()
    }

    private mutating func handOn() -> Bool {
        if updatedInstance == nil { updates.commit() }
        do {
            if let receiver = unsafe stream?.receiver {
                try handOnStreamed(receiver)
            } else {
                // SAFETY: a record was stored in the memory, and is moved out once.
                try deliver(unsafe RecordPlace(recordMemory))
            }
        } catch {
            failure = ThrownByReceiver(error: error)
            return false
        }
        summary.records += 1
        return recordEnded()
    }

    /// Goes on behind a record, whether it was handed on or rejected.
    mutating func recordEnded() -> Bool {
        if options.keepsRejectedText, !keepsLine { cursor.value.keptOffset = nil }
        let frame = frames.top
        frame.value.count += 1
        valuesInLine += 1
        if frame.value.kind == .records, !(expectsLines && depth == 0) {
            prepareRecord()
        } else {
            node = nil
        }
        return true
    }

    /// Receives a value at the top level where another came before it.
    private mutating func recordAtTopLevel(_ kind: ValueKind) -> Bool {
        if expectsLines, valuesInLine > 0 || pending != nil {
            return fail(.secondValueInLine(at: currentLocation()))
        }
        if let end = pending {
            // `01` and `truefalse` are one word, which begins before the end of the first value.
            if kind == .scalar, let token = source?.currentToken(), token.offset <= end {
                return fail(.valuesNotSeparated(at: currentLocation()))
            }
            guard flushPending() else { return false }
        }
        prepareRecord()
        return true
    }

    /// Hands on the record that waited for what follows it.
    mutating func flushPending() -> Bool {
        guard pending != nil else { return true }
        pending = nil
        return handOn()
    }

    func dropPending() {
        guard pending != nil else { return }
        // SAFETY: a record is in the memory, and nothing else ends its life.
        unsafe record.value.type._destroy(recordMemory, count: 1)
    }
}

/// What the code threw that a record was handed to: not an error of this import, even if it is an
/// ``ImportError``.
struct ThrownByReceiver: Error {
    let error: any Error
}
