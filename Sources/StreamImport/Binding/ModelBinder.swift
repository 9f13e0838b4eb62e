/// The state machine between the events of a record and a model.
///
/// It knows plans, not models: a key becomes a slot, a value is stored in the draft of the object that is
/// open, and the draft becomes an instance when its object ends. It knows one record, and nothing of what is around it.
/// An event returns `false` if the record is complete or wrong, and the outcome says which: whoever sends the events acts
/// on it once no method of the binder runs any more.
///
/// A binder stays at one address, where the parser's callbacks find it, and holds pinned pointers and numbers
/// for what happens at every event; only what happens rarely may use references.
@safe
struct ModelBinder {
    let context: Pinned<EventContext>
    /// Why the last event is the last one for now, if it returned `false`, and what is wrong with the record.
    private(set) var outcome = Outcome.restarted
    private var error: ImportError?
    /// What the next value becomes, `nil` if nothing.
    var node: Pinned<ValueNode>?
    /// Where it goes.
    var destination: UnsafeMutableRawPointer?
    var frames = FrameStack()
    /// Values that are read more than once.
    var replays = Replays()

    /// The key of the member that a hook decides about, and room for its value.
    var hookedKey = ""
    var hookMemory = ValueMemory()

    /// The instances that objects being read update, innermost last.
    var targets = UpdateTargets()
    /// What updates have changed in objects of this record, to be undone if it is rejected.
    var updates = UpdateLog()
    /// What was noted that keeps no record from being complete.
    var summary = ImportSummary()
    /// What is noted later, if at all.
    var mismatches = PendingMismatches()

    /// Room for one record.
    private var recordMemory = ValueMemory()
    /// Whether a record is there that was not handed on yet.
    var holdsRecord = false

    let plan: CompiledPlan
    /// The keys of each object of the plan, as they are spelled in this run.
    private var keyTables: PinnedArray<KeyTable>
    var options: BindingOptions

    /// What the source of the events is told of the record, once the binder is done with an event.
    enum Outcome {
        case completed(isScalar: Bool)
        case rejected
        /// The import cannot go on.
        case stopped
        /// The record is to be sent once more; see ``RecordSource/restartsInKeyOrder()``.
        case restarted
    }

    init(_ context: Pinned<EventContext>, _ plan: CompiledPlan, options: BindingOptions) {
        self.context = context
        self.plan = plan
        self.options = options
        keyTables = PinnedArray(
            plan.objects.map { KeyTable($0.node.value.keys, learning: plan.options.maximumCachedSpellings) })
        recordMemory.reserve(max(plan.record.value.stride, 1))
        expectRecord()
    }

    /// Where a record is, once it is complete.
    // SAFETY: the memory was reserved in `init`.
    var record: UnsafeMutableRawPointer { unsafe recordMemory.start! }

    /// The keys of an object as they are spelled in this run.
    @inline(__always)
    func keys(of object: Pinned<ObjectNode>) -> Pinned<KeyTable> { keyTables.pinned(object.value.number) }

    /// The plan of the subclass that an instance is of, which is about to be updated; `nil` if that of a node will do.
    ///
    /// - Throws: ``ImportError`` if the plan of the subclass is wrong.
    mutating func subclassPlan(
        of instance: ValueBox, _ node: Pinned<ValueNode>
    ) throws(ImportError) -> CompiledPlan? {
        let base = node.value.type
        // SAFETY: the box holds a value of the node's type.
        guard let type = unsafe base.subclass(of: instance.address),
            let subclass = try plan.subclass(type, of: base)
        else { return nil }
        guard let object = subclass.record.value.object else {
            throw .notUpdatable("\(subclass.record.value.type)")
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
        // SAFETY: the memory has room for a record.
        unsafe destination = record
    }

    /// Ends an event that is the last one for now. Returns `false`.
    mutating func end(_ outcome: Outcome, _ error: ImportError? = nil) -> Bool {
        self.outcome = outcome
        self.error = error
        return false
    }

    /// Notes that the value of the record is complete.
    @inline(never)
    mutating func recordCompleted(isScalar: Bool) -> Bool {
        holdsRecord = true
        expectRecord()
        outcome = .completed(isScalar: isScalar)
        return false
    }

    /// The record that is complete, which belongs to the caller from now on.
    mutating func takeRecord() -> RecordAddress {
        holdsRecord = false
        // SAFETY: a record is there, and is taken once.
        return unsafe RecordAddress(memory: record)
    }

    /// What is wrong with the record.
    mutating func takeError() -> ImportError {
        guard let error else { preconditionFailure("a record is wrong without an error") }
        self.error = nil
        return error
    }

    /// Forgets what was read of a record that is not handed on, and what it has changed.
    mutating func discardRecord() {
        updates.rollBackRecord()
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

    /// How much memory is kept for values and for keys, in bytes.
    var bytes: Int {
        keyTables.indices.reduce(frames.bytes + replays.tape.capacity) { $0 + keyTables[$1].learnedBytes }
    }

    var hasRememberedAllKeys: Bool { keyTables.indices.allSatisfy { keyTables[$0].hasRememberedAll } }

    /// Frees what the binder owns. Called once, after the last event.
    mutating func free() {
        discardRecord()
        frames.free()
        recordMemory.free()
        hookMemory.free()
        for index in keyTables.indices { keyTables[index].free() }
        keyTables.free()
    }
}
