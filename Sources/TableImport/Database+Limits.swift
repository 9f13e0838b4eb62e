internal import GRDB
private import GRDBSQLite

extension Database {
    /// How many columns a table may have.
    var maximumColumns: Int {
        // SAFETY: the connection is open while GRDB lends the database; -1 asks and changes nothing.
        unsafe Int(sqlite3_limit(sqliteConnection, SQLITE_LIMIT_COLUMN, -1))
    }
}
