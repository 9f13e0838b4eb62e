package import GRDB

/// What SQLite knows of the columns of a table, queried so that the table may have any name: GRDB's own functions fail
/// for a name with quotes.
extension Database {
    /// The names and declared types of the columns, and whether the table computes them; empty if there is no table.
    package func declaredColumns(of table: String) throws -> [(name: String, type: String, isComputed: Bool)]
    {
        try Row.fetchAll(
            self, sql: "SELECT name, type, hidden > 0 FROM pragma_table_xinfo(?)", arguments: [table]
        ).map { ($0[0], $0[1], $0[2]) }
    }

    /// The columns of the primary key, in its order.
    package func primaryKeyColumns(of table: String) throws -> [String] {
        try String.fetchAll(
            self, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", arguments: [table])
    }
}
