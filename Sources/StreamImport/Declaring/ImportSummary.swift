/// The results of an import: its counts, rejected records, mismatches and unknown keys.
public struct ImportSummary: Sendable {
    var recordSummary = RecordSummary()

    /// Creates the summary of an import that has not begun.
    package init() {}

    /// The number of records that were delivered.
    public var recordCount: Int { recordSummary.recordCount }

    /// The number of records that were rejected because of an error.
    public var rejectedCount: Int { recordSummary.rejectedCount }

    /// The rejected records, in the order of the input, under ``ErrorPolicy/collect(limit:)``.
    public var rejectedRecords: [RejectedRecord] { recordSummary.rejectedRecords }

    /// The number of bytes that were read. Bytes of compressed input are counted before decompression.
    public var bytesRead: Int { recordSummary.bytesRead }

    /// The size of the text that was parsed, in bytes after decompression.
    public var textBytes: Int { recordSummary.textBytes }

    /// The number of threads that parsed, with the thread that asks for the records, which parses the beginning of the text. It
    /// is less than ``ImportOptions/parallelism`` allows if the text has fewer segments, or if the other threads were faster.
    /// It is 1 if the text was not divided.
    public internal(set) var workerCount = 1

    /// The values that were skipped because they did not fit, in the order of the input: values of properties under
    /// ``MismatchPolicy/skipValue``, and elements of lenient arrays and sets. The list has at most
    /// ``ImportOptions/maximumListedMismatches`` values; ``mismatchCount`` counts all of them.
    public internal(set) var mismatches: [Mismatch] = []

    /// The number of values that were skipped because they did not fit, including those in rejected records.
    public internal(set) var mismatchCount = 0

    /// The keys without a field, under ``UnknownKeyPolicy/report``, in the order of their first occurrence. The list
    /// has at most ``ImportOptions/maximumListedUnknownKeys`` keys.
    public var unknownKeys: [ReportedKey] { reportedUnknownKeys.keys }
    var reportedUnknownKeys = ReportedKeys()

    /// The keys of dictionaries, of a ``JSONValue`` or of extras that equal another key of their object as a `String`, but are
    /// spelled with other characters: `à`, and `a` with a combining accent. ``ImportOptions/duplicateKeys`` decides which of
    /// the two members is kept. The list has at most ``ImportOptions/maximumListedUnknownKeys`` keys.
    public var equivalentKeys: [ReportedKey] { reportedEquivalentKeys.keys }
    var reportedEquivalentKeys = ReportedKeys()

    /// The summary with its counts only. As long as a copy of a list exists, the import copies the whole list when it
    /// adds to the list.
    var withoutLists: ImportSummary {
        var summary = self
        summary.recordSummary.removeRejectedRecords()
        summary.mismatches = []
        summary.reportedUnknownKeys = ReportedKeys()
        summary.reportedEquivalentKeys = ReportedKeys()
        return summary
    }
}

/// A value that was skipped because it did not fit, while its record was kept.
public struct Mismatch: Sendable {
    /// The number of the record, counted from 1. Rejected records count.
    public let record: Int

    /// The reason why the value was skipped, and its location.
    public let error: ImportError
}

/// A key that a summary lists: a key without a field, or one that a dictionary cannot tell from another key.
public struct ReportedKey: Hashable, Sendable {
    /// The type of the model whose object contains the key, directly or in an object that a field's path leads through; for
    /// ``ImportSummary/equivalentKeys``, the type of the dictionary, or of the model with the extras.
    public let type: String

    /// The key. In ``ImportSummary/unknownKeys``, it is a path from the model's object, as ``ImportOptions/ignore(_:of:)``
    /// reads it: `url`, or `$["a.b"]` for a key that is not a simple name. `license.url` is in an object that a field's path
    /// leads through.
    public let key: String

    /// The location of the first occurrence.
    public let location: SourceLocation?
}

/// Keys that are listed once for each type, in the order of their first occurrence.
struct ReportedKeys: Sendable {
    private(set) var keys: [ReportedKey] = []
    /// The listed keys and their types as bytes: as strings, keys that differ only in Unicode composition are equal.
    private var listed: Set<[UInt8]> = []

    /// Lists a key, unless it is listed or the list has `limit` keys.
    mutating func add(_ key: String, type: String, limit: Int, at location: () -> SourceLocation?) {
        guard keys.count < limit, listed.insert(Array(type.utf8) + [0] + key.utf8).inserted else { return }
        keys.append(ReportedKey(type: type, key: key, location: location()))
    }

    /// Lists the keys of a later part of the input, or of another path.
    mutating func append(_ other: ReportedKeys, limit: Int) {
        for key in other.keys { add(key.key, type: key.type, limit: limit) { key.location } }
    }

    /// The keys without those after a byte offset.
    func upTo(offset: Int) -> ReportedKeys {
        var result = ReportedKeys()
        for key in keys where key.location.map({ $0.offset <= offset }) ?? true {
            result.add(key.key, type: key.type, limit: .max) { key.location }
        }
        return result
    }
}

/// The lists that binders make, and those of the parts of an import.
extension ImportSummary {
    /// Adds the lists of a later part of the import, or of another path.
    ///
    /// - Parameter options: the limits of the lists; `nil` for lists without limits.
    mutating func append(_ part: ImportSummary, _ options: ImportOptions? = nil) {
        mismatchCount += part.mismatchCount
        let mismatchLimit = options?.maximumListedMismatches ?? .max
        mismatches += part.mismatches.prefix(max(mismatchLimit - mismatches.count, 0))
        let limit = options?.maximumListedUnknownKeys ?? .max
        reportedUnknownKeys.append(part.reportedUnknownKeys, limit: limit)
        reportedEquivalentKeys.append(part.reportedEquivalentKeys, limit: limit)
    }

    /// Returns the lists of the summary with the counts of records.
    func with(_ records: RecordSummary) -> ImportSummary {
        var summary = self
        summary.recordSummary = records
        return summary
    }

    /// The summary without the mismatches in the records after a number, and the keys after a byte offset.
    func upTo(record: Int, offset: Int) -> ImportSummary {
        var summary = self
        summary.mismatches.removeAll { $0.record > record }
        summary.mismatchCount -= mismatches.count - summary.mismatches.count
        summary.reportedUnknownKeys = reportedUnknownKeys.upTo(offset: offset)
        summary.reportedEquivalentKeys = reportedEquivalentKeys.upTo(offset: offset)
        return summary
    }

    /// Counts a mismatch, and lists it if the list has room.
    ///
    /// - Parameter limit: the maximum number of listed mismatches.
    mutating func list(_ error: ImportError, record: Int, limit: Int) {
        mismatchCount += 1
        if mismatches.count < limit { mismatches.append(Mismatch(record: record, error: error)) }
    }
}
