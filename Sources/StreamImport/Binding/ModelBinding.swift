/// A binder at an address of its own, which one import after another may use.
///
/// Used by one thread at a time.
@safe
@usableFromInline
final class ModelBinding {
    private let memory: ConsumerMemory<ModelBinder>
    let binder: Pinned<ModelBinder>
    /// Reads texts in memory. Made for the first one.
    private var reader: TextReader?
    /// Takes each record of such a text; `nil` if there is only one, which is left in the binder.
    private var recordHandler: RecordHandler?

    /// - Parameters:
    ///   - plan: how the records are made.
    ///   - options: the policies.
    init(_ plan: CompiledPlan, options: BindingOptions) {
        memory = ConsumerMemory { context in ModelBinder(context, plan, options: options) }
        binder = memory.state
    }

    deinit {
        // A reader that is let go of drops what was read.
        reader = nil
        binder.value.free()
        memory.free()
    }

    /// The most memory that is kept for another import, in bytes.
    private static let maximumRetainedBytes = 1 << 20

    /// Whether the binding can be used for another import: large records take memory, paths name only keys whose spelling is
    /// remembered, and an unknown key is reported once.
    var isReusable: Bool {
        binder.value.bytes <= Self.maximumRetainedBytes && binder.value.hasRememberedAllKeys
            && binder.value.options.unknownKeys != .report
    }

    /// Ends an import, of which nothing is kept.
    func reset() {
        binder.value.discardRecord()
        try? binder.value.updates.throwError()
        binder.value.targets.clear()
        binder.value.summary = ImportSummary()
    }

    var context: Pinned<EventContext> { memory.context }

    /// Takes the records that a reader finds, as long as the binding exists.
    ///
    /// - Parameter deliver: takes each record; what it throws ends the import.
    func makeConsumer(deliver: @escaping RecordHandler) -> ModelConsumer {
        ModelConsumer(memory) { try Self.deliverRecord(from: $0, to: deliver) }
    }

    @inline(__always)
    private static func deliverRecord(from binder: Pinned<ModelBinder>, to deliver: RecordHandler) throws {
        try binder.value.updates.commit()
        try deliver(binder.value.takeRecord())
    }

    /// Reads a text in memory.
    ///
    /// - Parameters:
    ///   - text: the bytes, which are not used after the call.
    ///   - mayBeCompressed: whether they are inflated if they begin as compressed ones do.
    ///   - options: the policies and limits of the reader.
    ///   - deliver: takes each record; `nil` if there is only one, which is left where it is.
    func read(
        _ text: UnsafeRawBufferPointer, mayBeCompressed: Bool, _ options: ReadOptions, deliver: RecordHandler?
    ) throws -> RecordSummary {
        let reader = reader ?? makeReader()
        self.reader = reader
        recordHandler = deliver
        defer { recordHandler = nil }
        // SAFETY: the caller lends the text for the call.
        return unsafe try reader.read(text, mayBeCompressed: mayBeCompressed, options: options)
    }

    private func makeReader() -> TextReader {
        TextReader(
            ModelConsumer(memory) { [unowned self] binder in
                if let recordHandler { try Self.deliverRecord(from: binder, to: recordHandler) }
            })
    }

    /// The summary of an import that the binder has made the records of.
    func summary(_ records: RecordSummary) -> ImportSummary {
        var summary = binder.value.summary
        summary.total = records
        return summary
    }

    /// The record that is complete, which belongs to the caller from now on.
    func takeRecord() -> RecordAddress {
        precondition(binder.value.holdsRecord, "a record is taken that is not complete")
        return binder.value.takeRecord()
    }
}
