/// What follows after an event of a record.
enum EventResult: UInt8 {
    /// The next event of the record.
    case `continue`
    /// Another record: this one is complete, and ends with a bracket.
    case completed
    /// Another record: this one is complete, and is a scalar.
    case completedScalar
    /// Another record: this one has an error.
    case rejected
    /// The end of the import, with an error.
    case stopped
    /// The same record, whose members must be sent in key order; see ``RecordSource/canRestartInKeyOrder()``.
    case restarted

    /// Returns the result of the next step if the record continues; otherwise this result.
    @inline(__always)
    func then(_ next: () -> EventResult) -> EventResult { self == .continue ? next() : self }
}

/// The state machine that turns the events of a record into a model.
///
/// The binder reads compiled plans, and does not know the types of models. A key selects a slot, a value is stored in
/// the draft of the open object, and the draft becomes an instance when its object ends. The binder sees one record at
/// a time, without the envelope. The sender of the events acts on the ``EventResult`` of an event after the method for the
/// event has returned.
///
/// Three parts drive the binder by its methods, and have their state in it: the ``TapePlayer`` sends the events of values that are
/// read again, the ``CaseReader`` finds the cases of values, and the ``UpdateSession`` the instances that objects update.
///
/// A binder stays at one address, where the parser's callbacks find it. Code that runs for every event uses only pinned
/// pointers and numbers, because references would be counted. Only code that runs rarely may use references. Slow paths are
/// separate functions with `@inline(never)`: inlined, they would cost 0.9% of the instructions (people), or 0.5% (tweets).
/// `unsafelyUnwrapped` saves 0.9% of them (people), or 0.3% (tweets), where an event always has a value.
struct ModelBinder {
    let context: Pinned<EventContext>
    /// The error of the record, if it is rejected or ends the import.
    private var error: ImportError?
    /// The node of the next value; `nil` if none is prepared.
    var node: Pinned<ValueNode>?
    /// The address that the next value is stored at: memory with room for a value of ``node``.
    var destination: ValueAddress?
    var frames = FrameStack()
    /// The values that are read more than once.
    var player: TapePlayer
    /// The values that become cases.
    var cases = CaseReader()

    /// The key of the member that a hook decides about.
    var hookedKey = ""
    /// The memory for the value of that member, as an ``UntypedValue``.
    var hookMemory = ValueMemory()

    /// The updates of instances; `nil` in an import that updates nothing.
    var updates: UpdateSession?
    /// The mismatches and unknown keys that do not reject their record.
    var summary = ImportSummary()
    /// The mismatches that are not in the summary yet.
    var mismatches = PendingMismatches()

    /// The memory for one record.
    private var recordMemory = ValueMemory()
    /// Whether ``recordMemory`` holds a complete record that was not taken yet.
    var holdsRecord = false

    let plan: CompiledPlan
    /// The keys of each object of the plan, as the input spells them.
    private var keyTables: PinnedArray<KeyTable>
    /// Whether a field has the name of a member as its value.
    private(set) var readsMemberNames: Bool
    var options: ImportOptions

    init(_ context: Pinned<EventContext>, _ plan: CompiledPlan, options: ImportOptions) {
        self.context = context
        player = TapePlayer(context)
        self.plan = plan
        readsMemberNames = plan.readsMemberNames
        self.options = options
        updates = plan.mayUpdateInstances ? UpdateSession() : nil
        keyTables = PinnedArray(
            plan.objects.map { KeyTable($0.node.value.keys, learning: plan.options.maximumCachedSpellings) })
        recordMemory.reserve(plan.record.value.stride)
        expectRecord()
    }

    /// The address of a complete record. `init` has reserved memory for it.
    private var record: ValueAddress { recordMemory.start! }

    /// Returns the keys of an object, as the input spells them.
    func keys(of object: Pinned<ObjectNode>) -> Pinned<KeyTable> { keyTables.pinned(object.value.number) }

    /// Returns the plan for an instance that is about to be updated, if its class is a subclass with a plan of its own;
    /// otherwise `nil`.
    ///
    /// - Parameter node: the node of the instance's static type.
    /// - Throws: ``ImportError`` if the plan of the subclass is invalid, or cannot update instances.
    mutating func subclassPlan(
        of instance: ValueBox, _ node: Pinned<ValueNode>
    ) throws(ImportError) -> CompiledPlan? {
        let base = node.value.type
        guard let type = base.subclass(of: instance.address),
            let subclass = try plan.subclass(type, of: base)
        else { return nil }
        // The first case of a class is the class itself.
        let record: Pinned<ValueNode> = subclass.record
        guard let object = (record.value.cases?.value.cases[0].payload ?? record).value.object,
            node.value.indirection == nil
        else {
            throw .notUpdatable("\(record.value.type)")
        }
        if object.value.number >= keyTables.count { addKeyTables() }
        if subclass.readsMemberNames { readsMemberNames = true }
        return subclass
    }

    private mutating func addKeyTables() {
        let added = plan.keyDefinitions(from: keyTables.count).map {
            KeyTable($0, learning: plan.options.maximumCachedSpellings)
        }
        let tables = PinnedArray(keyTables.indices.map { keyTables[$0] } + added)
        keyTables.free()
        keyTables = tables
    }

    private mutating func expectRecord() {
        node = plan.record
        destination = record
    }

    /// Returns the complete record, which the caller owns from now on.
    mutating func takeRecord() -> ValueAddress {
        holdsRecord = false
        expectRecord()
        return record
    }

    /// Returns the error of the record, and clears it.
    mutating func takeError() -> ImportError {
        guard let error = error.take() else { preconditionFailure("the rejected record has no error") }
        return error
    }

    /// Discards the values of a record that is not delivered, and undoes the record's changes.
    mutating func discardRecord() {
        updates?.discardRecord()
        if holdsRecord {
            holdsRecord = false
            plan.record.value.type.deinitialize(record, count: 1)
        }
        while frames.last > 0 { discardFrame() }
        listMismatches()
        player.discard()
        cases.discard()
        context.value.suppressScalars(false)
        error = nil
        expectRecord()
    }

    /// The size of the memory that is kept for values, recorded events and learned keys, in bytes.
    var bytes: Int {
        keyTables.indices.reduce(frames.bytes + player.tape.capacity) { $0 + keyTables[$1].learnedBytes }
    }

    var hasRememberedAllKeys: Bool { keyTables.indices.allSatisfy { keyTables[$0].hasRememberedAll } }

    /// Prepares the tables of keys for another input.
    func inputEnded() {
        for index in keyTables.indices { keyTables.pinned(index).value.inputEnded() }
    }

    /// Frees what the binder owns. Called once, after the last event.
    mutating func free() {
        discardRecord()
        frames.free()
        player.tape.free()
        recordMemory.free()
        hookMemory.free()
        for index in keyTables.indices { keyTables[index].free() }
        keyTables.free()
    }
}

// SAFETY, of all callbacks: the context is that of a `ConsumerMemory` whose state is a binder. The bytes are valid
// until the call returns, and no callback keeps them. The tables are never written to.
extension ModelBinder {
    /// The functions that a parser calls for the events of a record.
    @safe nonisolated(unsafe) static let events = unsafe Pinned(
        EventTable(
            null: { send($0) { $0.null() } },
            bool: { context, value in send(context) { $0.bool(value != 0) } },
            number: { send($0, $1, $2) { $0.number($1) } },
            string: { send($0, $1, $2) { $0.string($1) } },
            objectStart: { send($0) { $0.objectStart() } },
            key: { send($0, $1, $2) { $0.key($1) } },
            objectEnd: { send($0) { $0.objectEnd() } },
            arrayStart: { send($0) { $0.arrayStart() } },
            arrayEnd: { send($0) { $0.arrayEnd() } },
            rawText: { send($0, $1, $2) { $0.skippedText($1) } }))

    /// The functions that a parser calls while a value is recorded.
    @safe nonisolated(unsafe) static let recording = unsafe Pinned(
        EventTable(
            null: { record($0) { $0.recordNull() } },
            bool: { context, value in record(context) { $0.recordBool(value != 0) } },
            number: { record($0, .number, $1, $2) },
            string: { record($0, .string, $1, $2) },
            objectStart: { send($0) { $0.recordStart(.objectStart) } },
            key: { send($0, $1, $2) { $0.recordKey($1) } },
            objectEnd: { send($0) { $0.recordEnd(.objectEnd) } },
            arrayStart: { send($0) { $0.recordStart(.arrayStart) } },
            arrayEnd: { send($0) { $0.recordEnd(.arrayEnd) } }))

    /// The functions that a parser calls for the first member of an object whose case is not known. They begin to record the
    /// object if that member is not the discriminator, with the key that is expected first.
    @safe nonisolated(unsafe) static let leading = unsafe Pinned(
        EventTable(
            null: { unsafe recordFirstMember($0).null!($0) },
            bool: { unsafe recordFirstMember($0).bool!($0, $1) },
            number: { unsafe recordFirstMember($0).number!($0, $1, $2) },
            string: { context, bytes, count in
                send(context, bytes, count) { binder, text in
                    if let result = CaseReader.firstValue(text, in: &binder) { return result }
                    CaseReader.recordFirstMember(in: &binder)
                    binder.player.record(.string, text)
                    return .continue
                }
            },
            objectStart: { unsafe recordFirstMember($0).objectStart($0) },
            key: { context, bytes, count in
                send(context, bytes, count) { binder, text in
                    guard !CaseReader.keepFirstKey(text, in: &binder) else { return .continue }
                    CaseReader.recordFirstMember(in: &binder)
                    return binder.recordKey(text)
                }
            },
            objectEnd: { unsafe recordFirstMember($0).objectEnd($0) },
            arrayStart: { unsafe recordFirstMember($0).arrayStart($0) },
            arrayEnd: { _ in preconditionFailure("the ended array is not open") }))

    /// Begins to record the object. Returns the functions for its first member.
    @safe private static func recordFirstMember(_ context: UnsafeMutableRawPointer?) -> EventTable {
        unsafe CaseReader.recordFirstMember(in: &ConsumerMemory<ModelBinder>.state(context).value)
        return recording.value
    }

    // Inlined like `TapePlayer.record`.
    @inline(__always)
    private mutating func recordKey(_ text: TokenText) -> EventResult {
        player.record(.key, text)
        let isSearched = cases.isSearching && player.tape.openCount == 1
        return isSearched ? CaseReader.keyRecorded(text, in: &self) : .continue
    }

    private mutating func recordStart(_ kind: Tape.Event.Kind) -> EventResult {
        player.recordStart(kind) ? .continue : end(.stopped, context.value.tooDeep)
    }

    /// Records a closing bracket, and reads the value if it is complete.
    private mutating func recordEnd(_ kind: Tape.Event.Kind) -> EventResult {
        guard player.recordEnd(kind) else { return .continue }
        let index = cases.isSearching ? CaseReader.endSearch(in: &self) : nil
        return TapePlayer.playRecorded(to: &self, caseInReplay: index)
    }

    /// Sends an event to a binder. Reports the result to the reader if the event ends the record.
    @safe private static func send(
        _ context: UnsafeMutableRawPointer?, _ receive: (inout ModelBinder) -> EventResult
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        let result = receive(&binder.value)
        return result == .continue ? 1 : report(result, of: binder)
    }

    /// Sends an event with a text to a binder.
    @safe private static func send<Byte>(
        _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<Byte>?, _ count: Int,
        _ receive: (inout ModelBinder, TokenText) -> EventResult
    ) -> Int32 {
        let bytes = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self)
        return send(context) { receive(&$0, TokenText(bytes, count)) }
    }

    /// Reports the result of an event that ends the record to the reader.
    @inline(never)
    private static func report(_ result: EventResult, of binder: Pinned<ModelBinder>) -> Int32 {
        EventContext.withReader(binder.value.context) { reader in
            switch result {
            case .completed: reader.recordCompleted(isScalar: false)
            case .completedScalar: reader.recordCompleted(isScalar: true)
            case .rejected: reader.reject(binder.value.takeError())
            case .stopped: reader.stop(binder.value.takeError())
            case .continue: preconditionFailure("the record continues")
            case .restarted: preconditionFailure("a record from text must not be restarted")
            }
        }
    }

    @safe private static func record(
        _ context: UnsafeMutableRawPointer?, _ add: (inout TapePlayer) -> Void
    ) -> Int32 {
        unsafe add(&ConsumerMemory<ModelBinder>.state(context).value.player)
        return 1
    }

    // Inlined like `TapePlayer.record`.
    @safe @inline(__always)
    private static func record<Byte>(
        _ context: UnsafeMutableRawPointer?, _ kind: Tape.Event.Kind, _ bytes: UnsafePointer<Byte>?,
        _ count: Int
    ) -> Int32 {
        let bytes = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self)
        return record(context) { $0.record(kind, TokenText(bytes, count)) }
    }
}

/// The handling of errors in a record.
extension ModelBinder {
    /// Whether the record must be sent again in key order, so that the first error does not depend on the order of a
    /// dictionary.
    var canRestartInKeyOrder: Bool { context.value.source.canRestartInKeyOrder() }

    /// Ends the record with an error of the current value that no context tolerates.
    ///
    /// - Parameter result: `rejected` or `stopped`.
    mutating func end(_ result: EventResult, _ error: ImportError) -> EventResult {
        guard !canRestartInKeyOrder else { return .restarted }
        self.error = result == .rejected ? located(error) : error
        return result
    }

    /// Returns an error with the path and the location of the current value, unless it has others.
    private func located(_ error: ImportError) -> ImportError {
        error.with(
            path: path(upTo: frames.last + 1), record: context.value.source.recordNumber,
            location: player.currentLocation())
    }

    /// Rejects the value that is being reported because its type is not the expected one.
    @inline(never)
    mutating func rejectToken(expected: String) -> EventResult {
        let advice = frames.last == 0 ? recordAdvice : nil
        return rejectToken(.typeMismatch(expected: expected, found: player.tokenText, advice: advice))
    }

    /// The advice if either the record or its model is an array, but not both; otherwise `nil`.
    private var recordAdvice: String? {
        let record = plan.record.value
        if let element = plan.collection?.elementType {
            return
                "each record is imported as \(record.type); to import it as \(element), pass \(element).self"
        }
        guard record.object != nil, player.tokenText == TokenExcerpt.openingBracket else { return nil }
        return "to import a record that is an array, pass [\(record.type)].self"
    }

    /// Rejects the token that is being reported.
    @inline(never)
    mutating func rejectToken(_ error: ImportError) -> EventResult {
        guard !canRestartInKeyOrder else { return .restarted }
        let locatedError = located(error)
        return skipMismatch(locatedError, inside: frames.last) ?? end(.rejected, locatedError)
    }

    /// Rejects the object in the innermost frame.
    @inline(never)
    mutating func rejectObject(_ error: ImportError) -> EventResult {
        guard !canRestartInKeyOrder else { return .restarted }
        let locatedError = error.with(
            path: path(upTo: frames.last), record: context.value.source.recordNumber,
            location: frames.top.value.location ?? player.location(of: frames.top.value.offset))
        return rejectObject(located: locatedError)
    }

    /// Rejects the object in the innermost frame if a mismatch that was pending until its end is fatal.
    ///
    /// - Returns: `nil` if none is.
    mutating func rejectFatalMismatch() -> EventResult? {
        resolveMismatches().map { rejectObject(located: $0) }
    }

    /// Rejects the object in the innermost frame with an error that already has a path and a location.
    private mutating func rejectObject(located error: ImportError) -> EventResult {
        skipMismatch(error, inside: frames.last - 1) ?? end(.rejected, error)
    }

    // MARK: - Frames

    private mutating func discardFrame() {
        _ = updates?.pop(frames.last)
        updates?.rollBack(to: frames.top.value.changeCount)
        discardMismatches()
        cases.end(frame: frames.last)
        frames.top.value.deinitializeContents()
        frames.pop()
    }

    // MARK: - Paths and locations

    /// The path of the value that is being read, from the record's root.
    var pathInRecord: [JSONPath.Component] {
        frames.components(upTo: frames.last + 1)
            + (cases.firstKey.map { [.key(player.text(of: $0))] } ?? player.pathInRecording)
    }

    /// Returns the path through the frames before `end`, from the root of the text, with `last` appended.
    func path(upTo end: Int, _ last: [JSONPath.Component] = []) -> JSONPath {
        JSONPath(context.value.source.recordPath + frames.components(upTo: end) + last)
    }
}

/// Mismatches: values that do not fit and are skipped while their record is kept.
extension ModelBinder {
    /// Skips the value that has an error if the value's context tolerates the error. Such a context is a property with
    /// ``MismatchPolicy/skipValue``, a property that a key of higher precedence may still set, or a lenient array. An
    /// object that is read only to identify its instance tolerates any error.
    ///
    /// - Parameter last: the index of the frame that directly contains the value.
    /// - Returns: `nil` if no context tolerates the error.
    private mutating func skipMismatch(_ error: ImportError, inside last: Int) -> EventResult? {
        let identifying = updates?.frameReadForIdentity
        guard let index = toleratingFrame(upTo: last, identifying: identifying) else { return nil }
        let isPayload = frames[index].value.kind == .payload
        let isAboutKey = [.unknownKey, .duplicateKey].contains(error.code)
        guard identifying != nil || error.code.isAboutValue || isPayload && isAboutKey else { return nil }
        while frames.last > index { discardFrame() }
        node = nil
        context.value.suppressScalars(false)
        player.skipRestOfValue(inFrame: index, depth: frames.top.value.depth)
        if identifying == nil, isPayload { return CaseReader.readForNextCase(after: error, in: &self) }
        if identifying == nil { addMismatch(error) } else { updates?.partWasSkipped() }
        // An error in the first key of an object belongs to no slot.
        if let slot = frames.top.value.slotOfMember {
            slot.value.markWithoutValue(DraftState.mismatch, in: frames.top.value.draft)
        }
        endWithoutValue()
        return .continue
    }

    /// Adds a mismatch in the innermost frame. The mismatch is pending until the end of the object if a key of higher
    /// precedence may outrank it, or if its field is required.
    private mutating func addMismatch(_ error: ImportError) {
        let slot = frames.top.value.slotOfMember
        let isPending = slot.map { $0.value.hasHigherKeys || $0.value.requiredCount > 0 } ?? false
        let own = isPending ? slot.map { PendingMismatches.Field(frame: frames.model, slot: $0) } : nil
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
            guard let slot = frames[index].value.slotOfMember, slot.value.hasHigherKeys else { continue }
            return (index, .init(frame: frames.model(enclosing: index), slot: slot, isInside: true))
        }
        return (0, nil)
    }

    /// Resolves the mismatches of the object in the innermost frame, which is discarded.
    private mutating func discardMismatches() {
        guard mismatches.arePending else { return }
        let (index, outer) = replaceableMember(upTo: frames.last - 1)
        frames[index].value.missingCount += mismatches.discardObject(
            frame: frames.last, outer: outer, areKept: options.mismatches == .skipValue,
            limit: options.maximumListedMismatches)
    }

    /// Lists the mismatches in the summary, unless one of them is pending.
    private mutating func listMismatches() {
        mismatches.list(in: &summary, limit: options.maximumListedMismatches)
    }

    /// Resolves the mismatches that were pending until the end of the object in the innermost frame.
    ///
    /// A mismatch does not count if a key of higher precedence has a value. Any other mismatch counts under
    /// ``MismatchPolicy/skipValue``, unless its field is required and has no value; otherwise it is fatal.
    ///
    /// - Returns: the error of the first mismatch that is fatal to the object; `nil` if none is.
    private mutating func resolveMismatches() -> ImportError? {
        let frame = frames.top
        let policy = policy(for: frame)
        guard mismatches.arePending else { return nil }
        let (index, outer) = replaceableMember(upTo: frames.last - 1)
        let (count, outerCount, error) = mismatches.resolve(
            frame: frames.last, outer: outer, limit: options.maximumListedMismatches
        ) { field in
            let slot = field.slot
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

    /// Returns the policy for the members of a model. Without its payload, an object that selects a case by a key would have a
    /// second error.
    private func policy(for frame: FrameReference) -> MismatchPolicy {
        frame.value.object?.value.plan?.hasPayloads == true ? .rejectRecord : options.mismatches
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
                let policy = policy(for: frames[frames.model(enclosing: index)])
                if policy == .skipValue || slot.value.hasHigherKeys { return index }
            case .payload:
                // The value is read for another case.
                if frame.value.node?.value.cases?.value.hasDiscriminator == false { return index }
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

    /// The slot that the current member is stored in, even if a hook still decides about the member.
    fileprivate var slotOfMember: Pinned<Slot>? {
        guard kind != .array, let slot else { return nil }
        return slot.value.hasHook ? slot.value.nextSlot : slot
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
}
