package import GRDB
private import GRDBSQLite

/// A prepared statement that is run once for each row, whose values are bound one by one.
///
/// GRDB makes and keeps the statement; values go to SQLite directly, because arguments of GRDB are boxed.
@safe
package final class RowStatement {
    private let statement: Statement
    private let database: Database
    private let handle: OpaquePointer
    /// Why a value could not be bound: it is too long, or memory could not be had.
    private var bindErrorCode: Int32?
    private static let empty: StaticString = ""

    /// - Parameters:
    ///   - sql: one statement, with a parameter for each column.
    ///   - database: where it is run; must outlive this.
    package init(sql: String, in database: Database) throws {
        statement = try database.makeStatement(sql: sql)
        self.database = database
        // SAFETY: the statement is kept, and its handle lives as long.
        unsafe handle = statement.sqliteStatement
    }

    deinit {
        // The last row's values may be borrowed from memory that goes.
        // SAFETY: the statement that the handle belongs to is kept.
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Makes all parameters null.
    @inline(__always)
    package func clear() {
        // SAFETY: the statement that the handle belongs to is kept.
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Binds an integer to the parameter with an index, counted from 1. All of these do.
    @inline(__always)
    package func bind(_ value: Int64, at index: Int32) {
        // SAFETY: the statement that the handle belongs to is kept.
        unsafe sqlite3_bind_int64(handle, index, value)
    }

    @inline(__always)
    package func bind(_ value: Double, at index: Int32) {
        // SAFETY: the statement that the handle belongs to is kept.
        unsafe sqlite3_bind_double(handle, index, value)
    }

    /// Binds text, which is borrowed: the bytes must stay where they are until ``run()`` returns.
    @inline(__always)
    package func bind(borrowedText bytes: UnsafePointer<UInt8>?, count: Int, at index: Int32) {
        // Text without a pointer would be null.
        let start = unsafe UnsafeRawPointer(bytes ?? Self.empty.utf8Start)
        // SAFETY: nil for the destructor says that SQLite neither copies nor frees the bytes.
        let code = unsafe sqlite3_bind_text64(
            handle, index, start.assumingMemoryBound(to: CChar.self), sqlite3_uint64(count), nil,
            UInt8(SQLITE_UTF8))
        if code != SQLITE_OK { bindErrorCode = code }
    }

    /// Binds bytes, which are borrowed as text is.
    @inline(__always)
    package func bind(borrowedBytes bytes: UnsafeRawBufferPointer, at index: Int32) {
        // SAFETY: as above; a blob without a pointer would be null.
        let code = unsafe sqlite3_bind_blob64(
            handle, index, bytes.baseAddress ?? UnsafeRawPointer(Self.empty.utf8Start),
            sqlite3_uint64(bytes.count), nil)
        if code != SQLITE_OK { bindErrorCode = code }
    }

    /// Makes a parameter null.
    @inline(__always)
    package func bindNull(at index: Int32) {
        // SAFETY: the statement that the handle belongs to is kept.
        unsafe sqlite3_bind_null(handle, index)
    }

    /// Runs the statement with what is bound, which stays bound.
    package func run() throws {
        // The parameter is null now, which is not what was meant.
        if let bindErrorCode {
            self.bindErrorCode = nil
            throw DatabaseError(
                resultCode: ResultCode(rawValue: bindErrorCode), message: "string or blob too big",
                sql: statement.sql)
        }
        // SAFETY: the statement that the handle belongs to is kept.
        let code = unsafe sqlite3_step(handle)
        // What went wrong is said by the step; the reset says it once more.
        let message = code == SQLITE_DONE || code == SQLITE_ROW ? nil : database.lastErrorMessage
        unsafe sqlite3_reset(handle)
        guard let message else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
}
