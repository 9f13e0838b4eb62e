internal import GRDB
internal import SQLiteSupport

/// The tables of an import in an SQLite database.
final class SQLiteStore: TableStore {
    private let database: Database
    /// The transaction of several imports; `nil` if the import has its own ones.
    private let shared: SharedTransaction?
    private let writers: [TableWriter]
    private let isDryRun: Bool
    private let replacesRows: Bool
    /// Whether the rows to replace are those of another path of the input.
    private let replacesAllPaths: Bool
    let startCheckpoint: Checkpoint

    private let settings: ImportSettings
    /// `nil` for an input that cannot be read again, which gets no checkpoints.
    private let checkpointTable: CheckpointTable?
    /// The checkpoint in the database when this run last read or wrote it.
    private var stored: CheckpointTable.Stored?
    /// The rows that the input has inserted into the table; `nil` for an import with keys, whose rows may come from several
    /// inputs.
    private var importedRows: ImportedRows?
    private var isFirstBatch = true
    /// The savepoint before each record; `nil` before the first batch, and without child tables.
    private var savepoint: Savepoint?

    /// Reads the tables and the checkpoint of the input from the database.
    ///
    /// - Parameters:
    ///   - columns: the columns that earlier inputs have given to a table that does not exist; `nil` without any.
    ///   - shared: the transaction of several imports, which is open; `nil` if the import has its own ones.
    /// - Throws: ``TableImportError`` if the input cannot be imported into the tables; ``InputChange`` if it cannot be resumed.
    init(
        of input: TableInput, _ options: TableImportOptions, from start: ImportStart,
        columns: ColumnList? = nil, sharing shared: SharedTransaction? = nil, in database: Database
    ) throws {
        (self.database, self.shared) = (database, shared)
        (isDryRun, replacesRows) = (options.isDryRun, start == .firstRecordReplacingRows)
        writers = try TableWriter.tables(for: options, columns, in: database)
        settings = ImportSettings(options)
        let table = writers[0].table
        let checkpointTable = input.checkpointName.map {
            CheckpointTable(input: $0.text, path: options.path.description, table: table.name)
        }
        self.checkpointTable = checkpointTable
        stored = try checkpointTable?.read(database)
        (startCheckpoint, replacesAllPaths) = try start.checkpoint(
            of: input, options, after: stored, in: table.name, hasMetadata: table.hasMetadata,
            isEmpty: table.isEmpty, otherPath: { try checkpointTable?.otherPath(database) },
            importedParts: { try checkpointTable?.importedParts(of: $0, database) ?? [] })
        let noInput = CheckpointTable(input: "", path: "", table: table.name)
        importedRows = options.keys.isEmpty ? ImportedRows(key: checkpointTable ?? noInput) : nil
        writers[0].openRows.firstRowids = startCheckpoint.openRows
        if startCheckpoint.records > 0, try writers.dropFirst().contains(where: { try $0.isChanged() }) {
            throw InputChange.table
        }
    }

    private var table: Table { writers[0].table }
    private var children: ArraySlice<TableWriter> { writers.dropFirst() }

    var tables: [(name: String, columns: ColumnList)] { writers.map { ($0.table.name, $0.pending.columns) } }

    var mayRejectRows: Bool { writers.contains { $0.pending.columns.writtenCount > 0 } }

    func definition(ofTable number: Int) -> String {
        let (table, columns) = (writers[number].table, writers[number].pending.columns)
        return table.sqlTable(with: table.withFinalTypes(columns)).createStatement
    }

    /// The columns of the table of the records at the end of the import.
    var finalColumns: [Column] { table.withFinalTypes(writers[0].pending.columns).columns }

    // MARK: - Batches

    func take(_ batches: inout [RowBatch]) {
        // A copy of the rows would prevent their memory from being used again.
        for number in writers.indices { swap(&writers[number].pending, &batches[number]) }
    }

    var hasOpenTransaction: Bool { shared?.isOpen == true }

    func transaction(_ body: () throws -> Void) throws {
        if let shared, shared.isOpen {
            return try shared.write(database) {
                try body()
                return writers[0].rowCount
            }
        }
        try database.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    func begin() throws {
        // No other program may have imported the same input into the table.
        guard try checkpointTable?.read(database) == stored else {
            throw TableImportError.tableChangedConcurrently(table.name)
        }
        for writer in writers { try writer.check() }
        if isFirstBatch { try createTables() }
        isFirstBatch = false
    }

    /// Creates the tables for checkpoints and metadata. Deletes the checkpoints of the import's table if that table no
    /// longer exists or was replaced, and the rows that are to be replaced.
    private func createTables() throws {
        // Another program may have imported into a table of the user since this run read the table.
        let table = try table.hasMetadata ? table : Table(table.name, in: database)
        if replacesRows, !table.hasMetadata, !table.isEmpty {
            throw TableImportError.rowsUnknown(in: table.name)
        }
        try CheckpointTable.create(in: database)
        if !table.hasMetadata {
            if table.isEmpty { try CheckpointTable.deleteCheckpoints(table: table.name, in: database) }
            // The ranges may be those of an earlier table with the same name.
            try ImportedRows.deleteAll(table: table.name, in: database)
            try ImportedRows.addExisting(table: table.name, in: database)
        }
        for child in children { try child.removeRemains(of: table) }
        if !children.isEmpty { savepoint = try Savepoint(in: database) }
        if replacesRows {
            try importedRows?.delete(ofAllPaths: replacesAllPaths, in: database)
            if replacesAllPaths { try checkpointTable?.deleteOtherPaths(in: database) }
        }
        try deleteOrphans()
        if importedRows == nil { try ImportedRows.markUpdated(table: table.name, in: database) }
    }

    /// Deletes the child rows of records that are not in the table, if it numbers the records, because it would give their numbers
    /// to other records. The child tables may be those of earlier runs, which expanded other arrays.
    private func deleteOrphans() throws {
        let columns = writers[0].pending.columns
        let isNumbered = columns.keyValues == .generated
        guard let key = isNumbered ? columns.keyNames[0] : replacesRows ? table.integerPrimaryKey : nil else {
            return
        }
        let tables = try String.fetchAll(
            database,
            sql: "SELECT table_name FROM stream_import_tables WHERE substr(table_name, 1, length(?1)) = ?1",
            arguments: ["\(table.name)_"]
        ).filter { try TableInfo.exists($0, in: database) }.map { try Table($0, in: database) }
        // A table such as `t_x` may have child tables of its own, such as `t_x_items`.
        let others = tables.filter { $0.integerPrimaryKey == key }.map { "\($0.name)_" }
        let name = key.sqlIdentifier
        let condition =
            if !table.exists {
                "IS NOT NULL"
            } else if replacesRows {
                "NOT IN (SELECT \(name) FROM \(table.quotedName))"
            } else {
                // The table gives greater numbers than its greatest one. The index finds them.
                "> (SELECT ifnull(max(\(name)), 0) FROM \(table.quotedName))"
            }
        for child in tables where child.isLinked(by: key) && !others.contains(where: child.name.hasPrefix) {
            try database.execute(sql: "DELETE FROM \(child.quotedName) WHERE \(name) \(condition)")
            guard replacesRows, !children.contains(where: { $0.table.name == child.name }) else { continue }
            try child.removeIfEmpty(in: database)
        }
    }

    func alterTables() throws {
        let columns = writers[0].pending.columns
        // The table of a schema is also created without rows.
        let needsChange = columns.writtenCount > 0 ? writers.contains(where: \.needsChange) : columns.isFixed
        guard !writers[0].pending.isEmpty || needsChange else { return }
        if isDryRun {
            for writer in writers { try writer.declareColumns(linkedTo: writers[0].pending.columns) }
        } else {
            try writers[0].prepare()
            for child in children { try child.prepare(linkedTo: writers[0].pending.columns) }
        }
    }

    func writeRows(reject: (RowBatch.Row, RowError) throws -> Bool) throws -> [Int] {
        guard !isDryRun else { return writers.map(\.pending.rows.count) }
        try writers[0].openRows.update(by: writers[0].pending, importedRows)
        guard !writers[0].pending.isEmpty else { return writers.map(\.pending.rows.count) }
        let lastRowid = try importedRows?.lastRowid(in: database)
        try writers[0].writeRecords(with: children, savepoint, reject: reject)
        let counts = writers.map(\.rowCount)
        if let lastRowid { try importedRows?.add(after: lastRowid, count: counts[0], in: database) }
        return counts
    }

    func removeUnneededColumns() throws {
        for writer in writers { try writer.removeUnneededColumns() }
    }

    func declareFinalTypes() throws {
        for writer in writers { try writer.declareFinalTypes() }
    }

    func createIndex(on column: String) throws {
        // SQLite finds a row by its primary key without an index.
        guard (table.primaryKey ?? writers[0].pending.columns.keyNames) != [column] else { return }
        try table.createIndex(on: column, in: database)
    }

    func save(_ checkpoint: Checkpoint) throws {
        for writer in writers { try writer.update() }
        guard let checkpointTable, !writers[0].openRows.hasKeys else { return }
        var checkpoint = checkpoint
        checkpoint.openRows = writers[0].openRows.firstRowids
        let stored = CheckpointTable.Stored(checkpoint: checkpoint, settings: settings)
        try checkpointTable.write(stored, in: database)
        self.stored = stored
    }

    func returnBatches() -> [RowBatch] { writers.map { $0.pending.takeEmptied() } }
}

/// A savepoint in a transaction, used for one record after another.
///
/// The statements are prepared once. GRDB would prepare them for each record.
final class Savepoint {
    private let beginStatement, releaseStatement, rollbackStatement: RowStatement

    init(in database: Database) throws {
        beginStatement = try RowStatement(sql: "SAVEPOINT record", in: database)
        releaseStatement = try RowStatement(sql: "RELEASE record", in: database)
        rollbackStatement = try RowStatement(sql: "ROLLBACK TO record", in: database)
    }

    func begin() throws { try beginStatement.run() }

    func release() throws { try releaseStatement.run() }

    /// Undoes the changes since the beginning, and ends the savepoint.
    func rollback() throws {
        try rollbackStatement.run()
        try release()
    }
}
