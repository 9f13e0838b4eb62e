/// Strings, numbers, bools and null.
extension ModelBinder {
    // Without the inlining in this file, an import takes 0.3% more instructions (people).

    @inline(__always)
    mutating func string(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        // SAFETY: the parser lends `count` bytes for the call.
        guard let node else { return unsafe unboundScalar(.string, bytes, count) }
        guard unsafe context.value.cursor.contains(bytes) else {
            return unsafe decodedString(bytes, count, node)
        }
        return unsafe storeString(bytes, count, node)
    }

    @inline(__always)
    private mutating func storeString(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        // SAFETY: the destination has room for a value of the node's type. The tokenizer has validated the bytes as UTF-8.
        guard node.value.direct == .string else { return unsafe store(.string, bytes, count, node) }
        let text = unsafe String(utf8: Span(_unsafeStart: bytes, count: count))
        unsafe destination.unsafelyUnwrapped.initializeMemory(as: String.self, to: text)
        if node.value.wrapped != nil { unsafe node.wrap(at: destination!) }
        return valueStored(isScalar: true)
    }

    @inline(__always)
    mutating func number(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        // SAFETY: the parser lends `count` bytes for the call.
        guard let node else { return unsafe unboundScalar(.number, bytes, count) }
        guard unsafe storePlainNumber(bytes, count, node) else {
            return unsafe storeScalar(.number, bytes, count, node)
        }
        return valueStored(isScalar: true)
    }

    /// Stores a plain number as an `Int` or a `Double`. Returns `false` if the number or its type is another one.
    @inline(__always)
    private func storePlainNumber(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> Bool {
        // SAFETY: the number and the padding after it are in the window. The destination has room for a value of the
        // node's type.
        guard unsafe context.value.cursor.contains(bytes, count: count &+ PlainNumber.padding) else {
            return false
        }
        let destination = unsafe destination.unsafelyUnwrapped
        switch node.value.direct {
        case .string, nil: return false
        case .integer:
            guard let integer = unsafe PlainNumber.integer(bytes, count: count) else { return false }
            unsafe destination.initializeMemory(as: Int.self, to: integer)
        case .double:
            guard let double = unsafe PlainNumber.double(bytes, count: count) else { return false }
            unsafe destination.initializeMemory(as: Double.self, to: double)
        }
        if node.value.wrapped != nil { unsafe node.wrap(at: destination) }
        return true
    }

    mutating func bool(_ value: Bool) -> EventResult {
        let text: StaticString = value ? "true" : "false"
        // SAFETY: static text is never freed.
        guard let node else { return unsafe unboundScalar(.bool, text.utf8Start, text.utf8CodeUnitCount) }
        return unsafe store(.bool, text.utf8Start, text.utf8CodeUnitCount, node)
    }

    mutating func null() -> EventResult {
        guard let node else { return unboundScalar { binder, node in binder.nullField(node) } }
        guard frames.last > 0 else { return putNull(node) }
        switch frames.top.value.kind {
        case .object, .replacement, .arrayOnPath: return nullField(node)
        case .array, .implicitArray, .dictionary, .payload, .pairs: return putNull(node)
        }
    }

    /// Receives null for a slot, whose ``Slot/null`` determines the treatment. A required field without a value is
    /// reported at the end of the object; see ``missingKeysError(_:_:nullsOnly:)``.
    mutating func nullField(_ node: Pinned<ValueNode>) -> EventResult {
        let frame = frames.top
        // SAFETY: null in an object follows a key, and null on a path follows a path component. Both have set the
        // frame's slot.
        let slot = unsafe frame.value.slot.unsafelyUnwrapped
        switch slot.value.null {
        case .value: return putNull(node)
        case .nilValue: return nilField(node, slot)
        case .rejected: return rejectToken(expected: node.value.expected)
        case .hooked: return hookedNull()
        case .absent:
            if frame.value.kind == .object, frame.value.draft[state: slot.value.index] == DraftState.missing {
                frame.value.draft[state: slot.value.index] = slot.value.rank | DraftState.null
                return .continue
            }
            markWithoutValue(slot, DraftState.null)
            endMemberWithoutValue()
            return .continue
        }
    }

    /// Stores `nil` in a field, unless the field already has a value.
    private mutating func nilField(_ node: Pinned<ValueNode>, _ slot: Pinned<Slot>) -> EventResult {
        guard frames.top.value.kind != .replacement else {
            endMemberWithoutValue()
            return .continue
        }
        let draft = frames.top.value.draft
        addRank(slot, in: frames.top)
        let result = putNull(node)
        guard result == .continue else { return result }
        draft[state: slot.value.index] = DraftState.presentNil
        return result
    }

    private mutating func putNull(_ node: Pinned<ValueNode>) -> EventResult {
        if let wrapped = node.value.wrapped {
            // SAFETY: the destination has room for a value of the node's type.
            unsafe wrapped.value.operations.putNil(destination!)
        } else if let null = node.value.null {
            unsafe null.put(destination!)
        } else {
            return rejectToken(expected: node.value.expected)
        }
        return valueStored(isScalar: true)
    }

    /// Makes a scalar from the token's text, and stores it at the destination.
    @inline(__always)
    private mutating func store(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        guard let scalar = node.value.scalar else {
            return unsafe storeSlowPath(kind, bytes, count, node)
        }
        do {
            // SAFETY: the destination has room for a value of the node's type; the bytes outlive the call.
            let text = unsafe Span(_unsafeStart: bytes, count: count)
            try unsafe scalar._store(
                ImportToken(kind: kind, bytes: text, policies: node.value.policies), at: destination!)
        } catch {
            return rejectToken(error)
        }
        if node.value.wrapped != nil { unsafe node.wrap(at: destination!) }
        return valueStored(isScalar: true)
    }

    /// Passes a scalar to the node's hook, stores the scalar as the only element of an implicit array, or rejects it.
    @inline(never)
    private mutating func storeSlowPath(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        // SAFETY: the caller lends `count` bytes for the call.
        if unsafe node.value.hook != nil { return unsafe hookedScalar(kind, bytes, count, node) }
        if let cases = node.direct.value.cases, !cases.value.hasDiscriminator {
            return unsafe storeFirstFit(kind, bytes, count, node.direct)
        }
        if let other = node.value.withoutText {
            return unsafe hasText
                ? storeTokenText(node) : storeScalar(kind, bytes, count, other)
        }
        guard let (_, element) = node.direct.value.representation ?? implicitArray(node) else {
            return rejectToken(expected: node.value.expected)
        }
        openImplicitArray(node, element, offset: context.value.cursor.tokenEnd, depth: context.value.depth)
        return unsafe storeScalar(kind, bytes, count, element)
    }

    // A separate function, because an inlined function cannot call itself.
    @inline(never)
    mutating func storeScalar(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        // SAFETY: the caller lends `count` bytes for the call.
        unsafe store(kind, bytes, count, node)
    }

    /// Receives a string, a number or a bool for which no node was prepared.
    @inline(never)
    private mutating func unboundScalar(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> EventResult {
        unboundScalar { binder, node in
            // SAFETY: the caller lends `count` bytes for the call.
            guard kind == .string, unsafe !binder.context.value.cursor.contains(bytes) else {
                return unsafe binder.store(kind, bytes, count, node)
            }
            return unsafe binder.decodedString(bytes, count, node)
        }
    }

    /// Receives a scalar for which no node was prepared: a scalar to skip, or an element of an array on a path.
    ///
    /// - Parameter store: stores the scalar. Called if the element has a slot.
    mutating func unboundScalar(_ store: (inout ModelBinder, Pinned<ValueNode>) -> EventResult) -> EventResult
    {
        guard frames.top.value.kind == .arrayOnPath else { return .continue }
        switch placeElementOnPath() {
        case .ready:
            guard let node else { preconditionFailure("the element has no slot") }
            return store(&self, node)
        case .skipped:
            skipElementOnPath()
            return .continue
        case .ended(let result): return result
        }
    }

    /// Receives a string whose bytes are not in the window because the string had escapes or was split between chunks.
    @inline(never)
    private mutating func decodedString(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        guard node.value.type != SkippedValue.self, node.value.withoutText == nil else {
            return unsafe store(.string, bytes, count, node)
        }
        // SAFETY: the caller lends `count` bytes for the call.
        return unsafe EventContext.withRepairedText(context, UnsafeBufferPointer(start: bytes, count: count))
        {
            guard let text = unsafe $0 else { return rejectToken(.unpairedSurrogate()) }
            return unsafe storeString(text.baseAddress!, text.count, node)
        }
    }
}
