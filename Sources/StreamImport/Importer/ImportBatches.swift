/// The records of an import in arrays of a fixed length.
public struct ImportBatches<Model: Importable>: Sendable {
    let records: ImportSequence<Model>
    let count: Int

    /// What the latest iteration came to; see ``ImportSequence/summary``.
    public var summary: ImportSummary? { records.summary }

    /// Calls `body` with each array of records, on this thread.
    ///
    /// - Parameter body: what to do with the records. What it throws ends the import and is rethrown.
    /// - Returns: what the import came to.
    /// - Throws: ``ImportError``, after the records that precede the failure were handed on.
    @discardableResult
    public func forEach(_ body: ([Model]) throws -> Void) throws -> ImportSummary {
        var batch = Batch<Model>(count: count)
        let summary: ImportSummary
        do {
            summary = try records.forEach { record in
                if let full = batch.append(record) { try body(full) }
            }
        } catch let error as ImportError {
            if let rest = batch.takeRest() { try body(rest) }
            throw error
        }
        if let rest = batch.takeRest() { try body(rest) }
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
        private var failure: (any Error)?

        init(records: ImportIterator<Model>, count: Int) {
            self.records = records
            self.count = count
        }

        /// The next array, `nil` behind the last one.
        ///
        /// - Throws: ``ImportError``, after all records that precede the failure; then `nil` follows.
        public mutating func next() throws -> [Model]? {
            if let failure {
                self.failure = nil
                throw failure
            }
            var batch: [Model] = []
            do {
                while batch.count < count, let record = try records.next() {
                    if batch.isEmpty { batch.reserveCapacity(count) }
                    batch.append(record)
                }
            } catch {
                guard !batch.isEmpty else { throw error }
                failure = error
            }
            return batch.isEmpty ? nil : batch
        }
    }
}

/// An array that is being filled.
struct Batch<Model> {
    let count: Int
    private var records: [Model] = []

    init(count: Int) {
        self.count = count
        records.reserveCapacity(count)
    }

    /// Adds a record; returns the array once it is full.
    mutating func append(_ record: consuming Model) -> [Model]? {
        records.append(record)
        guard records.count == count else { return nil }
        defer {
            records = []
            records.reserveCapacity(count)
        }
        return records
    }

    /// What is left at the end, if anything.
    mutating func takeRest() -> [Model]? {
        defer { records = [] }
        return records.isEmpty ? nil : records
    }
}
