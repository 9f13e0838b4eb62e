internal import GRDB
internal import SQLiteSupport

/// The table that rows are written to, as it was in the database when the import began.
struct Table {
    /// The name, as the database spells it.
    let name: String
    /// The names of the key columns.
    let keys: [String]
    let exists: Bool
    /// Whether `stream_import_tables` has metadata of this table.
    let hasMetadata: Bool
    /// The statement that created the table; `nil` if the table does not exist.
    let definition: String?
    /// The columns of the table; empty if the table does not exist.
    let columns: [Column]
    /// Whether imports have created the table, and no other program has changed the table since. If so, imports may
    /// rebuild the table.
    private let isCreatedByImport: Bool
    private let isStrict: Bool
    private let primaryKey: [String]

    /// Reads the table from the database.
    ///
    /// - Throws: ``TableImportError`` if the name is that of a view, or if the table has neither a primary key nor a
    ///   unique index on `keys`.
    init(_ name: String, keys: [String], in db: Database) throws {
        self.keys = keys
        guard let existing = try TableInfo(name, in: db) else {
            (self.name, exists, columns, isCreatedByImport, isStrict, primaryKey) = (
                name, false, [], true, false, keys
            )
            (hasMetadata, definition) = (false, nil)
            return
        }
        guard !existing.isView else { throw TableImportError.view(existing.name) }
        (self.name, exists) = (existing.name, true)
        let metadata = try TableMetadata(of: existing.name, definedAs: existing.sql, in: db)
        hasMetadata = metadata != nil
        definition = existing.sql
        let columnMetadata = Dictionary(grouping: metadata?.columns ?? []) { Array($0.name.utf8) }
        columns = existing.columns.map { column in
            let metadata = columnMetadata[Array(column.name.utf8)]?.first
            let isCreatedByImport =
                metadata?.isCreatedByImport == true && DeclaredType(rawValue: column.declaredType) != nil
            return Column(
                name: column.name, path: metadata?.path, declaredType: column.declaredType,
                isCreatedByImport: isCreatedByImport,
                isGenerated: column.isGenerated)
        }
        (isStrict, primaryKey) = (existing.isStrict, existing.primaryKey)
        let original = Self.createStatement(of: existing.name, with: columns, primaryKey: primaryKey)
        isCreatedByImport = columns.allSatisfy(\.isCreatedByImport) && existing.sql == original
        guard try keys.isEmpty || existing.uniqueKeys(in: db).contains(Set(keys.map(\.lowercasedASCII)))
        else {
            throw TableImportError.noUniqueKey(keys, table: existing.name)
        }
    }

    /// Creates the table, or adds the columns that the table lacks and widens those that are too narrow. Then writes
    /// the metadata of the table.
    func alter(for list: inout ColumnList, in db: Database) throws {
        let narrow = try declareColumns(&list)
        if !exists, list.writtenCount == 0 {
            try db.execute(sql: createStatement(with: list.columns))
        } else {
            for column in list.newColumns {
                try db.execute(sql: "ALTER TABLE \(quotedName) ADD COLUMN \(Self.columnDefinition(column))")
            }
            if !narrow.isEmpty { try remake(with: list.columns, in: db) }
        }
        try TableMetadata.write(list.columns, of: name, in: db)
        list.markWritten()
    }

    /// Declares the columns so that they can hold the values to be written.
    ///
    /// - Returns: the indices of the table's columns whose declared types have changed.
    /// - Throws: ``TableImportError`` if the table cannot have these columns, or cannot be changed to hold the values.
    func declareColumns(_ list: inout ColumnList) throws -> [Int] {
        guard !list.hasTooManyColumns, list.columns.count <= list.limit else {
            throw TableImportError.tooManyColumns(limit: list.limit)
        }
        if let column = list.columns.first(where: { $0.isGenerated && $0.path != nil }) {
            throw TableImportError.generatedColumn(column, table: name)
        }
        // A column whose type cannot change later has to hold all kinds of values.
        list.declareNew { isCreatedByImport ? DeclaredType($0).rawValue : isStrict ? "ANY" : "" }
        let narrow = list.narrowColumns
        for column in narrow {
            guard isCreatedByImport else {
                throw TableImportError.columnTooNarrow(list.columns[column], table: name)
            }
            list.widen(column)
        }
        return narrow
    }

    private var quotedName: String { name.sqlIdentifier }

    func createStatement(with columns: [Column]) -> String {
        Self.createStatement(of: name, with: columns, primaryKey: primaryKey)
    }

    private static func createStatement(of name: String, with columns: [Column], primaryKey: [String])
        -> String
    {
        var parts = columns.map(columnDefinition)
        let keys = primaryKey.compactMap { key in
            columns.firstIndex { $0.name.lowercasedASCII == key.lowercasedASCII }
        }
        if keys.count == 1 {
            parts[keys[0]] += " PRIMARY KEY"
        } else if !keys.isEmpty {
            parts.append("PRIMARY KEY (\(keys.map { columns[$0].name }.sqlIdentifiers))")
        }
        return "CREATE TABLE \(name.sqlIdentifier) (\(parts.joined(separator: ", ")))"
    }

    private static func columnDefinition(_ column: Column) -> String {
        let name = column.name.sqlIdentifier
        return column.declaredType.isEmpty ? name : "\(name) \(column.declaredType)"
    }

    // MARK: - Types

    /// Copies the rows to a new table with other types, drops the old table, and gives its name to the new one. SQLite
    /// cannot change the type of a column.
    private func remake(with columns: [Column], in db: Database) throws {
        // Dropping the table drops its indices and triggers, so they are created again.
        let dependentSQL = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_master
                WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL
                """, arguments: [name])
        let newTable = try db.unusedName("\(name) of stream-import")
        let rowid = rowid(beside: columns, limit: db.maximumColumns)
        let names = ([rowid].compactMap(\.self) + columns.map(\.name.sqlIdentifier))
            .joined(separator: ", ")
        try db.execute(sql: Self.createStatement(of: newTable, with: columns, primaryKey: primaryKey))
        try db.execute(
            sql: "INSERT INTO \(newTable.sqlIdentifier) (\(names)) SELECT \(names) FROM \(quotedName)")
        try db.execute(sql: "DROP TABLE \(quotedName)")
        try db.execute(sql: "ALTER TABLE \(newTable.sqlIdentifier) RENAME TO \(quotedName)")
        for sql in dependentSQL { try db.execute(sql: sql) }
    }

    /// Returns the name by which the rowid is copied; `nil` if it need not or cannot be copied.
    private func rowid(beside columns: [Column], limit: Int) -> String? {
        // An integer primary key is the rowid, and is copied as a column. A statement cannot name more columns than a
        // table may have.
        let integerColumns = columns.filter { DeclaredType(rawValue: $0.declaredType) == .integer }.map(
            \.name.lowercasedASCII)
        guard primaryKey.count != 1 || !integerColumns.contains(primaryKey[0].lowercasedASCII) else {
            return nil
        }
        guard columns.count < limit else { return nil }
        let names = Set(columns.map(\.name.lowercasedASCII))
        return ["rowid", "_rowid_", "oid"].first { !names.contains($0.lowercasedASCII) }
    }

    // MARK: - Statements

    /// Returns the statement that inserts a row. The parameter of a column has the index of the column plus 1.
    ///
    /// - Parameter isWritten: returns whether the row has a value or null for the column with an index. The other
    ///   columns get their default value in a new row, and keep their value in an updated row.
    func insertStatement(into columns: [Column], where isWritten: (Int) -> Bool) -> String {
        let written = columns.enumerated().filter { isWritten($0.offset) }
        guard !written.isEmpty else { return "INSERT INTO \(quotedName) DEFAULT VALUES" }
        let names = written.map(\.element.name)
        let parameters = written.map { "?\($0.offset + 1)" }.joined(separator: ", ")
        let sql = "INSERT INTO \(quotedName) (\(names.sqlIdentifiers)) VALUES (\(parameters))"
        return keys.isEmpty ? sql : "\(sql) \(names.upsertClause(keys: keys))"
    }

    func createIndex(on column: String, in db: Database) throws {
        guard try !db.hasIndex(on: column, of: name) else { return }
        let index = try db.unusedName("\(name)_\(column)").sqlIdentifier
        try db.execute(sql: "CREATE INDEX \(index) ON \(quotedName) (\(column.sqlIdentifier))")
    }
}

extension Database {
    /// Returns whether the table has an index that has only this column and is not partial.
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

    /// Returns a name that nothing in the database has: the wanted name, or the wanted name with a number.
    fileprivate func unusedName(_ wanted: String) throws -> String {
        let existsSQL = "SELECT count(*) > 0 FROM sqlite_master WHERE name = ? COLLATE NOCASE"
        var (name, number) = (wanted, 2)
        while try Bool.fetchOne(self, sql: existsSQL, arguments: [name]) == true {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
