import GRDB
import GRDBSQLite

extension Database {
    /// How often that statement was run which was run most of those that are prepared.
    var maximumStatementRuns: Int {
        var (most, statement): (Int, OpaquePointer?) = unsafe (0, sqlite3_next_stmt(sqliteConnection, nil))
        while let current = unsafe statement {
            most = unsafe max(most, Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_RUN, 0)))
            unsafe statement = sqlite3_next_stmt(sqliteConnection, current)
        }
        return most
    }
}
