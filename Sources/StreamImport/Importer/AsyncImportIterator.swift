/// Hands out the records of an import one by one in asynchronous code.
///
/// Not to be used by two tasks at once. Copies share the records: each is handed out once.
public struct AsyncImportIterator<Model: Importable>: AsyncIteratorProtocol {
    private let reader: any AsyncRecordReader<Model>
    private var records = RecordQueue<Model>()

    /// What the import has come to so far, at most a few batches of records ahead of those that were handed out.
    ///
    /// The lists of a sequence that is read by a thread of its own, as ``ImportSequence/makeAsyncIterator()`` says, are
    /// empty until the import has ended or failed: ``ImportSummary/rejectedRecords``, ``ImportSummary/mismatches`` and
    /// ``ImportSummary/unknownKeys``.
    public var summary: ImportSummary { reader.summary }

    init(reader: any AsyncRecordReader<Model>) {
        self.reader = reader
    }

    /// The next record, `nil` after the last one.
    ///
    /// - Parameter actor: the actor to stay on.
    /// - Throws: ``ImportError`` or what the input throws, after all records that precede the error; then `nil` follows.
    ///   ``ImportError/Code/iteratorInUse`` while another call waits for a record; that call is not disturbed.
    ///   If the task is cancelled, `CancellationError`, which each further call throws as well. Records that were read
    ///   ahead may be lost then.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
        while true {
            if let record = records.popFirst() { return record }
            guard let batch = try await reader.nextBatch(isolation: actor) else { return nil }
            records = batch.records
            if let error = batch.error { throw error }
        }
    }

    /// Calls `body` with each record.
    mutating func forEach(
        isolation: isolated (any Actor)?,
        _ body: nonisolated(nonsending) (consuming Model) async throws -> Void
    ) async throws -> ImportSummary {
        while let record = try await next(isolation: isolation) { try await body(record) }
        return summary
    }
}

/// Reads records in asynchronous code, several at a time.
protocol AsyncRecordReader<Model>: AnyObject {
    associatedtype Model: Importable

    /// What the import has come to so far.
    var summary: ImportSummary { get }

    /// The next records, `nil` after the last ones.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or was at an earlier call.
    func nextBatch(isolation: isolated (any Actor)?) async throws -> RecordBatch<Model>?
}

/// Records that were read one after another.
struct RecordBatch<Model> {
    let records: RecordQueue<Model>
    /// What ended the import. Such a batch has no records.
    var error: (any Error)?
}
