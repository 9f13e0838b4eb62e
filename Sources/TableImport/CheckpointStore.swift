internal import Foundation
internal import GRDB
internal import SQLiteSupport

/// The checkpoint that an import starts from, and the storage for the checkpoints that it writes.
struct CheckpointStore {
    /// The checkpoint of the earlier runs. The import starts after the last record of this checkpoint, or at the first
    /// record if the checkpoint is empty.
    let checkpoint: CheckpointTable.Checkpoint
    private let file: String?
    private let identity: InputIdentity?
    private let checkpointTable: CheckpointTable?
    private let options: String
    private let table: Table
    /// The checkpoint in the database when this run last read or wrote it.
    private var savedCheckpoint: CheckpointTable.Checkpoint?
    /// The table's definition when this run last read it.
    private var definition: String?

    /// Reads the checkpoint of the input from the database.
    ///
    /// - Throws: ``TableImportError`` if an earlier import is unfinished and this one cannot resume it.
    init(of input: TableInput, into table: Table, options: TableImportOptions, in db: Database) throws {
        self.options = options.fingerprint
        self.table = table
        definition = table.definition
        file = input.fullPath
        identity = file.flatMap { try? InputIdentity(path: $0) }
        let checkpointTable = file.map {
            CheckpointTable(input: $0, path: options.path.description, table: table.name)
        }
        self.checkpointTable = checkpointTable
        let stored = try checkpointTable?.read(db)
        savedCheckpoint = stored?.checkpoint
        guard let stored else {
            checkpoint = CheckpointTable.Checkpoint()
            return
        }
        checkpoint = try Self.checkpoint(
            stored, identity, table, input: input.name, options: options.fingerprint)
    }

    /// Returns the stored checkpoint, or an empty one if the import has to start from the first record.
    ///
    /// - Throws: ``TableImportError`` if the input has changed since an unfinished import, or if the options have
    ///   changed since an earlier run wrote rows.
    private static func checkpoint(
        _ stored: (checkpoint: CheckpointTable.Checkpoint, identity: InputIdentity, options: String),
        _ identity: InputIdentity?,
        _ table: Table, input: String, options: String
    ) throws -> CheckpointTable.Checkpoint {
        let hadNoRows = stored.checkpoint.records == stored.checkpoint.rejected
        // If the table that contained the rows no longer exists, the import starts from the first record.
        guard table.hasMetadata || hadNoRows, let identity else { return CheckpointTable.Checkpoint() }
        if stored.identity != identity {
            // After a finished import, a changed input is a new dump with the same name.
            guard stored.checkpoint.isFinished else {
                throw TableImportError.inputChanged(
                    input, records: stored.checkpoint.records, table: table.name)
            }
            return stored.checkpoint.beforeFirstRecord
        }
        guard !hadNoRows || stored.options == options else { return CheckpointTable.Checkpoint() }
        // The batch size does not matter once all rows are written.
        let hasSameOptions =
            stored.checkpoint.isFinished
            ? TableImportOptions.isEqualIgnoringBatchSize(stored.options, options) : stored.options == options
        guard hasSameOptions else {
            throw TableImportError.optionsChanged(input, before: stored.options, now: options)
        }
        return stored.checkpoint
    }

    /// Whether a later run could resume this import.
    var canResume: Bool { identity != nil }

    /// Whether the input has changed since the import began.
    var inputHasChanged: Bool {
        guard let identity, let file else { return false }
        return (try? InputIdentity(path: file)) != identity
    }

    /// Creates the tables for checkpoints and metadata. Deletes the checkpoints of the import's table if that table no
    /// longer exists or was replaced.
    func createTables(in db: Database) throws {
        try CheckpointTable.create(in: db)
        if !table.hasMetadata { try CheckpointTable.deleteCheckpoints(table: table.name, in: db) }
    }

    /// Checks that no other program has changed the table, or imported the same input into the table, since this run
    /// last read the table's definition and the checkpoint.
    func check(in db: Database) throws {
        guard try TableInfo(table.name, in: db)?.sql == definition,
            try checkpointTable?.read(db)?.checkpoint == savedCheckpoint
        else {
            throw TableImportError.tableChangedConcurrently(table.name)
        }
    }

    mutating func save(_ checkpoint: CheckpointTable.Checkpoint, in db: Database) throws {
        definition = try TableInfo(table.name, in: db)?.sql
        guard let checkpointTable, let identity else { return }
        try checkpointTable.write(checkpoint, identity: identity, options: options, in: db)
        savedCheckpoint = checkpoint
    }
}
