/// A binder that was compiled for a model, and takes its records from dictionaries, import after import.
///
/// Used by one thread at a time.
@safe
@usableFromInline
final class DictionaryRun {
    private let binder: UnsafeMutablePointer<Binder>
    private let source: ValueSource
    private let onError: ErrorPolicy

    init(of model: any Importable.Type, options: ImportOptions) {
        onError = options.onError
        // SAFETY: both are freed in `deinit`.
        unsafe binder = .allocate(capacity: 1)
        // A record stays where it is until the caller takes it.
        unsafe binder.initialize(to: Binder(type: model, path: [], options: options) { _ in })
        source = unsafe ValueSource(binder: binder, cursor: binder.pointee.cursor)
        unsafe binder.pointee.source = source
    }

    deinit {
        // SAFETY: no event comes any more.
        unsafe binder.pointee.unwindLine()
        unsafe binder.pointee.free()
        unsafe binder.deinitialize(count: 1)
        unsafe binder.deallocate()
    }

    /// The most memory that is kept for another import, in bytes.
    private static let keptBytes = 1 << 20

    /// Whether the run can be used for another import: it lists an unknown key once, and large records take memory.
    var isReusable: Bool {
        unsafe binder.pointee.options.unknownKeys != .report
            && binder.pointee.frames.bytes <= Self.keptBytes
    }

    /// Ends an import, of which nothing is kept.
    func finish() {
        unsafe binder.pointee.unwindLine()
        unsafe binder.pointee.endUpdate()
        unsafe binder.pointee.summary = ImportSummary()
    }

    /// What the import has come to.
    var summary: ImportSummary {
        var summary = unsafe binder.pointee.summary
        summary.rejected = summary.rejected.map {
            RejectedRecord(number: $0.number, byteRange: 0..<0, error: $0.error, text: nil)
        }
        return summary
    }

    /// Begins an import of one record.
    @usableFromInline
    func start() throws {
        if let fault = unsafe binder.pointee.fault { throw fault }
        unsafe binder.pointee.summary = ImportSummary()
        unsafe binder.pointee.start(framing: .document)
        // There is nothing to hand on if the only record is left out.
        unsafe binder.pointee.options.onError = .fail
    }

    /// Begins an import of as many records as will come.
    @usableFromInline
    func startArray() throws {
        try start()
        unsafe binder.pointee.options.onError = onError
        guard unsafe binder.pointee.arrayStart() else { throw failure() }
    }

    /// Reads the next record.
    ///
    /// - Returns: where it is, to be taken before the next one is read; `nil` if it was rejected.
    @usableFromInline
    func read(_ dictionary: [String: Any]) throws -> RecordPlace? {
        let count = unsafe binder.pointee.summary.records
        guard source.send(dictionary) else { throw failure() }
        guard unsafe binder.pointee.summary.records > count else { return nil }
        return unsafe RecordPlace(binder.pointee.recordMemory)
    }

    /// Updates an instance with a dictionary, all or nothing.
    ///
    /// - Parameter instance: makes a copy of it.
    /// - Returns: where the instance is then, to be taken.
    func update(
        _ instance: @escaping () -> Instance?, from dictionary: [String: Any]
    ) throws -> RecordPlace {
        try start()
        try unsafe binder.pointee.startUpdate(of: instance)
        guard let record = try read(dictionary) else { throw failure() }
        unsafe binder.pointee.endUpdate()
        return record
    }

    private func failure() -> any Error {
        let failure = unsafe binder.pointee.failure
        unsafe binder.pointee.failure = nil
        return failure ?? CancellationError()
    }
}
