/// What an import came to.
public struct ImportSummary: Sendable {
    var total = RecordSummary()

    /// The summary of an import that has not begun.
    package init() {}

    /// How many records were handed on.
    public var recordCount: Int { total.recordCount }

    /// How many records were left out because they were wrong.
    public var rejectedCount: Int { total.rejectedCount }

    /// The wrong records, in the order of the input, under ``ErrorPolicy/collect(limit:)``.
    public var rejectedRecords: [RejectedRecord] { total.rejectedRecords }

    /// How many bytes were read: of compressed input, the compressed ones.
    public var bytesRead: Int { total.bytesRead }

    /// The size of the text in bytes, as far as it was parsed; after decompression.
    public var textBytes: Int { total.textBytes }

    /// The values that were left out because they did not fit, in the order of the input: of properties under
    /// ``MismatchPolicy/skipValue``, and of elements of lenient arrays and sets. At most
    /// ``ImportOptions/maximumListedMismatches``; ``mismatchCount`` counts all.
    public internal(set) var mismatches: [Mismatch] = []

    /// How many values were left out because they did not fit; those in rejected records count.
    public internal(set) var mismatchCount = 0

    /// The keys that no field has, under ``UnknownKeyPolicy/report``, in the order in which they were first seen; at
    /// most ``ImportOptions/maximumListedUnknownKeys``.
    public internal(set) var unknownKeys: [UnknownKey] = []

    /// The counts alone. A list that is kept is copied by the import when it grows.
    var withoutLists: ImportSummary {
        var summary = self
        summary.total.removeRejectedRecords()
        summary.mismatches = []
        summary.unknownKeys = []
        return summary
    }
}

/// A value that was left out, of a record that was not.
public struct Mismatch: Sendable {
    /// The record's number, counted from 1; rejected ones count.
    public let record: Int

    /// Why the value was left out, and where it is.
    public let error: ImportError
}

/// A key of the input that no field has.
public struct UnknownKey: Hashable, Sendable {
    /// The type of the model in whose object the key was.
    public let type: String

    /// The key; below a path, its path from the model's object, such as `license.url`.
    public let key: String

    /// Where it was first seen.
    public let location: SourceLocation?
}
