/// One import of the records at several paths, from the first byte of a text to its last.
///
/// Only one thread may use a run at a time.
final class EnvelopeRun {
    private let selections: EnvelopeSelections
    private let consumer: EnvelopeConsumer
    private let reader: RecordReader

    /// - Parameters:
    ///   - select: adds the paths.
    ///   - makeReader: creates the reader of the input.
    init(
        _ select: (inout EnvelopeSelections) throws -> Void,
        makeReader: (RecordPaths, any RecordConsumer) throws -> RecordReader
    ) throws {
        var selections = EnvelopeSelections()
        try select(&selections)
        guard !selections.selections.isEmpty else { throw ImportError.noSelection() }
        self.selections = selections
        consumer = EnvelopeConsumer(selections.selections)
        reader = try makeReader(selections.paths, consumer)
    }

    var summary: EnvelopeSummary {
        let summaries = reader.summaries.enumerated().map { consumer.summary($1, path: $0) }
        let paths = selections.selections.map(\.path.path)
        return EnvelopeSummary(total: reader.summary, paths: paths, summaries: summaries)
    }

    func step() throws -> RecordReader.Step { try reader.step() }

    func readAll() throws { try reader.readAll() }

    /// Returns the error of an input whose next chunk cannot be read.
    func readFailed(_ error: any Error) -> ImportError { reader.readFailed(error) }
}
