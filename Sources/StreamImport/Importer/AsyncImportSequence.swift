/// The records of bytes that arrive asynchronously.
///
///     for try await repo in StreamImporter.objects(of: Repo.self, from: response.body) { … }
///
/// The next bytes are requested when all earlier ones are parsed. The task that iterates parses them. The input
/// determines whether the records can be iterated more than once.
public struct AsyncImportSequence<Model, Input: AsyncSequence>: AsyncSequence {
    /// The records.
    public typealias Element = Model

    private let input: Input
    private let path: JSONPath
    private let options: ImportOptions
    private let makeModels: MakeModels
    /// Starts reading the input.
    private let makeChunks: @Sendable (Input) -> NextChunk

    init(
        input: Input, path: JSONPath, options: ImportOptions, makeModels: @escaping MakeModels,
        makeChunks: @escaping @Sendable (Input) -> NextChunk
    ) {
        self.input = input
        self.path = path
        self.options = options
        self.makeModels = makeModels
        self.makeChunks = makeChunks
    }

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
            reader: ChunkReader(
                ChunkInput(makeChunks(input)), at: path, options: options, makeModels: makeModels))
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
