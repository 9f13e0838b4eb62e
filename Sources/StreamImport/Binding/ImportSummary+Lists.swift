/// The entries that a binder adds to a summary.
extension ImportSummary {
    /// Adds the lists of a later part of the import.
    mutating func append(_ part: ImportSummary, _ options: ImportOptions) {
        mismatchCount += part.mismatchCount
        mismatches += part.mismatches.prefix(max(options.maximumListedMismatches - mismatches.count, 0))
        let limit = options.maximumListedUnknownKeys
        reportedUnknownKeys.append(part.reportedUnknownKeys, limit: limit)
        reportedEquivalentKeys.append(part.reportedEquivalentKeys, limit: limit)
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
