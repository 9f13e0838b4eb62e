/// The result of reading records: counts, sizes and rejected records.
package struct RecordSummary: Sendable {
    /// The number of records that were delivered.
    package var recordCount = 0
    package private(set) var rejectedCount = 0
    /// The rejected records in the order of the input, under ``ErrorPolicy/collect(limit:)``.
    package private(set) var rejectedRecords: [RejectedRecord] = []
    /// The number of bytes read from the input, before decompression.
    package var bytesRead = 0
    /// The number of bytes of text that were parsed, after decompression.
    package var textBytes = 0

    private let firstNumber: Int

    /// Creates a summary of no records.
    ///
    /// - Parameter number: the number of the first record; 1 by default.
    package init(from number: Int = 1) {
        firstNumber = number
    }

    package var nextNumber: Int { firstNumber + recordCount + rejectedCount }

    /// Adds the records of another summary of the same text, in the order of the text. The sizes stay.
    package mutating func add(_ other: RecordSummary) {
        recordCount += other.recordCount
        rejectedCount += other.rejectedCount
        rejectedRecords += other.rejectedRecords
        rejectedRecords.sort { $0.byteRange.lowerBound < $1.byteRange.lowerBound }
    }

    /// Empties the list of rejected records; their count stays.
    package mutating func removeRejectedRecords() { rejectedRecords = [] }

    /// Counts a rejected record, and lists it under ``ErrorPolicy/collect(limit:)``.
    ///
    /// - Parameters:
    ///   - range: the record's range in the text, in bytes.
    ///   - otherCount: the number of rejected records in other summaries, which count for the limit.
    ///   - text: returns the record's text.
    /// - Returns: the record, for ``ReadOptions/report(_:text:)``; `nil` if the record is neither listed nor reported.
    /// - Throws: `error` itself under ``ErrorPolicy/fail``; ``ImportError/Code/tooManyRejected`` above the limit.
    package mutating func reject(
        _ error: ImportError, range: Range<Int>, under options: ReadOptions, after otherCount: Int = 0,
        text: () -> String? = { nil }
    ) throws(ImportError) -> RejectedRecord? {
        let limit: Int
        switch options.errorPolicy {
        case .fail: throw error
        case .skip(let maximum), .collect(let maximum): limit = maximum
        }
        guard rejectedCount + otherCount < limit else {
            throw ImportError(
                .tooManyRejected,
                "more records were rejected than the limit of \(limit); last error: \(error.message)",
                path: error.path, record: error.record, location: error.location, cause: error)
        }
        let isListed = if case .collect = options.errorPolicy { true } else { false }
        let number = nextNumber
        rejectedCount += 1
        guard isListed || options.reportsRejected else { return nil }
        let record = RejectedRecord(number: number, byteRange: range, error: error, text: text())
        if isListed { rejectedRecords.append(record) }
        return record
    }
}

/// An error that a consumer or a caller's function threw, to be rethrown unchanged. ``error`` does not belong to this
/// import, even if it is an ``ImportError``.
package struct RethrownError: Error {
    package let error: any Error

    package init(error: any Error) {
        self.error = error
    }
}

/// A record that was rejected because of an error.
public struct RejectedRecord: Sendable {
    /// The record's number, counted from 1; rejected records are counted too.
    public let number: Int

    /// The record's range in the text, in bytes; empty if the record is a dictionary.
    public let byteRange: Range<Int>

    /// The error because of which the record was rejected.
    public let error: ImportError

    /// The record's text; `nil` unless ``ImportOptions/keepsRejectedText`` is set.
    public let text: String?

    package init(number: Int, byteRange: Range<Int>, error: ImportError, text: String?) {
        self.number = number
        self.byteRange = byteRange
        self.error = error
        self.text = text
    }
}

/// The use of the texts of rejected records.
package enum RejectedTexts: Sendable {
    /// The texts are not used, so the window does not retain them.
    case discarded
    /// The texts are copied to ``RejectedRecord/text``.
    case kept
    /// The closure receives each rejected record instead of ``ReadOptions/onRejected``, with the bytes of the record's
    /// text in the window; `nil` if the window does not hold all of them. The bytes may not be valid UTF-8.
    case lent(to: @Sendable (RejectedRecord, Span<UInt8>?) throws -> Void)
}

extension ReadOptions {
    /// Whether ``RejectedRecord/text`` contains the text of a rejected record.
    package var keepsRejectedText: Bool {
        get { if case .kept = rejectedTexts { true } else { false } }
        set { rejectedTexts = newValue ? .kept : .discarded }
    }

    /// Whether the window retains the text of each record until the record is delivered or rejected.
    var retainsRejectedText: Bool {
        if case .discarded = rejectedTexts { false } else { true }
    }

    /// Whether a closure receives the rejected records.
    var reportsRejected: Bool {
        if case .lent = rejectedTexts { true } else { onRejected != nil }
    }

    /// Calls the closure that receives rejected records, if one is set.
    ///
    /// Must not be called during a modification of the state of the import's summary, because the closure may read
    /// the summary.
    ///
    /// - Throws: the error of the closure, as a ``RethrownError``.
    package func report(_ record: RejectedRecord, text: Span<UInt8>?) throws(RethrownError) {
        do {
            if case .lent(let receive) = rejectedTexts {
                try receive(record, text)
            } else {
                try onRejected?(record)
            }
        } catch {
            throw RethrownError(error: error)
        }
    }
}
