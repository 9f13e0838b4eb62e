import Foundation
import GRDB
import GRDBSQLite
import JSONRecords
import SystemPackage

@testable import TableImport

/// A new folder with a dump and the database for its import, removed when the test ends.
final class Workspace {
    /// A folder in memory, if the system has one: many tests commit each row.
    private static let parent =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory

    let folder: URL
    var dump: URL { file("dump.json") }
    var database: String { file("test.sqlite").path }
    var rejects: String { file("rejects.ndjson").path }
    private let limits: [Int32: Int32]

    /// - Parameters:
    ///   - sql: statements that are executed before the import.
    ///   - limits: the values of limits of SQLite for imports, such as `SQLITE_LIMIT_COLUMN`.
    init(_ dump: String = "", sql: String? = nil, limits: [Int32: Int32] = [:]) throws {
        self.limits = limits
        folder = Self.parent.appending(path: "table-import-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(dump)
        if let sql { try execute(sql) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func file(_ name: String) -> URL {
        folder.appending(path: name, directoryHint: .notDirectory)
    }

    func write(_ text: String, to name: String = "dump.json") throws {
        try Data(text.utf8).write(to: file(name))
    }

    /// Returns an importer of a file, by default of the dump, into the table `t`. The importer is not started.
    func importer(
        of name: String = "dump.json", stop: InterruptFlag = InterruptFlag(),
        _ change: (inout TableImportOptions) -> Void = { _ in }
    ) -> TableImporter {
        let file = file(name)
        var options = TableImportOptions(table: "t")
        // As in the program with large files, one thread reads and another one writes.
        options.readOptions.parallelism = .cores(2)
        options.smallFileBytes = 0
        change(&options)
        let path = options.path
        let input = TableInput(name: name, file: FilePath(file.path)) {
            RecordInput(InputOrigin(.file(file)), at: path, options: $0)
        }
        let database = TableDatabase(database)
        configure(&database.configuration)
        return TableImporter(input, into: database, options: options, interruptFlag: stop)
    }

    /// Returns an importer of the dump as an input that can be read only once.
    func pipe(stop: InterruptFlag, _ change: (inout TableImportOptions) -> Void) -> TableImporter {
        let file = dump
        var options = TableImportOptions(table: "t")
        options.readOptions.parallelism = .cores(2)
        change(&options)
        let input = TableInput(name: "standard input", file: nil) {
            RecordInput(InputOrigin(.file(file)), options: $0)
        }
        let database = TableDatabase(database)
        configure(&database.configuration)
        return TableImporter(input, into: database, options: options, interruptFlag: stop)
    }

    private func configure(_ configuration: inout Configuration) {
        let limits = limits
        configuration.prepareDatabase { db in
            // Writes do not wait for the disk, because no test cuts the power.
            try db.execute(sql: "PRAGMA synchronous = OFF")
            for (limit, value) in limits {
                // SAFETY: GRDB keeps the connection open during the call.
                unsafe _ = sqlite3_limit(db.sqliteConnection, limit, value)
            }
        }
    }

    /// Returns the schema of the records in files.
    func schema(
        of names: [String] = ["dump.json"], _ change: (inout TableImportOptions) -> Void = { _ in }
    ) throws -> TableSchema {
        var options = TableImportOptions(table: "t")
        change(&options)
        let inputs = names.map { name in
            let (file, path) = (file(name), options.path)
            return TableInput(name: name, file: FilePath(file.path)) {
                RecordInput(InputOrigin(.file(file)), at: path, options: $0)
            }
        }
        var configuration = Configuration()
        configure(&configuration)
        return try TableSchema(of: inputs, options, InterruptFlag(), configuration: configuration)
    }

    /// Imports a file, by default the dump, into the table `t`.
    @discardableResult
    func run(
        of name: String = "dump.json", stop: InterruptFlag = InterruptFlag(),
        _ change: (inout TableImportOptions) -> Void = { _ in }
    ) -> TableImportResult {
        importer(of: name, stop: stop, change).run()
    }

    // MARK: - The database

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        // An import in another thread may be writing.
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: database, configuration: configuration).inDatabase(body)
    }

    func execute(_ sql: String) throws {
        try read { try $0.execute(sql: sql) }
    }

    /// Returns the rows of a query, with each value spelled as in SQL.
    func rows(_ sql: String = "SELECT * FROM t") throws -> [[String]] {
        try read { db in
            try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map(\.spelled) }
        }
    }

    /// Returns the rows of a query, each as its values with spaces between them.
    func lines(_ sql: String = "SELECT * FROM t") throws -> [String] {
        try rows(sql).map { $0.joined(separator: " ") }
    }

    /// Returns the columns of a table with their declared types, such as `a INTEGER`.
    func columns(of table: String = "t") throws -> [String] {
        try read {
            try String.fetchAll(
                $0, sql: "SELECT trim(name || ' ' || type) FROM pragma_table_xinfo(?)", arguments: [table])
        }
    }

    /// Returns whether the database passes the integrity check.
    func isIntact() throws -> Bool {
        try rows("PRAGMA integrity_check") == [["'ok'"]]
    }

    /// Returns the lines of the file of rejected records.
    func rejected() throws -> [String] {
        try String(contentsOfFile: rejects, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}

extension DatabaseValue {
    /// The value as SQL spells it. The spellings of integers, reals and texts differ.
    fileprivate var spelled: String {
        switch storage {
        case .null: "NULL"
        case .int64(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): "'\(value)'"
        case .blob(let value): "\(value.map { $0 })"
        }
    }
}

extension TableImportResult {
    /// The description of the error that ended the import; empty if there was none.
    var errorDescription: String { error.map { "\($0)" } ?? "" }
}

extension TableDatabase {
    /// The configuration of the connection to SQLite, before it is opened.
    var configuration: Configuration {
        get { sqlite.configuration }
        set { sqlite.configuration = newValue }
    }

    private var sqlite: SQLiteDatabase {
        guard let sqlite = connection as? SQLiteDatabase else {
            preconditionFailure("the database is a file")
        }
        return sqlite
    }
}
