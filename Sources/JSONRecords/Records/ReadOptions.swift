/// The policies and limits that apply to every consumer of records. ``ImportOptions`` documents them.
package struct ReadOptions: Sendable {
    package var format: ImportFormat = .automatic
    /// The notation of the records, which are read in the order of the text on one thread; `nil`, the default, if each record
    /// is sent as it is.
    package var dialect: Dialect?
    /// Whether the text is one value, which is the only record, even if it is an array. If so, ``format`` is ignored.
    package var expectsOneValue = false
    package var unpairedSurrogates: SurrogatePolicy = .rejectRecord
    /// The treatment of numbers that are not finite, if the text may be nearly JSON; `nil` if it must be JSON.
    package var relaxedJSON: RelaxedJSON?
    package var errorPolicy: ErrorPolicy = .fail
    package var onRejected: (@Sendable (RejectedRecord) throws -> Void)?
    package var rejectedTexts = RejectedTexts.discarded
    package var maximumDepth = 512
    package var maximumTokenBytes = 64 << 20
    package var maximumWindowBytes = CompressionDetectingSource.defaultWindowBytes
    package var chunkBytes = 256 << 10
    package var parser = RecordParser.byDefault
    package var parallelism = Parallelism.none
    package var segmentBytes = 128 << 10
    package var progressInterval = Duration.milliseconds(100)
    /// The time after which reading a pipe, a socket, a terminal or a followed file returns to the caller with
    /// ``RecordReader/Step/needMoreData``, even if bytes keep arriving; `nil`, the default, if it never does.
    package var yieldInterval: Duration?
    package var onProgress: (@Sendable (ImportProgress) -> Void)?
    /// Whether each value at the top level must have a value at the path, because the path was found and not chosen.
    package var requiresPathInEachValue = false
    /// Whether no object may stand at the path, because the path was found as that of arrays of records.
    package var requiresArrayAtPath = false
    /// Receives the arrays of objects in the envelope that are not on the path; `nil` if nothing does.
    package var onOtherArray: (@Sendable (RecordArray) -> Void)?
    /// Returns the advice about an error that ends an import, as far as the input has some.
    package var advice: (@Sendable (ImportError) -> String?)?
    /// The maximum size, in bytes, of a text whose records are the rows of columns; `nil`, the default, if the records are elements.
    package var maximumColumnarBytes: Int?
    /// The number of records at the beginning that an earlier import has processed, and that are skipped without an
    /// event. 0 by default.
    package var skippedRecordCount = 0

    /// Creates the default options.
    package init() {}

    /// Checks that the sizes and the number of threads are in range.
    ///
    /// - Throws: ``ImportError/Code/invalidOption``.
    package func validate() throws(ImportError) {
        try Self.validate(chunkBytes, of: "chunkBytes", in: 1...(1 << 30))
        try Self.validate(segmentBytes, of: "segmentBytes", in: 1...(1 << 30))
        try Self.validate(
            maximumWindowBytes, of: "maximumWindowBytes", in: CompressionDetectingSource.windowSizes)
        try Self.validate(parallelism.workerCount, of: "parallelism", in: Self.workerCounts)
    }

    /// The numbers of threads that ``parallelism`` can have.
    package static var workerCounts: ClosedRange<Int> { 1...1024 }

    private static func validate(
        _ value: Int, of option: String, in range: ClosedRange<Int>
    ) throws(ImportError) {
        guard range.contains(value) else { throw .invalidOption(option, "\(value)", expected: range) }
    }
}
