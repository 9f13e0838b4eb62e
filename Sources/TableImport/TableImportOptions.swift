internal import Foundation
package import JSONRecords
internal import SQLiteSupport
internal import Synchronization

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
    /// are not in ``columns`` or because the table has as many columns as the database allows; `nil`, the default, for none.
    package var rest: String?
    /// The columns whose values are not members of the records, which stand before the others. Empty by default.
    package var addedColumns: [AddedColumn] = []
    /// The names and the types that the user has given to columns, and whether later records may add columns.
    package var columnRules = ColumnRules()
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
    /// The arrays whose elements become rows of child tables. Empty by default, so that arrays are stored as JSON. An array
    /// in the elements of another one is expanded only if that one is, too.
    package var expandedArrays: [ExpandedArray] = [] {
        // The order of the options has no effect on a resumed import.
        didSet { expandedArrays.sort { $0.path.lexicographicallyPrecedes($1.path) } }
    }
    /// The name of the column in which the table numbers its records, so that child rows can name them; `nil` without child
    /// tables, or if ``keys`` name the records.
    var generatedKey: String? {
        guard keys.isEmpty, !expandedArrays.isEmpty else { return nil }
        var names = ColumnNames(rest: rest)
        for name in (columns ?? []) + addedColumns.map(\.name) + columnRules.names.values { names.take(name) }
        return names.unused(for: "record_id")
    }
    /// The kind of the records to import; `nil`, the default, imports all.
    package var kind: RecordKind?
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
    /// The size of a file, compressed or not, up to which one thread reads and writes, because starting another one takes longer:
    /// 64 KiB by default.
    var smallFileBytes = 64 << 10
    /// Whether the input is a file that is followed as it grows, until the interrupt flag is set. If another file
    /// replaces it, as in log rotation, the records of that file are added.
    package var follows = false
    /// The time after which rows are committed although the batch is not full, if the input is a pipe or a followed
    /// file: half a second by default.
    package var commitInterval = Duration.milliseconds(500)
    /// Whether the import of a small file may share a transaction with others, until ``TableDatabase/commit()`` is called.
    package var sharesTransaction = false
    /// The time during which an import tries to open a connection again after it has lost one: five minutes by default. SQLite
    /// has no connections to lose.
    package var reconnectionTime = Duration.seconds(300)
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
    package var readOptions = ReadOptions()

    package init(table: String) {
        self.table = table
    }

    /// Returns whether a name is that of a table that imports keep for themselves. SQLite ignores the case of ASCII letters.
    package static func isReserved(_ table: String) -> Bool {
        CheckpointTable.reservedNames.contains { $0.utf8.elementsEqual(table.lowercasedASCII) }
    }

    /// Checks that the table is not reserved, and that no other option determines the columns of a table with a schema.
    func validate() throws {
        guard !Self.isReserved(table) else { throw TableImportError.reservedTable(table) }
        guard let schema else { return }
        let conflicts = [
            ("--key", keys != schema.keys), ("--columns", columns != nil), ("--rest", rest != schema.rest),
            ("--flatten", flattens), ("--expand", !expandedArrays.isEmpty),
        ]
        if let conflict = conflicts.first(where: \.1)?.0 ?? addedColumns.first?.argument
            ?? columnRules.arguments.first
        {
            throw TableImportError.fixedBySchema(conflict)
        }
    }

    var lastRecord: Int { skippedRecordCount.saturatingSum(with: maximumRecordCount ?? .max) }
}

extension Int {
    /// Returns the sum of two counts; the greatest integer if the sum is greater.
    package func saturatingSum(with other: Int) -> Int {
        let (sum, hasOverflow) = addingReportingOverflow(other)
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

/// The result of an import into a table.
package struct TableImportResult: Sendable {
    /// The table of the records, and the child tables in the order of the arrays.
    package var tables: [Table]
    /// The number of records that this run rejected.
    package var rejected = 0
    /// The number of records that earlier runs processed.
    package var recordsBefore = 0
    /// The number of records that earlier runs wrote as rows.
    package var rowsBefore = 0
    /// The number of records that earlier runs rejected.
    package var rejectedBefore = 0
    /// Whether the same import, run again, resumes where this run stopped.
    package var canResume = false
    /// Whether an earlier run had processed all records, so that this run had nothing to import.
    package var wasFinished = false
    /// What may not be as the user wants it, in sentences.
    package var warnings: [String] = []
    package var bytesRead = 0
    package var textBytes = 0
    /// The error that stopped the import: ``ImportError`` if the input could not be read or a record was rejected,
    /// ``TableImportError`` if rows could not be written, or ``Interrupted``.
    package var error: (any Error)?

    package init(table: String) {
        tables = [Table(table: table)]
    }

    package struct Table: Sendable {
        package var table: String
        /// The keys that lead to the array of a child table.
        package var path: [String] = []
        /// The number of rows that this run wrote, including those that it updated.
        package var rows = 0
        /// The number of columns of the table; 0 if it does not exist.
        package var columns = 0
        /// The statement that would create the table, after a dry run that has found columns; otherwise `nil`.
        package var definition: String?
    }

    package var table: String { tables[0].table }
    /// The number of records that this run wrote as rows.
    package var rows: Int { tables[0].rows }
    package var columns: Int { tables[0].columns }
    package var definition: String? { tables[0].definition }
    package var children: [Table] { Array(tables.dropFirst()) }

    /// Adds the rows of the runs of the same import before this one, which has resumed them.
    ///
    /// - Parameter isOfKind: whether records of other kinds, which the checkpoint counts, too, are not imported.
    mutating func addRows(ofEarlier earlier: TableImportResult, isOfKind: Bool) {
        // The server may have committed rows without an answer.
        tables[0].rows += isOfKind ? earlier.rows : rowsBefore - earlier.rowsBefore
        rejected += rejectedBefore - earlier.rejectedBefore
        for number in tables.indices.dropFirst() { tables[number].rows += earlier.tables[number].rows }
        wasFinished = wasFinished && rows == 0 && rejected == 0
        (recordsBefore, rejectedBefore, rowsBefore) =
            (earlier.recordsBefore, earlier.rejectedBefore, earlier.rowsBefore)
    }

    /// Adds the rows and the rejected records of another run of the same import.
    mutating func addRows(of other: TableImportResult) {
        rejected += other.rejected
        for (number, table) in other.tables.enumerated() where number < tables.count {
            tables[number].rows += table.rows
        }
    }
}

/// A request to stop an import at the next point where the database is consistent.
package final class InterruptFlag: Sendable {
    private let flag = Atomic(false)
    private let transaction = Mutex(())
    private let writes = Atomic(0)

    package init() {}

    package var isRequested: Bool { flag.load(ordering: .relaxed) }

    package func request() { flag.store(true, ordering: .relaxed) }

    /// Waits for some time, or until the request.
    ///
    /// - Returns: whether the import was asked to stop.
    func waits(atMost duration: Duration) -> Bool {
        let end = ContinuousClock.now + duration
        while !isRequested, ContinuousClock.now < end { usleep(20_000) }
        return isRequested
    }

    /// Runs a closure that writes rows. ``betweenWrites(_:)`` waits until the closure returns.
    package func write(_ body: () throws -> Void) rethrows {
        try transaction.withLock { _ in
            defer { writes.add(1, ordering: .relaxed) }
            try body()
        }
    }

    /// The number of writes that have ended.
    package var writeCount: Int { writes.load(ordering: .relaxed) }

    /// Runs a closure while no rows are being written. Called on a thread other than the import's.
    package func betweenWrites(_ body: () -> Void) {
        transaction.withLock { _ in body() }
    }
}

/// The error of an import that was asked to stop.
package struct Interrupted: Error {
    package init() {}
}
