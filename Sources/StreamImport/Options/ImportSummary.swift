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
    public internal(set) var unknownKeys: [UnknownKey] = []

    /// The keys of dictionaries, of a ``JSONValue`` or of extras that equal another key of their object as a `String`, but are
    /// spelled with other characters: `à`, and `a` with a combining accent. ``ImportOptions/duplicateKeys`` decides which of
    /// the two members is kept. The list has at most ``ImportOptions/maximumListedUnknownKeys`` keys.
    public internal(set) var equivalentKeys: [EquivalentKey] = []

    /// The summary with its counts only. As long as a copy of a list exists, the import copies the whole list when it
    /// adds to the list.
    var withoutLists: ImportSummary {
        var summary = self
        summary.recordSummary.removeRejectedRecords()
        summary.mismatches = []
        summary.unknownKeys = []
        summary.equivalentKeys = []
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

/// A key of the input without a field.
public struct UnknownKey: Hashable, Sendable {
    /// The type of the model whose object contains the key, directly or in an object that a field's path leads through.
    public let type: String

    /// The path of the key from the model's object, as ``ImportOptions/ignore(_:of:)`` reads it: `url`, or `$["a.b"]` for a
    /// key that is not a simple name. `license.url` is in an object that a field's path leads through.
    public let key: String

    /// The location of the first occurrence.
    public let location: SourceLocation?

    /// Returns whether this is a key of a type. Keys are compared by their bytes.
    func isKey(_ key: String, of type: String) -> Bool {
        self.type == type && self.key.utf8.elementsEqual(key.utf8)
    }
}

/// A key of the input that a dictionary cannot tell from another key, because the two differ only in Unicode composition.
public struct EquivalentKey: Hashable, Sendable {
    /// The type of the dictionary, or of the model with the extras.
    public let type: String

    /// The key that comes second in its object.
    public let key: String

    /// The location of the first object that has both keys.
    public let location: SourceLocation?

    /// Returns whether this is a key of a type. Keys are compared by their bytes.
    func isKey(_ key: String, of type: String) -> Bool {
        self.type == type && self.key.utf8.elementsEqual(key.utf8)
    }
}
