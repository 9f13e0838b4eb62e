/// One import of typed records from its first byte to its last: a reader, and the binder that it has receive them.
///
/// Used by one thread at a time.
final class ImportRun {
    private let pool: BindingPool
    private let binding: ModelBinding
    private var reader: RecordReader!

    /// - Parameters:
    ///   - pool: has the binder.
    ///   - options: the policies and limits.
    ///   - makeReader: makes the reader of the input.
    ///   - deliver: takes each record; what it throws ends the run.
    init(
        _ pool: BindingPool, _ options: ImportOptions,
        makeReader: (any RecordConsumer) throws(ImportError) -> RecordReader, deliver: @escaping RecordHandler
    ) throws(ImportError) {
        self.pool = pool
        binding = pool.take(options)
        reader = try makeReader(binding.makeConsumer(deliver: deliver))
    }

    deinit {
        // What the reader has begun is dropped before somebody else gets the binder.
        reader = nil
        pool.recycle(binding)
    }

    var summary: ImportSummary { binding.summary(reader.summary) }

    /// Continues, parsing at most `limit` bytes.
    ///
    /// - Precondition: not called by what the run itself calls.
    func step(limit: Int = .max) throws -> RecordReader.Step { try reader.step(limit: limit) }

    func readAll() throws { try reader.readAll() }
}
