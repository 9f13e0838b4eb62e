/// The records of bytes that arrive asynchronously, in arrays of a fixed length. The last array may be shorter.
public struct AsyncImportBatches<Model, Input: AsyncSequence>: AsyncSequence {
    /// The arrays.
    public typealias Element = [Model]

    let records: AsyncImportSequence<Model, Input>
    let count: Int

    /// Calls `body` with each array of records.
    ///
    /// - Parameters:
    ///   - isolation: the actor to stay on; the caller's by default.
    ///   - body: handles the records. An error that it throws ends the import and is rethrown.
    /// - Returns: the summary of the import.
    /// - Throws: the same errors as iteration, after `body` was called with the records that precede the error.
    @discardableResult
    public func forEach(
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) ([Model]) async throws -> Void
    ) async throws -> ImportSummary {
        var iterator = makeAsyncIterator()
        while let batch = try await iterator.next(isolation: isolation) { try await body(batch) }
        return iterator.summary
    }

    /// Returns an iterator that starts at the first chunk.
    public func makeAsyncIterator() -> AsyncImportBatchIterator<Model> {
        AsyncImportBatchIterator(records: records.makeAsyncIterator(), count: count)
    }
}

extension AsyncImportBatches: Sendable where Input: Sendable {}

/// An iterator that returns the records of an import in arrays of a fixed length, in asynchronous code.
///
/// Two tasks must not use it at once: copies share the records, so that each would get parts of batches.
public struct AsyncImportBatchIterator<Model>: AsyncIteratorProtocol {
    private var records: AsyncImportIterator<Model>
    private let count: Int
    private var pendingError: (any Error)?

    init(records: AsyncImportIterator<Model>, count: Int) {
        self.records = records
        self.count = count
    }

    /// The summary of the import so far; see ``AsyncImportIterator/summary``.
    public var summary: ImportSummary { records.summary }

    /// Returns the next array, or `nil` after the last one.
    ///
    /// - Parameter actor: the actor to stay on.
    /// - Throws: the same errors as ``AsyncImportIterator/next(isolation:)``, after all records that precede the
    ///   error.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Model]? {
        if let pendingError {
            self.pendingError = nil
            throw pendingError
        }
        var batch = try RecordArray<Model>(count: count)
        // `next(isolation:)` is called on a local copy of the iterator, because a local variable stays in the actor.
        var records = self.records
        defer { self.records = records }
        do {
            while let record = try await records.next(isolation: actor) {
                if let fullBatch = batch.append(record) { return fullBatch }
            }
        } catch {
            guard let lastBatch = batch.take() else { throw error }
            pendingError = error
            return lastBatch
        }
        return batch.take()
    }
}
