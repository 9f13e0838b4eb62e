extension ImportSequence: AsyncSequence {
    /// The records.
    public typealias Element = Model

    /// An iterator that hands out the records one by one in asynchronous code.
    ///
    /// The input is read, inflated and parsed on a thread of its own, which is started when the first record is
    /// asked for and stays at most a few batches ahead. Letting go of the iterator, or cancelling the task that
    /// waits for a record, stops it.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: BackgroundReader(records: self))
    }

    /// Hands out the records one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: BackgroundReader<Model>
        private var batch = RecordQueue<Model>()

        init(reader: BackgroundReader<Model>) {
            self.reader = reader
        }

        /// The next record, `nil` behind the last one.
        ///
        /// - Throws: ``ImportError``, after all records that precede the failure; then `nil` follows.
        ///   `CancellationError` if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
            while true {
                if let record = batch.next() { return record }
                guard let next = try await reader.nextBatch(isolation: actor) else { return nil }
                batch = next
            }
        }
    }
}
