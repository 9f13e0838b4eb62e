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

    private static let name = "stream_import"
    private static let columnsName = "stream_import_columns"

    /// Whether a table is one of these two.
    static func isName(_ table: String) -> Bool {
        [name, columnsName].map(\.folded).contains(table.folded)
    }

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
        guard try db.entry(named: Self.name) != nil else { return nil }
        let note = try Note.fetchOne(
            db, sql: "SELECT * FROM stream_import WHERE input = ? AND table_name = ?",
            arguments: [input, table])
        return note.map { ($0.entry, $0.identity, $0.options) }
    }

    /// A row of the table. Somebody may have changed it, or have made another one: what it lacks is an error.
    private struct Note: Decodable, FetchableRecord {
        var size, modified: Int64
        var start: Data
        var options: String
        var records, rejected: Int
        var rejectsBytes: Int64
        var finished: Bool

        static let databaseColumnDecodingStrategy = DatabaseColumnDecodingStrategy.convertFromSnakeCase

        var entry: Entry {
            Entry(records: records, rejected: rejected, rejectsBytes: rejectsBytes, isFinished: finished)
        }

        var identity: InputIdentity { InputIdentity(size: size, modified: modified, start: start) }
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
        guard try db.entry(named: columnsName) != nil else { return [:] }
        let notes = try ColumnNote.fetchAll(
            db, sql: "SELECT name, path FROM stream_import_columns WHERE table_name = ?", arguments: [table])
        return try notes.reduce(into: [:]) { columns, note in
            let path = try note.path.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
            columns[note.name] = .some(path)
        }
    }

    private struct ColumnNote: Decodable, FetchableRecord {
        var name: String
        var path: String?
    }

    static func note(_ columns: some Collection<Column>, of table: String, in db: Database) throws {
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
