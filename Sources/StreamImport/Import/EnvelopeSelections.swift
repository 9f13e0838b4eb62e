/// The paths of an envelope that an import reads in one pass, and the functions that receive the values at the paths; see
/// ``StreamImporter/read(_:options:_:)``.
///
/// The functions are called in the order of the text, on the thread or the task that reads. An error that a function throws
/// ends the import and is rethrown. A path may have wildcards: `pages[*].items`, `*.results`. If a key occurs twice in an
/// object, both values are read.
///
/// A path must not lead to a value at another path or into it, as in `users` and `users[0].name`, `*.items` and `data.items`,
/// or one path twice. Such paths fail with ``ImportError/Code/invalidPath``. The paths `pages[*].items` and `pages[*].next` are
/// fine.
public struct EnvelopeSelections {
    private var selections:
        [(path: RecordPath, plan: CompiledPlan, options: ImportOptions, deliver: RecordHandler)] = []

    /// - Parameter select: adds the paths.
    init(_ select: (inout EnvelopeSelections) throws -> Void) throws {
        try select(&self)
        guard !selections.isEmpty else {
            throw ImportError(
                .invalidPath, "expected at least one path to read, found none", advice: "call each or value")
        }
    }

    fileprivate var recordPaths: RecordPaths { RecordPaths(selections.map(\.path)) }

    /// Returns a consumer that makes models of the records at all paths, and passes them to the functions.
    fileprivate func makeConsumer() -> ModelConsumer {
        let consumer = ModelConsumer(selections.map { ($0.plan, $0.options) })
        for selection in selections { consumer.deliver(to: selection.deliver) }
        return consumer
    }

    /// Returns the summary of an import.
    func summary(_ reader: RecordReader, _ consumer: ModelConsumer) -> EnvelopeSummary {
        EnvelopeSummary(
            total: reader.summary, paths: selections.map(\.path.path),
            summaries: reader.summaries.enumerated().map { consumer.summary($1, path: $0) })
    }

    /// Selects the elements of the array at a path, or of each array if the path has wildcards.
    ///
    /// An object or a scalar at the path is a record, too. With a wildcard at the end of the path, each value at the path is a
    /// record.
    ///
    /// Of the options, those for values are used: ``ImportOptions/keyMatching``, ``ImportOptions/dates``, mappings, hooks and
    /// so on. The options of the call that reads determine the framing, the treatment of rejected records, and the limits of
    /// the text.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - path: the path of the array.
    ///   - options: the policies for values; those of the type by default.
    ///   - isRequired: whether the import fails with ``ImportError/Code/pathNotFound`` if no value is at the path. `true` by
    ///     default.
    ///   - body: handles a record.
    @inlinable  // so that code that knows the type moves the records to `body`
    public mutating func each<Model: Importable>(
        _ model: Model.Type, at path: JSONPath, options: ImportOptions = Model.importOptions,
        isRequired: Bool = true,
        _ body: @escaping (consuming Model) throws -> Void
    ) {
        select(model, at: path, options, takesWholeValues: false, isRequired: isRequired) {
            try body($0.take(as: Model.self))
        }
    }

    /// Selects the value at a path: an object, an array or a scalar of the envelope, such as a number of results.
    ///
    /// Like ``each(_:at:options:isRequired:_:)``, but an array at the path is one value: `value([String].self, at: "tags")`.
    /// The value counts as a record, so it is rejected if it does not fit the type. `body` is called several times if the path
    /// has wildcards, or if a key occurs twice.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - path: the path of the value.
    ///   - options: the policies for values; those of the type by default.
    ///   - isRequired: whether the import fails with ``ImportError/Code/pathNotFound`` if no value is at the path. `true` by
    ///     default.
    ///   - body: handles the value.
    @inlinable  // so that code that knows the type moves the value to `body`
    public mutating func value<Value: Importable>(
        _ type: Value.Type, at path: JSONPath, options: ImportOptions = Value.importOptions,
        isRequired: Bool = true,
        _ body: @escaping (consuming Value) throws -> Void
    ) {
        select(type, at: path, options, takesWholeValues: true, isRequired: isRequired) {
            try body($0.take(as: Value.self))
        }
    }

    @usableFromInline
    mutating func select(
        _ model: any Importable.Type, at path: JSONPath, _ options: ImportOptions, takesWholeValues: Bool,
        isRequired: Bool,
        deliver: @escaping RecordHandler
    ) {
        let plan = BinderPool.pool(for: model, options).plan
        let recordPath = RecordPath(path, takesWholeValues: takesWholeValues, isRequired: isRequired)
            .carrying(plan.enclosingMembers)
        selections.append((recordPath, plan, options, deliver))
    }
}

/// Several arrays and values of one envelope, read in one pass.
extension StreamImporter {
    /// Reads the records at several paths of a file or a text in memory in one pass.
    ///
    ///     let summary = try StreamImporter.read(url) {
    ///         $0.value(Int.self, at: "total_count") { expected = $0 }
    ///         $0.each(User.self, at: "users") { users.append($0) }
    ///         $0.each(Repo.self, at: "data.repos") { try store($0) }
    ///     }
    ///     print(summary["users"]!.recordCount, summary.total.recordCount)
    ///
    /// The functions receive the values in the order of the text, on this thread. Records are numbered for each path, from 1.
    /// A limit of ``ImportOptions/errorPolicy`` is one of all paths together. ``ImportOptions/parallelism`` has no effect: one
    /// thread parses. The memory that the import takes depends on the largest record and ``ImportOptions/chunkBytes``.
    ///
    /// - Parameters:
    ///   - input: the input; see ``ImportInputConvertible``. It is not a part, which has a path of its own.
    ///   - options: the policies and limits for reading. Those for values are given with each path.
    ///   - select: selects the paths.
    /// - Returns: the summary of the import.
    /// - Throws: ``ImportError``: ``ImportError/Code/invalidPath`` if two paths conflict; ``ImportError/Code/pathNotFound`` for
    ///   the first path that leads to no value, unless the path is not required. Also any error that `select` or a function
    ///   throws. Calls of the functions before the error are not undone.
    @discardableResult
    public static func read(
        _ input: some ImportInputConvertible, options: ImportOptions = ImportOptions(),
        _ select: (inout EnvelopeSelections) throws -> Void
    ) throws -> EnvelopeSummary {
        let selections = try EnvelopeSelections(select)
        let consumer = selections.makeConsumer()
        let reader = try input.importInput.records(at: selections.recordPaths, options.readOptions)
            .makeReader(for: consumer)
        try reader.readAll()
        return selections.summary(reader, consumer)
    }

    /// Reads the records at several paths of bytes that arrive asynchronously, in chunks of any size, in one pass.
    ///
    /// The functions are called on the task that calls this function.
    ///
    /// - Parameters:
    ///   - chunks: the chunks of the text, which may be compressed.
    ///   - options: the policies and limits for reading. Those for values are given with each path.
    ///   - isolation: the actor to stay on; the caller's by default.
    ///   - select: selects the paths.
    /// - Returns: the summary of the import.
    /// - Throws: ``ImportError``, or `CancellationError` if the task is cancelled. An error of the input is the
    ///   ``ImportError/cause`` of ``ImportError/Code/readFailed``.
    @discardableResult
    public static func read<Chunks: AsyncSequence>(
        _ chunks: Chunks, options: ImportOptions = ImportOptions(),
        isolation: isolated (any Actor)? = #isolation,
        _ select: (inout EnvelopeSelections) throws -> Void
    ) async throws -> EnvelopeSummary where Chunks.Element: Sequence<UInt8> {
        try await read(nextChunk(of: chunks), options, isolation: isolation, select)
    }

    /// Reads the records at several paths of bytes that arrive asynchronously one by one, such as `URLSession.AsyncBytes`, in
    /// one pass.
    ///
    /// See ``read(_:options:isolation:_:)-(Chunks,_,_,_)``.
    @inlinable  // so that a byte costs only the sequence's own `next()`
    @discardableResult
    public static func read<Bytes: AsyncSequence>(
        _ bytes: Bytes, options: ImportOptions = ImportOptions(),
        isolation: isolated (any Actor)? = #isolation,
        _ select: (inout EnvelopeSelections) throws -> Void
    ) async throws -> EnvelopeSummary where Bytes.Element == UInt8 {
        try await read(nextChunk(gathering: bytes), options, isolation: isolation, select)
    }

    @usableFromInline
    static func read(
        _ nextChunk: @escaping NextChunk, _ options: ImportOptions, isolation: isolated (any Actor)?,
        _ select: (inout EnvelopeSelections) throws -> Void
    ) async throws -> EnvelopeSummary {
        let selections = try EnvelopeSelections(select)
        let consumer = selections.makeConsumer()
        let chunks = ChunkSource()
        let reader = try chunks.makeReader(at: selections.recordPaths, options.readOptions, for: consumer)
        while true {
            try Task.checkCancellation()
            switch try reader.step() {
            case .finished: return selections.summary(reader, consumer)
            case .advanced: break
            case .needMoreData:
                do {
                    try await chunks.offerNext(nextChunk, isolation: isolation)
                } catch {
                    throw error is CancellationError ? error : reader.readFailed(error)
                }
            }
        }
    }
}

/// The results of an import of several paths in one pass: a summary for each path, and one of all records.
public struct EnvelopeSummary: Sendable {
    /// The summary of all records. Its rejected records are in the order of the text; mismatches and unknown keys are listed
    /// one path after another.
    public let total: ImportSummary

    /// The summary for each path, in the order in which the paths were selected.
    public let summaries: [ImportSummary]

    private let paths: [JSONPath]

    init(total: RecordSummary, paths: [JSONPath], summaries: [ImportSummary]) {
        self.paths = paths
        self.summaries = summaries
        var sum = ImportSummary()
        sum.recordSummary = total
        for summary in summaries { sum.append(summary) }
        self.total = sum
    }

    /// The summary for a path; `nil` if the path was not selected.
    public subscript(path: JSONPath) -> ImportSummary? {
        paths.firstIndex(of: path).map { summaries[$0] }
    }
}
