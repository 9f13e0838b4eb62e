/// One import from dictionaries. It walks through each dictionary, and applies the error policy.
///
/// One thread uses a run at a time.
@usableFromInline
final class DictionaryRun {
    private let consumer: ModelConsumer
    private let options: ReadOptions
    /// Whether the records are elements of an array.
    private let isArray: Bool
    private var total = RecordSummary()
    /// The address of the value that is being sent, for error messages; `nil` between values.
    private let current = Pinned<ValueAddress?>(nil)
    private var walk: DictionaryWalker
    /// Whether the members of objects are sent in key order.
    private var isSorted: Bool

    /// Begins an import of one record or, if `isArray`, of any number of records.
    @usableFromInline
    init(_ pool: BinderPool, _ options: ImportOptions, isArray: Bool) throws(ImportError) {
        self.isArray = isArray
        var readOptions = options.readOptions
        // The only record cannot be skipped, because the caller needs an instance.
        if !isArray { readOptions.errorPolicy = .fail }
        self.options = readOptions
        consumer = pool.take(options)
        walk = DictionaryWalker(consumer.binder, current: current)
        // With hooks, members are sent in key order from the beginning: hooks would see them twice if the record were
        // sent again. The order also decides whether a value replaces one that has updated an instance.
        isSorted = consumer.binder.value.plan.hasHooks || options.nestedObjects != .replace
        consumer.context.value.source = self
        consumer.context.value.maximumDepth = readOptions.maximumDepth
        prepareForRecord()
        try readOptions.validate()
        do { try consumer.readingBegan() } catch { throw .rejectedByModel(error) }
    }

    deinit {
        // No value is being sent, so the walk does not use the memory any more.
        current.free()
        consumer.context.value.detachSource()
        consumer.importEnded()
    }

    @usableFromInline
    var summary: ImportSummary { consumer.summary(total) }

    /// Reads the only record.
    ///
    /// - Returns: the address of the record. The caller must take the record while the run exists.
    @usableFromInline
    func readSingleRecord(_ dictionary: [String: Any]) throws(ImportError) -> ValueAddress {
        do {
            guard let record = try read(dictionary) else {
                preconditionFailure("the only record was rejected without an error")
            }
            return record
        } catch {
            throw .rejectedByModel(error)
        }
    }

    /// Reads the next record.
    ///
    /// - Returns: the address of the record; `nil` if the record was rejected. The caller must take the record before
    ///   the next one is read.
    @usableFromInline
    func read(_ dictionary: [String: Any]) throws -> ValueAddress? {
        guard try finishRecord(try send(dictionary)) else { return nil }
        try consumer.binder.value.updates?.commit()
        return consumer.takeRecord()
    }

    /// Updates an instance with a dictionary, all or nothing.
    ///
    /// - Parameters:
    ///   - instance: returns a copy of the instance; called each time the record is sent.
    ///   - take: takes the updated instance. An error that it throws undoes the update.
    func update(
        _ instance: () -> ValueBox, from dictionary: [String: Any], take: (ValueAddress) throws -> Void
    ) throws(ImportError) {
        do {
            let result = try send(dictionary) { try consumer.startUpdate(of: instance()) }
            guard try finishRecord(result) else {
                preconditionFailure("the only record was rejected without an error")
            }
            try take(consumer.takeRecord())
            try consumer.binder.value.updates?.commit()
        } catch {
            throw .rejectedByModel(error)
        }
    }

    /// Sends a record, and sends it again in key order if the result depends on the order of its members.
    ///
    /// The members of objects are first sent in the order of their dictionaries, which differs in every run of a
    /// program. The results of most records do not depend on that order.
    ///
    /// - Parameter prepare: prepares the binder; called each time before the record is sent.
    /// - Returns: the result of the last event.
    private func send(
        _ dictionary: [String: Any], prepare: () throws -> Void = {}
    ) throws -> EventResult {
        try prepare()
        let result = walk.send(dictionary, isSorted: isSorted)
        guard result == .restarted else { return result }
        let wasSorted = isSorted
        defer { isSorted = wasSorted }
        isSorted = true
        try discardRecord()
        try prepare()
        return walk.send(dictionary, isSorted: true)
    }

    /// Counts a record, or rejects it.
    ///
    /// - Returns: whether the record is complete.
    private func finishRecord(_ result: EventResult) throws -> Bool {
        switch result {
        case .completed, .completedScalar:
            total.recordCount += 1
            return true
        case .rejected:
            let error = consumer.binder.value.takeError()
            try discardRecord()
            let rejected = try total.reject(error, range: 0..<0, under: options)
            do {
                if let rejected { try options.report(rejected, text: nil) }
            } catch {
                throw error.error
            }
            return false
        case .stopped:
            let path = JSONPath(recordPath + consumer.binder.value.pathInRecord)
            let error = consumer.binder.value.takeError().with(path: path, record: recordNumber)
            try discardRecord()
            throw error
        case .continue: preconditionFailure("the record has not ended")
        case .restarted: preconditionFailure("a record in key order must not be restarted")
        }
    }

    /// Discards the values of a record that is not delivered, and prepares for a record: the next one, or the same one
    /// again.
    private func discardRecord() throws {
        consumer.binder.value.discardRecord()
        try consumer.binder.value.updates?.throwError()
        prepareForRecord()
    }

    private func prepareForRecord() {
        consumer.context.value.reset(ModelBinder.events)
        consumer.context.value.depth = isArray ? 1 : 0
    }
}

extension DictionaryRun: RecordSource {
    var tokenText: String {
        current.value.map { TokenExcerpt.describe($0[as: Any.self]) } ?? "another value"
    }

    // A value in memory has no text, and therefore no offset, no location and no escapes.
    var hasText: Bool { false }
    var tokenStart: Int { 0 }
    func location(of offset: Int) -> SourceLocation? { nil }
    func repairedText() -> String? { nil }

    var recordNumber: Int { total.nextNumber }

    var recordPath: [JSONPath.Component] { isArray ? [.index(total.nextNumber - 1)] : [] }

    func canRestartInKeyOrder() -> Bool { !isSorted }
}
