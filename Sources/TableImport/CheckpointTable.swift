internal import Foundation
internal import GRDB
internal import SQLiteSupport

/// What the database knows of the imports into it: two small tables beside the others.
///
/// It is written in the transactions that write the rows, and so is never ahead of them or behind.
struct CheckpointTable {
    /// How far one input has come into one table.
    struct Checkpoint: Equatable {
        /// The number of the last record that was written, or rejected.
        var records = 0
        var rejected = 0
        /// The file of rejected records, and how long it is.
        var rejects: String?
        var rejectsBytes: Int64 = 0
        var isFinished = false
    }

    /// The input, by its full path, the path of the records in it, and the table.
    let input: String
    let path: String
    let table: String

    private static let name = "stream_import"

    /// Whether a table is one of those that imports write for themselves.
    static func isReserved(_ table: String) -> Bool {
        [name, TableMetadata.name].map(\.lowercasedASCII).contains(table.lowercasedASCII)
    }

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS stream_import (
                    input TEXT NOT NULL, path TEXT NOT NULL, table_name TEXT NOT NULL, size INTEGER NOT NULL,
                    modified INTEGER NOT NULL, start BLOB NOT NULL, options TEXT NOT NULL,
                    records INTEGER NOT NULL, rejected INTEGER NOT NULL, rejects TEXT,
                    rejects_bytes INTEGER NOT NULL, finished BOOLEAN NOT NULL,
                    PRIMARY KEY (input, path, table_name))
                """)
        try TableMetadata.create(in: db)
    }

    /// Forgets what was imported into a table that is not there any more.
    static func deleteCheckpoints(table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import WHERE table_name = ?", arguments: [table])
    }

    /// What was noted of this input and table, with the input and the options it was then.
    func read(
        _ db: Database
    ) throws -> (checkpoint: Checkpoint, identity: InputIdentity, options: String)? {
        guard try TableInfo(Self.name, in: db) != nil else { return nil }
        let row = try CheckpointRow.fetchOne(
            db, sql: "SELECT * FROM stream_import WHERE input = ? AND path = ? AND table_name = ?",
            arguments: [input, path, table])
        return row.map { ($0.checkpoint, $0.identity, $0.options) }
    }

    /// A row of the table. Somebody may have changed it, or have made another one: what it lacks is an error.
    private struct CheckpointRow: Decodable, FetchableRecord {
        var size, modified: Int64
        var start: Data
        var options: String
        var records, rejected: Int
        var rejects: String?
        var rejectsBytes: Int64
        var finished: Bool

        static let databaseColumnDecodingStrategy = DatabaseColumnDecodingStrategy.convertFromSnakeCase

        var checkpoint: Checkpoint {
            Checkpoint(
                records: records, rejected: rejected, rejects: rejects, rejectsBytes: rejectsBytes,
                isFinished: finished)
        }

        var identity: InputIdentity { InputIdentity(size: size, modified: modified, start: start) }
    }

    func write(_ checkpoint: Checkpoint, identity: InputIdentity, options: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO stream_import VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET size = excluded.size, modified = excluded.modified,
                    start = excluded.start, options = excluded.options, records = excluded.records,
                    rejected = excluded.rejected, rejects = excluded.rejects,
                    rejects_bytes = excluded.rejects_bytes, finished = excluded.finished
                """,
            arguments: [
                input, path, table, identity.size, identity.modified, identity.start, options,
                checkpoint.records,
                checkpoint.rejected, checkpoint.rejects, checkpoint.rejectsBytes, checkpoint.isFinished,
            ])
    }
}
