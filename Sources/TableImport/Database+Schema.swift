internal import GRDB
internal import SQLiteSupport

/// What the database says of a table or a view.
struct SchemaEntry {
    /// The name as it was spelled when it was made.
    let name: String
    let isView: Bool
    /// The statement that made it, and what became of it since.
    let sql: String
}

/// What a table is made of, asked for so that its name may be any.
extension Database {
    /// The table, or view, that SQLite takes a name for.
    func entry(named name: String) throws -> SchemaEntry? {
        let row = try Row.fetchOne(
            self,
            sql: """
                SELECT name, type = 'view', ifnull(sql, '') FROM sqlite_master
                WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')
                """, arguments: [name])
        return row.map { SchemaEntry(name: $0[0], isView: $0[1], sql: $0[2]) }
    }

    /// Whether the table holds values of the declared types only, and knows few types.
    func isStrict(_ table: String) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT max(strict) FROM pragma_table_list WHERE name = ?", arguments: [table])
            ?? false
    }

    /// The sets of columns, by their folded names, of which no two rows have the same values.
    func uniqueKeys(of table: String) throws -> Set<Set<[UInt8]>> {
        let others = try Row.fetchAll(
            self,
            sql: """
                SELECT list.name AS "index", info.name AS "column"
                FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
                WHERE list."unique" AND NOT list.partial
                """, arguments: [table])
        // By bytes: to a `String`, é is the same however it is composed.
        let byIndex = Dictionary(grouping: others) { Array(($0["index"] as String).utf8) }
        // An index of an expression has no column there.
        let sets = byIndex.values.map { rows in rows.map { ($0["column"] as String?)?.folded } }
        return try Set(sets.filter { !$0.contains(nil) }.map { Set($0.compactMap(\.self)) })
            .union([Set(primaryKeyColumns(of: table).map(\.folded))])
    }

    /// Whether an index finds rows by one column alone.
    func hasIndex(on column: String, of table: String) throws -> Bool {
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
    func unusedName(_ wanted: String) throws -> String {
        let exists = "SELECT count(*) > 0 FROM sqlite_master WHERE name = ? COLLATE NOCASE"
        var (name, number) = (wanted, 2)
        while try Bool.fetchOne(self, sql: exists, arguments: [name]) == true {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
