/// The records of an input, lazily: nothing is read before the first one is asked for.
///
/// There are five ways to read it:
///
///     try repos.forEach { print($0.fullName) }                // the fastest
///     let all = try repos.collect()
///     try repos.batches(of: 500).forEach { try store($0) }
///     let iterator = repos.makeIterator(); while let repo = try iterator.next() { … }
///     for try await repo in repos { … }                       // in asynchronous code
///
/// Each iteration reads the input from its beginning. What can be read only once, such as a pipe, throws
/// ``ImportError/Code/alreadyRead`` the second time.
///
/// What an import came to is returned by the calls that hand on its records, and known to the iterators.
///
/// Memory is bounded by one record and ``ImportOptions/chunkBytes``, never by the size of the input.
public struct ImportSequence<Model: Importable>: Sendable {
    private let input: RecordInput
    private let options: ImportOptions

    init(origin: InputOrigin, path: JSONPath, options: ImportOptions) {
        input = RecordInput(origin, at: path, options: options.readOptions)
        self.options = options
    }

    /// Calls `body` with each record, on this thread.
    ///
    /// - Parameter body: what to do with a record. What it throws ends the import and is rethrown.
    /// - Returns: what the import came to. To know that of an import that fails, use an iterator.
    /// - Throws: ``ImportError``. What was handed to `body` before stays handed on.
    @inlinable  // so that records are moved to `body` by code that knows their type
    @discardableResult
    public func forEach(_ body: (consuming Model) throws -> Void) throws -> ImportSummary {
        try readRecords { try body($0.take(as: Model.self)) }
    }

    /// Calls `body` with each record, and says what the import came to also if it fails.
    package func forEach(into summary: inout ImportSummary, _ body: (consuming Model) throws -> Void) throws {
        try readRecords(into: &summary) { try body($0.take(as: Model.self)) }
    }

    @usableFromInline
    func readRecords(_ take: (RecordAddress) throws -> Void) throws -> ImportSummary {
        var summary = ImportSummary()
        try readRecords(into: &summary, take)
        return summary
    }

    private func readRecords(into summary: inout ImportSummary, _ take: (RecordAddress) throws -> Void) throws
    {
        try withoutActuallyEscaping(take) { take in
            let run = try makeRun(deliver: take)
            defer { summary = run.summary }
            try run.readAll()
        }
    }

    /// All records, in an array.
    ///
    /// - Throws: ``ImportError``; the records that precede the failure are lost.
    /// - Complexity: O(*n*) memory, unlike the other ways.
    @inlinable
    public func collect() throws -> [Model] {
        var records: [Model] = []
        try collect(into: &records)
        return records
    }

    /// Appends all records to an array.
    ///
    ///     var repos: [Repo] = []
    ///     let summary = try StreamImporter.objects(of: Repo.self, from: url).collect(into: &repos)
    ///
    /// - Parameter records: the array, which keeps the records that precede a failure.
    /// - Returns: what the import came to.
    /// - Throws: ``ImportError``.
    /// - Complexity: O(*n*) memory, unlike the other ways.
    @inlinable
    @discardableResult
    public func collect(into records: inout [Model]) throws -> ImportSummary {
        try forEach { records.append($0) }
    }

    /// An iterator that hands out the records one by one, on the thread that asks.
    ///
    /// The input is opened when the first record is asked for.
    public func makeIterator() -> ImportIterator<Model> {
        ImportIterator(reader: PullReader(records: self))
    }

    /// The records in arrays of `count`, of which the last one may be shorter.
    ///
    /// Nothing is read before the first array is asked for.
    ///
    /// - Parameter count: how many records an array has, at least 1. With less, iteration throws
    ///   ``ImportError/Code/invalidOption``.
    public func batches(of count: Int) -> ImportBatches<Model> {
        ImportBatches(records: self, count: count)
    }

    /// Opens the input anew.
    func makeRun(deliver: @escaping RecordHandler) throws -> ImportRun {
        try ImportRun(
            .pool(for: Model.self, options), options,
            makeReader: { consumer throws(ImportError) in try input.makeReader(for: consumer) },
            deliver: deliver)
    }
}

extension ImportSequence: AsyncSequence {
    /// The records.
    public typealias Element = Model

    /// An iterator that hands out the records one by one in asynchronous code.
    ///
    /// The input is read, inflated and parsed on a thread of its own, which is started when the first record is
    /// asked for and stays at most a few batches ahead. Letting go of the iterator, or cancelling the task that
    /// waits for a record, stops it.
    public func makeAsyncIterator() -> AsyncImportIterator<Model> {
        AsyncImportIterator(reader: BackgroundReader(records: self))
    }
}
