/// What an import came to.
public struct ImportSummary: Sendable {
    /// How many records were handed on.
    public let records: Int

    /// How many records were left out because they were wrong.
    public let rejectedCount: Int

    /// The wrong records, in the order of the input, under ``ErrorPolicy/collect(limit:)``.
    public let rejected: [RejectedRecord]

    /// How many bytes were read: of compressed input, the compressed ones.
    public let bytesRead: Int

    /// The size of the text in bytes, as far as it was parsed; after decompression.
    public let textBytes: Int

    /// The values that were left out because they did not fit, in the order of the input: of properties under
    /// ``MismatchPolicy/keep``, and of elements of lenient arrays and sets. At most 1000;
    /// ``mismatchCount`` counts all.
    public let mismatches: [Mismatch]

    /// How many values were left out because they did not fit; those in rejected records count.
    public let mismatchCount: Int

    /// The keys that no field has, under ``UnknownKeyPolicy/report``, in the order in which they were first seen; at
    /// most 1000.
    public let unknownKeys: [UnknownKey]

    init(_ records: RecordSummary, mismatches: [Mismatch], mismatchCount: Int, unknownKeys: [UnknownKey]) {
        self.records = records.records
        rejectedCount = records.rejectedCount
        rejected = records.rejected
        bytesRead = records.bytesRead
        textBytes = records.textBytes
        self.mismatches = mismatches
        self.mismatchCount = mismatchCount
        self.unknownKeys = unknownKeys
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

    /// The key.
    public let key: String

    /// Where it was first seen.
    public let location: SourceLocation?
}
