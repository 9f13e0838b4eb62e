internal import GRDB
internal import SQLiteSupport

/// A change of the declared type of a column.
typealias TypeChange = (column: Int, type: DeclaredType)

/// Changes of the declared types of columns.
///
/// A column that gets values of a new kind during an import loses its type, and gets the narrowest type for all its values
/// at the end. Both are changes of the table's definition only: the rows stay as they are, because each value is stored in
/// the same form under both types. There are two exceptions, for which the rows are copied, at most once in an import:
///
/// - SQLite stores a whole number in a `REAL` column as an integer. So imports declare `REAL` only at the end, and the
///   first change of such a column removes the types of all of them.
/// - The column of an `INTEGER PRIMARY KEY` is the rowid.
///
/// SQLite reads the whole definition again after each change, so the number of changes in an import is limited.
extension Table {
    /// The number of changes after which all columns lose their types at once.
    private static let maximumChangeCount = 8

    /// Returns the changes that let columns store values of any kind.
    ///
    /// - Parameter narrow: the indices of the columns that are too narrow for the values to be written.
    func removedTypes(of narrow: [Int], in list: inout ColumnList) -> [TypeChange] {
        guard !narrow.isEmpty else { return [] }
        list.typeChangeCount += 1
        let changes: [TypeChange] = narrow.map { ($0, .any) }
        guard list.typeChangeCount > Self.maximumChangeCount else { return changes }
        let others = (0..<list.writtenCount).filter { !narrow.contains($0) }
        return changes + others.map { ($0, .any) }.filter { !needsCopy($0, in: list) }
    }

    /// The type with which a column for values of some kinds begins.
    static func firstType(for kinds: ValueKinds) -> DeclaredType {
        let type = DeclaredType(kinds)
        return type == .real ? .any : type
    }

    /// Changes the types of columns that the table has.
    func redeclare(_ changes: [TypeChange], of list: inout ColumnList, in db: Database) throws {
        guard !changes.isEmpty else { return }
        let copiesRows = changes.contains { needsCopy($0, in: list) }
        if copiesRows { removeRealTypes(of: &list) }
        for change in changes { list.declare(change.column, as: change.type) }
        if try copiesRows || !replaceDefinition(with: sqlTable(with: list).createStatement, in: db) {
            try copyRows(to: list, in: db)
        }
    }

    private func removeRealTypes(of list: inout ColumnList) {
        for index in 0..<list.writtenCount where list.columns[index].type == .real {
            list.declare(index, as: .any)
        }
    }

    /// Returns whether the stored form of rows depends on the change.
    private func needsCopy(_ change: TypeChange, in list: ColumnList) -> Bool {
        let column = list.columns[change.column]
        let isPrimaryKey =
            (primaryKey ?? list.keyNames).map(\.lowercasedASCII) == [column.name.lowercasedASCII]
        let isRowid = isPrimaryKey && [column.type, change.type].contains(.integer)
        return isRowid || column.type == .real
    }

    /// Replaces the definition in the schema, as `ALTER TABLE` does.
    ///
    /// - Returns: whether this was possible. A connection in the defensive mode does not allow it.
    private func replaceDefinition(with sql: String, in db: Database) throws -> Bool {
        try db.execute(sql: "PRAGMA writable_schema = ON")
        guard try Bool.fetchOne(db, sql: "PRAGMA writable_schema") == true else { return false }
        try db.execute(
            sql: "UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?", arguments: [sql, name])
        // Other connections read the schema again when its version has changed; this one does so now.
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(sql: "PRAGMA schema_version = \(version &+ 1)")
        try db.execute(sql: "PRAGMA writable_schema = RESET")
        // The rows that such an index contains may depend on the types.
        let indices = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM pragma_index_list(?)
                WHERE partial OR EXISTS (SELECT * FROM pragma_index_info(name) WHERE cid = -2)
                """, arguments: [name])
        for index in indices { try db.execute(sql: "REINDEX \(index.sqlIdentifier)") }
        return true
    }

    /// Copies the rows to a new table with the types of the columns, drops the old table, and gives its name to the new
    /// one.
    private func copyRows(to list: ColumnList, in db: Database) throws {
        // Dropping the table drops its indices and triggers, so they are created again.
        let dependentSQL = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_master
                WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL
                """, arguments: [name])
        let newTable = try db.unusedName("\(name) of stream-import")
        let primaryKey = primaryKey ?? list.keyNames
        let rowid = rowid(beside: list.columns, primaryKey: primaryKey, limit: list.limit)
        let names = ([rowid].compactMap(\.self) + list.columns.map(\.name.sqlIdentifier))
            .joined(separator: ", ")
        try db.execute(
            sql: SQLTable(newTable, list.columns, primaryKey: primaryKey).createStatement)
        try db.execute(
            sql: "INSERT INTO \(newTable.sqlIdentifier) (\(names)) SELECT \(names) FROM \(quotedName)")
        try db.execute(sql: "DROP TABLE \(quotedName)")
        try db.execute(sql: "ALTER TABLE \(newTable.sqlIdentifier) RENAME TO \(quotedName)")
        for sql in dependentSQL { try db.execute(sql: sql) }
    }

    /// Returns the name by which the rowid is copied; `nil` if it need not or cannot be copied.
    private func rowid(beside columns: [Column], primaryKey: [String], limit: Int) -> String? {
        // An integer primary key is the rowid, and is copied as a column. A statement cannot name more columns than a
        // table may have.
        let integerColumns = columns.filter { $0.type == .integer }.map(\.name.lowercasedASCII)
        guard primaryKey.count != 1 || !integerColumns.contains(primaryKey[0].lowercasedASCII) else {
            return nil
        }
        guard columns.count < limit else { return nil }
        let names = Set(columns.map(\.name.lowercasedASCII))
        return ["rowid", "_rowid_", "oid"].first { !names.contains($0.lowercasedASCII) }
    }
}

extension Column {
    /// The declared type, if it is one that imports declare.
    fileprivate var type: DeclaredType? { DeclaredType(rawValue: declaredType) }
}
