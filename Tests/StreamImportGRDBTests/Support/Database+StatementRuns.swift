import GRDB
import GRDBSQLite

extension Database {
    /// The maximum number of runs of a prepared statement.
    var maximumStatementRuns: Int {
        var (maximum, statement): (Int, OpaquePointer?) = unsafe (0, sqlite3_next_stmt(sqliteConnection, nil))
        while let current = unsafe statement {
            maximum = unsafe max(maximum, Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_RUN, 0)))
            unsafe statement = sqlite3_next_stmt(sqliteConnection, current)
        }
        return maximum
    }
}
