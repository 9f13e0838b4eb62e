internal import Foundation

/// Strings, numbers, bools and null.
extension ModelBinder {
    // Without the inlining in this extension, an import takes 0.3% more instructions (people).

    @inline(__always)
    mutating func string(_ text: TokenText) -> EventResult {
        guard let node else { return unboundScalar(.string, text) }
        guard context.value.cursor.contains(text) else { return decodedString(text, node) }
        return storeString(text, node)
    }

    @inline(__always)
    private mutating func storeString(_ text: TokenText, _ node: Pinned<ValueNode>) -> EventResult {
        guard node.value.direct == .string else { return store(.string, text, node) }
        put(text.string)
        return scalarStored(node)
    }

    @inline(__always)
    mutating func number(_ text: TokenText) -> EventResult {
        guard let node else { return unboundScalar(.number, text) }
        guard storePlainNumber(text, node) else { return storeScalar(.number, text, node) }
        return scalarStored(node)
    }

    /// Stores a plain number as an `Int` or a `Double`. Returns `false` if the number or its type is another one.
    @inline(__always)
    private func storePlainNumber(_ text: TokenText, _ node: Pinned<ValueNode>) -> Bool {
        guard context.value.cursor.contains(text, padding: PlainNumber.padding) else { return false }
        switch node.value.direct {
        case .string, nil: return false
        case .integer:
            guard let integer = text.plainInteger else { return false }
            put(integer)
        case .double:
            guard let double = text.plainDouble else { return false }
            put(double)
        }
        return true
    }

    /// Stores a value of the prepared node's type, or of the type inside its optionals.
    @inline(__always)
    private func put<Value>(_ value: Value) {
        // SAFETY: an event with a node has a destination.
        unsafe destination.unsafelyUnwrapped.initialize(to: value)
    }

    /// Wraps the scalar at the destination in the optionals of its node, and prepares for the next value.
    @inline(__always)
    private mutating func scalarStored(_ node: Pinned<ValueNode>) -> EventResult {
        if node.value.wrapped != nil { node.wrap(at: destination!) }
        return valueStored(isScalar: true)
    }

    mutating func bool(_ value: Bool) -> EventResult {
        if let result = storeAsIs(value) { return result }
        guard let node else { return unboundScalar(.bool, TokenText(value)) }
        return store(.bool, TokenText(value), node)
    }

    mutating func null() -> EventResult {
        guard let node else { return readUnbound { binder, node in binder.nullField(node) } }
        guard frames.last > 0 else { return putNull(node) }
        switch frames.top.value.kind {
        case .object, .replacement, .arrayOnPath: return nullField(node)
        case .array, .implicitArray, .dictionary, .payload, .pairs: return putNull(node)
        }
    }

    /// Receives null for a slot, whose ``Slot/null`` determines the treatment. A required field without a value is
    /// reported at the end of the object; see ``ObjectNode/missingKeysError(in:nullsOnly:)``.
    private mutating func nullField(_ node: Pinned<ValueNode>) -> EventResult {
        let frame = frames.top
        // SAFETY: null in an object follows a key, and null on a path follows a path component. Both have set the
        // frame's slot.
        let slot = unsafe frame.value.slot.unsafelyUnwrapped
        switch slot.value.null {
        case .value: return putNull(node)
        case .nilValue: return nilField(node, slot)
        case .rejected: return rejectToken(expected: node.value.expected)
        case .hooked: return resolveHook(NSNull()) { binder, node in binder.nullField(node) }
        case .absent:
            if frame.value.kind == .object, frame.value.draft[state: slot.value.index] == DraftState.missing {
                frame.value.draft[state: slot.value.index] = slot.value.rank | DraftState.null
                return .continue
            }
            slot.value.markWithoutValue(DraftState.null, in: frame.value.draft)
            endWithoutValue()
            return .continue
        }
    }

    /// Stores `nil` in a field, unless the field already has a value.
    private mutating func nilField(_ node: Pinned<ValueNode>, _ slot: Pinned<Slot>) -> EventResult {
        guard frames.top.value.kind != .replacement else {
            endWithoutValue()
            return .continue
        }
        let draft = frames.top.value.draft
        slot.value.addRank(in: draft)
        let result = putNull(node)
        guard result == .continue else { return result }
        draft[state: slot.value.index] = DraftState.presentAsNil
        return result
    }

    private mutating func putNull(_ node: Pinned<ValueNode>) -> EventResult {
        if let wrapped = node.value.wrapped {
            wrapped.value.operations.putNil(destination!)
        } else if let null = node.value.null {
            null(destination!)
        } else {
            return rejectToken(expected: node.value.expected)
        }
        return valueStored(isScalar: true)
    }

    /// Makes a scalar from the token's text, and stores it at the destination.
    @inline(__always)
    private mutating func store(
        _ kind: ImportToken.Kind, _ text: TokenText, _ node: Pinned<ValueNode>
    ) -> EventResult {
        guard let scalar = node.value.scalar else { return storeSlowPath(kind, text, node) }
        do {
            try text.store(kind, as: scalar, node.value.policies, at: destination!)
        } catch {
            return rejectToken(ImportError(scalar: error, found: player.tokenText))
        }
        return scalarStored(node)
    }

    /// Passes a scalar to the node's hook, stores the scalar as the only element of an implicit array, or rejects it.
    @inline(never)
    private mutating func storeSlowPath(
        _ kind: ImportToken.Kind, _ text: TokenText, _ node: Pinned<ValueNode>
    ) -> EventResult {
        if node.value.hasHook {
            return resolveHook(text.untyped(kind, node.value.policies)) { binder, node in
                binder.storeScalar(kind, text, node)
            }
        }
        if let cases = node.direct.value.cases, !cases.value.hasDiscriminator {
            let error = CaseReader.storeScalar(kind, text, node.direct, in: &self)
            return error.map { rejectToken($0) } ?? scalarStored(node.direct)
        }
        if let other = node.value.nodeForParsedValue {
            return player.hasText
                ? storeText(player.textOfToken, node, isScalar: true) : storeScalar(kind, text, other)
        }
        guard let element = node.direct.value.representation?.value ?? node.implicitArray?.element else {
            return rejectToken(expected: node.value.expected)
        }
        openImplicitArray(node, element, offset: context.value.cursor.tokenEnd, depth: context.value.depth)
        return storeScalar(kind, text, element)
    }

    // A separate function, because an inlined function cannot call itself.
    @inline(never)
    private mutating func storeScalar(
        _ kind: ImportToken.Kind, _ text: TokenText, _ node: Pinned<ValueNode>
    ) -> EventResult {
        store(kind, text, node)
    }

    /// Receives a string, a number or a bool for which no node was prepared.
    @inline(never)
    private mutating func unboundScalar(_ kind: ImportToken.Kind, _ text: TokenText) -> EventResult {
        readUnbound { binder, node in
            guard kind == .string, !binder.context.value.cursor.contains(text) else {
                return binder.store(kind, text, node)
            }
            return binder.decodedString(text, node)
        }
    }

    /// Receives a string whose bytes are not in the window because the string had escapes or was split between chunks.
    @inline(never)
    private mutating func decodedString(_ text: TokenText, _ node: Pinned<ValueNode>) -> EventResult {
        guard node.value.type != SkippedValue.self, node.value.nodeForParsedValue == nil else {
            return store(.string, text, node)
        }
        return text.repaired(by: context) { text in
            guard let text else { return rejectToken(.unpairedSurrogate()) }
            return storeString(text, node)
        }
    }
}

/// Values that keep their JSON text.
extension ModelBinder {
    /// Reads the text of the array or object whose opening bracket was just counted.
    ///
    /// - Parameter other: the node to use if the value does not come from JSON text.
    mutating func startText(isArray: Bool, _ node: Pinned<ValueNode>, else other: Pinned<ValueNode>)
        -> EventResult
    {
        guard player.hasText else { return start(isArray: isArray, other) }
        self.node = node
        guard player.isRunning else {
            context.value.skipKeepingText()
            return .continue
        }
        let events = player.skipContainer()
        return storeText(player.text(ofValue: events), node, isScalar: false)
    }

    /// Receives the text of the array or object that was skipped.
    mutating func skippedText(_ text: TokenText) -> EventResult {
        guard let node else { preconditionFailure("no value is prepared for the text") }
        return storeText(text, node, isScalar: false)
    }

    private mutating func storeText(_ text: TokenText, _ node: Pinned<ValueNode>, isScalar: Bool)
        -> EventResult
    {
        let json = context.value.relaxedJSON?.json(text.json.bytes.span).map(JSONText.init(checked:))
        destination!.initialize(to: json ?? text.json)
        if node.value.wrapped != nil { node.wrap(at: destination!) }
        return valueStored(isScalar: isScalar)
    }
}

/// Scalars that do not come from JSON text. A property of the scalar's own type stores it directly, so that no text is
/// written only to be parsed again.
extension ModelBinder {
    mutating func string(_ string: String) -> EventResult {
        if let result = storeAsIs(string) { return result }
        // The string has no unpaired surrogates.
        return TokenText.with(string) { text in
            guard let node else {
                return readUnbound { binder, node in binder.storeScalar(.string, text, node) }
            }
            return storeScalar(.string, text, node)
        }
    }

    mutating func number(_ number: NSNumber) -> EventResult {
        number.isBool ? bool(number.boolValue) : self.number(ExportedScalar(number))
    }

    mutating func number(_ number: ExportedScalar) -> EventResult {
        switch number {
        case .integer(let integer):
            if let result = storeAsIs(integer) { return result }
        case .double(let double):
            guard double.isFinite else { return reject(.notFinite(number)) }
            if let result = storeAsIs(double) { return result }
        case .decimal(let decimal):
            guard decimal.isFinite else { return reject(.notFinite(number)) }
            if let result = storeAsIs(decimal) { return result }
            // Stored directly, because a dynamic value made from text would be the nearest `Double`.
            if decimal.exponent < 0, let result = storeAsIs(DynamicValue(value: decimal)) { return result }
        case .unsigned, .number: break
        case .null, .bool, .string: preconditionFailure("the scalar is not a number")
        }
        return TokenText.with(number.text) { self.number($0) }
    }

    /// Receives a value of any type that is neither an array nor an object.
    mutating func value(_ value: Any) -> EventResult {
        switch AnyValueKind(of: type(of: value)) {
        case .string, .otherString: return string(AnyValueKind.text(of: value))
        case .number: return number(AnyValueKind.value(value, as: NSNumber.self))
        case .decimal: return number(.decimal(AnyValueKind.value(value)))
        case .bool: return bool(AnyValueKind.value(value, as: Bool.self))
        case .int, .otherInteger, .double, .float: return number(AnyValueKind.number(of: value))
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
        put(value)
        return scalarStored(node)
    }

    /// Receives a value that is not JSON.
    private mutating func nonJSONValue(_ value: Any) -> EventResult {
        guard let node else { return readUnbound { binder, node in binder.store(value, node) } }
        return store(value, node)
    }

    private mutating func store(_ value: Any, _ node: Pinned<ValueNode>) -> EventResult {
        if let date = value as? Date, !date.timeIntervalSince1970.isFinite {
            return rejectToken(.notFinite(.double(date.timeIntervalSince1970)))
        }
        if node.value.hasHook { return resolveHook(value) { binder, _ in binder.nonJSONValue(value) } }
        if put(value, node) { return scalarStored(node) }
        guard let (_, element) = node.implicitArray else { return rejectToken(expected: node.value.expected) }
        openImplicitArray(node, element, offset: context.value.cursor.tokenEnd, depth: context.value.depth)
        return put(value, element) ? scalarStored(element) : rejectToken(expected: node.value.expected)
    }

    /// Receives a value that JSON cannot represent, and rejects the value unless it is skipped.
    private mutating func reject(_ error: ImportError) -> EventResult {
        guard node != nil else { return readUnbound { binder, _ in binder.rejectToken(error) } }
        return rejectToken(error)
    }

    /// Stores a value at the destination if it has the type of the node. Returns whether the value was stored.
    private func put(_ value: Any, _ node: Pinned<ValueNode>) -> Bool {
        node.unwrapped.value.put(value, at: destination!)
    }
}

extension ValueNode {
    fileprivate func put(_ value: Any, at address: ValueAddress) -> Bool {
        if type == SkippedValue.self { return true }
        if type == DynamicValue.self {
            address.initialize(to: DynamicValue(value: value))
        } else if type == UntypedValue.self {
            address.initialize(to: UntypedValue(value: value))
        } else if scalar == SecondsSince1970.self, let date = value as? Date {
            address.initialize(to: date.timeIntervalSince1970)
        } else {
            return type.put(value, at: address)
        }
        return true
    }
}

/// Members that a hook decides about. Each is first converted to an `Any` for the hook, and then read into its slot if
/// the hook keeps it.
extension ModelBinder {
    /// Performs the completion of a replay after its last event.
    mutating func replayEnded(_ ended: TapePlayer.Replay) -> EventResult {
        switch ended.completion {
        case .nothing: return .continue
        case .nextSlot(let slot):
            selectSlot(slot)
            player.push(player.replay(of: ended.events, frame: frames.last, ownsEvents: ended.ownsEvents))
            return .continue
        case .hook(let key):
            hookedKey = key
            return hookedContainer(ended)
        case .set(let values, let offset): return set(values[...], at: offset)
        }
    }

    /// Receives an array or object that a replay has converted to an `Any`.
    private mutating func hookedContainer(_ ended: TapePlayer.Replay) -> EventResult {
        let untyped = hookMemory.start!.take(as: UntypedValue.self)
        // Until the hook's decision has been applied.
        player.hold(ended)
        let start = player.tape[ended.events.lowerBound].end - 1
        return resolveHook(untyped.value, at: start) { binder, _ in
            binder.player.push(binder.player.replay(of: ended.events, frame: binder.frames.last))
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
            let hook = slot.value.value.value.hook
        else { preconditionFailure("the member has no hook") }
        node = nil
        do {
            switch try decision(of: hook, value) {
            case .skip: return skipMember()
            case .keep: return readMember(finalSlot, read)
            case .replace(let newValue):
                let start = offset ?? player.tokenStart
                return readMember(finalSlot) { binder, _ in binder.readInstead(newValue, at: start) }
            case .set(let values):
                let start = offset ?? player.tokenStart
                return set(try propertyValues(values)[...], at: start)
            }
        } catch {
            let location = offset.flatMap { player.location(of: $0) }
            return rejectToken(.rejectedByModel(error).with(location: location))
        }
    }

    /// Returns the decision of a hook about a value. A hook that was asked to identify the instance of the value's object is not
    /// asked again in the replay that updates the instance.
    private mutating func decision(of hook: MemberHook, _ value: Any) throws -> MemberDecision {
        let key = hookedKey
        let decision = player.takeDecision(of: hook) ?? Result { try hook.decide(key, value) }
        if updates?.frameReadForIdentity != nil { player.keepDecision(decision, of: hook) }
        return try decision.get()
    }

    /// Reads a value instead of the value that begins at an offset.
    private mutating func readInstead(
        _ value: Any, at offset: Int, then completion: TapePlayer.Replay.Completion = .nothing
    ) -> EventResult {
        let start = player.tape.count
        cases.removeOutcomes(from: start)
        player.tape.record(value, end: offset + 1, isSorted: true)
        let replay = player.replay(
            of: start..<player.tape.count, frame: frames.last, then: completion, ownsEvents: true)
        return TapePlayer.play(replay, to: &self)
    }

    /// Returns the values that a hook sets properties to, sorted by property name.
    private func propertyValues(_ values: [String: Any]) throws -> [(slot: Pinned<Slot>, value: Any)] {
        guard let object = frames.top.value.object, let hooks = object.value.hooks else {
            preconditionFailure("a model without hooks cannot set properties")
        }
        return try values.sorted { $0.key < $1.key }.map { name, value in
            guard let property = hooks.properties[name] else {
                throw ImportError.unknownProperty(name, type: object.value.modelName)
            }
            return (property.slot, try property.transform?(value) ?? value)
        }
    }

    /// Sets properties one after another, instead of reading the value that begins at an offset, or before the members of the
    /// object that begins there.
    mutating func set(
        _ values: ArraySlice<(slot: Pinned<Slot>, value: Any)>, at offset: Int
    ) -> EventResult {
        let key = hookedKey
        for (index, property) in zip(values.indices, values) {
            switch placeDecided(property.slot, key: key) {
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
        switch placeDecided(slot, key: hookedKey) {
        case .ready: break
        case .skipped: return skipMember()
        case .ended(let result): return result
        }
        guard let node else { preconditionFailure("the kept member has no slot") }
        return read(&self, node)
    }

    /// Prepares for the value after a skipped member.
    private mutating func skipMember() -> EventResult {
        endWithoutValue()
        return .continue
    }
}

/// Fields whose values are not members of their object, but stand around it.
///
/// Such a value is set like a property that a hook sets: it is read from the tape, so that types, conversions, errors and
/// policies are those of members. Objects of other models do not get here.
extension ModelBinder {
    /// Sets the fields of the object in the innermost frame whose values stand around the object.
    mutating func setSourcedFields(of object: Pinned<ObjectNode>) -> EventResult {
        guard let indices = object.value.sourcedFields, let plan = object.value.plan else { return .continue }
        do {
            let values = try indices.indices.compactMap { position -> (slot: Pinned<Slot>, value: Any)? in
                let (slot, field) = (
                    object.value.slots.pinned(indices[position]), plan.fields[indices[position]]
                )
                return try value(of: field, slot).map { (slot, $0) }
            }
            return set(values[...], at: player.tokenStart)
        } catch {
            return rejectObject(.rejectedByModel(error))
        }
    }

    /// Returns the value around the object in the innermost frame that a field gets; `nil` if there is none.
    private func value(of field: FieldDescription, _ slot: Pinned<Slot>) throws -> Any? {
        let type = slot.value.value.unwrapped.value.type
        let transform = options.transforms[ObjectIdentifier(type)]
        switch field.source {
        case nil: return nil
        case .memberName:
            guard let name = path(upTo: frames.last).components.last?.key else { return nil }
            return try transform?(name) ?? key(name, as: type) ?? name
        case .enclosing(let member):
            guard let text = context.value.source.enclosingText(of: member) else { return nil }
            // The import has checked the text, by its own policy and limits.
            var textOptions = ImportOptions()
            textOptions.unpairedSurrogates = .replace
            (textOptions.maximumDepth, textOptions.maximumTokenBytes) = (.max, .max)
            let value = try UntypedValue(json: text, options: textOptions).value
            return try transform?(value) ?? value
        }
    }

    /// Returns the key with a text; `nil` if the text is not a key of the type.
    private func key(_ text: String, as type: any Importable.Type) -> Any? {
        // A date has the format of its field.
        guard type != Date.self, let type = type as? any ImportableKey.Type else { return nil }
        return text.withUTF8Span { type.init(importKey: $0) }
    }
}
