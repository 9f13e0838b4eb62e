internal import Foundation
internal import SQLiteSupport

/// The tables that imports keep for themselves in a PostgreSQL database: `stream_import` with the checkpoints, and
/// `stream_import_tables` with the metadata of the tables.
struct PostgresRecords {
    /// The input, with the range of a part; the path of the records in it; and the table.
    let key: [String?]
    private let connection: PostgresConnection

    struct Stored {
        let checkpoint: CheckpointTable.Stored
        let text: String
        /// The number of rows that the input has added to the table.
        let rows: Int
    }

    init(input: String, path: String, table: String, in connection: PostgresConnection) {
        key = [input, path, table]
        self.connection = connection
    }

    private static let condition = "input = $1 AND path = $2 AND table_name = $3"

    /// Creates the tables. Only one importer at a time creates tables, until the end of its transaction.
    static func create(in connection: PostgresConnection) throws {
        // A role may write to the tables that may not create them.
        guard try !exist(in: connection) else { return }
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('stream_import', 0))")
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS stream_import (
                input text, path text, table_name text, records bigint NOT NULL, rejected bigint NOT NULL,
                rows bigint NOT NULL, finished boolean NOT NULL, state text NOT NULL, PRIMARY KEY (input, path, table_name));
            CREATE TABLE IF NOT EXISTS stream_import_tables (table_id oid PRIMARY KEY, columns text NOT NULL)
            """)
    }

    private static func exist(in connection: PostgresConnection) throws -> Bool {
        try connection.execute(
            "SELECT to_regclass('stream_import') IS NOT NULL AND to_regclass('stream_import_tables') IS NOT NULL"
        ) == [["t"]]
    }

    // MARK: - Checkpoints

    /// Reads the checkpoint; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - locks: whether other importers wait until the transaction ends.
    ///   - other: the connection to read it with; `nil` for that of the object.
    func read(locks: Bool = false, in other: PostgresConnection? = nil) throws -> Stored? {
        let connection = other ?? connection
        guard try Self.exist(in: connection) else { return nil }
        let row = try connection.execute(
            "SELECT state, rows FROM stream_import WHERE \(Self.condition)\(locks ? " FOR UPDATE" : "")", key
        ).first
        guard let row else { return nil }
        guard let text = row[0], let rows = row[1].flatMap({ Int($0) }) else { throw InvalidStoredValue() }
        let stored = try JSONDecoder().decode(CheckpointTable.Stored.self, from: Data(text.utf8))
        let checkpoint = stored.checkpoint
        guard checkpoint.records >= checkpoint.rejected, checkpoint.rejected >= 0, rows >= 0 else {
            throw InvalidStoredValue()
        }
        return Stored(checkpoint: stored, text: text, rows: rows)
    }

    func write(_ checkpoint: CheckpointTable.Stored, rows: Int) throws -> Stored {
        let text = try String(storing: checkpoint)
        try connection.execute(
            """
            INSERT INTO stream_import (input, path, table_name, records, rejected, rows, finished, state)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (input, path, table_name) DO UPDATE SET records = excluded.records,
                rejected = excluded.rejected, rows = excluded.rows, finished = excluded.finished,
                state = excluded.state
            """,
            key + [
                "\(checkpoint.checkpoint.records)", "\(checkpoint.checkpoint.rejected)", "\(rows)",
                "\(checkpoint.checkpoint.isFinished)", text,
            ])
        return Stored(checkpoint: checkpoint, text: text, rows: rows)
    }

    /// See ``CheckpointTable/otherPath(_:)``.
    func otherPath() throws -> String? {
        guard try Self.exist(in: connection) else { return nil }
        return try connection.execute(
            """
            SELECT path FROM stream_import WHERE input = $1 AND path <> $2 AND table_name = $3
                AND records > rejected LIMIT 1
            """, key
        ).first?[0]
    }

    /// See ``CheckpointTable/importedParts(of:_:)``.
    func importedParts(of file: String) throws -> [CheckpointName] {
        guard try Self.exist(in: connection) else { return [] }
        return try connection.execute(
            """
            SELECT input FROM stream_import WHERE (input = $1 OR starts_with(input, $2))
                AND path = $3 AND table_name = $4 AND records > rejected
            """, [file, CheckpointName.names(ofPartsOf: file).lowerBound] + key.dropFirst()
        ).compactMap { row in row[0].flatMap { CheckpointName($0, of: file) } }
    }

    func deleteAll() throws {
        try connection.execute("DELETE FROM stream_import WHERE table_name = $1", [key[2]])
    }

    /// Deletes the rows of the input, at all paths, and their checkpoints.
    ///
    /// - Returns: `false` if the table has rows of other inputs, so that it is not known which rows are those of this one.
    func deleteRows(of table: PostgresTable) throws -> Bool {
        let isOnlyInput = try connection.execute(
            """
            SELECT (SELECT count(*) FROM \(table.name.sqlIdentifier)) = coalesce(sum(rows), 0)
                AND count(*) FILTER (WHERE input <> $1 AND rows > 0) = 0
            FROM stream_import WHERE table_name = $2
            """, [key[0], key[2]])
        guard isOnlyInput == [["t"]] else { return false }
        try connection.execute("DELETE FROM \(table.name.sqlIdentifier)")
        try connection.execute(
            "DELETE FROM stream_import WHERE input = $1 AND table_name = $2", [key[0], key[2]])
        return true
    }

    /// Returns the child tables of a table that numbers its records, also those of earlier runs, which expanded other arrays.
    static func childTables(
        of table: String, _ number: String, in connection: PostgresConnection
    ) throws -> [String] {
        // A table such as `t_x` may number its records, too, and have child tables of its own, such as `t_x_items`.
        try connection.execute(
            """
            WITH tables AS (
                SELECT relname, attidentity, attnum = ANY (indkey) AS in_key FROM stream_import_tables
                JOIN pg_class ON pg_class.oid = table_id JOIN pg_attribute ON attrelid = table_id AND attname = $2
                LEFT JOIN pg_index ON indrelid = table_id AND indisprimary
                WHERE starts_with(relname, $1 || '_') AND pg_table_is_visible(table_id))
            SELECT relname FROM tables AS child WHERE attidentity = '' AND in_key AND NOT EXISTS (
                SELECT FROM tables WHERE attidentity <> '' AND starts_with(child.relname, tables.relname || '_'))
            """, [table, number]
        ).compactMap { $0[0] }
    }

    // MARK: - Metadata

    static func metadata(ofTable id: String, in connection: PostgresConnection) throws -> TableMetadata? {
        guard try exist(in: connection) else { return nil }
        let rows = try connection.execute(
            "SELECT columns FROM stream_import_tables WHERE table_id = $1::oid", [id])
        return try rows.first?[0].map { try TableMetadata(text: $0) }
    }

    static func write(
        _ columns: [TableImport.Column], ofTable name: String, in connection: PostgresConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO stream_import_tables VALUES ($1::regclass::oid, $2)
            ON CONFLICT (table_id) DO UPDATE SET columns = excluded.columns
            """, [name.sqlIdentifier, TableMetadata.text(columns)])
    }
}
