/// One import of typed records from its first byte to its last: a reader, and the maker that consumes its events.
///
/// Only one thread may use a run at a time.
final class ImportRun {
    private let maker: any ModelMaker
    private var reader: RecordReader!

    /// - Parameters:
    ///   - maker: makes the models.
    ///   - makeReader: creates the reader of the input.
    ///   - deliver: takes each record. An error that it throws ends the run.
    init(
        _ maker: any ModelMaker, makeReader: (any RecordConsumer) throws(ImportError) -> RecordReader,
        deliver: @escaping RecordHandler
    ) throws(ImportError) {
        self.maker = maker
        reader = try makeReader(maker.makeConsumer(deliver: deliver))
    }

    deinit {
        // The reader discards an incomplete record before another run gets the binder of the maker.
        reader = nil
    }

    var summary: ImportSummary { maker.summary(reader.summary) }

    var progress: ImportProgress { reader.progress }

    /// Continues the import with the next chunk of text.
    ///
    /// - Precondition: the caller is not code that the run calls, such as a hook.
    func step() throws -> RecordReader.Step { try reader.step() }

    func readAll() throws { try reader.readAll() }

    /// Returns the error of an input whose next chunk cannot be read.
    func readFailed(_ error: any Error) -> ImportError { reader.readFailed(error) }
}
