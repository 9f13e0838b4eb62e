/// The policies and limits that hold for any consumer of records, as ``ImportOptions`` documents them.
package struct ReadOptions: Sendable {
    package var format: ImportFormat = .automatic
    /// Whether the text is one value, which is the only record, also if it is an array; then ``format`` means nothing.
    package var expectsOneValue = false
    package var unpairedSurrogates: SurrogatePolicy = .rejectRecord
    package var errorPolicy: ErrorPolicy = .fail
    package var onRejected: (@Sendable (RejectedRecord) throws -> Void)?
    package var keepsRejectedText = false
    package var maximumDepth = 512
    package var maximumTokenBytes = 64 << 20
    package var chunkBytes = 256 << 10
    package var progressInterval = Duration.milliseconds(100)
    package var onProgress: (@Sendable (ImportProgress) -> Void)?
    /// How many records at the beginning are passed over, without an event: they were dealt with before. 0 by default.
    package var skippedRecordCount = 0

    /// The defaults.
    package init() {}

    /// Checks that a text can be read with these limits.
    package func validate() throws(ImportError) {
        guard Self.chunkByteRange.contains(chunkBytes) else {
            throw .invalidOption("chunkBytes", "\(chunkBytes)", expected: Self.chunkByteRange)
        }
    }

    /// Calls ``onRejected`` with a rejected record.
    ///
    /// Called while nothing is changed that the summary of the import reads, as the function may ask for that.
    ///
    /// - Throws: what it throws, as a ``RethrownError``.
    package func report(_ record: RejectedRecord?) throws(RethrownError) {
        guard let record else { return }
        do {
            try onRejected?(record)
        } catch {
            throw RethrownError(error: error)
        }
    }

    private static let chunkByteRange = 1...(1 << 30)
}

/// What becomes of a `\u` escape that is half of a surrogate pair, and so no character.
public enum SurrogatePolicy: Sendable, CaseIterable {
    /// The record is rejected, with ``ImportError/Code/unpairedSurrogate``.
    case rejectRecord
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
    /// Wrong records are left out and listed in ``ImportSummary/rejectedRecords``. The limit is 1000 by default.
    case collect(limit: Int = 1000)
}
