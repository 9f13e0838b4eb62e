/// Strings, numbers, bools and null.
extension Binder {
    // Inlined into the callbacks, as `key` is.
    @inline(__always)
    mutating func string(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard let node else { return unsafe unusual(.string, bytes, count) }
        guard unsafe cursor.value.lends(bytes) else { return unsafe copiedString(bytes, count) }
        guard node.value.isString else { return unsafe store(.string, bytes, count, node) }
        // SAFETY: the destination has room for a String; the bytes were found to be UTF-8.
        let text = unsafe String(utf8: Span(_unsafeStart: bytes, count: count))
        unsafe destination.unsafelyUnwrapped.initializeMemory(as: String.self, to: text)
        return valueStored(isScalar: true)
    }

    @inline(__always)
    mutating func number(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard let node else { return unsafe unusual(.number, bytes, count) }
        return unsafe store(.number, bytes, count, node)
    }

    mutating func bool(_ value: Bool) -> Bool {
        let text: StaticString = value ? "true" : "false"
        guard let node else { return unsafe unusual(.bool, text.utf8Start, text.utf8CodeUnitCount) }
        return unsafe store(.bool, text.utf8Start, text.utf8CodeUnitCount, node)
    }

    mutating func null() -> Bool {
        guard let node = node ?? nodeOffTrack(.scalar) else { return failure == nil }
        switch frames.top.value.kind {
        case .object, .steps: return nullField(node)
        case .text, .way, .records, .array, .single, .dictionary: return putNull(node)
        }
    }

    /// Null is a value of the field, or the field has none; which of the required ones have is seen when all are:
    /// see `missingKeys`.
    mutating func nullField(_ node: Pinned<ValueNode>) -> Bool {
        let frame = frames.top
        let slot = unsafe frame.value.slot.unsafelyUnwrapped
        switch slot.value.null {
        case .value: return putNull(node)
        case .refused: return rejectToken(expected: node.value.expected)
        case .hooked: return hookedNull()
        case .absent:
            unsafe frame.value.states![slot.value.index] = slot.value.rank | DraftState.null
            if frame.value.kind == .steps { skipStep() }
            return true
        }
    }

    private mutating func putNull(_ node: Pinned<ValueNode>) -> Bool {
        if let wrapped = node.value.wrapped {
            // SAFETY: the destination has room for a value of the node's type.
            unsafe wrapped.value.type._putNil(destination!)
        } else if let maker = node.value.null {
            unsafe maker.putNull(destination!)
        } else if node.value.isStreamed {
            return streamNull()
        } else {
            return rejectToken(expected: node.value.expected)
        }
        return valueStored(isScalar: true)
    }

    /// Makes a scalar of the token's text, and stores it where the next value goes.
    @inline(__always)
    private mutating func store(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> Bool {
        guard let scalar = node.value.scalar else { return unsafe storeInSingle(kind, bytes, count, node) }
        do {
            // SAFETY: the destination has room for a value of the node's type; the bytes outlive the call.
            let text = unsafe Span(_unsafeStart: bytes, count: count)
            try unsafe scalar._store(
                ImportToken(kind: kind, bytes: text, policies: node.value.policies), at: destination!)
        } catch {
            return rejectToken(error)
        }
        if node.value.wrapped != nil { unsafe wrap(node, at: destination!) }
        return valueStored(isScalar: true)
    }

    /// Stores a scalar where an array is expected, as its only element.
    @inline(never)
    private mutating func storeInSingle(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> Bool {
        if node.value.isStreamed { return unsafe streamScalar(kind, bytes, count) }
        if unsafe node.value.hook != nil { return unsafe hookedScalar(kind, bytes, count, node) }
        // Only of a record it matters where it begins; to look for that of each value would take too long.
        let isRecord = frames.top.value.kind.isAroundRecords
        let offset = (isRecord ? source?.currentToken().offset : nil) ?? cursor.value.tokenEnd
        guard let element = openSingle(node, offset: offset, depth: depth) else {
            return rejectToken(expected: node.value.expected)
        }
        return unsafe storeScalar(kind, bytes, count, element)
    }

    // A function of its own, because an inlined one cannot call itself.
    mutating func storeScalar(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> Bool {
        unsafe store(kind, bytes, count, node)
    }

    /// Receives a scalar that nothing was prepared for: one to leave out, one on the way to the records, or a record.
    @inline(never)
    private mutating func unusual(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Bool {
        guard let node = nodeOffTrack(.scalar) else { return failure == nil }
        if kind == .string, unsafe !cursor.value.lends(bytes) { return unsafe copiedString(bytes, count) }
        return unsafe store(kind, bytes, count, node)
    }

    /// Receives a string whose bytes are not those of the text: it had escapes, or a chunk cut it in two.
    @inline(never)
    private mutating func copiedString(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard let node else { return true }
        guard node.value.type != SkippedValue.self, unsafe Surrogates.mayBeUnpaired(bytes, count),
            let surrogates = source?.surrogates(),
            !surrogates.arePaired
        else {
            return unsafe store(.string, bytes, count, node)
        }
        guard options.unpairedSurrogates == .replace else { return rejectToken(.unpairedSurrogate()) }
        var repaired = surrogates.repaired
        return repaired.withUTF8 { unsafe store(.string, $0.baseAddress!, $0.count, node) }
    }

    /// Makes optionals of the value at a place, from the inside out.
    func wrap(_ node: Pinned<ValueNode>, at place: UnsafeMutableRawPointer) {
        guard let wrapped = node.value.wrapped else { return }
        unsafe wrap(wrapped, at: place)
        // SAFETY: a value of the inner type was just stored, where there is room for the optional.
        unsafe wrapped.value.type._wrap(place)
    }

    /// The node of a value that nothing was prepared for, which may turn out to be a record.
    private mutating func nodeOffTrack(_ kind: ValueKind) -> Pinned<ValueNode>? {
        offTrack(kind) ? node : nil
    }
}
