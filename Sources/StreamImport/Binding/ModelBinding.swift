/// A binder at an address of its own, which several imports use one after another.
///
/// One thread uses a binding at a time.
@safe
@usableFromInline
final class ModelBinding {
    private let memory: ConsumerMemory<ModelBinder>
    let binder: Pinned<ModelBinder>
    /// The reader of texts in memory, which is made for the first one.
    private var reader: TextReader?
    /// The handler of the records of the text that is being read; `nil` if the text has a single record, which stays in
    /// the binder.
    private var recordHandler: RecordHandler?

    /// - Parameters:
    ///   - plan: the plan of the records.
    ///   - options: the policies.
    init(_ plan: CompiledPlan, options: BindingOptions) {
        memory = ConsumerMemory { context in ModelBinder(context, plan, options: options) }
        binder = memory.state
    }

    deinit {
        // The reader discards an unfinished record when it is deinitialized, so it is released before the binder is
        // freed.
        reader = nil
        binder.value.free()
        memory.free()
    }

    /// The maximum size of the memory that is kept for another import, in bytes.
    private static let maximumRetainedBytes = 1 << 20

    /// Whether the binding can be used for another import. `false` if its memory has grown beyond the limit; if the
    /// spelling of a key was not remembered, because error paths name only remembered keys; or if unknown keys are
    /// reported, because the binder reports each unknown key once.
    var isReusable: Bool {
        binder.value.bytes <= Self.maximumRetainedBytes && binder.value.hasRememberedAllKeys
            && binder.value.options.unknownKeys != .report
    }

    /// Ends an import, and discards its record, changes and summary.
    func reset() {
        binder.value.discardRecord()
        try? binder.value.updates.throwError()
        binder.value.summary = ImportSummary()
        binder.value.inputEnded()
    }

    var context: Pinned<EventContext> { memory.context }

    /// Makes a consumer for the records of a reader. The caller can use the consumer as long as the binding exists.
    ///
    /// - Parameter deliver: takes each record. An error that it throws ends the import.
    func makeConsumer(deliver: @escaping RecordHandler) -> ModelConsumer {
        ModelConsumer(memory) { try Self.deliverRecord(from: $0, to: deliver) }
    }

    /// Takes the complete record of a binder, and passes the record to a function.
    static func deliverRecord(from binder: Pinned<ModelBinder>, to deliver: RecordHandler) throws {
        try binder.value.updates.commit()
        try deliver(binder.value.takeRecord())
    }

    /// Reads a text in memory.
    ///
    /// - Parameters:
    ///   - text: the bytes, which are not used after the call.
    ///   - mayBeCompressed: whether bytes that begin like compressed data are inflated.
    ///   - options: the policies and limits of the reader.
    ///   - deliver: takes each record; `nil` if there is a single record, which stays in the binder.
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

    /// Reads an input with a single record, which stays in the binder.
    func read(_ input: RecordInput) throws -> RecordSummary {
        try input.read(into: ModelConsumer(memory) { _ in })
    }

    private func makeReader() -> TextReader {
        TextReader(
            ModelConsumer(memory) { [unowned self] binder in
                if let recordHandler { try Self.deliverRecord(from: binder, to: recordHandler) }
            })
    }

    /// Returns and empties the lists of the summary.
    func takeLists() -> ImportSummary {
        defer { binder.value.summary = ImportSummary() }
        return binder.value.summary
    }

    /// Returns the summary of an import whose records the binder has made.
    func summary(_ records: RecordSummary) -> ImportSummary {
        var summary = binder.value.summary
        summary.recordSummary = records
        return summary
    }

    /// Returns the complete record, which the caller owns from now on.
    func takeRecord() -> RecordAddress {
        precondition(binder.value.holdsRecord, "the record to take is not complete")
        return binder.value.takeRecord()
    }
}
