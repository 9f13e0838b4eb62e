internal import Foundation
internal import GRDB
internal import SQLiteSupport

/// The table `stream_import`, which contains the checkpoints of imports into the database. Imports keep one more table
/// for themselves, that of ``TableMetadata``.
///
/// Each transaction that writes rows also writes the checkpoint, so the checkpoint always matches the rows.
struct CheckpointTable {
    /// The progress of the import of one input into one table.
    struct Checkpoint: Equatable {
        /// The number of the last record that was written or rejected.
        var records = 0
        var rejected = 0
        /// The path of the file of rejected records, and its length in bytes.
        var rejects: String?
        var rejectsBytes: Int64 = 0
        var isFinished = false

        /// The checkpoint of an import that begins with the first record. It keeps the file of rejected records, whose
        /// lines so far belong to other imports.
        var beforeFirstRecord: Checkpoint { Checkpoint(rejects: rejects, rejectsBytes: rejectsBytes) }
    }

    /// The absolute path of the input, the path of the records in the document, and the name of the table.
    let input: String
    let path: String
    let table: String

    private static let name = "stream_import"

    /// Returns whether a table is one of the two that imports keep for themselves.
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

    /// Deletes the checkpoints of all imports into a table.
    static func deleteCheckpoints(table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import WHERE table_name = ?", arguments: [table])
    }

    /// Reads the checkpoint of this input and table, with the identity of the input and the options when the checkpoint
    /// was written.
    func read(
        _ db: Database
    ) throws -> (checkpoint: Checkpoint, identity: InputIdentity, options: String)? {
        guard try TableInfo(Self.name, in: db) != nil else { return nil }
        let row = try CheckpointRow.fetchOne(
            db, sql: "SELECT * FROM stream_import WHERE input = ? AND path = ? AND table_name = ?",
            arguments: [input, path, table])
        return row.map { ($0.checkpoint, $0.identity, $0.options) }
    }

    /// A row of the table. Another program may have changed or created the table, so a missing column is an error.
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
