internal import Foundation
internal import GRDB

/// What the database knows of the imports into it: two small tables beside the others.
///
/// It is written in the transactions that write the rows, and so is never ahead of them or behind.
struct ImportLog {
    /// How far one input has come into one table.
    struct Entry: Equatable {
        /// The number of the last record that was written, or rejected.
        var records = 0
        var rejected = 0
        /// How long the file of rejected records is.
        var rejectsBytes: Int64 = 0
        var isFinished = false
    }

    /// The input, by its full path, and the table.
    let input: String
    let table: String

    static let name = "stream_import"
    private static let columnsName = "stream_import_columns"

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS stream_import (
                    input TEXT NOT NULL, table_name TEXT NOT NULL, size INTEGER NOT NULL,
                    modified INTEGER NOT NULL, start BLOB NOT NULL, options TEXT NOT NULL,
                    records INTEGER NOT NULL, rejected INTEGER NOT NULL, rejects_bytes INTEGER NOT NULL,
                    finished BOOLEAN NOT NULL, PRIMARY KEY (input, table_name));
                CREATE TABLE IF NOT EXISTS stream_import_columns (
                    table_name TEXT NOT NULL, name TEXT NOT NULL, path TEXT,
                    PRIMARY KEY (table_name, name));
                """)
    }

    /// What was noted of this input and table, with the input and the options it was then.
    func read(
        _ db: Database
    ) throws -> (entry: Entry, identity: InputIdentity, options: String)? {
        guard try db.tableExists(Self.name) else { return nil }
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM stream_import WHERE input = ? AND table_name = ?",
            arguments: [input, table])
        guard let row else { return nil }
        let entry = Entry(
            records: row["records"], rejected: row["rejected"], rejectsBytes: row["rejects_bytes"],
            isFinished: row["finished"])
        let identity = InputIdentity(size: row["size"], modified: row["modified"], start: row["start"])
        return (entry, identity, row["options"])
    }

    func write(_ entry: Entry, identity: InputIdentity, options: String, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO stream_import VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                input, table, identity.size, identity.modified, identity.start, options, entry.records,
                entry.rejected, entry.rejectsBytes, entry.isFinished,
            ])
    }

    // MARK: - Columns

    /// Forgets the columns of a table that is not there any more.
    static func forget(table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import_columns WHERE table_name = ?", arguments: [table])
        try db.execute(sql: "DELETE FROM stream_import WHERE table_name = ?", arguments: [table])
    }

    /// The keys that lead to the columns of a table which imports have made, by the columns' names.
    static func columns(of table: String, in db: Database) throws -> [String: [String]?] {
        guard try db.tableExists(columnsName) else { return [:] }
        let rows = try Row.fetchAll(
            db, sql: "SELECT name, path FROM stream_import_columns WHERE table_name = ?", arguments: [table])
        return try rows.reduce(into: [:]) { columns, row in
            let path = try (row["path"] as Data?).map { try JSONDecoder().decode([String].self, from: $0) }
            columns[row["name"] as String] = .some(path)
        }
    }

    static func note(_ columns: [Column], of table: String, in db: Database) throws {
        for column in columns where column.isOwn {
            let path = try column.path.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
            try db.execute(
                sql: """
                    INSERT INTO stream_import_columns VALUES (?, ?, ?)
                    ON CONFLICT (table_name, name) DO UPDATE SET path = excluded.path
                    """,
                arguments: [table, column.name, path])
        }
    }
}
