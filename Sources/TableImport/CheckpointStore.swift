internal import GRDB
internal import SQLiteSupport

/// The storage of the checkpoints of one import.
struct CheckpointStore {
    /// The checkpoint in the database when this run last read or wrote it.
    private(set) var stored: CheckpointTable.Stored?
    /// The rows that the input has inserted into the table; `nil` for an import with keys, whose rows may come from several
    /// inputs.
    var importedRows: ImportedRows?
    private let settings: ImportSettings
    private let tableName: String
    /// `nil` for an input that cannot be read again, which gets no checkpoints.
    private let checkpointTable: CheckpointTable?

    /// Reads the checkpoint of the input from the database.
    init(of input: TableInput, into table: Table, options: TableImportOptions, in db: Database) throws {
        settings = ImportSettings(options)
        tableName = table.name
        checkpointTable = input.checkpointName.map {
            CheckpointTable(key: .init(input: $0.text, path: options.path.description, table: table.name))
        }
        stored = try checkpointTable?.read(db)
        if stored == nil, !options.isPathGiven, table.hasMetadata,
            let path = try checkpointTable?.otherPath(db)
        {
            throw TableImportError.pathChanged(
                input.name, before: path, now: options.path.description, table: table.name)
        }
        if let name = input.checkpointName, settings.keys.isEmpty, options.changePolicy != .append,
            let other = try checkpointTable?.importedParts(of: name.file, db).first(where: name.overlaps)
        {
            throw TableImportError.partOverlaps(input.name, with: other.byteRange, table: table.name)
        }
        let noInput = CheckpointTable.Key(input: "", path: "", table: table.name)
        importedRows = settings.keys.isEmpty ? ImportedRows(key: checkpointTable?.key ?? noInput) : nil
    }

    /// Whether a later run could resume this import.
    var canResume: Bool { checkpointTable != nil }

    /// Returns the checkpoint to start from.
    ///
    /// - Throws: ``InputChange`` if an earlier run imported records with other settings, or if the user has changed the
    ///   table since.
    func checkpoint(for table: Table) throws -> Checkpoint? {
        guard let stored else { return nil }
        if !table.hasMetadata, stored.checkpoint.records > stored.checkpoint.rejected {
            // If the table that contained the rows no longer exists, the import starts from the first record.
            guard !table.isEmpty else { return Checkpoint() }
            throw InputChange.table
        }
        guard stored.settings != settings else { return stored.checkpoint }
        // Without rows, the settings have had no effect yet.
        guard stored.checkpoint.records > stored.checkpoint.rejected else { return Checkpoint() }
        throw InputChange.settings(
            before: stored.settings.difference(from: settings),
            now: settings.difference(from: stored.settings))
    }

    /// Returns the checkpoint before the unfinished line with which the input ended.
    ///
    /// - Throws: ``InputChange`` if there was none.
    func checkpointBeforeUnfinishedLine(for table: Table) throws -> Checkpoint {
        guard let checkpoint = try checkpoint(for: table)?.beforeUnfinishedLine else {
            throw InputChange.text
        }
        return checkpoint
    }

    /// Creates the tables for checkpoints and metadata. Deletes the checkpoints of the import's table if that table no
    /// longer exists or was replaced.
    func createTables(for table: Table, in db: Database) throws {
        try CheckpointTable.create(in: db)
        guard !table.hasMetadata else { return }
        if table.isEmpty { try CheckpointTable.deleteCheckpoints(table: table.name, in: db) }
        // The ranges may be those of an earlier table with the same name.
        try ImportedRows.deleteAll(table: table.name, in: db)
        try ImportedRows.addExisting(table: table.name, in: db)
    }

    /// Checks that no other program has imported the same input into the table since this run last read the checkpoint.
    func check(in db: Database) throws {
        guard try checkpointTable?.read(db) == stored else {
            throw TableImportError.tableChangedConcurrently(tableName)
        }
    }

    mutating func save(_ checkpoint: Checkpoint, in db: Database) throws {
        guard let checkpointTable else { return }
        let stored = CheckpointTable.Stored(checkpoint: checkpoint, settings: settings)
        try checkpointTable.write(stored, in: db)
        self.stored = stored
    }
}

/// The reason why an import cannot continue after its checkpoint.
enum InputChange: Error {
    /// The settings of the run differ from those of the earlier run. The texts are arguments of the program.
    case settings(before: String, now: String)
    /// The user has changed the definition of the table.
    case table
    /// The text of the records up to the checkpoint has changed.
    case text
    /// The text of a finished import, which is one value, has more records than before.
    case document
}
