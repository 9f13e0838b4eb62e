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
/// A binder stays at one address, where the parser's callbacks find it. Code that runs for every event uses only pinned
/// pointers and numbers, because references would be counted. Only code that runs rarely may use references. Slow paths are
/// separate functions with `@inline(never)`: inlined, they would cost 0.9% of the instructions (people), or 0.5% (tweets).
/// `unsafelyUnwrapped` saves 0.9% of them (people), or 0.3% (tweets), where an event always has a value.
@safe
struct ModelBinder {
    let context: Pinned<EventContext>
    /// The error of the record, if it is rejected or ends the import.
    private var error: ImportError?
    /// The node of the next value; `nil` if none is prepared.
    var node: Pinned<ValueNode>?
    /// The address that the next value is stored at.
    var destination: UnsafeMutableRawPointer?
    var frames = FrameStack()
    /// The state of values that are read more than once.
    var replays = Replays()

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
    var options: ImportOptions

    init(_ context: Pinned<EventContext>, _ plan: CompiledPlan, options: ImportOptions) {
        self.context = context
        self.plan = plan
        self.options = options
        updates = plan.mayUpdateInstances ? UpdateSession() : nil
        keyTables = PinnedArray(
            plan.objects.map { KeyTable($0.node.value.keys, learning: plan.options.maximumCachedSpellings) })
        recordMemory.reserve(max(plan.record.value.stride, 1))
        expectRecord()
    }

    /// The address of a complete record.
    // SAFETY: the memory was reserved in `init`.
    var record: UnsafeMutableRawPointer { unsafe recordMemory.start! }

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
        // SAFETY: the box holds a value of the node's type.
        guard let type = unsafe base.subclass(of: instance.address),
            let subclass = try plan.subclass(type, of: base)
        else { return nil }
        // The first case of a class is the class itself.
        let record: Pinned<ValueNode> = subclass.record
        guard let object = (record.value.cases?.value.cases[0].payload ?? record).value.object else {
            throw .notUpdatable("\(record.value.type)")
        }
        if object.value.number >= keyTables.count { addKeyTables() }
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
        // SAFETY: `init` has reserved memory for a record.
        unsafe destination = record
    }

    /// Ends the record with an error.
    ///
    /// - Parameter result: `rejected` or `stopped`.
    mutating func end(_ result: EventResult, _ error: ImportError) -> EventResult {
        self.error = error
        return result
    }

    @inline(never)
    mutating func recordCompleted(isScalar: Bool) -> EventResult {
        assert(updates?.hasNextTarget != true, "no object has taken the update target")
        holdsRecord = true
        expectRecord()
        return isScalar ? .completedScalar : .completed
    }

    /// Returns the complete record, which the caller owns from now on.
    mutating func takeRecord() -> ValueAddress {
        holdsRecord = false
        // SAFETY: the caller takes each complete record once.
        return unsafe ValueAddress(record)
    }

    /// Returns the error of the record, and clears it.
    mutating func takeError() -> ImportError {
        guard let error else { preconditionFailure("the rejected record has no error") }
        self.error = nil
        return error
    }

    /// Discards the values of a record that is not delivered, and undoes the record's changes.
    mutating func discardRecord() {
        updates?.log.rollBackRecord()
        updates?.clear()
        if holdsRecord {
            holdsRecord = false
            // SAFETY: a record is in the memory, and nothing else deinitializes it.
            unsafe plan.record.value.type.deinitialize(record, count: 1)
        }
        while frames.last > 0 { discardFrame() }
        listMismatches()
        replays.end(context)
        context.value.suppressScalars(false)
        error = nil
        expectRecord()
    }

    /// The size of the memory that is kept for values, recorded events and learned keys, in bytes.
    var bytes: Int {
        keyTables.indices.reduce(frames.bytes + replays.tape.capacity) { $0 + keyTables[$1].learnedBytes }
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
        replays.tape.free()
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
            null: { unsafe send($0) { $0.null() } },
            bool: { context, value in unsafe send(context) { $0.bool(value != 0) } },
            number: { context, bytes, count in
                let text = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(
                    to: UInt8.self)
                return unsafe send(context) { unsafe $0.number(text, count) }
            },
            string: { context, bytes, count in
                unsafe send(context) { unsafe $0.string(bytes.unsafelyUnwrapped, count) }
            },
            objectStart: { unsafe send($0) { $0.objectStart() } },
            key: { context, bytes, count in
                unsafe send(context) { unsafe $0.key(bytes.unsafelyUnwrapped, count) }
            },
            objectEnd: { unsafe send($0) { $0.objectEnd() } },
            arrayStart: { unsafe send($0) { $0.arrayStart() } },
            arrayEnd: { unsafe send($0) { $0.arrayEnd() } },
            rawText: { context, bytes, count in
                unsafe send(context) {
                    unsafe $0.skippedText(UnsafeBufferPointer(start: bytes, count: count))
                }
            }))

    /// The functions that a parser calls while a value is recorded.
    @safe nonisolated(unsafe) static let recording = unsafe Pinned(
        EventTable(
            null: { unsafe record($0) { $0.null(end: $1.tokenEnd) } },
            bool: { context, value in unsafe record(context) { $0.bool(value != 0, end: $1.tokenEnd) } },
            number: { context, bytes, count in
                let text = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(
                    to: UInt8.self)
                return unsafe record(context, .number, text, count)
            },
            string: { unsafe record($0, .string, $1.unsafelyUnwrapped, $2) },
            objectStart: { unsafe send($0) { $0.recordStart(.objectStart) } },
            key: { unsafe record($0, .key, $1.unsafelyUnwrapped, $2) },
            objectEnd: { unsafe send($0) { $0.recordEnd(.objectEnd) } },
            arrayStart: { unsafe send($0) { $0.recordStart(.arrayStart) } },
            arrayEnd: { unsafe send($0) { $0.recordEnd(.arrayEnd) } }))

    /// The functions that a parser calls while an object is recorded whose discriminator was not read yet.
    @safe nonisolated(unsafe) static let searching = {
        var table = recording.value
        unsafe table.key = { context, bytes, count in
            let bytes = unsafe bytes.unsafelyUnwrapped
            _ = unsafe record(context, .key, bytes, count)
            unsafe ConsumerMemory<ModelBinder>.state(context).value.keyRecorded(KeyText(bytes, count: count))
            return 1
        }
        return Pinned(table)
    }()

    /// The functions that a parser calls for the value of a discriminator.
    @safe nonisolated(unsafe) static let deciding = unsafe Pinned(
        EventTable(
            null: { context in
                unsafe recordRest(context)
                return unsafe record(context) { $0.null(end: $1.tokenEnd) }
            },
            bool: { context, value in
                _ = unsafe record(context) { $0.bool(value != 0, end: $1.tokenEnd) }
                let text: StaticString = value != 0 ? "true" : "false"
                return unsafe decide(context, text.utf8Start, text.utf8CodeUnitCount)
            },
            number: { context, bytes, count in
                let text = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped).assumingMemoryBound(
                    to: UInt8.self)
                _ = unsafe record(context, .number, text, count)
                return unsafe decide(context, text, count)
            },
            string: { context, bytes, count in
                _ = unsafe record(context, .string, bytes.unsafelyUnwrapped, count)
                return unsafe decide(context, bytes.unsafelyUnwrapped, count)
            },
            objectStart: { context in
                unsafe recordRest(context)
                return unsafe send(context) { $0.recordStart(.objectStart) }
            },
            key: recording.value.key, objectEnd: recording.value.objectEnd,
            arrayStart: { context in
                unsafe recordRest(context)
                return unsafe send(context) { $0.recordStart(.arrayStart) }
            },
            arrayEnd: recording.value.arrayEnd))

    private static func decide(
        _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Int32 {
        unsafe send(context) { unsafe $0.discriminatorRecorded(KeyText(bytes, count: count)) }
    }

    /// Records the rest of an object without looking for its discriminator.
    private static func recordRest(_ context: UnsafeMutableRawPointer?) {
        unsafe ConsumerMemory<ModelBinder>.state(context).value.context.value.install(recording)
    }

    /// Sends an event to a binder. Reports the result to the reader if the event ends the record.
    private static func send(
        _ context: UnsafeMutableRawPointer?, _ receive: (inout ModelBinder) -> EventResult
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        let result = receive(&binder.value)
        return result == .continue ? 1 : report(result, of: binder)
    }

    /// Reports the result of an event that ends the record to the reader.
    @inline(never)
    static func report(_ result: EventResult, of binder: Pinned<ModelBinder>) -> Int32 {
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

    private static func record(
        _ context: UnsafeMutableRawPointer?, _ add: (inout Tape, TextCursor) -> Void
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        add(&binder.value.replays.tape, binder.value.context.value.cursor)
        return 1
    }

    private static func record(
        _ context: UnsafeMutableRawPointer?, _ kind: Tape.Event.Kind, _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> Int32 {
        let binder = unsafe ConsumerMemory<ModelBinder>.state(context)
        let context = binder.value.context
        let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
        guard unsafe context.value.cursor.contains(bytes) else {
            unsafe binder.value.replays.tape.text(kind, text, at: nil, end: context.value.cursor.tokenEnd)
            return 1
        }
        let address = UInt(bitPattern: bytes) - context.value.cursor.windowAddress
        let offset = context.value.cursor.base + Int(address)
        // A string in the window ends with its quotation mark: the end is known without a call of the parser.
        let end = offset + count + (kind == .number ? 0 : 1)
        unsafe binder.value.replays.tape.text(kind, text, at: offset, end: end)
        return 1
    }
}

/// The handling of errors in a record.
extension ModelBinder {
    /// Whether the record must be sent again in key order, so that the first error does not depend on the order of a
    /// dictionary.
    var canRestartInKeyOrder: Bool { context.value.source.canRestartInKeyOrder() }

    mutating func stopTooDeep() -> EventResult {
        guard !canRestartInKeyOrder else { return .restarted }
        return end(.stopped, context.value.tooDeep)
    }

    /// Rejects the value that is being reported because its type is not the expected one.
    @inline(never)
    mutating func rejectToken(expected: String) -> EventResult {
        let advice = frames.last == 0 ? recordAdvice : nil
        return rejectToken(.typeMismatch(expected: expected, found: foundText, advice: advice))
    }

    /// The advice if either the record or its model is an array, but not both; otherwise `nil`.
    private var recordAdvice: String? {
        let record = plan.record.value
        if let element = plan.collection?.elementType {
            return
                "each record is imported as \(record.type); to import it as \(element), pass \(element).self"
        }
        guard record.object != nil, foundText == AnyValueExcerpt.openingBracket else { return nil }
        return "to import a record that is an array, pass [\(record.type)].self"
    }

    /// Rejects the value that is being reported because no scalar could be made from it.
    @inline(never)
    mutating func rejectToken(_ error: any Error) -> EventResult {
        rejectToken(ImportError(scalar: error, found: foundText))
    }

    /// Rejects the token that is being reported.
    @inline(never)
    mutating func rejectToken(_ error: ImportError) -> EventResult {
        guard !canRestartInKeyOrder else { return .restarted }
        let locatedError = error.with(
            path: path(upTo: frames.last + 1), record: context.value.source.recordNumber,
            location: context.value.source.currentLocation())
        return skipMismatch(locatedError, inside: frames.last) ?? end(.rejected, locatedError)
    }

    /// Rejects the object in the innermost frame.
    @inline(never)
    mutating func rejectObject(_ error: ImportError) -> EventResult {
        guard !canRestartInKeyOrder else { return .restarted }
        let locatedError = error.with(
            path: path(upTo: frames.last), record: context.value.source.recordNumber,
            location: locationOfObject)
        return rejectObject(located: locatedError)
    }

    /// Rejects the value in the innermost frame because its representation is invalid.
    ///
    /// - Parameter cause: the error, whose path begins at the value.
    @inline(never)
    mutating func rejectRepresentation(_ cause: any Error, isScalar: Bool) -> EventResult {
        let error = path(upTo: frames.last).components.reversed()
            .reduce(ImportError.rejectedByModel(cause)) { $0.inside($1) }
        return isScalar ? rejectToken(error) : rejectObject(error)
    }

    /// The location of the object in the innermost frame.
    private var locationOfObject: SourceLocation? {
        frames.top.value.location ?? context.value.source.location(of: frames.top.value.offset)
    }

    /// Rejects the object in the innermost frame with an error that already has a path and a location.
    mutating func rejectObject(located error: ImportError) -> EventResult {
        skipMismatch(error, inside: frames.last - 1) ?? end(.rejected, error)
    }

    /// The value that is being reported, as error messages quote it.
    var foundText: String {
        guard let event = replays.current, !event.isFromText else {
            return context.value.source.tokenText
        }
        switch event.kind {
        case .objectStart: return AnyValueExcerpt.openingBrace
        case .arrayStart: return AnyValueExcerpt.openingBracket
        case .null: return AnyValueExcerpt(Any?.none as Any).description
        default: return AnyValueExcerpt(replays.tape.value(of: event)).description
        }
    }

    // MARK: - Frames

    mutating func discardFrame() {
        _ = updates?.pop(frames.last)
        updates?.log.rollBack(to: frames.top.value.changeCount)
        discardMismatches()
        replays.firstFits.end(frame: frames.last)
        deinitializeContents(of: frames.top)
        frames.pop()
    }

    private func deinitializeContents(of frame: FrameReference) {
        // SAFETY: the frame's kind and counts say which values its memory holds.
        switch frame.value.kind {
        case .arrayOnPath, .replacement, .payload: break
        case .object:
            if let object = frame.value.object { deinitializeDraft(frame, object) }
        case .array, .implicitArray:
            // An array without elements may have no memory yet.
            guard let memory = unsafe frame.value.memory.start else { return }
            guard let element = frame.value.element else {
                preconditionFailure("the array has no element type")
            }
            unsafe element.value.type.deinitialize(memory, count: frame.value.count)
        case .dictionary, .pairs:
            guard let (collector, _) = frame.value.node?.value.dictionary else {
                preconditionFailure("the dictionary has no collector")
            }
            frame.value.members.deinitialize(collector)
        }
    }

    // MARK: - Paths and locations

    /// The path of the value that is being read, from the record's root.
    var pathInRecord: [JSONPath.Component] {
        var path: [JSONPath.Component] = []
        appendComponents(upTo: frames.last + 1, to: &path)
        return path + pathInRecording
    }

    /// Returns the path through the frames before `end`, from the root of the text, with `last` appended.
    func path(upTo end: Int, _ last: [JSONPath.Component] = []) -> JSONPath {
        var path = context.value.source.recordPath
        appendComponents(upTo: end, to: &path)
        return JSONPath(path + last)
    }

    func appendComponents(from start: Int = 1, upTo end: Int, to path: inout [JSONPath.Component]) {
        for index in start..<max(end, start) {
            if let component = currentComponent(of: frames[index]) { path.append(component) }
        }
    }

    /// Returns the path component of the current member or element of a frame.
    private func currentComponent(of frame: FrameReference) -> JSONPath.Component? {
        switch frame.value.kind {
        case .object: frame.value.memberKey.map(JSONPath.Component.key)
        case .array, .arrayOnPath: .index(frame.value.count + frame.value.mismatchCount)
        case .implicitArray, .replacement, .payload: nil
        case .dictionary: frame.value.dictionaryKey.map(JSONPath.Component.key)
        case .pairs: .index(frame.value.members.partCount)
        }
    }

    /// Computes the locations of the open frames while their brackets are still in the window.
    func locateFrames() {
        guard frames.last > 0 else { return }
        for index in 1...frames.last where frames[index].value.location == nil {
            frames[index].value.location = context.value.source.location(
                of: frames[index].value.offset)
        }
    }
}

extension Frame {
    /// The key of the current member of an object that becomes a model.
    fileprivate var memberKey: String? {
        if let extras = object?.value.extras, extras.member == slot {
            return members.openKey(extras.collector)
        }
        // The shared spelling of unknown keys beyond the cache limit has no text.
        return spelling.flatMap { $0.value.key.count < 0 ? nil : $0.value.key.text }
    }

    /// The key of the current member of a dictionary.
    fileprivate var dictionaryKey: String? {
        node?.value.dictionary.flatMap { members.openKey($0.collector) }
    }
}
