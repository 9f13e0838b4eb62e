internal import GRDB
private import GRDBSQLite
internal import SQLiteSupport

/// The table that rows are written to, as it was in the database when the import began.
struct Table {
    /// The name, as the database spells it.
    let name: String
    /// `nil` if the table does not exist.
    private let info: TableInfo?
    /// The metadata of this table in `stream_import_tables`; `nil` if there is none.
    let metadata: TableMetadata?
    /// Whether the table has no rows, or does not exist.
    let isEmpty: Bool
    /// The columns of the table; empty if the table does not exist.
    let columns: [Column]
    /// Whether imports have created the table, and no other program has changed the table since. If so, imports may
    /// rebuild the table.
    let isCreatedByImport: Bool

    /// Reads the table from the database.
    ///
    /// - Throws: ``TableImportError`` if the name is that of a view.
    init(_ name: String, in db: Database) throws {
        let info = try TableInfo(name, in: db)
        if let info, info.isView { throw TableImportError.view(info.name) }
        self.info = info
        self.name = info?.name ?? name
        metadata = try info.flatMap { try TableMetadata(of: $0.name, definedAs: $0.sql, in: db) }
        isEmpty =
            try info.flatMap { info in
                try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT * FROM \(info.name.sqlIdentifier))"))
            } ?? true
        let columnMetadata = Dictionary(grouping: metadata?.columns ?? []) { Array($0.name.utf8) }
        columns = (info?.columns ?? []).map { column in
            let metadata = columnMetadata[Array(column.name.utf8)]?.first
            return Column(
                name: column.name, path: metadata?.path, declaredType: column.declaredType,
                isCreatedByImport: metadata?.isCreatedByImport == true
                    && DeclaredType(rawValue: column.declaredType) != nil,
                isGenerated: column.isGenerated, reservedName: metadata?.reservedName,
                importedKinds: ValueKinds(rawValue: metadata?.kinds ?? 0))
        }
        let original = info.map { [columns] in SQLTable($0.name, columns, primaryKey: $0.primaryKey) }
        isCreatedByImport =
            columns.allSatisfy(\.isCreatedByImport) && info?.sql == original?.createStatement
    }

    var exists: Bool { info != nil }

    /// The statement that created the table; `nil` if the table does not exist.
    var definition: String? { info?.sql }

    var primaryKey: [String]? { info?.primaryKey }

    var hasMetadata: Bool { metadata != nil }

    /// Returns whether a row of the table can be identified by its values in some columns: the table has a primary key or a
    /// unique index on these columns, or does not exist.
    func hasUniqueKey(_ keys: [String], in db: Database) throws -> Bool {
        try info?.uniqueKeys(in: db).contains(Set(keys.map(\.lowercasedASCII))) ?? true
    }

    /// The name of the column that is the rowid; `nil` if there is none.
    var integerPrimaryKey: String? {
        guard let key = primaryKey, key.count == 1 else { return nil }
        return columns.first { $0.name == key[0] && $0.declaredType.uppercased() == "INTEGER" }?.name
    }

    /// Returns whether an import has created the table as a child table, whose first link column has a name.
    func isLinked(by key: String) -> Bool {
        guard let link = columns.first, link.isCreatedByImport, link.path == nil, link.name == key else {
            return false
        }
        return primaryKey?.first == key && integerPrimaryKey == nil
    }

    /// Creates the table, or adds the columns that the table lacks and changes the types of those that are too narrow.
    /// Then writes the metadata of the table.
    func alter(for list: inout ColumnList, in db: Database) throws {
        let changes = try declareColumns(&list)
        if !exists, list.writtenCount == 0 {
            try db.execute(sql: sqlTable(with: list).createStatement)
        } else {
            for column in list.newColumns {
                try db.execute(sql: "ALTER TABLE \(quotedName) ADD COLUMN \(column.definition.sql)")
            }
            try redeclare(changes, of: &list, in: db)
        }
        try TableMetadata.write(list.columns, of: name, in: db)
        list.markWritten()
    }

    /// Declares the columns so that they can hold the values to be written.
    ///
    /// - Returns: the changes of the types of the table's columns.
    /// - Throws: ``TableImportError`` if the table cannot have these columns, or cannot be changed to hold the values.
    func declareColumns(_ list: inout ColumnList) throws -> [TypeChange] {
        guard list.columns.count <= list.limit else {
            throw TableImportError.tooManyColumns(limit: list.limit)
        }
        if let column = list.columns.first(where: { $0.isGenerated && $0.path != nil }) {
            throw TableImportError.generatedColumn(column, table: name)
        }
        let narrow = list.narrowColumns
        if let column = narrow.first, !isCreatedByImport {
            throw TableImportError.columnTooNarrow(list.columns[column], table: name)
        }
        list.mergeKinds()
        guard !list.isFixed else { return [] }
        // A column whose type cannot change later has to hold all kinds of values.
        list.declareNew {
            isCreatedByImport ? Self.firstType(for: $0).rawValue : info?.isStrict == true ? "ANY" : ""
        }
        return removedTypes(of: narrow, in: &list)
    }

    /// Gives each column the narrowest type for all values that imports have written, whatever the batches were.
    func declareFinalTypes(of list: inout ColumnList, in db: Database) throws {
        let changes = finalTypes(of: list)
        guard !changes.isEmpty else { return }
        try redeclare(changes, of: &list, in: db)
        try TableMetadata.write(list.columns, of: name, in: db)
    }

    private func finalTypes(of list: ColumnList) -> [TypeChange] {
        guard isCreatedByImport, !list.isFixed else { return [] }
        return list.columns.indices.map { ($0, DeclaredType(list.columns[$0].importedKinds)) }
            .filter { $1.rawValue != list.columns[$0].declaredType }
    }

    var quotedName: String { name.sqlIdentifier }

    func sqlTable(with list: ColumnList) -> SQLTable {
        SQLTable(name, list.columns, primaryKey: primaryKey ?? list.keyNames)
    }

    func withFinalTypes(_ list: ColumnList) -> ColumnList {
        finalTypes(of: list).reduce(into: list) { $0.declare($1.column, as: $1.type) }
    }

    // MARK: - Statements

    /// Returns the statement that deletes the rows with values of some columns. The parameters are in the order of the
    /// columns.
    func deleteStatement(keys: some Sequence<String>) -> String {
        let conditions = keys.enumerated().map { "\($1.sqlIdentifier) = ?\($0 + 1)" }
        return "DELETE FROM \(quotedName) WHERE \(conditions.joined(separator: " AND "))"
    }

    // MARK: - Remains of replaced rows

    /// Removes the columns that no record of the run needs, if all rows have null in them, and neither an index, a view, a trigger
    /// nor another column needs them.
    func removeUnneededColumns(of list: inout ColumnList, in db: Database) throws {
        let unneeded = list.unneededColumns
        let counts = unneeded.map { "count(\(list.columns[$0].name.sqlIdentifier))" }.joined(separator: ", ")
        guard !unneeded.isEmpty, let row = try Row.fetchOne(db, sql: "SELECT \(counts) FROM \(quotedName)")
        else { return }
        var removed = zip(unneeded, row.databaseValues).filter { $1 == 0.databaseValue }.map(\.0)
            .filter { !(primaryKey ?? []).contains(list.columns[$0].name) }
        let isNamed = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT * FROM sqlite_master
                    WHERE type IN ('view', 'trigger') OR type = 'index' AND tbl_name = ? AND sql IS NOT NULL)
                """, arguments: [name])
        let copiesRows = isCreatedByImport && isNamed == false
        // SQLite copies the rows for each column, which could take minutes for the keys of a large object.
        guard copiesRows || removed.count <= 100 else { return }
        if !copiesRows {
            // Lets SQLite check the views.
            try db.execute(sql: "PRAGMA legacy_alter_table = OFF")
            removed = try removed.filter {
                let name = list.columns[$0].name.sqlIdentifier
                return try db.executeIfPossible("ALTER TABLE \(quotedName) DROP COLUMN \(name)")
            }
            try db.execute(sql: "PRAGMA legacy_alter_table = ON")
        }
        guard !removed.isEmpty, removed.count < list.columns.count else { return }
        list.remove(removed)
        if copiesRows { try copyRows(to: list, in: db) }
        try list.restoreAddedNames { name, newName in
            try db.executeIfPossible(
                "ALTER TABLE \(quotedName) RENAME COLUMN \(name.sqlIdentifier) TO \(newName.sqlIdentifier)")
        }
        try TableMetadata.write(list.columns, of: name, in: db)
    }

    /// Removes a child table that imports have created, if it has no rows, and neither a view nor a trigger needs it.
    func removeIfEmpty(in db: Database) throws {
        let isUnneeded = try Bool.fetchOne(
            db,
            sql: """
                SELECT NOT EXISTS (SELECT * FROM \(quotedName)) AND NOT EXISTS
                    (SELECT * FROM sqlite_master WHERE type = 'trigger' AND instr(lower(sql), lower(?)))
                """, arguments: [name])
        guard isCreatedByImport, isUnneeded == true, try db.executeIfPossible("DROP TABLE \(quotedName)")
        else {
            return
        }
        try TableMetadata.delete(of: name, in: db)
    }

    func createIndex(on column: String, in db: Database) throws {
        guard try !db.hasIndex(on: column, of: name) else { return }
        let index = try db.unusedName("\(name)_\(column)")
        try db.execute(
            sql: SQLTable(name, columns, primaryKey: []).createIndexStatement(index, on: [column]))
    }
}

extension SQLTable {
    init(_ name: String, _ columns: [TableImport.Column], primaryKey: [String]) {
        self.init(name, columns.map(\.definition), primaryKey: primaryKey)
    }
}

extension Column {
    fileprivate var definition: SQLTable.Column { SQLTable.Column(name, declaredType) }

    /// The declared type, if it is one that imports declare.
    fileprivate var type: DeclaredType? { DeclaredType(rawValue: declaredType) }
}

extension Database {
    /// The maximum number of columns of a table.
    var maximumColumns: Int {
        // SAFETY: GRDB keeps the connection open while it lends the database. The value -1 leaves the limit unchanged.
        unsafe Int(sqlite3_limit(sqliteConnection, SQLITE_LIMIT_COLUMN, -1))
    }

    /// Executes a statement that changes the schema, unless it or, after it, a view has an error.
    fileprivate func executeIfPossible(_ sql: String) throws -> Bool {
        do {
            try inSavepoint {
                try execute(sql: sql)
                for view in try String.fetchAll(
                    self, sql: "SELECT name FROM sqlite_master WHERE type = 'view'")
                {
                    _ = try makeStatement(sql: "SELECT * FROM \(view.sqlIdentifier)")
                }
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            return false
        }
    }

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

extension Table {
    /// Returns the columns that a schema fixes.
    ///
    /// - Throws: ``TableImportError`` if the table exists and is not that of the schema, or cannot have these columns.
    func columns(fixedBy schema: TableSchema, limit: Int) throws -> ColumnList {
        var columns = schema.columns.map(Column.init)
        guard columns.count <= limit else {
            throw TableImportError.tooManyColumns(columns.count, in: schema, limit: limit)
        }
        if exists {
            let expected = SQLTable(name, columns, primaryKey: schema.keys)
            guard definition == expected.createStatement, isCreatedByImport || isEmpty else {
                throw TableImportError.otherTable(name)
            }
            for index in columns.indices {
                columns[index].importedKinds = self.columns[index].importedKinds
            }
        }
        return ColumnList(columns, fixedBy: schema, isWritten: exists)
    }

    /// Returns the columns of the table before the first record of an import.
    func columns(for options: TableImportOptions, in db: Database) throws -> ColumnList {
        if let schema = options.schema {
            return try columns(fixedBy: schema, limit: db.maximumColumns)
        }
        let columns = ColumnList(columns, options: options, limit: db.maximumColumns)
        let keys = columns.keyNames
        if columns.keyValues == .generated {
            guard !exists || integerPrimaryKey == keys[0] else {
                throw TableImportError.noGeneratedKey(
                    options.generatedKey ?? keys[0], "INTEGER PRIMARY KEY", table: name)
            }
        } else if try !keys.isEmpty && !hasUniqueKey(keys, in: db) {
            throw TableImportError.noUniqueKey(keys, table: name)
        }
        return columns
    }
}

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
    private func removedTypes(of narrow: [Int], in list: inout ColumnList) -> [TypeChange] {
        guard !narrow.isEmpty else { return [] }
        list.typeChangeCount += 1
        let changes: [TypeChange] = narrow.map { ($0, .any) }
        guard list.typeChangeCount > Self.maximumChangeCount else { return changes }
        let others = (0..<list.writtenCount).filter { !narrow.contains($0) }
        return changes + others.map { ($0, .any) }.filter { !needsCopy($0, in: list) }
    }

    /// The type with which a column for values of some kinds begins.
    private static func firstType(for kinds: ValueKinds) -> DeclaredType {
        let type = DeclaredType(kinds)
        return type == .real ? .any : type
    }

    private func redeclare(_ changes: [TypeChange], of list: inout ColumnList, in db: Database) throws {
        guard !changes.isEmpty else { return }
        let copiesRows = changes.contains { needsCopy($0, in: list) }
        if copiesRows {
            for index in 0..<list.writtenCount where list.columns[index].type == .real {
                list.declare(index, as: .any)
            }
        }
        for change in changes { list.declare(change.column, as: change.type) }
        if try copiesRows || !replaceDefinition(with: sqlTable(with: list).createStatement, in: db) {
            try copyRows(to: list, in: db)
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
