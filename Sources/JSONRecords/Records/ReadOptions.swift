internal import Foundation

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
    /// Whether a value at the top level without a value at the path is rejected, because the path was found and not chosen.
    package var requiresPathInEachValue = false
    /// Receives the location of the end of each value at the top level that has nothing at the path, and is not rejected.
    package var onValueWithoutPath: (@Sendable (SourceLocation?) -> Void)?
    /// Whether no object may stand at the path, because the path was found as that of arrays of records.
    package var requiresArrayAtPath = false
    /// Receives the arrays of objects in the envelope that are not on the path; `nil` if nothing does.
    package var onOtherArray: (@Sendable (RecordArray) -> Void)?
    /// Returns the advice about an error that ends an import, as far as the input has some.
    package var advice: (@Sendable (ImportError) -> String?)?
    /// The maximum size, in bytes, of a text whose records are the rows of columns; `nil`, the default, if the records are elements.
    /// The locations and the texts of such records are those of ``ColumnarSource``, and not those of the input.
    package var maximumColumnarBytes: Int?
    /// The number of records at the beginning that an earlier import has processed, and that are skipped without an
    /// event. 0 by default.
    package var skippedRecordCount = 0

    package init() {}

    /// Checks that the sizes, the limits and the number of threads are in range.
    ///
    /// - Throws: ``ImportError/Code/invalidOption``.
    package func validate() throws(ImportError) {
        try Self.validate(chunkBytes, of: "chunkBytes", in: 1...(1 << 30))
        try Self.validate(segmentBytes, of: "segmentBytes", in: 1...(1 << 30))
        try Self.validate(
            maximumWindowBytes, of: "maximumWindowBytes", in: CompressionDetectingSource.windowSizes)
        try Self.validate(parallelism.workerCount, of: "parallelism", in: Self.workerCounts)
        try Self.validate(maximumDepth, of: "maximumDepth")
        try Self.validate(maximumTokenBytes, of: "maximumTokenBytes")
        switch errorPolicy {
        case .fail: break
        case .skip(let limit), .collect(let limit): try Self.validate(limit, of: "the limit of errorPolicy")
        }
    }

    /// The numbers of threads that ``parallelism`` can have.
    package static var workerCounts: ClosedRange<Int> { 1...1024 }

    package static func validate(
        _ value: Int, of option: String, in range: ClosedRange<Int> = 0 ... .max
    ) throws(ImportError) {
        guard range.contains(value) else { throw .invalidOption(option, "\(value)", expected: range) }
    }
}

/// The effect of an error in a record on the import.
///
/// A record has an error if its data does not fit the model. In ``ImportFormat/lines``, a line also has an error if it
/// is not valid JSON, or is nested deeper than ``ImportOptions/maximumDepth``. All other errors of the text, and errors
/// of reading the input, end the import under any policy. One rejected record more than the limit ends the import with
/// ``ImportError/Code/tooManyRejected``.
public enum ErrorPolicy: Sendable, Equatable {
    /// The first error ends the import.
    case fail
    /// Records with errors are rejected and counted. There is no limit by default.
    case skip(limit: Int = .max)
    /// Records with errors are rejected, and listed in ``ImportSummary/rejectedRecords``. The limit is 1000 by default.
    case collect(limit: Int = 1000)
}

/// The handling of an unpaired surrogate: a `\u` escape that is half of a surrogate pair, and therefore not a
/// character.
public enum SurrogatePolicy: Sendable, CaseIterable {
    /// The record is rejected, with ``ImportError/Code/unpairedSurrogate``.
    case rejectRecord
    /// U+FFFD replaces the escape.
    case replace
}

/// The number of threads that parse the records of an import.
public enum Parallelism: Sendable, Equatable {
    /// The thread that asks for the records parses them.
    case none
    /// This many threads parse, with the thread that asks for the records: from 1 to 1,024. Any other number fails with
    /// `ImportError.Code.invalidOption`.
    case cores(Int)
    /// As many threads parse as the process has cores, but at most 16. Only one thread at a time reads, decompresses and
    /// divides the text, so more threads would wait.
    case automatic

    package var workerCount: Int {
        switch self {
        case .none: 1
        case .cores(let count): count
        case .automatic: Self.automaticCount
        }
    }

    /// Counted once, because the process reads files of the system to count its cores.
    private static let automaticCount = min(ProcessInfo.processInfo.activeProcessorCount, 16)
}

/// The parser of the records.
public enum RecordParser: Sendable, Hashable, CaseIterable {
    /// Records that are plain JSON are checked 64 bytes at a time and sent without libyajl; libyajl parses all other text. The
    /// default.
    ///
    /// The records, the errors, their locations and the summaries are those of ``libyajl``.
    case automatic
    /// libyajl parses the whole text.
    case libyajl
}

extension RecordParser {
    /// The default of options. In debug builds, `RECORD_PARSER=libyajl` changes it, so that all tests can run with both.
    static let byDefault: RecordParser = {
        #if DEBUG
            if ProcessInfo.processInfo.environment["RECORD_PARSER"] == "libyajl" { return .libyajl }
        #endif
        return .automatic
    }()
}

/// The progress of an import.
public struct ImportProgress: Sendable {
    /// The number of bytes read from the input, before decompression.
    public let bytesRead: Int

    /// The total number of bytes, measured like ``bytesRead``; `nil` if it is not known.
    public let totalBytes: Int?

    /// The number of records that were delivered.
    public let recordCount: Int

    /// The number of records of the whole input, if all are as long as those so far; `nil` if its size is not known.
    package var expectedRecordCount: Int? {
        guard let totalBytes, bytesRead > 0 else { return nil }
        let count = Double(recordCount) * Double(totalBytes) / Double(bytesRead)
        return Int(exactly: count.rounded(.down))
    }
}

/// A limiter of the frequency of calls of ``ReadOptions/onProgress``.
struct ProgressMeter {
    private let interval: Duration
    private let report: (@Sendable (ImportProgress) -> Void)?
    private var lastReportTime: ContinuousClock.Instant?

    init(_ options: ReadOptions) {
        interval = options.progressInterval
        report = options.onProgress
    }

    /// Reports the progress if the interval has passed, and at the end.
    mutating func report(isLast: Bool, _ progress: () -> ImportProgress) {
        guard let report else { return }
        let now = ContinuousClock.now
        if let lastReportTime, now - lastReportTime < interval, !isLast { return }
        lastReportTime = now
        report(progress())
    }
}
