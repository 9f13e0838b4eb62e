/// The records of bytes that arrive asynchronously.
///
///     for try await repo in StreamImporter.objects(of: Repo.self, from: response.body) { … }
///
/// A chunk is asked for when those before it are used up; parsing happens on the task that iterates. Whether the
/// records can be iterated more than once is up to the chunks.
public struct AsyncImportSequence<Model: Importable, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
    /// The records.
    public typealias Element = Model

    let chunks: Chunks
    let path: String?
    let options: ImportOptions
    private let latest = Locked<ImportSummary?>(nil)

    /// What the latest iteration came to, or has come to so far; `nil` before the first one.
    public var summary: ImportSummary? { latest.withLock { $0 } }

    /// All records, in an array.
    ///
    /// - Parameter isolation: the actor to stay on; the caller's by default.
    /// - Throws: ``ImportError``, what the chunks throw, or `CancellationError` if the task is cancelled.
    /// - Complexity: O(*n*) memory, unlike iteration.
    public func collect(isolation: isolated (any Actor)? = #isolation) async throws -> [Model] {
        var records: [Model] = []
        var iterator = makeAsyncIterator()
        while let record = try await iterator.next(isolation: isolation) { records.append(record) }
        return records
    }

    /// An iterator that starts at the first chunk.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), path: path, options: options, latest: latest)
    }

    /// Hands out the records one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        private let path: String?
        private let options: ImportOptions
        private let latest: Locked<ImportSummary?>

        private let source = ChunkSource()
        private let queue = RecordQueue<Model>()
        private var run: ImportRun?
        private var failure: (any Error)?
        private var hasEnded = false

        init(
            chunks: Chunks.AsyncIterator, path: String?, options: ImportOptions,
            latest: Locked<ImportSummary?>
        ) {
            self.chunks = chunks
            self.path = path
            self.options = options
            self.latest = latest
        }

        /// The next record, `nil` behind the last one.
        ///
        /// - Throws: ``ImportError``, what the chunks throw, or `CancellationError` if the task is cancelled, after
        ///   all records that precede the failure; then `nil` follows.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
            while true {
                if let record = queue.next() { return record }
                if let failure {
                    self.failure = nil
                    throw failure
                }
                guard !hasEnded else { return nil }
                do {
                    try Task.checkCancellation()
                    switch try parse() {
                    case .advanced: continue
                    case .finished: end()
                    case .starved: try await awaitChunk(isolation: actor)
                    }
                } catch {
                    failure = error
                    end()
                }
            }
        }

        private mutating func parse() throws -> RecordReader.Step {
            let run = try run ?? makeRun()
            self.run = run
            defer { latest.withLock { $0 = run.summary } }
            return try run.step()
        }

        private func makeRun() throws -> ImportRun {
            let path = try path.map(JSONPath.init) ?? JSONPath()
            return try ImportRun(
                .pool(for: Model.self, options), options,
                makeReader: { consumer throws(ImportError) in
                    RecordReader(
                        InflatingSource(source), path: path, options: options.reading, consumer: consumer)
                }
            ) { [queue] in queue.take($0) }
        }

        private mutating func awaitChunk(isolation actor: isolated (any Actor)?) async throws {
            // `next(isolation:)` of a stored iterator is asked for through a local, which stays in the actor.
            var chunks = self.chunks
            let chunk = try await chunks.next(isolation: actor)
            self.chunks = chunks
            if let chunk { source.offer(chunk) } else { source.finish() }
        }

        private mutating func end() {
            hasEnded = true
            run = nil
        }
    }
}
