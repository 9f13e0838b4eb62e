/// Hands out the records of an import one by one in asynchronous code.
///
/// Not to be used by two tasks at once.
public struct AsyncImportIterator<Model: Importable>: AsyncIteratorProtocol {
    private let reader: any AsyncRecordReader<Model>
    private var records = RecordQueue<Model>()

    /// What the import has come to so far, at most a few batches of records ahead of those that were handed out.
    public private(set) var summary = ImportSummary()

    init(reader: any AsyncRecordReader<Model>) {
        self.reader = reader
    }

    /// The next record, `nil` after the last one.
    ///
    /// - Parameter actor: the actor to stay on.
    /// - Throws: ``ImportError``, what the input throws, or `CancellationError` if the task is cancelled, after all records
    ///   that precede the failure; then `nil` follows.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
        while true {
            if let record = records.next() { return record }
            guard let batch = try await reader.nextBatch(isolation: actor) else { return nil }
            (records, summary) = (batch.records, batch.summary)
            if let failure = batch.failure { throw failure }
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

    /// The next records, `nil` after the last ones.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func nextBatch(isolation: isolated (any Actor)?) async throws -> RecordBatch<Model>?
}

/// Records that were read one after another, and what the import has come to with them.
struct RecordBatch<Model> {
    let records: RecordQueue<Model>
    let summary: ImportSummary
    /// What ended the import. Such a batch has no records.
    var failure: (any Error)?
}
