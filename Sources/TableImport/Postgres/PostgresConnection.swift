internal import CPostgres
internal import Foundation

/// A connection to a PostgreSQL server.
///
/// The functions wait for the server on the socket, so that a request to stop cancels the statement that is being executed.
// SAFETY, of the type: the object owns the connection, and finishes it once. libpq's results are cleared once, by the function that
// has received them.
@safe
final class PostgresConnection {
    private let connection: OpaquePointer
    /// The flag whose request cancels the current statement; `nil` for none.
    var interruptFlag: InterruptFlag?

    /// The address, which the user sees in messages. It has no password.
    let address: String

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - address: a URI or a string of libpq. libpq reads what it lacks from the environment, `.pgpass` and service files.
    ///   - interruptFlag: see ``interruptFlag``.
    /// - Throws: ``PostgresError``.
    init(_ address: String, interruptFlag: InterruptFlag?) throws(PostgresError) {
        self.address = address
        self.interruptFlag = interruptFlag
        let options: [(name: String?, value: String?)] = [
            ("dbname", address), ("fallback_application_name", "stream-import"), ("client_encoding", "UTF8"),
        ]
        // SAFETY: the strings and the arrays are valid for the call.
        let opened = unsafe options.map(\.name).withCStrings { names in
            unsafe options.map(\.value).withCStrings { values in unsafe PQconnectdbParams(names, values, 1) }
        }
        guard let opened = unsafe opened else {
            throw PostgresError(sqlState: "53200", message: "out of memory")
        }
        unsafe connection = opened
        guard unsafe PQstatus(connection) == CONNECTION_OK else {
            throw PostgresError(
                // SAFETY: libpq returns a string that is valid until the next call for the connection.
                sqlState: "08001", message: unsafe Self.text(PQerrorMessage(connection)))
        }
        // libpq would print the notices of the server.
        unsafe PQsetNoticeReceiver(connection, { _, _ in }, nil)
        // Without it, a server that reads slowly would keep the program from noticing Ctrl-C.
        guard unsafe PQsetnonblocking(connection, 1) == 0 else {
            throw PostgresError(sqlState: "08001", message: "the connection has ended")
        }
    }

    // SAFETY: nothing uses the connection afterwards.
    deinit { unsafe PQfinish(connection) }

    /// Returns the parameters of an address; `nil` if it is malformed.
    fileprivate static func parameters(of address: String) -> [String: String]? {
        // SAFETY: the list ends with an option without a keyword, and is freed at the end.
        guard let options = unsafe PQconninfoParse(address, nil) else { return nil }
        defer { unsafe PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val { unsafe parameters[text(keyword)] = unsafe text(value) }
            unsafe option += 1
        }
        return parameters
    }

    // MARK: - Statements

    /// Executes statements.
    ///
    /// - Parameter parameters: the values of `$1`, `$2` and so on; only one statement may have parameters.
    /// - Returns: the rows of the last statement, as texts; `nil` for null.
    @discardableResult
    func execute(_ sql: String, _ parameters: [String?] = []) throws -> [[String?]] {
        try send(sql, parameters)
        return try rows()
    }

    /// Executes `COPY … FROM STDIN`.
    ///
    /// - Parameter body: passes the rows, in the text format and in pieces, to its argument. The server reads them meanwhile.
    func copy(_ sql: String, _ body: ((Span<UInt8>) throws -> Void) throws -> Void) throws {
        try send(sql, [])
        // SAFETY: the result is cleared once.
        guard let result = try unsafe nextResult() else { throw lost() }
        let isCopying = unsafe PQresultStatus(result) == PGRES_COPY_IN
        let error = isCopying ? nil : unsafe PostgresError(result)
        unsafe PQclear(result)
        if let error {
            _ = try? rows()
            throw error.isConnectionLost ? lost(error) : error
        }
        do {
            try body(write)
        } catch let error where !(error is ConnectionLost) {
            try endCopy("the import stops")
            _ = try? rows()
            throw error
        }
        try endCopy(nil)
        _ = try rows()
    }

    /// Ends the rows.
    private func endCopy(_ error: String?) throws {
        while true {
            // SAFETY: the message is valid for the call.
            let status = unsafe PQputCopyEnd(connection, error)
            if status == 1 { return }
            guard status == 0 else { throw lost() }
            try waitForRoom()
        }
    }

    private func write(_ text: Span<UInt8>) throws {
        var start = 0
        while start < text.count {
            let count = min(text.count - start, Self.chunkBytes)
            // SAFETY: libpq copies the bytes during the call.
            let chunk = text.extracting(start..<start + count)
            let status = unsafe chunk.withUnsafeBytes {
                unsafe PQputCopyData(connection, $0.baseAddress, Int32(count))
            }
            switch status {
            case 1: start += count
            case 0: try waitForRoom()
            default: throw lost()
            }
        }
    }

    private static let chunkBytes = 64 << 10

    private func send(_ sql: String, _ parameters: [String?]) throws {
        // SAFETY: the strings are valid for the call, in which libpq copies them.
        let isSent =
            parameters.isEmpty
            ? unsafe PQsendQuery(connection, sql)
            : unsafe parameters.withCStrings {
                unsafe PQsendQueryParams(connection, sql, Int32(parameters.count), nil, $0, nil, nil, 0)
            }
        guard isSent == 1 else { throw lost() }
    }

    /// Reads all results of the statements that were sent, and returns the rows of the last one.
    private func rows() throws -> [[String?]] {
        var rows: [[String?]] = []
        var error: PostgresError?
        // SAFETY: the result is valid until it is cleared. The indices are within its bounds.
        while let result = try unsafe nextResult() {
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_TUPLES_OK:
                unsafe rows = (0..<PQntuples(result)).map { row in
                    unsafe (0..<PQnfields(result)).map { field in
                        unsafe PQgetisnull(result, row, field) == 1
                            ? nil : Self.text(PQgetvalue(result, row, field))
                    }
                }
            case PGRES_COMMAND_OK: rows = []
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                preconditionFailure("the statement copies rows")
            default: unsafe error = error ?? PostgresError(result)
            }
        }
        guard let error else { return rows }
        if error.sqlState == PostgresError.canceled, interruptFlag?.isRequested == true {
            throw Interrupted()
        }
        throw error.isConnectionLost ? lost(error) : error
    }

    /// Waits for the next result; `nil` after the last one.
    private func nextResult() throws -> OpaquePointer? {
        while true {
            // SAFETY, below: see `connection`.
            switch unsafe PQflush(connection) {
            case 0: break
            case 1:
                try waitForRoom()
                continue
            default: throw lost()
            }
            if unsafe PQisBusy(connection) == 0 { break }
            try wait(for: Int16(POLLIN))
            guard unsafe PQconsumeInput(connection) == 1 else { throw lost() }
        }
        return unsafe PQgetResult(connection)
    }

    /// Waits until the server has read some of what was sent.
    private func waitForRoom() throws {
        try wait(for: Int16(POLLIN | POLLOUT))
        // The server may send messages before it reads more.
        // SAFETY: see `connection`.
        guard unsafe PQconsumeInput(connection) == 1, unsafe PQflush(connection) >= 0 else { throw lost() }
    }

    private func wait(for events: Int16) throws {
        var isCanceled = false
        while true {
            // SAFETY: the array has one element, which is valid for the call.
            var socket = pollfd(fd: unsafe PQsocket(connection), events: events, revents: 0)
            guard socket.fd >= 0 else { throw lost() }
            let count = unsafe poll(&socket, 1, Self.pollMilliseconds)
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw lost() }
            guard let interruptFlag, interruptFlag.isRequested, !isCanceled else { continue }
            isCanceled = true
            cancel()
        }
    }

    /// The time between two looks at the request to stop.
    private static let pollMilliseconds: Int32 = 100

    /// Asks the server to cancel the current statement, which then fails.
    private func cancel() {
        // SAFETY: the request is freed once, and the buffer is as long as libpq is told.
        guard let request = unsafe PQgetCancel(connection) else { return }
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
            _ = unsafe PQcancel(request, $0.baseAddress, 256)
        }
        unsafe PQfreeCancel(request)
    }

    private func lost(_ error: PostgresError? = nil) -> ConnectionLost {
        // SAFETY: libpq returns a string that is valid until the next call for the connection.
        ConnectionLost(
            cause: error
                ?? PostgresError(sqlState: "08006", message: unsafe Self.text(PQerrorMessage(connection))))
    }

    // SAFETY: the caller passes a string that ends with a zero byte, or `nil`.
    fileprivate static func text(_ string: UnsafePointer<CChar>?) -> String {
        unsafe string.map { unsafe String(cString: $0) } ?? ""
    }
}

/// An error that the server or libpq reports.
struct PostgresError: Error {
    /// The five letters that tell errors apart; see "PostgreSQL Error Codes" in its documentation.
    fileprivate let sqlState: String
    let message: String

    fileprivate static let canceled = "57014"

    init(sqlState: String, message: String) {
        self.sqlState = sqlState
        self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ").replacing(
            "\t", with: "")
    }

    // SAFETY: the result is valid for the call.
    fileprivate init(_ result: OpaquePointer) {
        // Swift does not import libpq's names of the fields, PG_DIAG_….
        let field = { (code: Unicode.Scalar) in
            unsafe PostgresConnection.text(PQresultErrorField(result, Int32(code.value)))
        }
        let detail = field("D")
        let message = field("M") + (detail.isEmpty ? "" : ": " + detail)
        self.init(
            sqlState: field("C"),
            message: message.isEmpty ? unsafe PostgresConnection.text(PQresultErrorMessage(result)) : message)
    }

    /// Whether the connection ends with the error: the server stops, has stopped another process of its own, or is not reached.
    fileprivate var isConnectionLost: Bool {
        sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState) || sqlState.isEmpty
    }

    /// Whether a value or a constraint of the table is the cause, so that the other rows may be written.
    var isOfRow: Bool { ["22", "23", "54"].contains(sqlState.prefix(2)) || sqlState == "P0001" }
}

extension [String?] {
    /// Calls a function with an array of C strings, which ends with `nil`.
    fileprivate func withCStrings<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        // SAFETY: the copies are valid until they are freed, after the call.
        let copies = unsafe map { unsafe $0.flatMap { unsafe strdup($0) } }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe (copies.map { unsafe UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
            guard let first = $0.baseAddress else { preconditionFailure("the array ends with nil") }
            return unsafe body(first)
        }
    }
}

/// A PostgreSQL database as the destination of several imports, which share one connection.
final class PostgresDatabase: TableConnection {
    private let name: String
    var interruptFlag: InterruptFlag? {
        didSet { connection?.interruptFlag = interruptFlag }
    }
    private var connection: PostgresConnection?
    private var wasConnected = false
    /// The store of the last run, whose commit may have no answer.
    private var lastStore: PostgresStore?

    init(_ address: String) { name = address }

    func withStore<Result>(
        of input: TableInput, _ options: TableImportOptions, from start: ImportStart,
        _ body: (any TableStore) throws -> Result
    ) throws -> Result {
        let connection = try open()
        var start = start
        if start == .firstRecord, try lastStore?.wasCommitted(in: connection) == true { start = .checkpoint }
        let store = try PostgresStore(of: input, options, from: start, in: connection)
        lastStore = store
        let result = try body(store)
        try? store.release()
        return result
    }

    /// Checks an address; see ``TableDatabase/validatePostgresAddress(_:)``.
    static func validate(_ address: String) throws {
        guard let parameters = PostgresConnection.parameters(of: address),
            // After a password with `/`, libpq takes the beginning of the password for a port.
            parameters["port"]?.allSatisfy({ $0.isNumber || $0 == "," }) ?? true
        else {
            throw TableImportError(
                .usage,
                "--into expects an address such as postgresql://user@host/database, found another form",
                advice: "write characters such as %, / and spaces as %25, %2F and %20")
        }
        guard parameters["password"] == nil, parameters["sslpassword"] == nil else {
            throw TableImportError(
                .usage, "--into has a password, which the list of processes would show",
                advice: "give it with PGPASSWORD, ~/.pgpass or a service file, and remove it from --into")
        }
    }

    private func open() throws -> PostgresConnection {
        if let connection { return connection }
        do {
            let connection = try PostgresConnection(name, interruptFlag: interruptFlag)
            (self.connection, wasConnected) = (connection, true)
            // The server ends the session of a machine that is lost, and with it the locks, after two minutes instead of two hours.
            _ = try? connection.execute(
                "SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6"
            )
            return connection
        } catch {
            // The server may be starting again.
            throw wasConnected ? ConnectionLost(cause: error) : error
        }
    }

    func close() { connection = nil }

    func isEmpty(_ table: String) -> Bool {
        value("EXISTS (SELECT * FROM \(table.sqlIdentifier))", of: table).map { $0 == "f" } ?? false
    }

    func rowCount(of table: String) -> Int? {
        value("(SELECT count(*) FROM \(table.sqlIdentifier))", of: table).flatMap { $0 == "f" ? 0 : Int($0) }
    }

    func tables(of input: String, kind: String) -> [String] {
        let rows = try? open().execute(
            """
            SELECT relname FROM stream_import JOIN pg_class
                ON table_name = relnamespace::regnamespace::text || '.' || relname AND pg_table_is_visible(oid)
            WHERE input = $1 AND state::json->'settings'->>'kind' = $2
            """, [input, kind])
        return (rows ?? []).compactMap { $0[0] }
    }

    /// Returns the value of an expression about a table, or `f` if the table does not exist; `nil` after an error.
    private func value(_ expression: String, of table: String) -> String? {
        guard let connection = try? open() else { return nil }
        let exists = try? connection.execute("SELECT to_regclass($1) IS NOT NULL", [table.sqlIdentifier])
        guard exists == [["t"]] else { return exists == [["f"]] ? "f" : nil }
        return (try? connection.execute("SELECT \(expression)"))?.first?[0]
    }

    func describing(_ error: any Error) -> any Error {
        switch error {
        case let error as PostgresError: TableImportError(error, of: name)
        case let lost as ConnectionLost: describing(lost.cause)
        case is DecodingError, is InvalidStoredValue:
            TableImportError.foreignContents(
                of: name, "stream_import and stream_import_tables",
                removedBy: "DROP TABLE stream_import, stream_import_tables")
        default: error
        }
    }
}

extension TableImportError {
    /// Creates an error from an error of the server or of libpq. Adds advice if the user can do something about the error.
    init(_ error: PostgresError, of address: String) {
        let advice: String? =
            switch error.sqlState.prefix(2) {
            case _ where error.isConnectionLost:
                "check the address and that the server accepts connections, and run the same command again; give a password "
                    + "with PGPASSWORD, ~/.pgpass or a service file"
            case "53": "free some space or memory of the server, and run the same command again to resume"
            case "42" where error.sqlState == "42501":
                "let the role create tables in the schema, and use the table and its sequence"
            case "40" where error.sqlState == "40P01",
                "55" where ["55P03", "55006"].contains(error.sqlState):
                "another session is using the table; run the same command again when it has finished"
            default: nil
            }
        self.init(.database, "\(address): \(error.message)", advice: advice)
    }
}
