/// What reading records came to.
package struct RecordSummary: Sendable {
    /// How many records were handed on.
    package var recordCount = 0
    /// How many records were left out because they were wrong.
    package private(set) var rejectedCount = 0
    /// The wrong records, in the order of the input, under ``ErrorPolicy/collect(limit:)``.
    package private(set) var rejectedRecords: [RejectedRecord] = []
    /// How many bytes were read: of compressed input, the compressed ones.
    package var bytesRead = 0
    /// The size of the text in bytes, as far as it was parsed; after decompression.
    package var textBytes = 0

    package init() {}

    /// The number of the next record.
    package var nextNumber: Int { recordCount + rejectedCount + 1 }

    /// Empties the list of rejected records, which still count.
    package mutating func removeRejectedRecords() { rejectedRecords = [] }

    /// Counts a rejected record, and lists it as the options say.
    ///
    /// - Parameters:
    ///   - range: where the record is in the text.
    ///   - text: gives the record's own text.
    /// - Returns: the record, if it is to be reported; see ``ReadOptions/report(_:)``.
    /// - Throws: the error itself where wrong records are not left out, or ``ImportError/Code/tooManyRejected``.
    package mutating func reject(
        _ error: ImportError, range: Range<Int>, under options: ReadOptions, text: () -> String? = { nil }
    ) throws(ImportError) -> RejectedRecord? {
        let limit: Int
        switch options.errorPolicy {
        case .fail: throw error
        case .skip(let most): limit = most
        case .collect(let most): limit = most
        }
        guard rejectedCount < limit else { throw ImportError.tooManyRejected(limit: limit, last: error) }
        let isListed = if case .collect = options.errorPolicy { true } else { false }
        let number = nextNumber
        rejectedCount += 1
        guard isListed || options.onRejected != nil else { return nil }
        let record = RejectedRecord(number: number, byteRange: range, error: error, text: text())
        if isListed { rejectedRecords.append(record) }
        return record
    }
}

/// What code threw that is not this package's: not an error of this import, even if it is an ``ImportError``.
package struct RethrownError: Error {
    package let error: any Error

    package init(error: any Error) {
        self.error = error
    }
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

/// How far an import has come.
public struct ImportProgress: Sendable {
    /// How many bytes were read: of compressed input, the compressed ones.
    public let bytesRead: Int

    /// How many bytes there are in all, in the measure of ``bytesRead``; `nil` where that is not known.
    public let totalBytes: Int?

    /// How many records were handed on.
    public let recordCount: Int
}
