import Foundation
import Testing

/// A folder for the files of a test, and a database without tables.
final class PostgresWorkspace {
    let server: PostgresServer
    let folder: TemporaryDirectory
    /// A connection to the database; `nil` on a server of its own, which a test may crash.
    private let connection: PsqlSession?
    let database: String

    init(_ files: [String: [UInt8]], on server: PostgresServer? = nil) throws {
        self.server = try server ?? PostgresServer.shared.get()
        folder = try TemporaryDirectory(files)
        connection = try server == nil ? self.server.emptyDatabase() : nil
        database = connection?.database ?? "postgres"
    }

    convenience init(_ files: [String: String] = [:], on server: PostgresServer? = nil) throws {
        try self.init(files.mapValues { Array($0.utf8) }, on: server)
    }

    deinit {
        if let connection { server.reuse(connection) }
    }

    /// The address of the database.
    var address: String { server.address(of: database) }

    /// Returns the words of an import into the database.
    func words(_ line: String, _ arguments: [String] = []) -> [String] {
        ["import"] + line.split(separator: " ").map(String.init) + arguments + ["--into", address]
    }

    /// Runs an import to its end.
    ///
    /// - Parameters:
    ///   - line: words separated by spaces.
    ///   - arguments: further words.
    @discardableResult
    func run(_ line: String, _ arguments: [String] = []) throws -> Program.Outcome {
        try Program.run(words(line, arguments), in: folder)
    }

    /// Starts an import.
    func start(_ line: String, _ arguments: [String] = []) throws -> RunningImport {
        try RunningImport(words(line, arguments), in: folder)
    }

    /// Writes a file in the folder.
    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: folder.file(file))
    }

    /// Runs SQL statements as on a connection of their own, and returns the rows of the only one that has a result.
    @discardableResult
    func query(_ sql: String) throws -> [[String?]] {
        try connection?.query(sql + "\n;\nDISCARD ALL") ?? server.query(sql, in: database)
    }

    /// Returns the rows of a query. A comma separates the values of a row.
    func rows(_ sql: String) throws -> [String] { try query(sql).map(\.joined) }

    /// Returns a connection to the database.
    func session() throws -> PsqlSession { try PsqlSession(database, on: server) }

    /// Returns the names and the types of the columns of a table; none if it does not exist.
    func columns(of table: String = "dump") throws -> [(name: String, type: String)] {
        let sql = """
            SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
            WHERE attrelid = to_regclass(\(table.quoted.literal)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """
        return try query(sql).map { ($0[0] ?? "", $0[1] ?? "") }
    }

    /// Returns the differences between two tables: in their columns, and in their rows, with the number of times that each row
    /// occurs.
    func differences(_ one: String, _ other: String) throws -> [String] {
        let definitions = try [one, other].map { try columns(of: $0).map { "\($0.name) \($0.type)" } }
        guard definitions[0] == definitions[1] else { return definitions.map(\.description) }
        return try rows(
            """
            (SELECT '\(one)', x FROM (TABLE \(one) EXCEPT ALL TABLE \(other)) AS x LIMIT 3) UNION ALL
            (SELECT '\(other)', x FROM (TABLE \(other) EXCEPT ALL TABLE \(one)) AS x LIMIT 3)
            """)
    }

    /// Waits until the server has closed all other connections to the database, and checks that no lock is left.
    func expectNoConnection(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try waitAtMostAMinute(sourceLocation: sourceLocation) {
            try query(
                """
                SELECT pid FROM pg_stat_activity
                WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
                """
            ).isEmpty
        }
        let locks = """
            SELECT * FROM pg_locks WHERE locktype = 'advisory'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        #expect(try rows(locks + " UNION ALL " + locks) == [], sourceLocation: sourceLocation)
        #expect(try rows("SELECT gid FROM pg_prepared_xacts") == [], sourceLocation: sourceLocation)
    }
}

/// An import that runs at the same time as the test.
struct RunningImport {
    let process: Process
    private let output: URL
    private let messages: URL

    init(_ arguments: [String], in folder: TemporaryDirectory) throws {
        process = Program.make(arguments, in: folder)
        (output, messages) = (try folder.emptyFile(), try folder.emptyFile())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        try process.run()
    }

    /// Waits until the import ends.
    func finish() throws -> Program.Outcome {
        process.waitUntilExit()
        return Program.Outcome(
            status: process.status, output: try String(contentsOf: output, encoding: .utf8),
            messages: try String(contentsOf: messages, encoding: .utf8))
    }

    /// Kills the import, and returns whether it was still running.
    func kill() -> Bool {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    /// Waits until a table has grown by a number of bytes, also by rows that are not committed, or the import ends.
    ///
    /// - Parameter rows: runs a query in the database.
    func wait(
        untilGrowthBy bytes: Int, of table: String = "dump", _ rows: (String) throws -> [[String?]]
    ) throws {
        let sql = "SELECT coalesce(pg_relation_size(to_regclass('\(table)')), 0)"
        func size() throws -> Int { try rows(sql).first?[0].flatMap(Int.init) ?? 0 }
        let start = try size()
        while process.isRunning, try size() < start + bytes { usleep(500) }
    }
}

/// Waits until the condition is true, and fails after a minute, which is much longer than any condition takes.
func waitAtMostAMinute(
    sourceLocation: SourceLocation = #_sourceLocation, until condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !condition() {
        try #require(
            ContinuousClock.now < end, "the condition is still false", sourceLocation: sourceLocation)
        usleep(10_000)
    }
}

extension [String?] {
    /// The values of a row, separated by commas.
    var joined: String { map { $0 ?? "NULL" }.joined(separator: ", ") }
}

extension String {
    /// The name in double quotes, as an identifier or in a text for `to_regclass`.
    var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }

    /// The text in single quotes, as a literal.
    var literal: String { "'" + replacing("'", with: "''") + "'" }
}
