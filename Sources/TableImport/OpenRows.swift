internal import GRDB
internal import SQLiteSupport

/// The rows of records for which a value around them has not been found, and which get the value when it is found.
///
/// Without a key, the rows of an input have ascending rowids, so the rowid of the first one identifies them. With a key, a row may
/// have been there before, so the keys are listed in a temporary table, and no checkpoint is written while it has rows: a
/// resumed import writes them again.
final class OpenRows {
    private let table: String
    private let database: Database
    private let keyCount: Int
    /// The rowids of the first rows without a key, by the number of the record.
    var firstRowids: [Int: Int64] = [:]
    /// The statement that adds a key to the temporary table; `nil` before the first row with a key.
    private var insertion: RowStatement?
    /// Whether the temporary table has keys.
    private(set) var hasKeys = false

    private static let list = "temp.stream_import_open"

    init(of table: String, keyCount: Int, in database: Database) {
        (self.table, self.keyCount, self.database) = (table, keyCount, database)
    }

    /// The names of the columns of the temporary table for keys.
    private var listedKeys: [String] { (0..<keyCount).map { "key\($0)" } }

    /// Adds a row that was written.
    ///
    /// - Parameters:
    ///   - record: the number of the record.
    ///   - key: the key of the row; `nil` without one.
    ///   - openRecords: the numbers of the first records for which values have not been found.
    func add(_ record: Int, _ key: RecordKey?, in openRecords: Set<Int>) throws {
        guard openRecords.contains(where: { $0 <= record }) else { return }
        guard let key else {
            for first in openRecords where first <= record && firstRowids[first] == nil {
                firstRowids[first] = database.lastInsertedRowID
            }
            return
        }
        let insertion = try insertion ?? makeList()
        insertion.bind(Int64(record), at: 1)
        key.bind(to: insertion, at: 1...Int32(key.count))
        try insertion.run()
        hasKeys = true
    }

    private func makeList() throws -> RowStatement {
        try database.execute(
            sql:
                "DROP TABLE IF EXISTS \(Self.list); CREATE TABLE \(Self.list) (record, \(listedKeys.sqlIdentifiers))"
        )
        let parameters = Array(repeating: "?", count: keyCount + 1).joined(separator: ", ")
        let statement = try RowStatement(
            sql: "INSERT INTO \(Self.list) VALUES (\(parameters))", in: database)
        insertion = statement
        return statement
    }

    /// Sets the values that a batch has for the rows of earlier batches, and forgets the rows that can get no more values.
    ///
    /// - Parameter importedRows: the rows of the input, without a key.
    func update(by batch: RowBatch, _ importedRows: ImportedRows?) throws {
        for update in batch.updates {
            let column = batch.columns.columns[Int(update.cell.column)].name
            let value = batch.databaseValue(update.cell.value)
            if let importedRows {
                guard let first = firstRowids[update.firstRecord] else { continue }
                try importedRows.update(
                    column, to: value, from: first, replaces: update.replaces, in: database)
            } else if hasKeys {
                let keys = batch.columns.keyNames.sqlIdentifiers
                try database.execute(
                    sql: """
                        UPDATE \(table.sqlIdentifier) SET \(column.sqlIdentifier) = ?
                        WHERE (\(keys)) IN (SELECT \(listedKeys.sqlIdentifiers) FROM \(Self.list) WHERE record >= ?)
                            AND (\(column.sqlIdentifier) IS NULL OR ?)
                        """, arguments: [value, update.firstRecord, update.replaces])
            }
        }
        firstRowids = firstRowids.filter { batch.openRecords.contains($0.key) }
        guard hasKeys else { return }
        try database.execute(
            sql: "DELETE FROM \(Self.list) WHERE record < ?", arguments: [batch.openRecords.min() ?? .max])
        hasKeys = !batch.openRecords.isEmpty
    }
}

extension RowBatch {
    fileprivate func databaseValue(_ value: Value) -> DatabaseValue {
        switch value {
        case .null, .absent: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let start, let count):
            String(decoding: texts[start..<start + Int(count)], as: UTF8.self).databaseValue
        }
    }
}
