/// The results of an import of several paths in one pass: a summary for each path, and one of all records.
public struct EnvelopeSummary: Sendable {
    /// The summary of all records. Its rejected records are in the order of the text; mismatches and unknown keys are listed
    /// one path after another.
    public let total: ImportSummary

    /// The summary for each path, in the order in which the paths were selected.
    public let summaries: [ImportSummary]

    private let paths: [JSONPath]

    init(total: RecordSummary, paths: [JSONPath], summaries: [ImportSummary]) {
        self.paths = paths
        self.summaries = summaries
        var sum = ImportSummary()
        sum.recordSummary = total
        for summary in summaries { sum.append(summary) }
        self.total = sum
    }

    /// The summary for a path; `nil` if the path was not selected.
    public subscript(path: JSONPath) -> ImportSummary? {
        paths.firstIndex(of: path).map { summaries[$0] }
    }
}

extension ImportSummary {
    /// Adds the lists of another path.
    fileprivate mutating func append(_ other: ImportSummary) {
        mismatchCount += other.mismatchCount
        mismatches += other.mismatches
        reportedUnknownKeys.append(other.reportedUnknownKeys, limit: .max)
        reportedEquivalentKeys.append(other.reportedEquivalentKeys, limit: .max)
    }
}
