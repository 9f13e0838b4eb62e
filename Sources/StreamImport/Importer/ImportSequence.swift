/// The records of an input, lazily: nothing is read before the first one is asked for.
///
/// There are five ways through:
///
///     try repos.forEach { print($0.fullName) }                // the fastest
///     let all = try repos.collect()
///     try repos.batches(of: 500).forEach { try store($0) }
///     var iterator = repos.makeIterator(); while let repo = try iterator.next() { … }
///     for try await repo in repos { … }                       // in asynchronous code
///
/// Each iteration reads the input from its beginning. What can be read only once, such as a pipe, throws
/// ``ImportError/Code/alreadyRead`` the second time.
///
/// Memory is bounded by one record and ``ImportOptions/chunkBytes``, never by the size of the input.
public struct ImportSequence<Model: Importable>: Sendable {
    private let input: RecordInput
    private let options: ImportOptions
    /// The summary of the iteration that ran last, which all copies share.
    let latest = Locked<ImportSummary?>(nil)

    init(origin: InputOrigin, path: String?, options: ImportOptions) {
        input = RecordInput(origin, at: path, options: options.reading)
        self.options = options
    }

    /// What the latest iteration came to, or has come to so far; `nil` before the first one.
    ///
    /// It is brought up to date after each piece of text that was parsed, and when the iteration ends.
    public var summary: ImportSummary? { latest.withLock { $0 } }

    /// Calls `body` with each record, on this thread.
    ///
    /// - Parameter body: what to do with a record. What it throws ends the import and is rethrown.
    /// - Returns: what the import came to.
    /// - Throws: ``ImportError``. What was handed to `body` before stays handed on.
    @inlinable  // so that records are moved to `body` by code that knows their type
    @discardableResult
    public func forEach(_ body: (consuming Model) throws -> Void) throws -> ImportSummary {
        try drain { try body($0.take(as: Model.self)) }
    }

    @usableFromInline
    func drain(_ take: (RecordPlace) throws -> Void) throws -> ImportSummary {
        try withoutActuallyEscaping(take) { take in
            let run = try makeRun(deliver: take)
            defer { latest.withLock { $0 = run.summary } }
            try run.readAll()
            return run.summary
        }
    }

    /// All records, in an array.
    ///
    /// - Throws: ``ImportError``; the records that precede the failure are lost.
    /// - Complexity: O(*n*) memory, unlike the other ways.
    @inlinable
    public func collect() throws -> [Model] {
        var records: [Model] = []
        try forEach { records.append($0) }
        return records
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
    /// - Precondition: `count` is positive.
    public func batches(of count: Int) -> ImportBatches<Model> {
        precondition(count > 0, "a batch holds at least one record")
        return ImportBatches(records: self, count: count)
    }

    /// Opens the input anew.
    func makeRun(deliver: @escaping RecordTaker) throws -> ImportRun {
        try ImportRun(
            .pool(for: Model.self, options), options,
            makeReader: { consumer throws(ImportError) in try input.makeReader(for: consumer) },
            deliver: deliver)
    }
}
