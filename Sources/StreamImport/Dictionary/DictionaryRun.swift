/// One import from dictionaries: a walk through each, and the policy for errors.
///
/// Used by one thread at a time.
@safe
@usableFromInline
final class DictionaryRun {
    private let pool: BindingPool
    private let binding: ModelBinding
    private let options: ReadOptions
    /// Whether the records are elements of an array.
    private let isArray: Bool
    private var total = RecordSummary()
    /// The value that is being sent, for messages.
    private let current: Pinned<UnsafePointer<Any>?>
    private var walk: DictionaryWalker
    /// Whether the members of objects come in the order of their keys.
    private var isSorted: Bool

    /// Begins an import of one record, or of as many as will come.
    @usableFromInline
    init(_ pool: BindingPool, _ options: ImportOptions, isArray: Bool) throws(ImportError) {
        self.pool = pool
        self.isArray = isArray
        var readOptions = options.readOptions
        // There is nothing to hand on if the only record is left out.
        if !isArray { readOptions.errorPolicy = .fail }
        self.options = readOptions
        binding = pool.take(options)
        // SAFETY: freed in `deinit`, after the walk.
        unsafe current = unsafe Pinned(nil)
        walk = unsafe DictionaryWalker(binding.binder, current: current)
        // Hooks would see members twice that are sent once more.
        isSorted = binding.binder.value.plan.hasHooks
        binding.context.value.source = self
        binding.context.value.maximumDepth = readOptions.maximumDepth
        prepareForRecord()
        if let error = binding.binder.value.plan.error { throw error }
    }

    deinit {
        // SAFETY: allocated in `init`.
        unsafe current.free()
        binding.context.value.detachSource()
        pool.recycle(binding)
    }

    @usableFromInline
    var summary: ImportSummary { binding.summary(total) }

    /// Reads the only record.
    ///
    /// - Returns: where it is, to be taken while the run exists.
    @usableFromInline
    func readSingleRecord(_ dictionary: [String: Any]) throws(ImportError) -> RecordAddress {
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
    /// - Returns: where it is, to be taken before the next one is read; `nil` if it was rejected.
    @usableFromInline
    func read(_ dictionary: [String: Any]) throws -> RecordAddress? {
        try send(dictionary)
        guard try finishRecord() else { return nil }
        try binding.binder.value.updates.commit()
        return binding.takeRecord()
    }

    /// Updates an instance with a dictionary, all or nothing.
    ///
    /// - Parameter instance: makes a copy of it.
    /// - Returns: where the instance is then, to be taken.
    func update(_ instance: () -> ValueBox?, from dictionary: [String: Any]) throws(ImportError)
        -> RecordAddress
    {
        do {
            try send(dictionary) { try binding.binder.value.startUpdate(of: instance()) }
            guard try finishRecord() else {
                preconditionFailure("the only record was rejected without an error")
            }
            try binding.binder.value.commitUpdate()
        } catch {
            throw .rejectedByModel(error)
        }
        return binding.takeRecord()
    }

    /// Sends a record.
    ///
    /// The members of objects come in the order their dictionaries have, which is another one in every run of a
    /// program. That makes no difference to most records; those to which it does are sent once more, sorted.
    private func send(_ dictionary: [String: Any], prepare: () throws -> Void = {}) throws {
        try prepare()
        walk.send(dictionary, isSorted: isSorted)
        guard case .restarted = binding.binder.value.outcome else { return }
        let wasSorted = isSorted
        defer { isSorted = wasSorted }
        isSorted = true
        try discardRecord()
        try prepare()
        walk.send(dictionary, isSorted: true)
    }

    /// Counts a record, or rejects it.
    ///
    /// - Returns: whether it is complete.
    private func finishRecord() throws -> Bool {
        switch binding.binder.value.outcome {
        case .completed:
            total.recordCount += 1
            return true
        case .rejected:
            let error = binding.binder.value.takeError()
            try discardRecord()
            let rejected = try total.reject(error, range: 0..<0, under: options)
            do {
                try options.report(rejected)
            } catch {
                throw error.error
            }
            return false
        case .stopped:
            let path = JSONPath(recordPath + binding.binder.value.pathInRecord)
            let error = binding.binder.value.takeError().with(path: path, record: recordNumber)
            try discardRecord()
            throw error
        case .restarted: preconditionFailure("a record in the order of its keys needs no other order")
        }
    }

    /// Forgets what was read of a record.
    private func discardRecord() throws {
        binding.binder.value.discardRecord()
        try binding.binder.value.updates.throwError()
        prepareForRecord()
    }

    private func prepareForRecord() {
        binding.context.value.reset(ModelBinder.events)
        binding.context.value.depth = isArray ? 1 : 0
    }
}

extension DictionaryRun: RecordSource {
    var tokenText: String {
        // SAFETY: the value is being sent.
        unsafe current.value.map { unsafe AnyValueExcerpt($0.pointee).description } ?? "another value"
    }

    // A value in memory has no text: no place in it, and nothing to escape.
    var tokenStart: Int { 0 }
    func location(of offset: Int) -> SourceLocation? { nil }
    func repairedText() -> String? { nil }

    var recordNumber: Int { total.nextNumber }

    var recordPath: [JSONPath.Component] { isArray ? [.index(total.nextNumber - 1)] : [] }

    func restartsInKeyOrder() -> Bool { !isSorted }
}
