internal import Foundation
internal import GRDB
internal import JSONRecords
internal import SQLiteSupport
internal import SystemPackage

/// The database of several imports, which share one connection: a file of SQLite, or an address of PostgreSQL.
package final class TableDatabase {
    /// The file or the address.
    package let name: String
    let connection: any TableConnection
    /// The flag whose request ends the wait for a server; `nil`, the default, for none.
    package var interruptFlag: InterruptFlag? {
        didSet { connection.interruptFlag = interruptFlag }
    }

    package init(_ name: String) {
        self.name = name
        #if POSTGRESQL
            connection = Self.isPostgresAddress(name) ? PostgresDatabase(name) : SQLiteDatabase(name)
        #else
            connection = SQLiteDatabase(name)
        #endif
    }

    package static func isPostgresAddress(_ name: String) -> Bool {
        name.hasPrefix("postgresql://") || name.hasPrefix("postgres://")
    }

    /// Checks an address of a PostgreSQL database.
    ///
    /// - Throws: ``TableImportError`` if it is malformed or has a password, or if the program was built without PostgreSQL.
    package static func validatePostgresAddress(_ name: String) throws {
        #if POSTGRESQL
            try PostgresDatabase.validate(name)
        #else
            throw TableImportError(
                .usage, "this build has no PostgreSQL, so --into expects an SQLite file",
                advice: "install libpq-dev, and build with make program")
        #endif
    }

    /// Returns whether a table has no rows, or does not exist. `false` if the database cannot be read.
    package func isEmpty(_ table: String) -> Bool { connection.isEmpty(table) }

    /// Returns the number of rows of a table; `nil` if the database cannot be read.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the table, or of an index.
    package func rowCount(of table: String) -> Int? { connection.rowCount(of: table) }

    /// Returns the tables that have rows of an input, of a kind that a key tells apart.
    package func tables(of input: TableInput, by key: String) -> [String] {
        guard let name = input.checkpointName else { return [] }
        return connection.tables(of: name.text, kind: RecordKind(key: key, values: []).argument)
    }

    /// Whether imports share a transaction that is not committed yet.
    var hasOpenTransaction: Bool { connection.hasOpenTransaction }

    /// Whether no further import can share the transaction, or none is open.
    package var isCommitDue: Bool { connection.isCommitDue }

    /// Commits the transaction that imports share, if one is open.
    ///
    /// - Throws: the error because of which the rows of all imports since the last commit are not in the database.
    package func commit() throws {
        do { try connection.commit() } catch { throw connection.describing(error) }
    }

    /// Closes the connection, which the next import opens again.
    package func close() { connection.close() }
}

/// The connection of a ``TableDatabase``, which is opened when it is used.
protocol TableConnection: AnyObject {
    var interruptFlag: InterruptFlag? { get set }
    /// See ``TableDatabase/hasOpenTransaction``.
    var hasOpenTransaction: Bool { get }
    /// See ``TableDatabase/isCommitDue``.
    var isCommitDue: Bool { get }

    /// See ``TableDatabase/commit()``.
    func commit() throws

    /// Calls a function with the tables of an import, as they are in the database now. All imports are dry runs, or none is.
    func withStore<Result>(
        of input: TableInput, _ options: TableImportOptions, from start: ImportStart,
        _ body: (any TableStore) throws -> Result
    ) throws -> Result

    func isEmpty(_ table: String) -> Bool
    func rowCount(of table: String) -> Int?
    /// Returns the tables of the checkpoints of an input, by the kind in their settings; none if the database cannot be read.
    func tables(of input: String, kind: String) -> [String]
    func close()

    /// Returns a ``TableImportError`` for an error of the database, and any other error unchanged.
    func describing(_ error: any Error) -> any Error
}

/// A server has transactions of single imports only.
extension TableConnection {
    var hasOpenTransaction: Bool { false }
    var isCommitDue: Bool { true }
    func commit() throws {}
}

/// An SQLite database as the destination of several imports.
final class SQLiteDatabase: TableConnection {
    /// Has no effect, because a wait for another program ends after some seconds.
    var interruptFlag: InterruptFlag?
    /// The path of the database, which is created if it does not exist.
    let file: String
    var configuration = defaults
    private var queue: DatabaseQueue?
    private let shared = SharedTransaction()
    /// Whether the file did not exist before the connection was opened.
    private var isNew = false

    init(_ file: String) { self.file = file }

    deinit { close() }

    func withStore<Result>(
        of input: TableInput, _ options: TableImportOptions, from start: ImportStart,
        _ body: (any TableStore) throws -> Result
    ) throws -> Result {
        try open(isDryRun: options.isDryRun).inDatabase { database in
            if try shared.add(options, from: start, in: database) {
                return try body(SQLiteStore(of: input, options, from: start, sharing: shared, in: database))
            }
            var store: SQLiteStore?
            // Without a transaction, each statement that reads the tables would lock the file and look for a journal.
            try database.inTransaction(.deferred) {
                store = try SQLiteStore(of: input, options, from: start, in: database)
                return .commit
            }
            guard let store else { preconditionFailure("the transaction has made a store") }
            return try body(store)
        }
    }

    var hasOpenTransaction: Bool { shared.isOpen }

    var isCommitDue: Bool { !shared.isOpen || shared.isFull }

    func commit() throws {
        queue?.inDatabase(shared.commit)
        if let error = shared.error.take() { throw error }
    }

    func isEmpty(_ table: String) -> Bool {
        count("EXISTS (SELECT * FROM \(table.sqlIdentifier))", of: table) == 0
    }

    func rowCount(of table: String) -> Int? {
        count("(SELECT count(*) FROM \(table.sqlIdentifier))", of: table)
    }

    func tables(of input: String, kind: String) -> [String] {
        let tables = try? open(isDryRun: false).inDatabase { db -> [String] in
            guard try TableInfo.exists(CheckpointTable.name, in: db) else { return [] }
            let sql =
                "SELECT table_name FROM stream_import WHERE input = ? AND json_extract(settings, '$.kind') = ?"
            return try String.fetchAll(db, sql: sql, arguments: [input, kind])
        }
        return tables ?? []
    }

    private func count(_ sql: String, of table: String) -> Int? {
        guard queue != nil || FileManager.default.fileExists(atPath: file) else { return 0 }
        return try? open(isDryRun: false).inDatabase { db -> Int? in
            guard try TableInfo.exists(table, in: db) else { return 0 }
            return try Int.fetchOne(db, sql: "SELECT \(sql)")
        }
    }

    private func open(isDryRun: Bool) throws -> DatabaseQueue {
        if let queue { return queue }
        isNew = !FileManager.default.fileExists(atPath: file)
        configuration.readonly = isDryRun
        // A dry run does not create the file.
        let queue =
            try isNew && isDryRun ? DatabaseQueue() : DatabaseQueue(path: file, configuration: configuration)
        self.queue = queue
        if !(isNew && isDryRun) {
            queue.add(transactionObserver: try DatabaseFileCheck(path: file), extent: .databaseLifetime)
        }
        return queue
    }

    /// Closes the connection. SQLite creates an empty file when it opens a database; this function removes the file if no import
    /// has written to it.
    func close() {
        guard let queue = queue.take(), isNew else { return }
        // The lock keeps other programs from writing to the file in the meantime; those that have opened it notice the
        // removal, see `DatabaseFileCheck`.
        try? queue.inDatabase { database in
            try database.inTransaction(.exclusive) {
                let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
                if size == 0 { try FileManager.default.removeItem(atPath: file) }
                return .rollback
            }
        }
    }

    func describing(_ error: any Error) -> any Error { TableImportError.wrapping(error, file: file) }

    private static var defaults: Configuration {
        var configuration = Configuration()
        // GRDB enforces foreign keys by default. SQLite does not, and so other programs that write to the file do not.
        configuration.foreignKeysEnabled = false
        // A shared transaction stays open between two imports.
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // Lets a table be rebuilt although views refer to it.
            try db.execute(sql: "PRAGMA legacy_alter_table = ON; PRAGMA cache_size = -\(cacheKibibytes)")
        }
        return configuration
    }

    /// The maximum time to wait for another program's lock, in seconds.
    private static let busyTimeout = 5.0
    private static let cacheKibibytes = 8192
}

/// A check, before each commit, that the file of a connection still is at its path.
///
/// SQLite would write to a file that has another name by now, or none, and the rows would be lost: an import that creates a
/// database and has no rows removes the empty file, which another import may have opened by then, and a third import may
/// create the file again.
private final class DatabaseFileCheck: TransactionObserver {
    private let path: String
    private let id: FileID

    /// - Parameter path: the path of the file, which exists.
    init(path: String) throws {
        self.path = path
        id = FileID(try Stat(FilePath(path)))
    }

    func databaseWillCommit() throws {
        guard let status = try? Stat(FilePath(path)), FileID(status) == id else {
            throw TableImportError.databaseMoved(path)
        }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
