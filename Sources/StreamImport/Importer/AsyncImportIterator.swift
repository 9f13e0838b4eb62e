/// An iterator that returns the records of an import one by one, in asynchronous code.
///
/// Two tasks must not use it at once. Copies share the records: each record is returned once.
public struct AsyncImportIterator<Model>: AsyncIteratorProtocol {
    @usableFromInline let records = RecordQueue<Model>()
    private let reader: any AsyncRecordReader<Model>

    /// The summary of the import so far, at most a few batches of records ahead of those that were returned.
    ///
    /// If a background thread reads the sequence, as described in ``ImportSequence/makeAsyncIterator()``, the lists
    /// are empty until the import has ended or failed: ``ImportSummary/rejectedRecords``,
    /// ``ImportSummary/mismatches`` and ``ImportSummary/unknownKeys``.
    public var summary: ImportSummary { reader.summary }

    init(reader: any AsyncRecordReader<Model>) {
        self.reader = reader
    }

    /// Returns the next record, or `nil` after the last one.
    ///
    /// - Parameter actor: the actor to stay on.
    /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`. An error of
    ///   the input is the ``ImportError/cause`` of ``ImportError/Code/readFailed``. ``ImportError/Code/iteratorInUse``
    ///   while another call waits for a record; that call is not affected. `CancellationError` if the task is cancelled,
    ///   from this call and each later one; records that were read ahead may be lost then.
    @inlinable  // so that code that knows the type moves the records
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
        if let record = records.popFirst() { return record }
        return try await readNext(isolation: actor)
    }

    @usableFromInline
    func readNext(isolation actor: isolated (any Actor)?) async throws -> Model? {
        repeat {
            if let record = records.popFirst() { return record }
            if let error = records.takeError() { throw error }
        } while try await reader.read(into: records, isolation: actor)
        return nil
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

/// A reader that returns records in asynchronous code, several at a time.
protocol AsyncRecordReader<Model>: AnyObject {
    associatedtype Model

    /// The summary of the import so far.
    var summary: ImportSummary { get }

    /// Reads the next records.
    ///
    /// - Parameter queue: an empty queue, to which records, or an error, or both may be added.
    /// - Returns: `false` after the last records.
    /// - Throws: `CancellationError` if the task is cancelled, or was at an earlier call.
    func read(into queue: RecordQueue<Model>, isolation: isolated (any Actor)?) async throws -> Bool
}
