package import JSONRecords
internal import SQLiteSupport

/// The options of an import into a table.
package struct TableImportOptions {
    /// The name of the table, which is created if it does not exist.
    package var table: String
    /// The keys whose values identify a row: a record updates the row that has the same values. If the record has no
    /// member for a column, a column that the user has declared keeps its value, and a column that an import has
    /// created becomes null. Empty by default. A name that occurs twice counts once.
    package var keys: [String] = [] {
        didSet {
            var seenNames: Set<[UInt8]> = []
            keys = keys.filter { seenNames.insert(Array($0.utf8)).inserted }
        }
    }
    /// The keys to import; `nil`, the default, imports all.
    package var columns: [String]?
    /// The name of the column that stores, as one JSON object, the members that have no column of their own because they
    /// are not in ``columns`` or because the table has as many columns as SQLite allows; `nil`, the default, for none.
    package var rest: String?
    /// The schema that fixes the table; `nil`, the default, for a table with the columns that the records need. A schema
    /// sets ``table``, ``keys`` and ``rest``, and cannot be combined with ``columns``, ``flattens`` and ``expandedArrays``.
    package var schema: TableSchema? {
        didSet {
            guard let schema else { return }
            (table, keys, rest) = (schema.table, schema.keys, schema.rest)
        }
    }
    /// The keys whose columns are indexed after all rows are written. Each column gets an index of its own.
    package var indices: [String] = []
    /// Whether the members of nested objects become columns, such as `owner_login`. By default, objects are stored as
    /// JSON.
    package var flattens = false
    /// The arrays whose elements become rows of child tables, which needs ``keys``. Empty by default, so that arrays are
    /// stored as JSON.
    package var expandedArrays: [ExpandedArray] = [] {
        // The order of the options has no effect on a resumed import.
        didSet { expandedArrays.sort { $0.path.lexicographicallyPrecedes($1.path) } }
    }
    /// The number of records at the beginning of the input that are not imported: 0 by default.
    package var skippedRecordCount = 0
    /// The maximum number of records to import, including rejected ones; `nil`, the default, for all.
    package var maximumRecordCount: Int?
    /// What to do if the input has changed since an earlier import.
    package var changePolicy = InputChangePolicy.fail
    /// The maximum number of rows in one transaction: 20,000 by default. A transaction has fewer rows if these rows
    /// take more than ``batchBytes``.
    package var batchSize = 20_000
    /// The memory of rows at which they are committed although the batch is not full: 16 MiB by default.
    var batchBytes = RowBatch.maximumBytes
    /// Whether the input is a file that is followed as it grows, until the interrupt flag is set. If another file
    /// replaces it, as in log rotation, the records of that file are added.
    package var follows = false
    /// The time after which rows are committed although the batch is not full, if the input is a pipe or a followed
    /// file: half a second by default.
    package var commitInterval = Duration.milliseconds(500)
    /// The path of the file to which rejected records are appended, or `-` for standard output; `nil`, the default,
    /// writes none.
    package var rejects: String?
    /// Called with each rejected record, except those that an earlier run has reported, when its batch is written.
    package var onRejected: ((RejectedRecord) -> Void)?
    /// Called with the result so far: before the first record, and after each commit.
    package var onCommit: ((TableImportResult) -> Void)?
    /// Whether the import reads the input and writes nothing.
    package var isDryRun = false
    /// The path of the records in the document; the root by default.
    package var path = JSONPath()
    /// Whether the user has given the path. If not, it was found in the text, and must be that of earlier imports of the
    /// same input into the same table.
    package var isPathGiven = true
    /// The options for reading records.
    package var readOptions = ReadOptions()

    package init(table: String) {
        self.table = table
    }

    /// Whether the table is one of those that imports keep for themselves.
    package var isTableReserved: Bool { Self.isReserved(table) }

    /// Returns whether a name is that of a table that imports keep for themselves. SQLite ignores the case of ASCII letters.
    package static func isReserved(_ table: String) -> Bool {
        CheckpointTable.reservedNames.contains { $0.utf8.elementsEqual(table.lowercasedASCII) }
    }

    /// Checks that no other option determines the columns of a table with a schema.
    func checkSchema() throws {
        guard let schema else { return }
        let conflicts = [
            ("--key", keys != schema.keys), ("--columns", columns != nil), ("--rest", rest != schema.rest),
            ("--flatten", flattens), ("--expand", !expandedArrays.isEmpty),
        ]
        if let conflict = conflicts.first(where: \.1) { throw TableImportError.fixedBySchema(conflict.0) }
    }

    /// The number of the last record to import.
    var lastRecord: Int {
        guard let maximumRecordCount else { return .max }
        let (sum, hasOverflow) = skippedRecordCount.addingReportingOverflow(maximumRecordCount)
        return hasOverflow ? .max : sum
    }
}

/// What an import does if its input is not the one of an earlier import, or that input with further records.
package enum InputChangePolicy: Sendable {
    /// The import ends with an error. If the options name key columns, all records update their rows instead.
    case fail
    /// All records become new rows.
    case append
    /// The rows of the earlier import are replaced by those of this one, in one transaction.
    case replace
}
