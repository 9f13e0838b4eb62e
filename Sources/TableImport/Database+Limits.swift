internal import GRDB
private import GRDBSQLite

extension Database {
    /// The maximum number of columns of a table.
    var maximumColumns: Int {
        // SAFETY: GRDB keeps the connection open while it lends the database. The value -1 leaves the limit unchanged.
        unsafe Int(sqlite3_limit(sqliteConnection, SQLITE_LIMIT_COLUMN, -1))
    }
}
