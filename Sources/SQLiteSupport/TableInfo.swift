package import GRDB

/// A table or a view as the database has it, queried so that it may have any name: GRDB's own functions fail for a name with
/// quotes.
package struct TableInfo {
    /// The schema that has the table: `main`, `temp`, or the name of an attached database.
    package let schema: String
    /// The name as it was spelled when the table was made.
    package let name: String
    package let isView: Bool
    /// Whether the table holds values of the declared types only, and knows few types.
    package let isStrict: Bool
    /// The statement that made the table, with what became of it since. Empty for what no statement made.
    package let sql: String
    /// The columns, in their order.
    package let columns: [Column]
    /// The names of the columns of the primary key, in its order.
    package let primaryKey: [String]

    /// A column of a table.
    package struct Column {
        package let name: String
        /// The type in the declaration. Empty if there is none, and for the `ANY` of a strict table, which holds what no
        /// type holds in others.
        package let declaredType: String
        /// Whether the table computes the values, and takes none.
        package let isGenerated: Bool
    }

    /// Finds the table or view that SQLite takes a name for; `nil` if there is none.
    package init?(_ name: String, in database: Database) throws {
        let found = try Row.fetchOne(
            database,
            sql: """
                SELECT schema, name, type = 'view', strict FROM pragma_table_list(?)
                ORDER BY schema = 'temp' DESC, schema = 'main' DESC LIMIT 1
                """, arguments: [name])
        guard let found else { return nil }
        let isStrict: Bool = found[3]
        (schema, self.name, isView, self.isStrict) = (found[0], found[1], found[2], isStrict)
        sql = try Self.statement(of: self.name, in: schema, database) ?? ""
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, type, hidden > 0, pk FROM pragma_table_xinfo(?, ?)",
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

    private static func statement(of name: String, in schema: String, _ database: Database) throws -> String?
    {
        try String.fetchOne(
            database,
            sql: """
                SELECT sql FROM \(schema.sqlIdentifier).sqlite_master
                WHERE name = ? AND type IN ('table', 'view')
                """, arguments: [name])
    }

    /// The sets of columns, by their lowercasedASCII names, of which no two rows have the same values.
    package func uniqueKeys(in database: Database) throws -> Set<Set<[UInt8]>> {
        let others = try Row.fetchAll(
            database,
            sql: """
                SELECT list.name AS "index", info.name AS "column"
                FROM pragma_index_list(?, ?) AS list, pragma_index_info(list.name, ?) AS info
                WHERE list."unique" AND NOT list.partial
                """, arguments: [name, schema, schema])
        // By bytes: to a `String`, é is the same however it is composed.
        let byIndex = Dictionary(grouping: others) { Array(($0["index"] as String).utf8) }
        // An index of an expression has no column there.
        let sets = byIndex.values.map { rows in rows.map { ($0["column"] as String?)?.lowercasedASCII } }
        return Set(sets.filter { !$0.contains(nil) }.map { Set($0.compactMap(\.self)) })
            .union([Set(primaryKey.map(\.lowercasedASCII))])
    }
}
