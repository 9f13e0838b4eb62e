/// What an import came to.
public struct ImportSummary: Sendable {
    /// How many records were handed on.
    public internal(set) var records = 0

    /// How many records were left out because they were wrong.
    public internal(set) var rejectedCount = 0

    /// The wrong records, in the order of the input, under ``ErrorPolicy/collect(limit:)``.
    public internal(set) var rejected: [RejectedRecord] = []

    /// How many bytes were read: of compressed input, the compressed ones.
    public internal(set) var bytesRead = 0

    /// The size of the text in bytes, as far as it was parsed; after decompression.
    public internal(set) var textBytes = 0

    /// The values that were left out because they did not fit, in the order of the input: of properties under
    /// ``MismatchPolicy/keep``, and of elements of lenient arrays and sets. At most 1000;
    /// ``mismatchCount`` counts all.
    public internal(set) var mismatches: [Mismatch] = []

    /// How many values were left out because they did not fit; those in rejected records count.
    public internal(set) var mismatchCount = 0

    /// The keys that no field has, under ``UnknownKeyPolicy/report``, in the order in which they were first seen; at
    /// most 1000.
    public internal(set) var unknownKeys: [UnknownKey] = []
}

/// A record that was left out.
public struct RejectedRecord: Sendable {
    /// The record's number, counted from 1; the rejected ones count.
    public let number: Int

    /// Where the record stands in the text, in bytes; empty if it is a dictionary.
    public let byteRange: Range<Int>

    /// Why it was left out.
    public let error: ImportError

    /// The record's own text; `nil` unless ``ImportOptions/keepsRejectedText`` is set.
    public let text: String?

    package init(number: Int, byteRange: Range<Int>, error: ImportError, text: String?) {
        self.number = number
        self.byteRange = byteRange
        self.error = error
        self.text = text
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

/// How far an import has come.
public struct ImportProgress: Sendable {
    /// How many bytes were read: of compressed input, the compressed ones.
    public let bytesRead: Int

    /// How many bytes there are in all, in the measure of ``bytesRead``; `nil` where that is not known.
    public let bytesInAll: Int?

    /// How many records were handed on.
    public let records: Int
}
