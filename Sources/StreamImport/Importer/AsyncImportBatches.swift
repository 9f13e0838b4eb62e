/// The records of bytes that arrive asynchronously, in arrays of a fixed length.
public struct AsyncImportBatches<Model: Importable, Input: AsyncSequence>: AsyncSequence {
    /// The arrays.
    public typealias Element = [Model]

    let records: AsyncImportSequence<Model, Input>
    let count: Int

    /// Calls `body` with each array of records.
    ///
    /// - Parameters:
    ///   - isolation: the actor to stay on; the caller's by default.
    ///   - body: what to do with the records. What it throws ends the import and is rethrown.
    /// - Returns: what the import came to.
    /// - Throws: as iteration does, after the records that precede the pendingError were handed on.
    @discardableResult
    public func forEach(
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) ([Model]) async throws -> Void
    ) async throws -> ImportSummary {
        var iterator = makeAsyncIterator()
        while let batch = try await iterator.next(isolation: isolation) { try await body(batch) }
        return iterator.summary
    }

    /// An iterator that starts at the first chunk.
    public func makeAsyncIterator() -> AsyncImportBatchIterator<Model> {
        AsyncImportBatchIterator(records: records.makeAsyncIterator(), count: count)
    }
}

extension AsyncImportBatches: Sendable where Input: Sendable {}

/// Hands out the records of an import in arrays of a fixed length, in asynchronous code.
///
/// Not to be used by two tasks at once: copies share the records, so that their batches would be of parts of them.
public struct AsyncImportBatchIterator<Model: Importable>: AsyncIteratorProtocol {
    private var records: AsyncImportIterator<Model>
    private let count: Int
    private var pendingError: (any Error)?

    init(records: AsyncImportIterator<Model>, count: Int) {
        self.records = records
        self.count = count
    }

    /// What the import has come to so far; see ``AsyncImportIterator/summary``.
    public var summary: ImportSummary { records.summary }

    /// The next array, `nil` after the last one.
    ///
    /// - Parameter actor: the actor to stay on.
    /// - Throws: as ``AsyncImportIterator/next(isolation:)`` does, after all records that precede the pendingError.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Model]? {
        if let pendingError {
            self.pendingError = nil
            throw pendingError
        }
        var batch = try RecordArray<Model>(count: count)
        // `next(isolation:)` of a stored iterator is asked for through a local, which stays in the actor.
        var records = self.records
        defer { self.records = records }
        do {
            while let record = try await records.next(isolation: actor) {
                if let full = batch.append(record) { return full }
            }
        } catch {
            guard let rest = batch.take() else { throw error }
            pendingError = error
            return rest
        }
        return batch.take()
    }
}
