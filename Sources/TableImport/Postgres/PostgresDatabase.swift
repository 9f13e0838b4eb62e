internal import Foundation

/// A PostgreSQL database as the destination of several imports, which share one connection.
final class PostgresDatabase: TableConnection {
    private let name: String
    var interruptFlag: InterruptFlag? {
        didSet { connection?.interruptFlag = interruptFlag }
    }
    private var connection: PostgresConnection?
    /// Whether a connection was opened before.
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

    /// Returns the connection, and opens it if it is not open.
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
            TableImportError(
                .database,
                "\(name): the tables stream_import and stream_import_tables have contents that no import writes",
                advice:
                    "remove them: DROP TABLE stream_import, stream_import_tables; the next import of each input then adds "
                    + "all its records again, so import with --key, or into another table")
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
