/// An iterator that returns the records of an import one by one, on the calling thread.
///
/// A chunk of ``ImportOptions/chunkBytes`` is parsed at a time, on the calling thread. Only the records of the latest chunk
/// are in memory. With ``ImportOptions/parallelism``, other threads parse segments of the text ahead. Releasing the iterator
/// and its copies closes the input and frees all memory. Two threads must not use it at once. Copies share the records:
/// each record is returned once.
public struct ImportIterator<Model> {
    @usableFromInline let records: RecordQueue<Model>
    private let reader: PullReader<Model>

    /// The summary of the import so far, up to a chunk of text ahead of the records that were returned.
    public var summary: ImportSummary { reader.summary }

    init(_ sequence: ImportSequence<Model>) {
        reader = PullReader(records: sequence)
        records = reader.queue
    }

    /// Returns the next record, or `nil` after the last one.
    ///
    /// - Throws: ``ImportError``, after all records that precede the error; the next call returns `nil`.
    ///   ``ImportError/Code/iteratorInUse`` if a hook of the import calls it.
    @inlinable  // so that code that knows the type moves the records
    public func next() throws -> Model? {
        if let record = records.popFirst() { return record }
        return try readNext()
    }

    /// Reserves memory for more records in an array without room, up to four times its size.
    @usableFromInline
    func reserveCapacity(of records: inout [Model]) {
        let minimum = max(2 * records.count, 16)
        guard let expected = reader.expectedRecordCount else { return records.reserveCapacity(minimum) }
        // A few more records than expected must not make the array grow again.
        let capacity = min(expected, 2 * minimum)
        records.reserveCapacity(max(capacity + capacity / 32, minimum))
    }

    @usableFromInline
    func readNext() throws -> Model? { try reader.readNext() }
}
