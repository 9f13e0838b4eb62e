import Foundation
import Synchronization
import Testing

/// A PostgreSQL server in a folder of its own, which listens on a Unix socket in the folder.
///
/// A shell stops the server and removes the folder when the server is deinitialized, or when the process with the tests ends,
/// also after a crash: both close the pipe that the shell reads.
final class PostgresServer: Sendable {
    /// The server of all tests but those that crash a server.
    static let shared = Result { try PostgresServer() }

    /// The folder with the programs of PostgreSQL; `nil` if no server is installed.
    static let programs: String? = {
        let files = FileManager.default
        let root = "/usr/lib/postgresql"
        let versions = ((try? files.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init)
        let search = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
            String.init)
        return (versions.sorted(by: >).map { "\(root)/\($0)/bin" } + search).first {
            files.isExecutableFile(atPath: $0 + "/initdb")
        }
    }()

    /// A user who needs a password for connections.
    static let protectedUser = "protected"
    /// The password of ``protectedUser``.
    static let password = "tulip/7 & 'tide'"

    /// The folder of the server. Its path is short, because that of a socket has at most 107 bytes.
    let folder: String
    private let lifeline: FileHandle
    /// Connections to databases without tables that no test uses. To create and to remove a database takes longer than a test.
    private let idleSessions = Mutex<[PsqlSession]>([])

    init() throws {
        folder = "/tmp/pg-" + UUID().uuidString.prefix(8).lowercased()
        try Self.run(["mkdir", "-m", "755", folder])
        let pipe = Pipe()
        lifeline = pipe.fileHandleForWriting
        // A program that a test starts must not keep the pipe open.
        _ = fcntl(lifeline.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let stop = Self.words(["pg_ctl", "-D", folder + "/data", "-m", "immediate", "-s", "stop"])
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", #"trap '' INT HUP; cd /; read -r line; "$@"; rm -rf "$0""#, folder] + stop
        (shell.standardInput, shell.standardOutput, shell.standardError) =
            (pipe, FileHandle.nullDevice, FileHandle.nullDevice)
        try shell.run()
        try? pipe.fileHandleForReading.close()
        try createCluster()
        try start()
        try query(
            "CREATE ROLE \(Self.protectedUser) LOGIN PASSWORD '\(Self.password.replacing("'", with: "''"))'")
    }

    deinit { try? lifeline.close() }

    private func createCluster() throws {
        try Self.run([
            "initdb", "-D", folder + "/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale",
            "--no-sync",
        ])
        let settings = try FileHandle(forWritingTo: URL(filePath: folder + "/data/postgresql.conf"))
        try settings.seekToEnd()
        try settings.write(
            contentsOf: Data(
                """
                listen_addresses = ''
                unix_socket_directories = '\(folder)'
                fsync = off
                shared_buffers = 32MB\n
                """.utf8))
        try settings.close()
        let access = "local all \(Self.protectedUser) scram-sha-256\nlocal all all trust\n"
        try Data(access.utf8).write(to: URL(filePath: folder + "/data/pg_hba.conf"))
    }

    /// Starts the server, and waits until it accepts connections. It runs in the foreground: `Process` would wait for the end of
    /// a server in the background, too.
    private func start() throws {
        let log = folder + "/log"
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(filePath: log)) }
        let messages = try FileHandle(forWritingTo: URL(filePath: log))
        try messages.seekToEnd()
        let server = Self.make(["postgres", "-D", folder + "/data"])
        (server.standardOutput, server.standardError) = (messages, messages)
        try server.run()
        while (try? query("SELECT 1")) == nil {
            guard server.isRunning else {
                throw CommandError(
                    message: try String(contentsOfFile: log, encoding: .utf8), command: "postgres")
            }
            usleep(10_000)
        }
    }

    /// A way to end a server while programs use it.
    enum Crash: CaseIterable {
        /// All processes end at once, and the server is started again.
        case ofServer
        /// The process of one connection is killed. The server then closes all connections, and recovers by itself.
        case ofConnection
    }

    /// Crashes the server, and waits until it accepts connections again.
    func crash(_ crash: Crash) throws {
        switch crash {
        case .ofServer:
            // The first line of the file is the process. An immediate shutdown removes the file and writes nothing else.
            let file = folder + "/data/postmaster.pid"
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            if let process = Int32(lines[0]) { kill(process, SIGQUIT) }
            try waitAtMostAMinute { !FileManager.default.fileExists(atPath: file) }
            try start()
        case .ofConnection:
            let connections = try query(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
            guard let process = connections.first?[0].flatMap(Int32.init) else { return }
            kill(process, SIGKILL)
            // The server notices the end of the process before it accepts the next connection, or soon afterwards.
            try waitAtMostAMinute {
                (try? query("SELECT 1 FROM pg_stat_activity WHERE pid = \(process)"))?.isEmpty == true
            }
        }
    }

    /// Returns the address of a database, as `--into` expects it.
    func address(of database: String, user: String = "postgres") -> String {
        "postgresql:///\(database)?host=\(folder)&user=\(user)"
    }

    /// Runs SQL statements, one of which may have a result, and returns the rows of the result.
    @discardableResult
    func query(_ sql: String, in database: String = "postgres") throws -> [[String?]] {
        let files = try TemporaryDirectory(["sql": sql])
        let (output, messages) = (try files.emptyFile(), try files.emptyFile())
        let psql = makePsql(database, ["-f", files.file("sql").path])
        psql.standardInput = FileHandle.nullDevice
        psql.standardOutput = try FileHandle(forWritingTo: output)
        psql.standardError = try FileHandle(forWritingTo: messages)
        try psql.run()
        psql.waitUntilExit()
        guard psql.status == 0 else {
            throw CommandError(message: try String(contentsOf: messages, encoding: .utf8), command: sql)
        }
        return Self.rows(try Data(contentsOf: output))
    }

    /// Returns a connection to a database without tables, which no other test uses.
    func emptyDatabase() throws -> PsqlSession {
        if let session = idleSessions.withLock({ $0.popLast() }) { return session }
        let database = "d" + UUID().uuidString.replacing("-", with: "").lowercased()
        try query("CREATE DATABASE \(database) TEMPLATE template0")
        return try PsqlSession(database, on: self)
    }

    /// Empties a database for the next test. A database that cannot be emptied is not used again.
    func reuse(_ session: PsqlSession) {
        let isEmpty = try? session.query(
            """
            DO $$ DECLARE name text; BEGIN
                SET LOCAL client_min_messages = error;
                PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid();
                EXECUTE format('ALTER DATABASE %I OWNER TO postgres', current_database());
                FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)' LOOP
                    EXECUTE format('DROP SCHEMA %I CASCADE', name);
                END LOOP;
            END $$;
            CREATE SCHEMA public AUTHORIZATION pg_database_owner;
            GRANT USAGE ON SCHEMA public TO PUBLIC
            """)
        if isEmpty != nil { idleSessions.withLock { $0.append(session) } }
    }

    /// Returns a process for `psql`, which is not started and has neither standard input nor outputs yet. Its output is in the
    /// form that ``rows(_:)`` reads.
    fileprivate func makePsql(_ database: String, _ arguments: [String] = []) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: (Self.programs ?? "") + "/psql")
        process.arguments =
            [
                "-X", "-q", "-At", "-F", "\u{1F}", "-R", "\u{1E}", "-P", "null=\u{1D}", "-v",
                "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-d", database,
            ] + arguments
        return process
    }

    fileprivate static func rows(_ text: some Collection<UInt8>) -> [[String?]] {
        guard !text.isEmpty else { return [] }
        // A line feed follows the last row.
        return text.prefix(text.count - 1).split(separator: 0x1E, omittingEmptySubsequences: false).map {
            row in
            row.split(separator: 0x1F, omittingEmptySubsequences: false).map { value in
                value.elementsEqual([0x1D]) ? nil : String(decoding: value, as: UTF8.self)
            }
        }
    }

    /// Runs a program of PostgreSQL or of the system to its end.
    private static func run(_ command: [String]) throws {
        let files = try TemporaryDirectory()
        let messages = try files.emptyFile()
        let process = make(command)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: messages)
        try process.run()
        process.waitUntilExit()
        guard process.status == 0 else {
            let text = try String(contentsOf: messages, encoding: .utf8)
            throw CommandError(message: text, command: command.joined(separator: " "))
        }
    }

    /// Returns a process for a program of PostgreSQL or of the system, which is not started and has no outputs yet.
    private static func make(_ command: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words(command)
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Returns the words of a command with the path of its program. The server does not run as the superuser, so another user
    /// runs the commands of the superuser.
    private static func words(_ command: [String]) -> [String] {
        let user =
            geteuid() == 0
            ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        let path = (programs ?? "") + "/" + command[0]
        let isServerProgram = FileManager.default.isExecutableFile(atPath: path)
        return user + (isServerProgram ? [path] : [command[0]]) + command.dropFirst()
    }

    struct CommandError: Error {
        let message: String
        let command: String
    }
}

/// A connection to a database that stays open, so that a transaction can keep its locks.
final class PsqlSession: Sendable {
    let database: String
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let messages: URL
    /// Whether a statement has failed, which ends `psql`. Another statement would be written to a pipe without a reader.
    private let hasFailed = Mutex(false)

    init(_ database: String, on server: PostgresServer) throws {
        messages = URL(filePath: server.folder + "/messages-" + UUID().uuidString)
        try Data().write(to: messages)
        self.database = database
        process = server.makePsql(database)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: messages)
        try process.run()
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        if !hasFailed.withLock({ $0 }) { try? write("\\q\n") }
        process.waitUntilExit()
    }

    /// Runs SQL statements, one of which may have a result, and returns the rows of the result.
    @discardableResult
    func query(_ sql: String) throws -> [[String?]] {
        guard !hasFailed.withLock({ $0 }) else {
            throw PostgresServer.CommandError(message: "an earlier statement has failed", command: sql)
        }
        try write("\(sql)\n;\n\\echo \u{4}\n")
        var bytes: [UInt8] = []
        while !bytes.suffix(2).elementsEqual([4, 0x0A]) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else {
                hasFailed.withLock { $0 = true }
                let text = try String(contentsOf: messages, encoding: .utf8)
                throw PostgresServer.CommandError(message: text, command: sql)
            }
            bytes += more
        }
        return PostgresServer.rows(bytes.dropLast(2))
    }

    private func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }
}
