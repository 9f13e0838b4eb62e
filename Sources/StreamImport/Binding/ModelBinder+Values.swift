internal import Foundation

/// Strings, numbers, bools and null.
extension ModelBinder {
    // Without the inlining in this extension, an import takes 0.3% more instructions (people).

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
    private mutating func nullField(_ node: Pinned<ValueNode>) -> EventResult {
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
        draft[state: slot.value.index] = DraftState.presentAsNil
        return result
    }

    private mutating func putNull(_ node: Pinned<ValueNode>) -> EventResult {
        if let wrapped = node.value.wrapped {
            // SAFETY: the destination has room for a value of the node's type.
            unsafe wrapped.value.operations.putNil(destination!)
        } else if let null = node.value.null {
            unsafe null(ValueAddress(destination!))
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
        if let other = node.value.nodeForParsedValue {
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
    private mutating func storeScalar(
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
    private mutating func unboundScalar(_ store: (inout ModelBinder, Pinned<ValueNode>) -> EventResult)
        -> EventResult
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
        guard node.value.type != SkippedValue.self, node.value.nodeForParsedValue == nil else {
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

/// Scalars that do not come from JSON text. A property of the scalar's own type stores it directly, so that no text is
/// written only to be parsed again.
extension ModelBinder {
    mutating func string(_ string: String) -> EventResult {
        if let result = storeAsIs(string) { return result }
        var string = string
        // SAFETY: `withUTF8` keeps the bytes valid for the call.
        return string.withUTF8 { bytes in
            unsafe wellFormedString(KeyText(bytes).bytes, bytes.count)
        }
    }

    /// Receives a string without unpaired surrogates.
    private mutating func wellFormedString(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> EventResult {
        // SAFETY: the caller lends the bytes for the call.
        guard let node else {
            return unboundScalar { binder, node in unsafe binder.storeScalar(.string, bytes, count, node) }
        }
        return unsafe storeScalar(.string, bytes, count, node)
    }

    mutating func number(_ number: NSNumber) -> EventResult {
        if number.isBool { return anyBool(number.boolValue) }
        return number.isDecimal ? decimal(number.decimalValue) : self.number(NumberText(number))
    }

    mutating func anyBool(_ value: Bool) -> EventResult { storeAsIs(value) ?? bool(value) }

    mutating func number(_ number: NumberText) -> EventResult {
        switch number {
        case .integer(let integer):
            if let result = storeAsIs(integer) { return result }
        case .double(let double):
            guard double.isFinite else { return reject(.notFinite(number)) }
            if let result = storeAsIs(double) { return result }
        case .unsigned, .spelled: break
        }
        // SAFETY: `withText` keeps the text valid for the call.
        return unsafe number.withText { unsafe self.number($0, $1) }
    }

    private mutating func decimal(_ decimal: Decimal) -> EventResult {
        let text = NumberText.spelled(decimal.description)
        guard decimal.isFinite else { return reject(.notFinite(text)) }
        if let result = storeAsIs(decimal) { return result }
        // Stored directly, because a dynamic value made from text would be the nearest `Double`.
        if decimal.exponent < 0, let result = storeAsIs(DynamicValue(value: decimal)) { return result }
        return number(text)
    }

    /// Receives a value of any type that is neither an array nor an object.
    mutating func value(_ value: Any) -> EventResult {
        switch AnyValueKind(of: type(of: value)) {
        case .string, .otherString: return string(AnyValueCasts.text(of: value))
        case .number: return number(AnyValueCasts.value(value, as: NSNumber.self))
        case .decimal: return decimal(AnyValueCasts.value(value, as: Decimal.self))
        case .bool: return anyBool(AnyValueCasts.value(value, as: Bool.self))
        case .int, .otherInteger, .double, .float: return number(AnyValueCasts.number(of: value))
        case .null, .wrapper: return null()
        // A dictionary of the property's own type is stored unchanged.
        case .otherObject where node?.value.scalarKey != nil: return nonJSONValue(value)
        case .object, .otherObject: return reject(.invalidKeys(of: "\(type(of: value))"))
        case .nonJSON: return nonJSONValue(value)
        case .array, .otherArray: preconditionFailure("an array is not a scalar")
        }
    }
}

/// Values that already have the type of their property. Dictionaries contain such values, and hooks return them.
extension ModelBinder {
    /// Stores a scalar without conversion.
    ///
    /// - Returns: `nil` if no node of the value's type is prepared, otherwise the result of the event.
    private mutating func storeAsIs<Value: ImportableScalar>(_ value: Value) -> EventResult? {
        guard let node, node.value.scalar == Value.self else { return nil }
        // SAFETY: the destination has room for a value of the node's type: `Value`, or an optional of it.
        unsafe destination.unsafelyUnwrapped.initializeMemory(as: Value.self, to: value)
        if node.value.wrapped != nil { unsafe node.wrap(at: destination!) }
        return valueStored(isScalar: true)
    }

    /// Receives a value that is not JSON.
    private mutating func nonJSONValue(_ value: Any) -> EventResult {
        guard let node else { return unboundScalar { binder, node in binder.store(value, node) } }
        return store(value, node)
    }

    private mutating func store(_ value: Any, _ node: Pinned<ValueNode>) -> EventResult {
        if let date = value as? Date, !date.timeIntervalSince1970.isFinite {
            return rejectToken(.notFinite(.double(date.timeIntervalSince1970)))
        }
        // SAFETY: the hook is only compared with `nil`.
        if unsafe node.value.hook != nil { return hookedNonJSONValue(value) }
        if put(value, node) { return valueStored(isScalar: true) }
        guard let (_, element) = implicitArray(node) else {
            return rejectToken(expected: node.value.expected)
        }
        openImplicitArray(node, element, offset: context.value.cursor.tokenEnd, depth: context.value.depth)
        return put(value, element)
            ? valueStored(isScalar: true) : rejectToken(expected: node.value.expected)
    }

    /// Receives a value that JSON cannot represent, and rejects the value unless it is skipped.
    private mutating func reject(_ error: ImportError) -> EventResult {
        guard node != nil else { return unboundScalar { binder, _ in binder.rejectToken(error) } }
        return rejectToken(error)
    }

    /// Stores a value at the destination if it has the type of the node. Returns whether the value was stored.
    private func put(_ value: Any, _ node: Pinned<ValueNode>) -> Bool {
        // SAFETY: the destination has room for a value of the node's type.
        guard unsafe node.unwrapped.value.put(value, at: destination!) else { return false }
        unsafe node.wrap(at: destination!)
        return true
    }
}

// SAFETY, of all: the addresses have room for a value of the node's type.
extension ValueNode {
    fileprivate func put(_ value: Any, at address: UnsafeMutableRawPointer) -> Bool {
        if type == SkippedValue.self { return true }
        if type == DynamicValue.self {
            unsafe address.initializeMemory(as: DynamicValue.self, to: DynamicValue(value: value))
            return true
        }
        if type == UntypedValue.self {
            unsafe address.initializeMemory(as: UntypedValue.self, to: UntypedValue(value: value))
            return true
        }
        if scalar == SecondsSince1970.self, let date = value as? Date {
            unsafe address.initializeMemory(as: Double.self, to: date.timeIntervalSince1970)
            return true
        }
        return unsafe type.put(value, at: address)
    }
}

/// Members that a hook decides about. Each is first converted to an `Any` for the hook, and then read into its slot if
/// the hook keeps it.
extension ModelBinder {
    /// Prepares the next value to be converted to an `Any` for the hook of a slot.
    mutating func enterHook(_ slot: Pinned<Slot>, key: String) {
        hookedKey = key
        frames.top.value.slot = slot
        node = slot.value.value
        hookMemory.reserve(MemoryLayout<UntypedValue>.size)
        // SAFETY: the memory has room for an untyped value.
        unsafe destination = hookMemory.start
    }

    /// Receives a string, a number or a bool that a hook decides about.
    private mutating func hookedScalar(
        _ kind: ImportToken.Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ node: Pinned<ValueNode>
    ) -> EventResult {
        // SAFETY: the caller lends the bytes for the call.
        let text = unsafe Span(_unsafeStart: bytes, count: count)
        let untyped = UntypedValue(
            ImportToken(kind: kind, bytes: text, policies: node.value.policies))
        return resolveHook(untyped.value) { binder, node in
            unsafe binder.storeScalar(kind, bytes, count, node)
        }
    }

    private mutating func hookedNull() -> EventResult {
        resolveHook(NSNull()) { binder, node in binder.nullField(node) }
    }

    /// Receives a value that is not JSON and that a hook decides about.
    private mutating func hookedNonJSONValue(_ value: Any) -> EventResult {
        resolveHook(value) { binder, _ in binder.nonJSONValue(value) }
    }

    /// Receives an array or object that a replay has converted to an `Any`.
    mutating func hookedContainer(_ ended: Replays.Replay) -> EventResult {
        // SAFETY: the replay has stored the value in `hookMemory`. It is moved out once.
        let untyped = unsafe hookMemory.start!.assumingMemoryBound(to: UntypedValue.self).move()
        // This replay sends no events. It keeps the events on the tape until the hook's decision has been applied.
        replays.push(
            Replays.Replay(
                events: ended.events, next: ended.events.upperBound, frame: ended.frame, depth: ended.depth,
                completion: .nothing, ownsEvents: ended.ownsEvents))
        let start = replays.tape[ended.events.lowerBound].end - 1
        return resolveHook(untyped.value, at: start) { binder, _ in
            binder.push(binder.replay(of: ended.events))
            return .continue
        }
    }

    /// Asks the hook about a value, and applies the hook's decision.
    ///
    /// - Parameters:
    ///   - offset: the offset of the value; `nil` if the value is the token that is being reported.
    ///   - read: reads the value for a node after the value's slot was prepared.
    private mutating func resolveHook(
        _ value: Any, at offset: Int? = nil,
        _ read: (inout ModelBinder, Pinned<ValueNode>) -> EventResult
    ) -> EventResult {
        guard let slot = frames.top.value.slot, let finalSlot = slot.value.nextSlot,
            // SAFETY: the compiled plan keeps the hook alive, and the binder keeps the plan.
            let hook = unsafe slot.value.value.value.hook
        else { preconditionFailure("the member has no hook") }
        node = nil
        do {
            // SAFETY: as above.
            switch try decision(of: unsafe hook.takeUnretainedValue(), value) {
            case .skip: return skipMember()
            case .keep: return readMember(finalSlot, read)
            case .replace(let newValue):
                let start = offset ?? context.value.source.tokenStart
                return readMember(finalSlot) { binder, _ in binder.readInstead(newValue, at: start) }
            case .set(let values):
                let start = offset ?? context.value.source.tokenStart
                return set(try propertyValues(values)[...], at: start)
            }
        } catch {
            let location = offset.flatMap { context.value.source.location(of: $0) }
            return rejectToken(.rejectedByModel(error).with(location: location))
        }
    }

    /// Returns the decision of a hook about a value. A hook that was asked to identify the instance of the value's object is not
    /// asked again in the replay that updates the instance.
    private mutating func decision(of hook: MemberHook, _ value: Any) throws -> MemberDecision {
        let key = hookedKey
        let decision = replays.takeDecision(of: hook) ?? Result { try hook.decide(key, value) }
        if updates?.frameReadForIdentity != nil { replays.keepDecision(decision, of: hook) }
        return try decision.get()
    }

    /// Reads a value instead of the value that begins at an offset.
    private mutating func readInstead(
        _ value: Any, at offset: Int, then completion: Replays.Replay.Completion = .nothing
    ) -> EventResult {
        let start = replays.tape.count
        replays.tape.record(value, end: offset + 1, isSorted: true)
        return replay(replay(of: start..<replays.tape.count, then: completion, ownsEvents: true))
    }

    /// Returns the values that a hook sets properties to, sorted by property name.
    private func propertyValues(_ values: [String: Any]) throws -> [Replays.PropertyValue] {
        // SAFETY: the compiled plan keeps the hooks alive, and the binder keeps the plan.
        guard let object = frames.top.value.object, let hooks = unsafe object.value.hooks else {
            preconditionFailure("a model without hooks cannot set properties")
        }
        let properties = unsafe hooks.takeUnretainedValue().properties
        return try values.sorted { $0.key < $1.key }.map { name, value in
            guard let property = properties[name] else {
                throw ImportError.unknownProperty(name, type: object.value.modelName)
            }
            return Replays.PropertyValue(slot: property.slot, value: try property.transform?(value) ?? value)
        }
    }

    /// Sets properties one after another, instead of reading the value that begins at an offset.
    mutating func set(_ values: ArraySlice<Replays.PropertyValue>, at offset: Int) -> EventResult {
        let key = hookedKey
        for (index, property) in zip(values.indices, values) {
            switch place(property.slot, key: key) {
            case .ready: break
            case .skipped: continue
            case .ended(let result): return result
            }
            return readInstead(
                property.value, at: offset, then: .set(Array(values[(index + 1)...]), at: offset))
        }
        node = nil
        return .continue
    }

    /// Prepares the slot of a member that the hook keeps or replaces, and reads its value.
    private mutating func readMember(
        _ slot: Pinned<Slot>, _ read: (inout ModelBinder, Pinned<ValueNode>) -> EventResult
    ) -> EventResult {
        let frame = frames.top
        if let extras = frame.value.object?.value.extras, extras.member == slot {
            frame.value.slot = slot
            let result = hookedKey.withKeyText { extraKey($0, extras) }
            guard result == .continue else { return result }
        } else if slot.value.isForUnknownKeys {
            return unknownMember()
        } else {
            let key = hookedKey
            switch place(slot, key: key) {
            case .ready: break
            case .skipped: return skipMember()
            case .ended(let result): return result
            }
        }
        guard let node else { preconditionFailure("the kept member has no slot") }
        return read(&self, node)
    }

    /// Prepares for the value after a skipped member.
    private mutating func skipMember() -> EventResult {
        endMemberWithoutValue()
        return .continue
    }

    private mutating func unknownMember() -> EventResult {
        guard let spelling = frames.top.value.spelling else {
            preconditionFailure("the unknown member has no key")
        }
        return hookedKey.withKeyText { unknownMember(spelling, $0) }
    }
}

extension Slot {
    /// Whether this is the slot of unknown keys, whose values are skipped.
    fileprivate var isForUnknownKeys: Bool {
        value.value.type == SkippedValue.self && value.value.path == nil
            && state == DraftState.missing
    }
}
