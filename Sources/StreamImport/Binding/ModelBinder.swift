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
    /// The same record, whose members must be sent in key order; see ``RecordSource/restartsInKeyOrder()``.
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

    mutating func expectRecord() {
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
    mutating func takeRecord() -> RecordAddress {
        holdsRecord = false
        // SAFETY: the caller takes each complete record once.
        return unsafe RecordAddress(address: record)
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
