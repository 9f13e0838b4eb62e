package import JSONRecords
internal import SQLiteSupport

/// What becomes of the records of an input.
package struct TableImportOptions {
    /// The table. It is made if there is none.
    package var table: String
    /// The columns whose values tell rows apart: a record takes the place of the row that has the same. None by
    /// default; one that is named twice is one.
    package var keys: [String] = [] {
        didSet {
            var known: Set<[UInt8]> = []
            keys = keys.filter { known.insert($0.lowercasedASCII).inserted }
        }
    }
    /// The columns that are wanted; all by default.
    package var columns: [String]?
    /// The columns that get an index of their own each, once all rows are there.
    package var indices: [String] = []
    /// Whether the members of objects become columns of their own, `owner_login`; they are JSON by default.
    package var flattens = false
    /// How many rows are written in one transaction. 20,000 by default; fewer if they take more than 16 MiB.
    package var batchSize = 20_000
    /// Where rejected records are written; nowhere by default.
    package var rejects: String?
    /// Called with each record that is rejected, the ones that earlier runs have seen left out.
    package var onRejected: ((RejectedRecord) -> Void)?
    /// Called with what the import has come to so far: before the first record, and whenever rows are committed.
    package var onCommit: ((TableImportResult) -> Void)?
    /// Whether nothing is written.
    package var isDryRun = false
    /// Where the records are; the root by default.
    package var path = JSONPath()
    /// The policies for reading the records.
    package var reading = ReadOptions()

    package init(table: String) {
        self.table = table
    }

    /// Checks that the columns are there which options name.
    func check(_ names: [String]) throws(TableImportError) {
        // An import without columns names none.
        guard !names.isEmpty else { return }
        let lowercasedASCII = Set(names.map(\.lowercasedASCII))
        for (wanted, option) in [(keys, "--key"), (indices, "--index")] {
            for name in wanted where !lowercasedASCII.contains(name.lowercasedASCII) {
                throw .noSuchColumn(name, option: option, among: names)
            }
        }
    }

    /// What must not change from a run to the one that resumes it: an option a line.
    var fingerprint: String {
        let options = [
            "--format \(reading.format)",
            keys.isEmpty ? "no --key" : keys.map { "--key \($0)" }.joined(separator: " "),
            columns.map { "--columns \($0.joined(separator: ","))" } ?? "no --columns",
            flattens ? "--flatten" : "no --flatten",
            "--batch \(batchSize)",
        ]
        return options.joined(separator: "\n")
    }

    /// Whether two fingerprints differ in nothing but how many rows are written at a time.
    static func isEqualIgnoringBatchSize(_ one: String, _ other: String) -> Bool {
        func lines(_ fingerprint: String) -> [Substring] {
            fingerprint.split(separator: "\n").filter { !$0.hasPrefix("--batch") }
        }
        return lines(one) == lines(other)
    }
}
