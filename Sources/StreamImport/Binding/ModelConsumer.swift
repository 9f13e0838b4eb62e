/// A maker of the models of one thread: a binder, or a decoder.
///
/// One thread uses a maker at a time.
protocol ModelMaker: AnyObject {
    var consumer: any RecordConsumer { get }

    /// Passes each record to a function. An error that the function throws ends the import. Called once for each path.
    func deliver(to handler: @escaping RecordHandler)

    /// The lists of the summary: what the records have that does not reject them.
    var lists: ImportSummary { get set }

    /// Ends the import. No reader has the consumer any more, and the caller does not use the maker again.
    func importEnded()
}

/// A function that prepares an import with the options. It returns whether the models must be made in the order of the
/// records, the members of the objects around the records that the models have, and a function that returns a maker that no
/// other thread uses.
typealias MakeModels =
    @Sendable (ImportOptions) -> (
        needsOrder: Bool, enclosingMembers: [JSONPath], takeMaker: () -> any ModelMaker
    )

/// A consumer that turns the records at one or several paths into models, with a binder for each path.
///
/// One thread uses a consumer at a time. Several imports use it one after another; see ``BinderPool``.
@safe
final class ModelConsumer: RecordConsumer, ModelMaker {
    /// The function that takes the records at a path.
    private final class Receiver {
        let take: RecordHandler

        init(_ take: @escaping RecordHandler) { self.take = take }
    }

    private var binders: SelectedState<ModelBinder>
    private let plans: [CompiledPlan]
    /// The binder for the path of the current records.
    let binder: Pinned<ModelBinder>
    /// The receivers for each path; empty if there is a single record, which stays in the binder.
    private var receivers: [Receiver] = []
    /// The receiver for the path of the current records. Unretained, because counting references for each record took 3% of
    /// the time (records of 140 bytes).
    // SAFETY: `receivers` retains the receiver. Only this class accesses the property.
    @safe @exclusivity(unchecked) private var receiver: Unmanaged<Receiver>?
    /// The pool to which the consumer returns at the end of its import.
    private var pool: BinderPool?
    /// The reader of texts that the consumer had in the pool, during an import that does not use it. It retains the consumer.
    var idleReader: TextReader?

    /// - Parameter plans: the plan and the policies for each path.
    init(_ plans: [(plan: CompiledPlan, options: ImportOptions)]) {
        self.plans = plans.map(\.plan)
        binders = SelectedState(count: plans.count) { path, context in
            ModelBinder(context, plans[path].plan, options: plans[path].options)
        }
        binder = binders.memory.state
    }

    deinit {
        for path in plans.indices { binders[path].value.free() }
        binders.free()
    }

    // MARK: - Records

    var consumer: any RecordConsumer { self }
    /// The model says whether null is a record.
    var takesNullAtPath: Bool { true }
    var events: Pinned<EventTable> { ModelBinder.events }
    var context: Pinned<EventContext> { binders.memory.context }
    var path: [JSONPath.Component] { binder.value.pathInRecord }

    func readingBegan() throws {
        for path in plans.indices {
            if let error = plans[path].error { throw error }
            try binders[path].value.options.validateLimits()
        }
    }

    func deliver(to handler: @escaping RecordHandler) {
        receivers.append(Receiver(handler))
        // A reader begins with path 0.
        if receivers.count == 1 { select(path: 0) }
    }

    func select(path: Int) {
        binders.select(path)
        // SAFETY: `receivers` retains the receiver.
        unsafe receiver = receivers.isEmpty ? nil : .passUnretained(receivers[path])
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        guard let receiver else { return }
        try binder.value.updates?.commit()
        // SAFETY: `receivers` retains the receiver.
        unsafe try receiver._withUnsafeGuaranteedRef { try $0.take(binder.value.takeRecord()) }
    }

    func recordDiscarded() throws {
        binder.value.discardRecord()
        try binder.value.updates?.throwError()
    }

    func windowWillSlide() { binder.value.frames.locate(in: context.value.source) }

    /// Returns the complete record, which the caller owns from now on.
    func takeRecord() -> ValueAddress {
        precondition(binder.value.holdsRecord, "the record to take is not complete")
        return binder.value.takeRecord()
    }

    /// Makes the single record of an import update an instance, all or nothing. The plan must be compiled for updates.
    ///
    /// - Parameter instance: the instance. The record becomes a copy of the updated instance.
    func startUpdate(of instance: ValueBox) throws {
        let record = binder.value.plan.record.value
        guard record.wrapped == nil, record.model != nil || record.cases?.value.hasDiscriminator == true
        else { throw ImportError.notUpdatable("\(record.type)") }
        binder.value.updates?.setNextTarget(instance)
    }

    // MARK: - Summary

    var lists: ImportSummary {
        get { binder.value.summary }
        set { binder.value.summary = newValue }
    }

    /// Returns the summary of the records at a path, given their counts.
    func summary(_ records: RecordSummary, path: Int = 0) -> ImportSummary {
        binders[path].value.summary.with(records)
    }

    // MARK: - Pool

    /// The maximum size of the memory that is kept for another import, in bytes.
    private static let maximumRetainedBytes = 1 << 20

    /// Whether the consumer can be used for another import. `false` if its memory has grown beyond the limit; if the
    /// spelling of a key was not remembered, because error paths name only remembered keys; or if unknown keys are
    /// reported, because the binder reports each unknown key once.
    var isReusable: Bool {
        binder.value.bytes <= Self.maximumRetainedBytes && binder.value.hasRememberedAllKeys
            && binder.value.options.unknownKeys != .report
    }

    func begin(_ options: ImportOptions, from pool: BinderPool) {
        binder.value.options = options
        self.pool = pool
    }

    func importEnded() { pool?.recycle(self) }

    /// Discards the record, the changes and the summary of an import.
    func reset() {
        binder.value.discardRecord()
        try? binder.value.updates?.throwError()
        binder.value.summary = ImportSummary()
        binder.value.inputEnded()
        receiver = nil
        receivers = []
        pool = nil
        idleReader = nil
    }
}

/// A function that a run calls with each of its records.
@usableFromInline
typealias RecordHandler = (ValueAddress) throws -> Void
