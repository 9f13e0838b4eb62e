internal import GRDB
internal import StreamImportGRDB

/// The table that rows go to, as the database has it.
struct Table {
    let name: String
    /// The columns that tell rows apart.
    let keys: [String]
    let exists: Bool
    /// Its columns; none if there is no table.
    let columns: [Column]
    /// Whether imports have made all of it, which may then make it anew.
    private let isOwn: Bool

    /// Looks the table up.
    init(_ name: String, keys: [String], in db: Database) throws {
        self.name = name
        self.keys = keys
        exists = try db.tableExists(name)
        guard exists else {
            (columns, isOwn) = ([], true)
            return
        }
        let made = try ImportLog.columns(of: name, in: db)
        columns = try db.declaredColumns(of: name).map { name, type in
            Column(name: name, path: made[name] ?? nil, declaredType: type, isOwn: made[name] != nil)
        }
        isOwn = columns.allSatisfy(\.isOwn)
        guard try keys.isEmpty || db.uniqueKeys(of: name).contains(Set(keys.map(\.folded))) else {
            throw TableImportError.noUniqueKey(keys, table: name)
        }
    }

    /// Gives the table the columns that it lacks, and makes those wider that have become too narrow.
    func alter(for list: inout ColumnList, in db: Database) throws {
        let remakes = try plan(&list, limit: db.maximumColumns)
        if !exists, list.writtenCount == 0 {
            try db.execute(sql: creation(of: name, with: list.columns))
        } else {
            for column in list.newColumns {
                try db.execute(sql: "ALTER TABLE \(quoted) ADD COLUMN \(definition(column))")
            }
            if remakes { try remake(with: list.columns, in: db) }
        }
        try ImportLog.note(list.columns, of: name, in: db)
        list.markWritten()
    }

    /// Declares the columns so that they hold the values that came.
    ///
    /// - Returns: whether columns that the table has are declared otherwise.
    func plan(_ list: inout ColumnList, limit: Int) throws -> Bool {
        let narrow = list.settle()
        guard list.columns.count <= limit else {
            throw TableImportError.tooManyColumns(list.columns.count, limit: limit)
        }
        for (column, kinds) in narrow {
            guard isOwn else { throw TableImportError.columnTooNarrow(list.columns[column], table: name) }
            list.widen(column, for: kinds)
        }
        return !narrow.isEmpty
    }

    private var quoted: String { name.sqlIdentifier }

    func creation(of name: String, with columns: [Column]) -> String {
        var parts = columns.map(definition)
        let keys = keys.compactMap { key in columns.first { $0.name.folded == key.folded }?.name }
        if keys.count == 1, let index = columns.firstIndex(where: { $0.name == keys[0] }) {
            parts[index] += " PRIMARY KEY"
        } else if !keys.isEmpty {
            parts.append("PRIMARY KEY (" + keys.map(\.sqlIdentifier).joined(separator: ", ") + ")")
        }
        return "CREATE TABLE \(name.sqlIdentifier) (\(parts.joined(separator: ", ")))"
    }

    private func definition(_ column: Column) -> String {
        let name = column.name.sqlIdentifier
        return column.declaredType.isEmpty ? name : "\(name) \(column.declaredType)"
    }

    /// Copies the table to one with other types, which takes its name: SQLite cannot change the type of a column.
    private func remake(with columns: [Column], in db: Database) throws {
        // What belongs to the table goes with it, and has to be made again.
        let belongings = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_master
                WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL
                """, arguments: [name])
        let other = "\(name) of stream-import"
        let rowid = ["rowid", "_rowid_", "oid"].first { alias in !columns.contains { $0.name.folded == alias }
        }
        let names = ([rowid].compactMap(\.self) + columns.map(\.name.sqlIdentifier))
            .joined(separator: ", ")
        try db.execute(sql: creation(of: other, with: columns))
        try db.execute(
            sql: "INSERT INTO \(other.sqlIdentifier) (\(names)) SELECT \(names) FROM \(quoted)")
        try db.execute(sql: "DROP TABLE \(quoted)")
        try db.execute(sql: "ALTER TABLE \(other.sqlIdentifier) RENAME TO \(quoted)")
        for sql in belongings { try db.execute(sql: sql) }
    }

    // MARK: - Statements

    /// The statement that writes a row, with a parameter for each column.
    func insertion(into columns: [Column]) -> String {
        let names = columns.map(\.name.sqlIdentifier)
        let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
        let sql = "INSERT INTO \(quoted) (\(names.joined(separator: ", "))) VALUES (\(places))"
        guard !keys.isEmpty else { return sql }
        let isKey = Set(keys.map(\.folded))
        let updates = columns.filter { !isKey.contains($0.name.folded) }
            .map(\.name.sqlIdentifier).map { "\($0) = excluded.\($0)" }
        let target = keys.map(\.sqlIdentifier).joined(separator: ", ")
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET " + updates.joined(separator: ", ")
        return sql + " ON CONFLICT (\(target)) DO \(action)"
    }

    func createIndex(on column: String, in db: Database) throws {
        let index = "\(name)_\(column)".sqlIdentifier
        try db.execute(
            sql: "CREATE INDEX IF NOT EXISTS \(index) ON \(quoted) (\(column.sqlIdentifier))")
    }
}
