package import GRDB

/// A table or view of a database. The name may contain any character, because the queries bind it. GRDB's own functions
/// fail for a name with quotes.
package struct TableInfo {
    /// The schema of the table: `main`, `temp`, or the name of an attached database.
    package let schema: String
    /// The name as it was spelled when the table was created.
    package let name: String
    package let isView: Bool
    /// Whether the table is `STRICT`: it holds values of the declared types only, and allows few types.
    package let isStrict: Bool
    /// The statement that creates the table as it is now, including later alterations. Empty for a table that no
    /// statement created.
    package let sql: String
    /// The columns, in table order.
    package let columns: [Column]
    /// The names of the primary key's columns, in the order of the key.
    package let primaryKey: [String]

    package struct Column {
        package let name: String
        /// The type in the declaration. Empty for a column without a type, and for an `ANY` column of a strict table,
        /// which stores values unchanged like a column without a type in other tables.
        package let declaredType: String
        /// Whether the column is a generated column, which SQLite computes and no statement can write.
        package let isGenerated: Bool
    }

    /// Reads the table or view that a name refers to in SQLite; `nil` if none exists.
    package init?(_ name: String, in database: Database) throws {
        guard let found = try Self.find(name, in: database) else { return nil }
        let isStrict: Bool = found[3]
        (schema, self.name, isView, self.isStrict) = (found[0], found[1], found[2], isStrict)
        sql =
            try String.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT sql FROM \(schema.sqlIdentifier).sqlite_master
                        WHERE name = ? AND type IN ('table', 'view')
                        """), arguments: [self.name]) ?? ""
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT name, type, hidden > 0, pk FROM pragma_table_xinfo(?, ?)"),
            arguments: [self.name, schema])
        columns = rows.map { row in
            let type: String = row[1]
            return Column(
                name: row[0], declaredType: isStrict && type.uppercased() == "ANY" ? "" : type,
                isGenerated: row[2])
        }
        let keyColumns = rows.map { (position: $0[3] as Int, name: $0[0] as String) }.filter {
            $0.position > 0
        }
        primaryKey = keyColumns.sorted { $0.position < $1.position }.map(\.name)
    }

    /// Returns whether a name refers to a table or view of a connection without attached databases.
    package static func exists(_ name: String, in database: Database) throws -> Bool {
        try definition(of: name, in: database) != nil
    }

    /// Returns the ``sql`` of the table or view that a name refers to in a connection without attached databases; `nil` if none
    /// exists. Faster than `init`, because it does not read the columns.
    package static func definition(of name: String, in database: Database) throws -> String? {
        let query = { (schema: String) in
            """
            (SELECT ifnull(sql, '') FROM \(schema).sqlite_master
                WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view'))
            """
        }
        return try String.fetchOne(
            database.cachedStatement(sql: "SELECT ifnull(\(query("temp")), \(query("main")))"),
            arguments: [name])
    }

    /// Returns the name that refers to the rowid of a table in statements; `nil` if the table has no rowids, or if columns
    /// have all names of the rowid.
    package static func rowidName(of name: String, in database: Database) throws -> String? {
        guard let found = try find(name, in: database), found[2] == false, found[4] == false else {
            return nil
        }
        let used = try String.fetchSet(
            database.cachedStatement(
                sql: """
                    SELECT lower(name) FROM pragma_table_xinfo(?, ?) WHERE lower(name) IN ('rowid', '_rowid_', 'oid')
                    """), arguments: [found[1] as String, found[0] as String])
        return ["rowid", "_rowid_", "oid"].first { !used.contains($0) }
    }

    private static func find(_ name: String, in database: Database) throws -> Row? {
        // Without a cache of the statements in this file, imports of small files take twice the time.
        try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT schema, name, type = 'view', strict, wr FROM pragma_table_list(?)
                    ORDER BY schema = 'temp' DESC, schema = 'main' DESC LIMIT 1
                    """), arguments: [name])
    }

    /// Returns the sets of columns whose values together are unique for each row: those of unique indices and of the
    /// primary key. A set contains names in `lowercasedASCII` form.
    package func uniqueKeys(in database: Database) throws -> Set<Set<[UInt8]>> {
        let indexColumns = try Row.fetchAll(
            database,
            sql: """
                SELECT list.name AS "index", info.name AS "column"
                FROM pragma_index_list(?, ?) AS list, pragma_index_info(list.name, ?) AS info
                WHERE list."unique" AND NOT list.partial
                """, arguments: [name, schema, schema])
        // Groups by bytes, because `String` treats all compositions of é as equal.
        let byIndex = Dictionary(grouping: indexColumns) { Array(($0["index"] as String).utf8) }
        // A unique index on an expression has no column name, and is skipped.
        let sets = byIndex.values.map { rows in rows.map { ($0["column"] as String?)?.lowercasedASCII } }
        return Set(sets.filter { !$0.contains(nil) }.map { Set($0.compactMap(\.self)) })
            .union([Set(primaryKey.map(\.lowercasedASCII))])
    }
}

/// The type affinity of a column. The rules are those of section 3.1 of "Datatypes In SQLite", in their order.
package enum Affinity {
    case integer, text, blob, real, numeric

    package init(declaredType: String) {
        let type = declaredType.uppercased()
        self =
            if type.contains("INT") {
                .integer
            } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
                .text
            } else if type.isEmpty || type.contains("BLOB") {
                .blob
            } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
                .real
            } else {
                .numeric
            }
    }
}
