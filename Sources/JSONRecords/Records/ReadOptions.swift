/// The policies and limits that hold for any consumer of records.
package struct ReadOptions: Sendable {
    /// How the text is divided into records. Chosen from the text by default.
    package var format: ImportFormat = .automatic

    /// Whether the text is one value, which is the only record, also if it is an array; then ``format`` means nothing.
    package var expectsOneValue = false

    /// What becomes of a `\u` escape that is half of a surrogate pair. It is an error by default.
    package var unpairedSurrogates: SurrogatePolicy = .reject

    /// What becomes of the import when a record is wrong. It fails by default.
    package var onError: ErrorPolicy = .fail

    /// Called with each record that is rejected, on the thread that parses. What it throws ends the import. `nil` by
    /// default.
    package var onRejected: (@Sendable (RejectedRecord) throws -> Void)?

    /// Whether a ``RejectedRecord`` keeps the record's own text. It does not by default.
    package var keepsRejectedText = false

    /// How many arrays and objects may be nested. 512 by default.
    package var maximumDepth = 512

    /// The longest string or number, in bytes as it stands in the text. 64 MiB by default, and never less than
    /// ``chunkBytes``.
    package var maximumTokenBytes = 64 << 20

    /// How much is read at a time, in bytes. 256 KiB by default.
    package var chunkBytes = 256 << 10

    /// How often ``onProgress`` is called at most, in seconds. 0.1 by default.
    package var progressInterval = 0.1

    /// Called while the import runs and at its end, on the thread that parses. `nil` by default.
    package var onProgress: (@Sendable (ImportProgress) -> Void)?

    /// How many records at the beginning are passed over, without an event: they were dealt with before. 0 by default.
    package var passedRecords = 0

    /// The defaults.
    package init() {}
}

/// What becomes of a `\u` escape that is half of a surrogate pair, and so no character.
public enum SurrogatePolicy: Sendable, CaseIterable {
    /// The record is rejected, with ``ImportError/Code/unpairedSurrogate``.
    case reject
    /// U+FFFD takes its place.
    case replace
}

/// What becomes of the import when a record is wrong.
///
/// Wrong is a record whose data does not fit the model; in ``ImportFormat/lines`` also one that is not JSON.
/// Other faults of syntax, and all of reading, end every import. One wrong record more than a limit ends it with
/// ``ImportError/Code/tooManyRejected``.
public enum ErrorPolicy: Sendable, Equatable {
    /// The first error ends the import.
    case fail
    /// Wrong records are left out and counted. There is no limit by default.
    case skip(limit: Int = .max)
    /// Wrong records are left out and listed in ``ImportSummary/rejected``. The limit is 1000 by default.
    case collect(limit: Int = 1000)
}
