internal import GRDB
private import GRDBSQLite

extension Database {
    /// The maximum number of columns of a table.
    var maximumColumns: Int {
        // SAFETY: GRDB keeps the connection open while it lends the database. -1 reads the limit and does not change it.
        unsafe Int(sqlite3_limit(sqliteConnection, SQLITE_LIMIT_COLUMN, -1))
    }
}
