import StreamImport

/// The calls of the functions of an import, its error and its counts, as lines.
final class SelectionLog {
    var lines: [String] = []
}

extension ImportSummary {
    /// The numbers of read records and of all records, and the rejected records.
    var counts: String {
        let rejected = rejectedRecords.map {
            "#\($0.number) \($0.error.path?.description ?? "") \($0.byteRange)"
        }
        return "\(recordCount) of \(recordCount + rejectedCount) \(rejected)"
    }
}
