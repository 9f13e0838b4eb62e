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
        var batch: [Model] = []
        func handOn() throws {
            guard !batch.isEmpty else { return }
            let full = batch
            batch = []
            try body(full)
        }
        let summary: ImportSummary
        do {
            summary = try records.forEach { record in
                if batch.isEmpty { batch.reserveCapacity(count) }
                batch.append(record)
                if batch.count == count { try handOn() }
            }
        } catch let error as ImportError {
            try handOn()
            throw error
        }
        try handOn()
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
