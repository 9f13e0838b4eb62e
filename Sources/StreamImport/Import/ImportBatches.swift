/// The records of an import in arrays of a fixed length. The last array may be shorter.
public struct ImportBatches<Model>: Sendable {
    let records: ImportSequence<Model>
    let count: Int

    /// Calls `body` with each array of records, on this thread.
    ///
    /// - Parameter body: handles the records. An error that it throws ends the import and is rethrown.
    /// - Returns: the summary of the import.
    /// - Throws: ``ImportError``, or an error of ``ImportOptions/onRejected``, after `body` was called with the
    ///   records that precede the error.
    @discardableResult
    public func forEach(_ body: ([Model]) throws -> Void) throws -> ImportSummary {
        var iterator = makeIterator()
        while let batch = try iterator.next() { try body(batch) }
        return iterator.summary
    }

    /// Returns an iterator over the arrays, which runs the import on the calling thread.
    public func makeIterator() -> Iterator {
        Iterator(records: records.makeIterator(), count: count)
    }

    /// An iterator that returns the arrays one by one.
    public struct Iterator {
        fileprivate let records: ImportIterator<Model>
        fileprivate let count: Int
        fileprivate var pendingError: (any Error)?

        /// The summary of the import so far; see ``ImportIterator/summary``.
        public var summary: ImportSummary { records.summary }

        /// Returns the next array, or `nil` after the last one.
        ///
        /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`.
        public mutating func next() throws -> [Model]? {
            if let error = pendingError.take() { throw error }
            var batch = try ImportBatches.emptyBatch(count)
            do {
                while batch.count < count, let record = try records.next() { batch.append(record) }
            } catch {
                guard !batch.isEmpty else { throw error }
                pendingError = error
            }
            return batch.isEmpty ? nil : batch
        }
    }

    /// Returns an empty array with room for at most 1,024 of `count` records.
    ///
    /// - Throws: ``ImportError/Code/invalidOption`` if `count` is less than 1.
    fileprivate static func emptyBatch(_ count: Int) throws(ImportError) -> [Model] {
        guard count > 0 else { throw .invalidOption("batch size", "\(count)", expected: 1...Int.max) }
        var batch: [Model] = []
        batch.reserveCapacity(Swift.min(count, 1 << 10))
        return batch
    }
}

extension ImportBatches: AsyncSequence {
    /// The arrays.
    public typealias Element = [Model]

    /// Returns an iterator over the arrays in asynchronous code; see ``ImportSequence/makeAsyncIterator()``.
    public func makeAsyncIterator() -> AsyncImportBatchIterator<Model> {
        AsyncImportBatchIterator(records: records.makeAsyncIterator(), count: count)
    }
}

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
    fileprivate var records: AsyncImportIterator<Model>
    fileprivate let count: Int
    fileprivate var pendingError: (any Error)?

    /// The summary of the import so far; see ``AsyncImportIterator/summary``.
    public var summary: ImportSummary { records.summary }

    /// Returns the next array, or `nil` after the last one.
    ///
    /// - Parameter actor: the actor to stay on.
    /// - Throws: the same errors as ``AsyncImportIterator/next(isolation:)``, after all records that precede the
    ///   error.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Model]? {
        if let error = pendingError.take() { throw error }
        var batch = try ImportBatches<Model>.emptyBatch(count)
        // `next(isolation:)` is called on a local copy of the iterator, because a local variable stays in the actor.
        var records = self.records
        defer { self.records = records }
        do {
            while batch.count < count, let record = try await records.next(isolation: actor) {
                batch.append(record)
            }
        } catch {
            guard !batch.isEmpty else { throw error }
            pendingError = error
        }
        return batch.isEmpty ? nil : batch
    }
}
