package import JSONRecords
internal import SQLiteSupport

/// The options of an import into a table.
package struct TableImportOptions {
    /// The name of the table, which is created if it does not exist.
    package var table: String
    /// The names of the key columns: a record updates the row that has the same values in these columns. If the record
    /// has no member for a column, a column that the user has declared keeps its value, and a column that an import has
    /// created becomes null. Empty by default. Names that differ only in ASCII case count once.
    package var keys: [String] = [] {
        didSet {
            var seenNames: Set<[UInt8]> = []
            keys = keys.filter { seenNames.insert($0.lowercasedASCII).inserted }
        }
    }
    /// The names of the columns to import; `nil`, the default, imports all.
    package var columns: [String]?
    /// The names of the columns to index after all rows are written. Each column gets an index of its own.
    package var indices: [String] = []
    /// Whether the members of nested objects become columns, such as `owner_login`. By default, objects are stored as
    /// JSON.
    package var flattens = false
    /// The maximum number of rows in one transaction: 20,000 by default. A transaction has fewer rows if these rows
    /// take more than 16 MiB.
    package var batchSize = 20_000
    /// The path of the file to which rejected records are appended, or `-` for standard output; `nil`, the default,
    /// writes none.
    package var rejects: String?
    /// Called with each rejected record, except those that an earlier run has reported.
    package var onRejected: ((RejectedRecord) -> Void)?
    /// Called with the result so far: before the first record, and after each commit.
    package var onCommit: ((TableImportResult) -> Void)?
    /// Whether the import reads the input and writes nothing.
    package var isDryRun = false
    /// The path of the records in the document; the root by default.
    package var path = JSONPath()
    /// The options for reading records.
    package var readOptions = ReadOptions()

    package init(table: String) {
        self.table = table
    }

    /// Checks that all names of ``keys`` and ``indices`` are names of columns.
    ///
    /// - Throws: ``TableImportError`` for the first name that is not one of `names`.
    func check(_ names: [String]) throws(TableImportError) {
        // A table without columns has no names to check against.
        guard !names.isEmpty else { return }
        let columnNames = Set(names.map(\.lowercasedASCII))
        for (optionNames, option) in [(keys, "--key"), (indices, "--index")] {
            for name in optionNames where !columnNames.contains(name.lowercasedASCII) {
                throw .noSuchColumn(name, option: option, among: names)
            }
        }
    }

    /// The options that must not change between a run and the run that resumes it, one option a line.
    var fingerprint: String {
        let options = [
            "--format \(readOptions.format)",
            keys.isEmpty ? "no --key" : keys.map { "--key \($0)" }.joined(separator: " "),
            columns.map { "--columns \($0.joined(separator: ","))" } ?? "no --columns",
            flattens ? "--flatten" : "no --flatten",
            "--batch \(batchSize)",
        ]
        return options.joined(separator: "\n")
    }

    /// Returns whether two fingerprints are equal except for the batch size.
    static func isEqualIgnoringBatchSize(_ one: String, _ other: String) -> Bool {
        func lines(_ fingerprint: String) -> [Substring] {
            fingerprint.split(separator: "\n").filter { !$0.hasPrefix("--batch") }
        }
        return lines(one) == lines(other)
    }
}
