/// The records of an import in arrays of a fixed length.
public struct ImportBatches<Model: Importable>: Sendable {
    let records: ImportSequence<Model>
    let count: Int

    /// Calls `body` with each array of records, on this thread.
    ///
    /// - Parameter body: what to do with the records. What it throws ends the import and is rethrown.
    /// - Returns: what the import came to.
    /// - Throws: ``ImportError``, or what ``ImportOptions/onRejected`` throws, after the records that precede the pendingError were
    ///   handed on.
    @discardableResult
    public func forEach(_ body: ([Model]) throws -> Void) throws -> ImportSummary {
        var batch = try RecordArray<Model>(count: count)
        let summary: ImportSummary
        do {
            summary = try records.forEach { record in
                if let full = batch.append(record) { try body(full) }
            }
        } catch {
            if let rest = batch.take() { try body(rest) }
            throw error
        }
        if let rest = batch.take() { try body(rest) }
        return summary
    }

    /// An iterator that hands out the arrays one by one, on the thread that asks.
    public func makeIterator() -> Iterator {
        Iterator(records: records.makeIterator(), count: count)
    }

    /// Hands out the arrays one by one.
    public struct Iterator {
        private var records: ImportIterator<Model>
        private let count: Int
        private var pendingError: (any Error)?

        init(records: ImportIterator<Model>, count: Int) {
            self.records = records
            self.count = count
        }

        /// What the import has come to so far; see ``ImportIterator/summary``.
        public var summary: ImportSummary { records.summary }

        /// The next array, `nil` after the last one.
        ///
        /// - Throws: ``ImportError``, after all records that precede the pendingError; then `nil` follows.
        public mutating func next() throws -> [Model]? {
            if let pendingError {
                self.pendingError = nil
                throw pendingError
            }
            var batch = try RecordArray<Model>(count: count)
            do {
                while let record = try records.next() {
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
}

extension ImportBatches: AsyncSequence {
    /// The arrays.
    public typealias Element = [Model]

    /// An iterator that hands out the arrays one by one in asynchronous code; see ``ImportSequence/makeAsyncIterator()``.
    public func makeAsyncIterator() -> AsyncImportBatchIterator<Model> {
        AsyncImportBatchIterator(records: records.makeAsyncIterator(), count: count)
    }
}

/// The records that were read of a batch.
struct RecordArray<Model> {
    private let count: Int
    private var records: [Model] = []

    /// - Throws: ``ImportError/Code/invalidOption`` if a batch would hold less than one record.
    init(count: Int) throws(ImportError) {
        guard count > 0 else {
            throw .invalidOption("the length of a batch", "\(count)", expected: 1...Int.max)
        }
        self.count = count
    }

    /// Adds a record.
    ///
    /// - Returns: the batch if it is full, after which the next one begins.
    mutating func append(_ record: consuming Model) -> [Model]? {
        if records.isEmpty { records.reserveCapacity(Swift.min(count, Self.maximumReservedCapacity)) }
        records.append(record)
        return records.count == count ? take() : nil
    }

    /// The batch as far as it came, after which the next one begins; `nil` if it has no records.
    mutating func take() -> [Model]? {
        defer { records = [] }
        return records.isEmpty ? nil : records
    }

    /// For how many records memory is taken before they came.
    private static var maximumReservedCapacity: Int { 1 << 10 }
}
