internal import Foundation
internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// The stored metadata of a table that an import has written to.
struct TableMetadata {
    /// The metadata of a column that an import has created, or that has a path.
    struct Column: Codable, Equatable {
        var name: String
        var path: [String]?
        /// See ``TableImport/Column/storedReservedName``.
        var reservedName: String?
        var isCreatedByImport: Bool
        /// The kinds of the values that imports have written to the column.
        var kinds: UInt16
    }

    let columns: [Column]
    /// The JSON of the columns.
    let text: String

    static let name = "stream_import_tables"

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS stream_import_tables (
                    table_name TEXT NOT NULL PRIMARY KEY, definition TEXT NOT NULL, columns TEXT NOT NULL)
                """)
    }

    /// Reads the metadata of a table; `nil` if there is none, or if it belongs to an earlier table with the same name.
    init?(of table: String, definedAs definition: String, in db: Database) throws {
        guard try TableInfo.exists(Self.name, in: db),
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM stream_import_tables WHERE table_name = ?"),
                arguments: [table])
        else { return nil }
        let stored = try row.storedText("definition")
        // `ALTER TABLE ADD COLUMN` inserts text before the last character of a definition, the closing parenthesis.
        guard definition == stored || definition.utf8.starts(with: stored.utf8.dropLast()) else { return nil }
        try self.init(text: row.storedText("columns"))
    }

    init(text: String) throws {
        self.text = text
        columns = try JSONDecoder().decode([Column].self, from: Data(text.utf8))
    }

    /// Reads the JSON of the columns' metadata; `nil` if there is none.
    static func text(of table: String, in db: Database) throws -> String? {
        guard try TableInfo.exists(name, in: db) else { return nil }
        return try Row.fetchOne(
            db.cachedStatement(sql: "SELECT columns FROM stream_import_tables WHERE table_name = ?"),
            arguments: [table]
        )?.storedText("columns")
    }

    /// Writes the metadata of a table with its current definition, if it has changed.
    static func write(_ columns: [TableImport.Column], of table: String, in db: Database) throws {
        let definition = try TableInfo.definition(of: table, in: db) ?? ""
        try db.cachedStatement(
            sql: """
                INSERT INTO stream_import_tables VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET definition = excluded.definition, columns = excluded.columns
                WHERE definition <> excluded.definition OR columns <> excluded.columns
                """
        ).execute(arguments: [table, definition, text(columns)])
    }

    static func delete(of table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import_tables WHERE table_name = ?", arguments: [table])
    }

    /// Returns the JSON for columns. `JSONEncoder` takes a millisecond for 500 columns, which would be spent for each batch
    /// in which a column gets values of a new kind.
    static func text(_ columns: [TableImport.Column]) -> String {
        let stored = columns.filter { $0.isCreatedByImport || $0.path != nil }
        return CompactJSON.array(
            stored.map { column in
                [
                    "isCreatedByImport": .bool(column.isCreatedByImport),
                    "kinds": .count(Int(column.importedKinds.rawValue)), "name": .string(column.name),
                    "path": column.path.map(CompactJSON.strings),
                    "reservedName": column.storedReservedName.map(CompactJSON.string),
                ]
            }
        ).text
    }
}

/// The table `stream_import_rows`: the rowids of the rows that each input has inserted into a table, as ranges.
///
/// Only rows of tables without key columns are recorded, because a row with a key may come from several inputs.
struct ImportedRows {
    static let name = "stream_import_rows"

    let key: CheckpointTable
    /// The name of the table's rowid, and the definition of the table when the name was determined.
    private var rowid: (name: String?, definition: String?)?

    init(key: CheckpointTable) {
        self.key = key
    }

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS stream_import_rows (
                    table_name TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
                    row_count INTEGER NOT NULL, input TEXT NOT NULL, path TEXT NOT NULL,
                    PRIMARY KEY (table_name, first))
                """)
    }

    static func deleteAll(table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import_rows WHERE table_name = ?", arguments: [table])
    }

    private struct RowRange {
        let first, last: DatabaseValue
        /// The number of rows; 0 if they are not certain.
        let rowCount: Int
        let isOfInput: Bool

        init(_ row: Row, key: CheckpointTable, ofAllPaths: Bool) throws {
            (first, last) = (try row.storedValue("first"), try row.storedValue("last"))
            let isUpdated = try row.storedValue("row_count") == (-1).databaseValue
            rowCount = isUpdated ? 0 : try row.storedCount("row_count")
            let path = try row.storedText("path")
            isOfInput = try row.storedText("input") == key.input && (ofAllPaths || path == key.path)
        }
    }

    /// Records the rows of a table that no import has inserted.
    static func addExisting(table: String, in db: Database) throws {
        let isRecorded = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT * FROM stream_import_rows WHERE table_name = ?)",
            arguments: [table])
        guard isRecorded != true, let rowid = try TableInfo.rowidName(of: table, in: db),
            let bounds = try Row.fetchOne(
                db, sql: "SELECT min(\(rowid)), max(\(rowid)), count(*) FROM \(table.sqlIdentifier)"),
            let first = bounds[0] as Int64?, let last = bounds[1] as Int64?, let count = bounds[2] as Int?
        else { return }
        try add(first, last, count, of: CheckpointTable(input: "", path: "", table: table), in: db)
    }

    /// Records that rows of a table may have been updated by an input that did not insert them.
    static func markUpdated(table: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE stream_import_rows SET row_count = -1 WHERE table_name = ?", arguments: [table])
    }

    /// Returns the greatest rowid of the table, 0 for a table without rows or one that does not exist; `nil` if its rowids have no name.
    mutating func lastRowid(in db: Database) throws -> Int64? {
        let definition = try TableInfo.definition(of: key.table, in: db)
        guard definition != nil else { return 0 }
        if rowid == nil || rowid?.definition != definition {
            rowid = (try TableInfo.rowidName(of: key.table, in: db), definition)
        }
        guard let name = rowid?.name else { return nil }
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT max(\(name)) FROM \(key.table.sqlIdentifier)")) ?? 0
    }

    /// Records the rows that were inserted after a rowid. Rows that directly follow the last ones of the input extend
    /// their range.
    mutating func add(after previous: Int64, count: Int, in db: Database) throws {
        guard count > 0, let last = try lastRowid(in: db), last > previous else { return }
        try db.cachedStatement(
            sql: """
                UPDATE stream_import_rows SET last = ?, row_count = row_count + ?
                WHERE table_name = ?
                    AND first = (SELECT max(first) FROM stream_import_rows WHERE table_name = ?)
                    AND last = ? AND input = ? AND path = ? AND row_count >= 0
                """
        ).execute(arguments: [last, count, key.table, key.table, previous, key.input, key.path])
        guard db.changesCount == 0 else { return }
        try addForeign(before: previous, in: db)
        try Self.add(previous + 1, last, count, of: key, in: db)
    }

    /// Records a range of rowids; that of rows that no import has inserted for a key without an input.
    private static func add(
        _ first: Int64, _ last: Int64, _ count: Int?, of key: CheckpointTable, in db: Database
    ) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO stream_import_rows VALUES (?, ?, ?, ?, ?, ?)")
            .execute(arguments: [key.table, first, last, count, key.input, key.path])
    }

    /// Records rows that other programs have inserted since the last import.
    private func addForeign(before previous: Int64, in db: Database) throws {
        let last = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT last FROM stream_import_rows WHERE table_name = ? ORDER BY first DESC LIMIT 1"),
            arguments: [key.table])
        guard let name = rowid?.name, let last, last < previous else { return }
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(key.table.sqlIdentifier) WHERE \(name) > ? AND \(name) <= ?",
            arguments: [last, previous])
        let foreign = CheckpointTable(input: "", path: "", table: key.table)
        try Self.add(last &+ 1, previous, count, of: foreign, in: db)
    }

    /// Returns the ranges of the rowids of this input that have a rowid or a greater one.
    func ranges(from rowid: Int64, in db: Database) throws -> [ClosedRange<Int64>] {
        try ranges(ofAllPaths: false, in: db).filter(\.isOfInput).compactMap { range in
            guard let first = Int64.fromDatabaseValue(range.first),
                let last = Int64.fromDatabaseValue(range.last),
                first <= last, last >= rowid
            else { return nil }
            return first...last
        }
    }

    /// Deletes the rows of this input.
    ///
    /// - Parameter ofAllPaths: whether to delete the rows of all paths of the input.
    /// - Throws: ``TableImportError`` if it is not certain which rows these are: rows were deleted or inserted by other
    ///   programs, or `VACUUM` has given them other rowids.
    func delete(ofAllPaths: Bool, in db: Database) throws {
        guard try TableInfo.definition(of: key.table, in: db) != nil else { return }
        guard let rowid = try TableInfo.rowidName(of: key.table, in: db) else {
            throw TableImportError.rowsUnknown(in: key.table)
        }
        let (name, ranges) = (key.table.sqlIdentifier, try ranges(ofAllPaths: ofAllPaths, in: db))
        func count(where condition: String = "1", _ arguments: StatementArguments = []) throws -> Int {
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name) WHERE \(condition)", arguments: arguments)
                ?? 0
        }
        let isCertain = try ranges.allSatisfy {
            try count(where: "\(rowid) BETWEEN ? AND ?", [$0.first, $0.last]) == $0.rowCount
        }
        guard isCertain, try count() == ranges.map(\.rowCount).reduce(0, { $0 &+ $1 }) else {
            throw TableImportError.rowsUnknown(in: key.table)
        }
        for range in ranges where range.isOfInput {
            try db.execute(
                sql: "DELETE FROM \(name) WHERE \(rowid) BETWEEN ? AND ?",
                arguments: [range.first, range.last])
        }
        try db.execute(
            sql: "DELETE FROM stream_import_rows WHERE table_name = ? AND input = ? AND (path = ? OR ?)",
            arguments: [key.table, key.input, key.path, ofAllPaths])
    }

    private func ranges(ofAllPaths: Bool, in db: Database) throws -> [RowRange] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM stream_import_rows WHERE table_name = ?", arguments: [key.table]
        ).map { try RowRange($0, key: key, ofAllPaths: ofAllPaths) }
    }
}
