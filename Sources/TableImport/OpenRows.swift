internal import GRDB
internal import SQLiteSupport

/// The rows of records for which a value around them has not been found, and which get the value when it is found.
///
/// Without a key, or with a generated one, the rows of an input have ascending rowids, so the rowid of the first one identifies
/// them. With another key, a row may have been there before, so the keys are listed in a temporary table, and no checkpoint is
/// written while it has rows: a resumed import writes them again.
final class OpenRows {
    private let table: Table
    private let database: Database
    private let keyCount: Int
    private let hasAscendingRowids: Bool
    /// The rowids of the first rows without a key, by the number of the record.
    var firstRowids: [Int: Int64] = [:]
    /// The statement that adds a key to the temporary table; `nil` before the first row with a key.
    private var insertion: RowStatement?
    private(set) var hasKeys = false

    private static let list = "temp.stream_import_open"

    init(of table: Table, _ columns: ColumnList, in database: Database) {
        (self.table, self.database) = (table, database)
        let isNumbered = columns.keyValues == .generated
        keyCount = isNumbered ? 0 : columns.keyColumns.count
        hasAscendingRowids = isNumbered || table.primaryKey?.isEmpty != false
    }

    private var listedKeys: [String] { (0..<keyCount).map { "key\($0)" } }

    /// Sets the values that a batch has for the rows of earlier batches, forgets the rows that can get no more values, and prepares
    /// for the rows of the batch.
    func update(by batch: RowBatch, _ importedRows: ImportedRows?) throws {
        for update in batch.updates {
            do {
                try importedRows.map { try setRows(to: update, of: batch, $0) }
                    ?? setRowsWithKeys(to: update, of: batch)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                let column = batch.columns.columns[Int(update.cell.column)].name
                throw TableImportError.valueAfterRows(
                    column, table: table.name, error.message ?? "\(error.resultCode)")
            }
        }
        firstRowids = firstRowids.filter { batch.openRecords.contains($0.key) }
        if hasKeys {
            try database.execute(
                sql: "DELETE FROM \(Self.list) WHERE record < ?", arguments: [batch.openRecords.min() ?? .max]
            )
            hasKeys = !batch.openRecords.isEmpty
        }
        if keyCount > 0, insertion == nil, !batch.openRecords.isEmpty { try makeList() }
    }

    private func makeList() throws {
        try database.execute(
            sql: """
                DROP TABLE IF EXISTS \(Self.list);
                CREATE TABLE \(Self.list) (record INTEGER PRIMARY KEY, \(listedKeys.sqlIdentifiers))
                """)
        let parameters = Array(repeating: "?", count: keyCount + 1).joined(separator: ", ")
        insertion = try RowStatement(
            sql: "INSERT OR REPLACE INTO \(Self.list) VALUES (\(parameters))", in: database)
    }

    /// Adds a row that was written.
    ///
    /// - Parameters:
    ///   - record: the number of the record.
    ///   - key: the key of the row; `nil` if the row is the last one that was inserted.
    ///   - openRecords: the numbers of the first records for which values have not been found.
    func add(_ record: Int, _ key: RecordKey?, in openRecords: Set<Int>) throws {
        guard openRecords.contains(where: { $0 <= record }) else { return }
        guard let key, keyCount > 0 else {
            for first in openRecords where first <= record && firstRowids[first] == nil {
                firstRowids[first] = database.lastInsertedRowID
            }
            return
        }
        guard let insertion else { preconditionFailure("a row was added before the batch was prepared") }
        insertion.bind(Int64(record), at: 1)
        key.bind(to: insertion, at: 1...Int32(keyCount))
        try insertion.run()
        hasKeys = true
    }

    // MARK: - Updates

    private func setRows(
        to update: RowBatch.Update, of batch: RowBatch, _ importedRows: ImportedRows
    ) throws {
        guard let first = firstRowids[update.records.lowerBound] else { return }
        let end = firstRowids[update.records.upperBound] ?? .max
        guard hasAscendingRowids,
            let rowid = try TableInfo.rowidName(of: table.name, in: database)
        else {
            let column = batch.columns.columns[Int(update.cell.column)].name
            throw TableImportError.valueAfterRows(column, table: table.name, keys: table.primaryKey ?? [])
        }
        for range in try importedRows.ranges(from: first, in: database) {
            try run(
                update, of: batch, where: "\(rowid) BETWEEN ?2 AND ?3",
                [max(first, range.lowerBound), min(end - 1, range.upperBound)])
        }
    }

    private func setRowsWithKeys(to update: RowBatch.Update, of batch: RowBatch) throws {
        guard hasKeys else { return }
        try run(
            update, of: batch,
            where: """
                (\(batch.columns.keyNames.sqlIdentifiers))
                    IN (SELECT \(listedKeys.sqlIdentifiers) FROM \(Self.list)
                    WHERE record >= ?2 AND record < ?3)
                """, [Int64(update.records.lowerBound), Int64(update.records.upperBound)])
    }

    private func run(
        _ update: RowBatch.Update, of batch: RowBatch, where condition: String, _ arguments: [Int64]
    ) throws {
        let column = batch.columns.columns[Int(update.cell.column)].name.sqlIdentifier
        let isUnset = update.replaces ? "" : " AND \(column) IS NULL"
        let statement = try RowStatement(
            sql: "UPDATE \(table.quotedName) SET \(column) = ?1 WHERE \(condition)\(isUnset)", in: database)
        for (index, argument) in arguments.enumerated() { statement.bind(argument, at: Int32(index + 2)) }
        // SAFETY: The batch lends its texts for the call, and the bindings are cleared before it ends.
        try unsafe batch.texts.withUnsafeBufferPointer { texts in
            defer { statement.clear() }
            unsafe statement.bind(update.cell.value, texts, at: 1)
            try statement.run()
        }
    }
}
