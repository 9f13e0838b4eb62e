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
            try input.records(at: path.components.isEmpty ? nil : RecordPaths(path), options.readOptions)
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
    func readRecords(_ take: (ValueAddress) throws -> Void) throws -> ImportSummary {
        var summary = ImportSummary()
        try readRecords(into: &summary, take)
        return summary
    }

    private func readRecords(into summary: inout ImportSummary, _ take: (ValueAddress) throws -> Void) throws
    {
        try withoutActuallyEscaping(take) { take in
            let run = try begin(deliver: take)
            defer { summary = run.summary }
            switch run {
            case .serial(let run): try run.reader.readAll()
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
        ImportIterator(stream: RecordStream { try begin(deliver: $0) })
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
    /// - Parameters:
    ///   - interval: the time after which a step of one thread ends that waits for a pipe; `nil`, the default, if it never ends.
    ///   - deliver: takes each record, if one thread parses. An error that it throws ends the import.
    func begin(
        yieldingEvery interval: Duration? = nil, deliver: @escaping RecordHandler
    ) throws -> RecordStream<Model>.Run {
        let (needsOrder, members, takeMaker) = makeModels(options)
        let input = try input.get().carrying(members: members)
        if options.parallelism.workerCount > 1, !needsOrder {
            return .parallel(try ParallelImport(input, options, takeMaker))
        }
        return .serial(
            try ImportRun(takeMaker(), deliver: deliver) { consumer throws(ImportError) in
                try input.makeReader(for: consumer, yieldingEvery: interval)
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

    /// Calls `body` with each record, on the threads that make the records.
    ///
    ///     let total = Mutex(0)
    ///     try repos.concurrentForEach { repo, _ in total.withLock { $0 += repo.stars } }
    ///
    /// No record is passed from one thread to another, and the calls are not in the order of the input. The thread that calls
    /// this function is one of the threads. ``ImportOptions/parallelism`` sets their number; with ``Parallelism/none``, it is
    /// that of ``Parallelism/automatic``. What a single thread parses is listed there; then, the calls are in order on the
    /// calling thread.
    ///
    /// Rejected records are not passed to `body`. ``ImportOptions/onRejected`` and ``ImportOptions/onProgress`` are called on
    /// the calling thread, possibly while other threads call `body` with later records. Cancelling the task has no effect:
    /// throw an error from `body`.
    ///
    /// If the import fails, the error is that of a single thread, but `body` may have been called with records that follow
    /// the error. If the text is not valid JSON, such a record may be one that a single thread would not have read.
    ///
    /// - Parameter body: handles a record. Receives the record, and its number in the input, counted from 1. An error that
    ///   it throws ends the import and is rethrown. If several calls throw, the error of the first record is rethrown.
    /// - Returns: the summary of the import.
    /// - Throws: ``ImportError``, after all calls of `body` have returned.
    /// - Complexity: O(*n*) time. The memory is that of one record, a buffer of ``ImportOptions/chunkBytes`` and about two
    ///   segments of text for each thread, independent of the number of records.
    @inlinable
    @discardableResult
    public func concurrentForEach(
        _ body: @Sendable (_ record: consuming Model, _ number: Int) throws -> Void
    ) throws -> ImportSummary {
        try readConcurrently { try body($0.take(as: Model.self), $1) }
    }

    @usableFromInline
    func readConcurrently(_ handle: (ValueAddress, Int) throws -> Void) throws -> ImportSummary {
        try withoutActuallyEscaping(handle) { handle in
            let (needsOrder, members, takeMaker) = makeModels(options)
            let parallelism: Parallelism =
                needsOrder ? .cores(1) : options.parallelism == .none ? .automatic : options.parallelism
            let run = try ParallelImport<Model>(
                input.get().carrying(members: members).on(parallelism), options, takeMaker, handle: handle)
            try run.readAll(nil)
            return run.summary
        }
    }
}

/// The records of an import for a loop that does not throw. If the import fails, the last result is the error.
///
///     for result in repos.results {
///         let repo = try result.get()
///     }
public struct ImportResults<Model>: Sequence, Sendable {
    fileprivate let records: ImportSequence<Model>

    /// Returns an iterator that starts at the first byte.
    public func makeIterator() -> Iterator { Iterator(records: records.makeIterator()) }

    /// An iterator that returns the results one by one, on the calling thread.
    public struct Iterator: IteratorProtocol {
        fileprivate let records: ImportIterator<Model>

        /// The summary of the import so far; see ``ImportIterator/summary``.
        public var summary: ImportSummary { records.summary }

        /// Returns the next record, or the error that ends the import; `nil` after the last record or the error.
        public func next() -> Result<Model, ImportError>? {
            do { return try records.next().map { .success($0) } } catch {
                return .failure(.rejectedByModel(error))
            }
        }
    }
}

extension ImportSequence {
    /// The records for a loop that does not throw: each one is the success of a result, and an error is the last result.
    ///
    ///     for result in repos.results {
    ///         let repo = try result.get()
    ///     }
    ///
    /// An error of ``ImportOptions/onRejected`` is the ``ImportError/cause`` of ``ImportError/Code/rejectedByModel``.
    public var results: ImportResults<Model> { ImportResults(records: self) }
}

@available(
    *, unavailable,
    message:
        "reading can throw: write 'for result in repos.results { let repo = try result.get() }'; in asynchronous code, 'for try await repo in repos'; for an array, 'try repos.collect()'"
)
extension ImportSequence: Sequence {
    /// Is not available, because a loop without `await` cannot throw.
    public func makeIterator() -> AnyIterator<Model> { fatalError() }
}

@available(
    *, unavailable,
    message:
        "reading can throw: write 'try values.forEach { … }'; in asynchronous code, 'for try await value in values'; for an array, 'try values.collect()'"
)
extension LazyImportSequence: Sequence {
    /// Is not available, because a loop without `await` cannot throw.
    public func makeIterator() -> AnyIterator<Element> { fatalError() }
}
