/// The records of bytes that arrive asynchronously.
///
///     for try await repo in StreamImporter.objects(of: Repo.self, from: response.body) { … }
///
/// The next bytes are requested when all earlier ones are parsed. The task that iterates parses them. The input
/// determines whether the records can be iterated more than once.
public struct AsyncImportSequence<Model, Input: AsyncSequence>: AsyncSequence {
    /// The records.
    public typealias Element = Model

    let input: Input
    let path: JSONPath
    let options: ImportOptions
    let makeModels: MakeModels
    /// Starts reading the input.
    let makeChunks: @Sendable (Input) -> NextChunk

    /// Calls `body` with each record.
    ///
    /// - Parameters:
    ///   - isolation: the actor to stay on; the caller's by default.
    ///   - body: handles a record. An error that it throws ends the import and is rethrown.
    /// - Returns: the summary of the import. For the summary of an import that fails, use an iterator.
    /// - Throws: ``ImportError``, or `CancellationError` if the task is cancelled. An error of the input is the
    ///   ``ImportError/cause`` of ``ImportError/Code/readFailed``. Calls of `body` before the error are not undone.
    @discardableResult
    public func forEach(
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) (consuming Model) async throws -> Void
    ) async throws -> ImportSummary {
        var iterator = makeAsyncIterator()
        return try await iterator.forEach(isolation: isolation, body)
    }

    /// Returns all records in an array.
    ///
    /// - Parameter isolation: the actor to stay on; the caller's by default.
    /// - Throws: the same errors as ``forEach(isolation:_:)``; the records that precede the error are lost.
    /// - Complexity: O(*n*) memory, unlike iteration.
    public func collect(isolation: isolated (any Actor)? = #isolation) async throws -> [Model] {
        var records: [Model] = []
        try await collect(into: &records, isolation: isolation)
        return records
    }

    /// Appends all records to an array.
    ///
    /// - Parameters:
    ///   - records: the array. It keeps the records that precede an error.
    ///   - isolation: the actor to stay on; the caller's by default.
    /// - Returns: the summary of the import.
    /// - Throws: the same errors as ``forEach(isolation:_:)``.
    /// - Complexity: O(*n*) memory, unlike iteration.
    @discardableResult
    public func collect(
        into records: inout [Model], isolation: isolated (any Actor)? = #isolation
    ) async throws -> ImportSummary {
        var iterator = makeAsyncIterator()
        return try await iterator.forEach(isolation: isolation) { records.append($0) }
    }

    /// Returns the records in arrays of `count`. The last array may be shorter.
    ///
    /// - Parameter count: the number of records in an array, at least 1. If it is less, iteration throws
    ///   ``ImportError/Code/invalidOption``.
    public func batches(of count: Int) -> AsyncImportBatches<Model, Input> {
        AsyncImportBatches(records: self, count: count)
    }

    /// Returns an iterator that starts at the first byte.
    public func makeAsyncIterator() -> AsyncImportIterator<Model> {
        AsyncImportIterator(
            reader: ChunkReader(makeChunks(input), at: path, options: options, makeModels: makeModels))
    }
}

extension AsyncImportSequence where Model: Importable {
    @usableFromInline
    init(
        input: Input, path: JSONPath, options: ImportOptions,
        makeChunks: @escaping @Sendable (Input) -> NextChunk
    ) {
        self.init(
            input: input, path: path, options: options, makeModels: BinderPool.makeModels(of: Model.self),
            makeChunks: makeChunks)
    }
}

extension AsyncImportSequence: Sendable where Input: Sendable {}

/// An iterator that returns the records of an import one by one, in asynchronous code.
///
/// Two tasks must not use it at once. Copies share the records: each record is returned once.
public struct AsyncImportIterator<Model>: AsyncIteratorProtocol {
    @usableFromInline let records = RecordQueue<Model>()
    let reader: any AsyncRecordReader<Model>

    /// The summary of the import so far, at most a few batches of records ahead of those that were returned.
    ///
    /// If a background thread reads the sequence, as described in ``ImportSequence/makeAsyncIterator()``, the lists
    /// are empty until the import has ended or failed: ``ImportSummary/rejectedRecords``,
    /// ``ImportSummary/mismatches`` and ``ImportSummary/unknownKeys``.
    public var summary: ImportSummary { reader.summary }

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
