/// The records of an input. The sequence is lazy: it reads nothing before the first record is requested.
///
/// There are five ways to read the records:
///
///     try repos.forEach { print($0.fullName) }                // the fastest
///     let array = try repos.collect()
///     try repos.batches(of: 500).forEach { try store($0) }
///     let iterator = repos.makeIterator(); while let repo = try iterator.next() { … }
///     for try await repo in repos { … }                       // in asynchronous code
///
/// Each iteration reads the input from its beginning. An input that can be read only once, such as a pipe, throws
/// ``ImportError/Code/alreadyRead`` the second time.
///
/// The calls that deliver the records return the summary of the import, and the iterators have it as a property.
///
/// The memory that iteration takes depends on the largest record and ``ImportOptions/chunkBytes``, not on the size of
/// the input. Iterators have the records of a whole chunk in memory; `forEach` has one record. With
/// ``ImportOptions/parallelism``, the records of about two segments for each thread are also in memory.
public struct ImportSequence<Model>: Sendable {
    /// The input; an error if a path is given for a part.
    let input: Result<RecordInput, ImportError>
    let options: ImportOptions
    let makeModels: MakeModels

    init(_ input: ImportInput, at path: JSONPath, options: ImportOptions, makeModels: @escaping MakeModels) {
        self.input = Result { () throws(ImportError) in
            try input.records(
                at: path.components.isEmpty ? nil : RecordPaths(path), options.readOptions)
        }
        self.options = options
        self.makeModels = makeModels
    }

    /// Calls `body` with each record, on this thread.
    ///
    /// - Parameter body: handles a record. An error that it throws ends the import and is rethrown.
    /// - Returns: the summary of the import. For the summary of an import that fails, use an iterator.
    /// - Throws: ``ImportError``. Calls of `body` before the error are not undone.
    @inlinable  // so that code that knows the type moves the records to `body`
    @discardableResult
    public func forEach(_ body: (consuming Model) throws -> Void) throws -> ImportSummary {
        try readRecords { try body($0.take(as: Model.self)) }
    }

    /// Calls `body` with each record, and sets the summary of the import even if it fails.
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
            let run = try begin(deliver: take)
            defer { summary = run.summary }
            switch run {
            case .serial(let run): try run.readAll()
            case .parallel(let run): try run.readAll(take)
            }
        }
    }

    /// Returns all records in an array.
    ///
    /// - Throws: ``ImportError``; the records that precede the error are lost.
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
    /// - Parameter records: the array. It keeps the records that precede an error.
    /// - Returns: the summary of the import.
    /// - Throws: ``ImportError``.
    /// - Complexity: O(*n*) memory, unlike the other ways.
    @inlinable
    @discardableResult
    public func collect(into records: inout [Model]) throws -> ImportSummary {
        let iterator = makeIterator()
        while let record = try iterator.next() {
            if records.count == records.capacity { iterator.reserveCapacity(of: &records) }
            records.append(record)
        }
        return iterator.summary
    }

    /// Returns an iterator over the records, which returns them on the calling thread.
    ///
    /// The input is opened when the first record is requested.
    public func makeIterator() -> ImportIterator<Model> {
        ImportIterator(RecordStream(begin))
    }

    /// Returns the records in arrays of `count`. The last array may be shorter.
    ///
    /// Nothing is read before the first array is requested.
    ///
    /// - Parameter count: the number of records in an array, at least 1. If it is less, iteration throws
    ///   ``ImportError/Code/invalidOption``.
    public func batches(of count: Int) -> ImportBatches<Model> {
        ImportBatches(records: self, count: count)
    }

    /// Opens the input again, and begins an import.
    ///
    /// - Parameter deliver: takes each record, if one thread parses. An error that it throws ends the import.
    func begin(deliver: @escaping RecordHandler) throws -> RecordStream<Model>.Run {
        let (needsOrder, takeMaker) = makeModels(options)
        let input = try input.get()
        if options.parallelism.workerCount > 1, !needsOrder {
            return .parallel(try ParallelImport(input, options, takeMaker))
        }
        return .serial(
            try ImportRun(takeMaker(), deliver: deliver) { consumer throws(ImportError) in
                try input.makeReader(for: consumer)
            })
    }
}

extension ImportSequence: AsyncSequence {
    /// The records.
    public typealias Element = Model

    /// Returns an iterator over the records in asynchronous code.
    ///
    /// The input is read, decompressed and parsed on its own thread, and with ``ImportOptions/parallelism`` also on further
    /// threads. They start when the first record is requested, and read at most a few batches ahead. They stop if the
    /// iterator is released, or if the task that waits for a record is cancelled.
    public func makeAsyncIterator() -> AsyncImportIterator<Model> {
        AsyncImportIterator(reader: BackgroundReader(records: self))
    }
}
