internal import Foundation
internal import GRDB
internal import SQLiteSupport

/// The checkpoints of one import: the one it starts from, and the storage for those it reaches.
struct CheckpointStore {
    /// The checkpoint of the earlier runs. The import starts after its records, or at the first record if it is empty.
    let checkpoint: CheckpointTable.Checkpoint
    private let file: String?
    private let identity: InputIdentity?
    private let checkpointTable: CheckpointTable?
    private let options: String
    private let table: Table
    /// The checkpoint in the database: the one found at first, then the last one this run wrote.
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
        let known = try checkpointTable?.read(db)
        savedCheckpoint = known?.checkpoint
        guard let known else {
            checkpoint = CheckpointTable.Checkpoint()
            return
        }
        checkpoint = try Self.checkpoint(
            known, identity, table, input: input.name, options: options.fingerprint)
    }

    /// Returns the stored checkpoint, or an empty one if the import has to start from the first record.
    private static func checkpoint(
        _ known: (checkpoint: CheckpointTable.Checkpoint, identity: InputIdentity, options: String),
        _ identity: InputIdentity?,
        _ table: Table, input: String, options: String
    ) throws -> CheckpointTable.Checkpoint {
        let hadNoRows = known.checkpoint.records == known.checkpoint.rejected
        // If the table with its rows no longer exists, the import starts again.
        guard table.hasMetadata || hadNoRows, let identity else { return CheckpointTable.Checkpoint() }
        if known.identity != identity {
            // After a finished import, a changed input is a new dump with the same name.
            guard known.checkpoint.isFinished else {
                throw TableImportError.inputChanged(
                    input, records: known.checkpoint.records, table: table.name)
            }
            return CheckpointTable.Checkpoint()
        }
        guard !hadNoRows || known.options == options else { return CheckpointTable.Checkpoint() }
        // The batch size does not matter once all rows are written.
        let isSame =
            known.checkpoint.isFinished
            ? TableImportOptions.isEqualIgnoringBatchSize(known.options, options) : known.options == options
        guard isSame else {
            throw TableImportError.optionsChanged(input, before: known.options, now: options)
        }
        return known.checkpoint
    }

    /// Whether a later run could resume this import.
    var canResume: Bool { identity != nil }

    /// Whether the input has changed since the import began.
    var inputHasChanged: Bool {
        guard let identity, let file else { return false }
        return (try? InputIdentity(path: file)) != identity
    }

    /// Creates the tables for checkpoints and metadata. Deletes the checkpoints of a table that no longer
    /// exists or was replaced.
    func createTables(in db: Database) throws {
        try CheckpointTable.create(in: db)
        if !table.hasMetadata { try CheckpointTable.deleteCheckpoints(table: table.name, in: db) }
    }

    /// Checks that, since this run last read them, no other program has changed the table or imported
    /// the same input into it.
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
