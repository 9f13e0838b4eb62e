/// The records of bytes that arrive asynchronously.
///
///     for try await repo in StreamImporter.objects(of: Repo.self, from: response.body) { … }
///
/// Bytes are asked for when those before them are used up; parsing happens on the task that iterates. Whether the
/// records can be iterated more than once is up to the input.
public struct AsyncImportSequence<Model: Importable, Input: AsyncSequence>: AsyncSequence {
    /// The records.
    public typealias Element = Model

    private let input: Input
    private let path: JSONPath
    private let options: ImportOptions
    /// Begins to read the input.
    private let makeChunks: @Sendable (Input) -> NextChunk

    @usableFromInline
    init(
        input: Input, path: JSONPath, options: ImportOptions,
        makeChunks: @escaping @Sendable (Input) -> NextChunk
    ) {
        self.input = input
        self.path = path
        self.options = options
        self.makeChunks = makeChunks
    }

    /// Calls `body` with each record.
    ///
    /// - Parameters:
    ///   - isolation: the actor to stay on; the caller's by default.
    ///   - body: what to do with a record. What it throws ends the import and is rethrown.
    /// - Returns: what the import came to. To know that of an import that fails, use an iterator.
    /// - Throws: ``ImportError``, what the input throws, or `CancellationError` if the task is cancelled. What was handed to
    ///   `body` before stays handed on.
    @discardableResult
    public func forEach(
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) (consuming Model) async throws -> Void
    ) async throws -> ImportSummary {
        var iterator = makeAsyncIterator()
        return try await iterator.forEach(isolation: isolation, body)
    }

    /// All records, in an array.
    ///
    /// - Parameter isolation: the actor to stay on; the caller's by default.
    /// - Throws: as ``forEach(isolation:_:)`` does; the records that precede the failure are lost.
    /// - Complexity: O(*n*) memory, unlike iteration.
    public func collect(isolation: isolated (any Actor)? = #isolation) async throws -> [Model] {
        var records: [Model] = []
        try await collect(into: &records, isolation: isolation)
        return records
    }

    /// Appends all records to an array.
    ///
    /// - Parameters:
    ///   - records: the array, which keeps the records that precede a failure.
    ///   - isolation: the actor to stay on; the caller's by default.
    /// - Returns: what the import came to.
    /// - Throws: as ``forEach(isolation:_:)`` does.
    /// - Complexity: O(*n*) memory, unlike iteration.
    @discardableResult
    public func collect(
        into records: inout [Model], isolation: isolated (any Actor)? = #isolation
    ) async throws -> ImportSummary {
        var iterator = makeAsyncIterator()
        return try await iterator.forEach(isolation: isolation) { records.append($0) }
    }

    /// The records in arrays of `count`, of which the last one may be shorter.
    ///
    /// - Parameter count: how many records an array has, at least 1. With less, iteration throws
    ///   ``ImportError/Code/invalidOption``.
    public func batches(of count: Int) -> AsyncImportBatches<Model, Input> {
        AsyncImportBatches(records: self, count: count)
    }

    /// An iterator that starts at the first byte.
    public func makeAsyncIterator() -> AsyncImportIterator<Model> {
        AsyncImportIterator(reader: ChunkReader(makeChunks(input), at: path, options: options))
    }
}

extension AsyncImportSequence: Sendable where Input: Sendable {}
