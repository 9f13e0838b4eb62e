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
        let chunks = ChunkInput(nextChunk)
        let reader = try chunks.makeReader(
            at: selections.recordPaths, options.readOptions, for: consumer)
        while true {
            try Task.checkCancellation()
            switch try reader.step() {
            case .finished: return selections.summary(reader, consumer)
            case .advanced: break
            case .needMoreData:
                do {
                    try await chunks.readNext(isolation: isolation)
                } catch {
                    throw error is CancellationError ? error : reader.readFailed(error)
                }
            }
        }
    }
}
