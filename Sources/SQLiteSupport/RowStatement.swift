package import GRDB
private import GRDBSQLite

/// A prepared statement that runs once for each row, with values bound one by one.
///
/// GRDB prepares and owns the statement. Values are passed to SQLite directly, because GRDB boxes arguments.
@safe
package final class RowStatement {
    private let statement: Statement
    private let database: Database
    private let handle: OpaquePointer
    /// The error code of a failed bind since the last run; `nil` if all binds succeeded. A bind fails if the value is
    /// too long, or if memory cannot be allocated.
    private var bindErrorCode: Int32?
    private static let empty: StaticString = ""

    /// Prepares one statement, with a parameter for each column.
    package init(sql: String, in database: Database) throws {
        statement = try database.makeStatement(sql: sql)
        self.database = database
        // SAFETY: `self` retains the statement, which keeps its handle valid.
        unsafe handle = statement.sqliteStatement
    }

    deinit {
        // The statement must not keep pointers to the last row's bytes, which their owner may free from now on.
        // SAFETY: `self` retains the statement that owns the handle.
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Binds null to all parameters.
    package func clear() {
        // SAFETY: `self` retains the statement that owns the handle.
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Binds an integer to a parameter, with an index counted from 1.
    package func bind(_ value: Int64, at index: Int32) {
        // SAFETY: `self` retains the statement that owns the handle.
        unsafe sqlite3_bind_int64(handle, index, value)
    }

    /// Binds a real to a parameter, with an index counted from 1.
    package func bind(_ value: Double, at index: Int32) {
        // SAFETY: `self` retains the statement that owns the handle.
        unsafe sqlite3_bind_double(handle, index, value)
    }

    /// Binds text to a parameter, with an index counted from 1. The caller must keep the bytes valid and unmoved until
    /// the parameter is bound again, or ``clear()`` is called.
    package func bind(borrowedText bytes: UnsafePointer<UInt8>?, count: Int, at index: Int32) {
        // SQLite would bind NULL for text without a pointer.
        let start = unsafe UnsafeRawPointer(bytes ?? Self.empty.utf8Start)
        // SAFETY: The caller keeps the bytes valid while they are bound. With `nil` as destructor, SQLite neither
        // copies nor frees them.
        let code = unsafe sqlite3_bind_text64(
            handle, index, start.assumingMemoryBound(to: CChar.self), sqlite3_uint64(count), nil,
            UInt8(SQLITE_UTF8))
        if code != SQLITE_OK { bindErrorCode = code }
    }

    /// Binds a blob to a parameter, with an index counted from 1. The caller must keep the bytes valid and unmoved
    /// until the parameter is bound again, or ``clear()`` is called.
    package func bind(borrowedBytes bytes: UnsafeRawBufferPointer, at index: Int32) {
        // SQLite would bind NULL for a blob without a pointer.
        // SAFETY: The caller keeps the bytes valid while they are bound. With `nil` as destructor, SQLite neither
        // copies nor frees them.
        let code = unsafe sqlite3_bind_blob64(
            handle, index, bytes.baseAddress ?? UnsafeRawPointer(Self.empty.utf8Start),
            sqlite3_uint64(bytes.count), nil)
        if code != SQLITE_OK { bindErrorCode = code }
    }

    /// Binds null to a parameter, with an index counted from 1.
    package func bindNull(at index: Int32) {
        // SAFETY: `self` retains the statement that owns the handle.
        unsafe sqlite3_bind_null(handle, index)
    }

    /// Binds the value of a column in the current row of another statement to a parameter, unchanged.
    ///
    /// - Parameters:
    ///   - column: the index of the column, counted from 0.
    ///   - index: the index of the parameter, counted from 1.
    package func bind(column: Int32, of other: RowStatement, at index: Int32) {
        // SAFETY: Both objects retain the statements that own the handles. SQLite copies the value.
        let code = unsafe sqlite3_bind_value(handle, index, sqlite3_column_value(other.handle, column))
        if code != SQLITE_OK { bindErrorCode = code }
    }

    /// Runs the statement with the bound values, which stay bound.
    ///
    /// - Parameter body: called with each row of the result, whose values other statements can bind until `body` returns.
    /// - Throws: `DatabaseError` if a value could not be bound, or if SQLite reports an error; or the error of `body`.
    package func run(_ body: () throws -> Void = {}) throws {
        // After a failed bind the parameter is null, so the row would be wrong.
        if let bindErrorCode {
            self.bindErrorCode = nil
            // SAFETY: SQLite returns a constant text for every code.
            let message = unsafe String(cString: sqlite3_errstr(bindErrorCode))
            throw DatabaseError(
                resultCode: ResultCode(rawValue: bindErrorCode), message: message, sql: statement.sql)
        }
        // SAFETY: `self` retains the statement that owns the handle.
        // `sqlite3_step` reports an error; `sqlite3_reset` only repeats it.
        defer { unsafe sqlite3_reset(handle) }
        var code = unsafe sqlite3_step(handle)
        while code == SQLITE_ROW {
            try body()
            code = unsafe sqlite3_step(handle)
        }
        guard code != SQLITE_DONE else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: statement.sql)
    }
}
