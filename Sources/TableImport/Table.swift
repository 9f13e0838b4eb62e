internal import GRDB
internal import SQLiteSupport

/// The table that rows go to, as the database has it.
struct Table {
    /// Its name, as the database spells it.
    let name: String
    /// The columns that tell rows apart.
    let keys: [String]
    let exists: Bool
    /// Whether it is the table that imports have noted.
    let isKnown: Bool
    /// How it is defined.
    let definition: String?
    /// Its columns; none if there is no table.
    let columns: [Column]
    /// Whether imports have made it and nobody has changed it since: they may then make it anew.
    private let isOwn: Bool
    private let isStrict: Bool
    private let primaryKey: [String]

    /// Looks the table up.
    init(_ name: String, keys: [String], in db: Database) throws {
        self.keys = keys
        guard let existing = try TableInfo(name, in: db) else {
            (self.name, exists, columns, isOwn, isStrict, primaryKey) = (name, false, [], true, false, keys)
            (isKnown, definition) = (false, nil)
            return
        }
        guard !existing.isView else { throw TableImportError.view(existing.name) }
        (self.name, exists) = (existing.name, true)
        let note = try TableNote(of: existing.name, definedAs: existing.sql, in: db)
        isKnown = note != nil
        definition = existing.sql
        let noted = Dictionary(grouping: note?.columns ?? []) { Array($0.name.utf8) }
        columns = existing.columns.map { column in
            let note = noted[Array(column.name.utf8)]?.first
            let isOwn = note?.isOwn == true && ColumnType(rawValue: column.declaredType) != nil
            return Column(
                name: column.name, path: note?.path, declaredType: column.declaredType, isOwn: isOwn,
                isComputed: column.isComputed)
        }
        (isStrict, primaryKey) = (existing.isStrict, existing.primaryKey)
        let original = Self.creation(of: existing.name, with: columns, primaryKey: primaryKey)
        isOwn = columns.allSatisfy(\.isOwn) && existing.sql == original
        guard try keys.isEmpty || existing.uniqueKeys(in: db).contains(Set(keys.map(\.folded))) else {
            throw TableImportError.noUniqueKey(keys, table: existing.name)
        }
    }

    /// Gives the table the columns that it lacks, and makes those wider that have become too narrow.
    func alter(for list: inout ColumnList, in db: Database) throws {
        let narrow = try plan(&list)
        if !exists, list.writtenCount == 0 {
            try db.execute(sql: creation(with: list.columns))
        } else {
            for column in list.newColumns {
                try db.execute(sql: "ALTER TABLE \(quoted) ADD COLUMN \(Self.definition(column))")
            }
            if !narrow.isEmpty { try remake(with: list.columns, in: db) }
        }
        try TableNote.write(list.columns, of: name, in: db)
        list.markWritten()
    }

    /// Declares the columns so that they hold the values that are to be written.
    ///
    /// - Returns: the columns of the table that are declared otherwise now.
    func plan(_ list: inout ColumnList) throws -> [Int] {
        guard !list.isOverfull, list.columns.count <= list.limit else {
            throw TableImportError.tooManyColumns(limit: list.limit)
        }
        if let column = list.columns.first(where: { $0.isComputed && $0.path != nil }) {
            throw TableImportError.computedColumn(column, table: name)
        }
        // What cannot be changed later has to hold everything.
        list.declareNew { isOwn ? ColumnType($0).rawValue : isStrict ? "ANY" : "" }
        let narrow = list.narrowColumns
        for column in narrow {
            guard isOwn else { throw TableImportError.columnTooNarrow(list.columns[column], table: name) }
            list.widen(column)
        }
        return narrow
    }

    private var quoted: String { name.sqlIdentifier }

    func creation(with columns: [Column]) -> String {
        Self.creation(of: name, with: columns, primaryKey: primaryKey)
    }

    private static func creation(of name: String, with columns: [Column], primaryKey: [String]) -> String {
        var parts = columns.map(definition)
        let keys = primaryKey.compactMap { key in columns.firstIndex { $0.name.folded == key.folded } }
        if keys.count == 1 {
            parts[keys[0]] += " PRIMARY KEY"
        } else if !keys.isEmpty {
            parts.append("PRIMARY KEY (\(keys.map { columns[$0].name }.sqlIdentifiers))")
        }
        return "CREATE TABLE \(name.sqlIdentifier) (\(parts.joined(separator: ", ")))"
    }

    private static func definition(_ column: Column) -> String {
        let name = column.name.sqlIdentifier
        return column.declaredType.isEmpty ? name : "\(name) \(column.declaredType)"
    }

    // MARK: - Types

    /// Copies the table to one with other types, which takes its name: SQLite cannot change the type of a column.
    private func remake(with columns: [Column], in db: Database) throws {
        // What belongs to the table goes with it, and has to be made again.
        let belongings = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_master
                WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL
                """, arguments: [name])
        let other = try db.unusedName("\(name) of stream-import")
        let rowid = rowid(beside: columns, limit: db.maximumColumns)
        let names = ([rowid].compactMap(\.self) + columns.map(\.name.sqlIdentifier))
            .joined(separator: ", ")
        try db.execute(sql: Self.creation(of: other, with: columns, primaryKey: primaryKey))
        try db.execute(
            sql: "INSERT INTO \(other.sqlIdentifier) (\(names)) SELECT \(names) FROM \(quoted)")
        try db.execute(sql: "DROP TABLE \(quoted)")
        try db.execute(sql: "ALTER TABLE \(other.sqlIdentifier) RENAME TO \(quoted)")
        for sql in belongings { try db.execute(sql: sql) }
    }

    /// What the number of a row can be called, if it has to be copied and can be.
    private func rowid(beside columns: [Column], limit: Int) -> String? {
        // It is the key itself where that is an integer, and no statement has more columns than a table.
        let integers = columns.filter { ColumnType(rawValue: $0.declaredType) == .integer }.map(\.name.folded)
        guard primaryKey.count != 1 || !integers.contains(primaryKey[0].folded) else { return nil }
        guard columns.count < limit else { return nil }
        let names = Set(columns.map(\.name.folded))
        return ["rowid", "_rowid_", "oid"].first { !names.contains($0.folded) }
    }

    // MARK: - Statements

    /// The statement that writes a row, with a parameter for each column that is written, by the column's place.
    ///
    /// - Parameter isWritten: whether the row has something for a column. What it says nothing of keeps its default, or
    ///   what it holds.
    func insertion(into columns: [Column], where isWritten: (Int) -> Bool) -> String {
        let written = columns.enumerated().filter { isWritten($0.offset) }
        guard !written.isEmpty else { return "INSERT INTO \(quoted) DEFAULT VALUES" }
        let names = written.map(\.element.name)
        let places = written.map { "?\($0.offset + 1)" }.joined(separator: ", ")
        let sql = "INSERT INTO \(quoted) (\(names.sqlIdentifiers)) VALUES (\(places))"
        return keys.isEmpty ? sql : "\(sql) \(names.conflictClause(keys: keys))"
    }

    func createIndex(on column: String, in db: Database) throws {
        guard try !db.hasIndex(on: column, of: name) else { return }
        let index = try db.unusedName("\(name)_\(column)").sqlIdentifier
        try db.execute(sql: "CREATE INDEX \(index) ON \(quoted) (\(column.sqlIdentifier))")
    }
}

extension Database {
    /// Whether an index finds rows by one column alone.
    fileprivate func hasIndex(on column: String, of table: String) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql: """
                SELECT count(*) > 0 FROM pragma_index_list(?) AS list
                WHERE NOT list.partial
                    AND (SELECT count(*) FROM pragma_index_info(list.name)) = 1
                    AND (SELECT name FROM pragma_index_info(list.name)) = ? COLLATE NOCASE
                """, arguments: [table, column]) ?? false
    }

    /// A name that nothing in the database has: the one that is wanted, or one with a number.
    fileprivate func unusedName(_ wanted: String) throws -> String {
        let exists = "SELECT count(*) > 0 FROM sqlite_master WHERE name = ? COLLATE NOCASE"
        var (name, number) = (wanted, 2)
        while try Bool.fetchOne(self, sql: exists, arguments: [name]) == true {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
