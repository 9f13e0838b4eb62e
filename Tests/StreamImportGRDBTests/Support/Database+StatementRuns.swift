import GRDB
import GRDBSQLite

extension Database {
    /// The maximum number of runs of a prepared statement.
    var maximumStatementRuns: Int {
        var (most, statement): (Int, OpaquePointer?) = unsafe (0, sqlite3_next_stmt(sqliteConnection, nil))
        while let current = unsafe statement {
            most = unsafe max(most, Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_RUN, 0)))
            unsafe statement = sqlite3_next_stmt(sqliteConnection, current)
        }
        return most
    }
}
