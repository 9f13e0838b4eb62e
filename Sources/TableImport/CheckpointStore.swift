internal import Foundation
internal import GRDB
internal import SQLiteSupport

/// Where an import begins: at the first record, or behind those that an earlier run has dealt with.
struct CheckpointStore {
    /// What earlier runs came to.
    let checkpoint: CheckpointTable.Checkpoint
    private let file: String?
    private let identity: InputIdentity?
    private let checkpointTable: CheckpointTable?
    private let options: String
    private let table: Table
    /// What the checkpointTable has of the input: what this run has written, once it has.
    private var savedCheckpoint: CheckpointTable.Checkpoint?
    /// How the table is defined, as far as this run knows.
    private var definition: String?

    /// Looks up what the database knows of the input.
    ///
    /// - Throws: ``TableImportError`` if an import was begun that this one cannot go on with.
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

    /// What is left of an import that was savedCheckpoint.
    private static func checkpoint(
        _ known: (checkpoint: CheckpointTable.Checkpoint, identity: InputIdentity, options: String),
        _ identity: InputIdentity?,
        _ table: Table, input: String, options: String
    ) throws -> CheckpointTable.Checkpoint {
        let hadNoRows = known.checkpoint.records == known.checkpoint.rejected
        // Without its rows an import has to begin again.
        guard table.hasMetadata || hadNoRows, let identity else { return CheckpointTable.Checkpoint() }
        if known.identity != identity {
            // What was finished is another dump of the same name.
            guard known.checkpoint.isFinished else {
                throw TableImportError.inputChanged(
                    input, records: known.checkpoint.records, table: table.name)
            }
            return CheckpointTable.Checkpoint()
        }
        guard !hadNoRows || known.options == options else { return CheckpointTable.Checkpoint() }
        // How many rows were written at a time makes no difference when all are.
        let isSame =
            known.checkpoint.isFinished
            ? TableImportOptions.isEqualIgnoringBatchSize(known.options, options) : known.options == options
        guard isSame else {
            throw TableImportError.optionsChanged(input, before: known.options, now: options)
        }
        return known.checkpoint
    }

    /// Whether the import could be gone on with if it stopped.
    var canResume: Bool { identity != nil }

    /// Whether the input is not what it was when the import began.
    var inputHasChanged: Bool {
        guard let identity, let file else { return false }
        return (try? InputIdentity(path: file)) != identity
    }

    /// Makes ready for notes, and forgets those of a table that is not there any more, or is another one.
    func createTables(in db: Database) throws {
        try CheckpointTable.create(in: db)
        if !table.hasMetadata { try CheckpointTable.deleteCheckpoints(table: table.name, in: db) }
    }

    /// Makes sure that nobody has changed the table, or imported the same, since this run has looked.
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
