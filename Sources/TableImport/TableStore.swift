/// The tables of an import in a database, and the checkpoint of the import.
///
/// A ``BatchWriter`` calls the functions, on one thread. Table 0 is that of the records, and the child tables follow in the
/// order of the expanded arrays. ``SQLiteStore`` stores the tables in an SQLite database, and
/// `PostgresStore` in a PostgreSQL database.
protocol TableStore: AnyObject {
    /// The checkpoint after which the run starts; one without records for a start at the first record.
    var startCheckpoint: Checkpoint { get }

    /// The tables with their columns as they are now.
    var tables: [(name: String, columns: ColumnList)] { get }

    /// Whether a table may reject a row, because of a constraint or a value that the database cannot store.
    var mayRejectRows: Bool { get }

    /// Returns the statement that would create a table with the types that its columns have at the end of the import.
    func definition(ofTable number: Int) -> String

    /// Takes the rows and the columns of a batch, for each table. ``returnBatches()`` returns them after the transaction.
    func take(_ batches: inout [RowBatch])

    /// Runs a function in a transaction, which is rolled back if the function throws an error.
    func transaction(_ body: () throws -> Void) throws

    /// Whether the rows that were written are in a transaction of several imports that is not committed yet.
    var hasOpenTransaction: Bool { get }

    /// Begins the writing of a batch: checks that no other program has changed the tables. The first call also creates the
    /// tables of checkpoints, and deletes the rows that the run replaces.
    func begin() throws

    /// Creates the tables, or adds and widens the columns that the rows need. A dry run only declares the columns.
    ///
    /// - Throws: ``TableImportError`` if a table cannot store the rows.
    func alterTables() throws

    /// Writes the rows. The rows of a record are written together, or none of them: a row that a child table rejects rejects
    /// its record. A dry run only counts the rows.
    ///
    /// - Parameter reject: called with each row that a table rejects. Returns whether to write the rows after it.
    /// - Returns: the number of rows written to each table.
    func writeRows(reject: (RowBatch.Row, RowError) throws -> Bool) throws -> [Int]

    /// Removes the columns that only replaced rows needed, and that are null in all rows.
    func removeUnneededColumns() throws

    /// Gives each column the narrowest type for all values that imports have written.
    func declareFinalTypes() throws

    /// Creates an index on a column of the table of the records, unless there is one.
    func createIndex(on column: String) throws

    /// Writes the checkpoint, as the last step of a batch.
    func save(_ checkpoint: Checkpoint) throws

    /// Returns the batches, without their rows, and with the columns as they are now.
    func returnBatches() -> [RowBatch]
}

extension TableStore {
    var hasOpenTransaction: Bool { false }
}

/// The error of a connection that has ended. The transaction was rolled back, unless it was being committed.
struct ConnectionLost: Error {
    let cause: any Error
}

/// The point at which a run starts.
enum ImportStart {
    /// After the records of earlier runs, if there are any.
    case checkpoint
    /// At the unfinished line with which the input of the last run ended, and which that run rejected.
    case unfinishedLine
    case firstRecord
    /// At the first record. The rows that earlier runs have written are deleted in the same transaction.
    case firstRecordReplacingRows

    /// Returns the checkpoint after which a run begins, which has no records for a start at the first record; and whether the
    /// table has records of the input at another path.
    ///
    /// - Parameters:
    ///   - stored: the checkpoint in the database.
    ///   - hasMetadata: whether the table is the one that imports have written to.
    ///   - isEmpty: whether it has no rows, or does not exist.
    ///   - otherPath: see ``CheckpointTable/otherPath(_:)``.
    ///   - importedParts: see ``CheckpointTable/importedParts(of:_:)``.
    /// - Throws: ``TableImportError`` if the table has some of the records from another part of the file; ``InputChange`` if
    ///   the run cannot continue after the stored checkpoint.
    func checkpoint(
        of input: TableInput, _ options: TableImportOptions, after stored: CheckpointTable.Stored?,
        in table: String, hasMetadata: Bool, isEmpty: Bool, otherPath: () throws -> String?,
        importedParts: (String) throws -> [CheckpointName]
    ) throws -> (checkpoint: Checkpoint, hasOtherPath: Bool) {
        if let name = input.checkpointName, options.keys.isEmpty, options.changePolicy != .append,
            let other = try importedParts(name.file).first(where: name.overlaps)
        {
            throw TableImportError.partOverlaps(input.name, with: other.byteRange, table: table)
        }
        // With a key, records update rows, whatever their path.
        let mayHaveOtherPath =
            stored == nil && hasMetadata && (options.keys.isEmpty || !options.isPathGiven)
        let otherPath = mayHaveOtherPath ? try otherPath() : nil
        if let otherPath, self == .checkpoint {
            throw InputChange.path(before: otherPath, now: options.path.description)
        }
        let last = {
            try stored?.start(
                inTableWithMetadata: hasMetadata, isEmpty: isEmpty, ImportSettings(options))
        }
        let checkpoint =
            switch self {
            case .checkpoint: try last() ?? Checkpoint()
            case .unfinishedLine: try last()?.beforeUnfinishedLine
            case .firstRecord, .firstRecordReplacingRows: Checkpoint()
            }
        guard let checkpoint else { throw InputChange.text }
        return (checkpoint, otherPath != nil)
    }
}

extension CheckpointTable.Stored {
    /// Returns the checkpoint after which an import continues; `nil` to start from the first record.
    ///
    /// - Throws: ``InputChange`` if the earlier run imported records with other settings, or if the user has changed the
    ///   table since.
    fileprivate func start(
        inTableWithMetadata hasMetadata: Bool, isEmpty: Bool, _ settings: ImportSettings
    ) throws -> Checkpoint? {
        // Without rows, the table and the settings have had no effect yet.
        let hasRows = checkpoint.records > checkpoint.rejected
        if hasRows, !hasMetadata {
            // The table that contained the rows no longer exists.
            guard !isEmpty else { return nil }
            throw InputChange.table
        }
        var settings = settings
        // An unfinished line is read again.
        if (checkpoint.beforeUnfinishedLine ?? checkpoint).rejected == 0 {
            settings.limits = self.settings.limits
        }
        guard self.settings != settings else { return checkpoint }
        guard hasRows else { return nil }
        throw InputChange.settings(
            before: self.settings.difference(from: settings), now: settings.difference(from: self.settings))
    }
}

/// The reason why an import cannot continue after its checkpoint.
enum InputChange: Error {
    /// The settings of the run differ from those of the earlier run. The texts are arguments of the program.
    case settings(before: String, now: String)
    /// The records were at another path.
    case path(before: String, now: String)
    /// The user has changed the definition of the table.
    case table
    /// The text of the records up to the checkpoint has changed.
    case text
    /// The text of a finished import, which is one value, has more records than before.
    case document
}

/// An error of a table about one row only, so that other rows can be written.
struct RowError: Error {
    let table: String
    let message: String
    let cause: any Error
}
