internal import GRDB

/// What a table is made of, asked for so that its name may be any.
extension Database {
    /// The names and declared types of the columns.
    func declaredColumns(of table: String) throws -> [(name: String, type: String)] {
        try Row.fetchAll(self, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table])
            .map { ($0["name"], $0["type"]) }
    }

    /// The sets of columns, by their folded names, of which no two rows have the same values.
    func uniqueKeys(of table: String) throws -> Set<Set<String>> {
        let primary = try String.fetchAll(
            self, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0", arguments: [table])
        let others = try Row.fetchAll(
            self,
            sql: """
                SELECT list.name AS "index", info.name AS "column"
                FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
                WHERE list."unique" AND NOT list.partial
                """, arguments: [table])
        let byIndex = Dictionary(grouping: others) { $0["index"] as String }
        // An index of an expression has no column there.
        let sets = byIndex.values.map { rows in rows.map { ($0["column"] as String?)?.folded } }
        return Set(sets.filter { !$0.contains(nil) }.map { Set($0.compactMap(\.self)) })
            .union([Set(primary.map(\.folded))])
    }
}
