internal import JSONRecords
internal import SQLiteSupport

/// The tables of an import in a PostgreSQL database.
///
/// Each transaction also writes the checkpoint, so each record is in the tables once, also if several importers read the same
/// part: an importer claims its input and its table by locks of its session, and a second importer of the input waits, and
/// then finds the checkpoint of the first one. The server removes the locks of an importer that was killed.
final class PostgresStore: TableStore {
    private let connection: PostgresConnection
    private let writers: [PostgresWriter]
    private let options: TableImportOptions
    private let replacesRows: Bool
    let startCheckpoint: Checkpoint

    private let settings: ImportSettings
    /// `nil` for an input that cannot be read again, which gets no checkpoints.
    private let records: PostgresRecords?
    /// The checkpoint in the database when this run last read or wrote it.
    private var stored: PostgresRecords.Stored?
    private var rowCount: Int
    private var isFirstBatch = true
    /// The columns whose indices are created after the transaction.
    private var indices: [String] = []
    /// Whether the commit has no answer yet, or the indices after it are not created yet.
    private var isCommitting = false

    /// Reads the tables and the checkpoint of the input from the database.
    ///
    /// - Throws: ``TableImportError`` if the input cannot be imported into the tables; ``InputChange`` if it cannot be resumed.
    init(
        of input: TableInput, _ options: TableImportOptions, from start: ImportStart,
        in connection: PostgresConnection
    ) throws {
        (self.connection, self.options) = (connection, options)
        replacesRows = start == .firstRecordReplacingRows
        settings = ImportSettings(options)
        let records = try input.checkpointName.map {
            PostgresRecords(
                input: $0.text, path: options.path.description,
                table: try PostgresTable.qualifiedName(options.table, in: connection), in: connection)
        }
        self.records = records
        if !options.isDryRun { try Self.claim(input, options, in: connection) }
        stored = try records?.read()
        let table = try PostgresTable(options.table, in: connection)
        writers = try Self.writers(of: table, options, in: connection)
        startCheckpoint = try start.checkpoint(
            of: input, options, after: stored?.checkpoint, in: table.name, hasMetadata: table.hasMetadata,
            isEmpty: table.isEmpty, otherPath: { try records?.otherPath() },
            importedParts: { try records?.importedParts(of: $0) ?? [] }
        ).checkpoint
        rowCount = table.hasMetadata ? stored?.rows ?? 0 : 0
        if startCheckpoint.records > 0,
            writers.dropFirst().contains(where: { $0.exists && !$0.table.hasMetadata })
        {
            throw InputChange.table
        }
    }

    /// Waits for the locks of the input and of the table, which the session keeps until ``release()``.
    ///
    /// Importers with a schema, which fixes the types of the columns, share the lock of the table.
    private static func claim(
        _ input: TableInput, _ options: TableImportOptions, in connection: PostgresConnection
    ) throws {
        let lock = { (name: String, isShared: Bool) in
            _ = try connection.execute(
                "SELECT pg_advisory_lock\(isShared ? "_shared" : "")(hashtextextended($1, 1))", [name])
        }
        if let name = input.checkpointName {
            try lock("input \(name.text) \(options.path) \(options.table)", false)
        }
        try lock("table \(options.table)", options.schema != nil)
    }

    func release() throws { try connection.execute("SELECT pg_advisory_unlock_all()") }

    private static func writers(
        of table: PostgresTable, _ options: TableImportOptions, in connection: PostgresConnection
    ) throws -> [PostgresWriter] {
        let columns = try table.columns(for: options, in: connection)
        let links = columns.links(ofChildTablesOf: table.name, options)
        let children = try options.expandedArrays.enumerated().map { number, array in
            let child = try PostgresTable(array.childTable(of: table.name), in: connection)
            var columns = ColumnList(
                child.columns, links: links[number], isStrict: options.columnRules.isStrict,
                reserved: PostgresTable.reservedNames, limit: PostgresTable.maximumStagedColumns)
            columns.keepsDecimals = true
            guard child.hasUniqueKey(columns.keyNames) else {
                throw TableImportError.notChildTable(child.name, array, keys: columns.keyNames)
            }
            return PostgresWriter(child, columns, number: number + 1, in: connection)
        }
        return [PostgresWriter(table, columns, number: 0, in: connection)] + children
    }

    private var main: PostgresWriter { writers[0] }
    private var children: ArraySlice<PostgresWriter> { writers.dropFirst() }

    var tables: [(name: String, columns: ColumnList)] { writers.map { ($0.table.name, $0.pending.columns) } }

    var mayRejectRows: Bool { true }

    func definition(ofTable number: Int) -> String { writers[number].createStatement }

    // MARK: - Batches

    func take(_ batches: inout [RowBatch]) {
        // A copy of the rows would prevent their memory from being used again.
        for number in writers.indices { swap(&writers[number].pending, &batches[number]) }
    }

    func transaction(_ body: () throws -> Void) throws {
        // A constraint must not wait for the commit, which names no row.
        try connection.execute("BEGIN; SET CONSTRAINTS ALL IMMEDIATE")
        do {
            try body()
        } catch {
            if !(error is ConnectionLost) { _ = try? connection.execute("ROLLBACK") }
            throw error
        }
        isCommitting = true
        try connection.execute("COMMIT")
        try createIndices()
        isCommitting = false
    }

    /// Creates the indices, in a transaction of their own: importers of parts that each wait for the rows of the others would wait
    /// forever.
    private func createIndices() throws {
        guard !indices.isEmpty else { return }
        defer { indices = [] }
        try connection.execute("BEGIN")
        do {
            try lockTable()
            let table = try PostgresTable(main.table.name, in: connection)
            for column in indices where !table.indexedColumns.contains(column) {
                try connection.execute("CREATE INDEX ON \(main.quotedName) (\(column.sqlIdentifier))")
            }
            try connection.execute("COMMIT")
        } catch {
            if !(error is ConnectionLost) { _ = try? connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Returns whether the connection was lost during a commit that has succeeded all the same, or soon after it.
    func wasCommitted(in connection: PostgresConnection) throws -> Bool {
        guard isCommitting, let records, let stored else { return false }
        return try records.read(in: connection)?.text == stored.text
    }

    func begin() throws {
        if isFirstBatch {
            try PostgresRecords.create(in: connection)
            try lockTable()
        }
        // No other program may have imported the same input into the table.
        guard try records?.read(locks: true)?.text == stored?.text else {
            throw TableImportError.tableChangedConcurrently(main.table.name)
        }
        if isFirstBatch { try deleteRows() }
        isFirstBatch = false
    }

    /// Lets no other importer create the table or an index on it until the transaction ends.
    private func lockTable() throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 2))", [main.table.name])
    }

    /// Deletes the checkpoints of a table that no longer exists, the rows that are to be replaced, and child rows without a record.
    private func deleteRows() throws {
        // Another importer of a part may have created the table and written rows meanwhile.
        let table = try PostgresTable(main.table.name, in: connection)
        if !table.hasMetadata, table.isEmpty { try records?.deleteAll() }
        if replacesRows {
            guard try table.hasMetadata && records?.deleteRows(of: table) == true || table.isEmpty else {
                throw TableImportError.rowsUnknown(in: table.name)
            }
            rowCount = 0
        }
        guard main.isNumbered else { return }
        let number = main.pending.columns.keyNames[0]
        let key = number.sqlIdentifier
        // A table that was emptied or created again may give the numbers of these child rows to other records.
        let orphans =
            table.exists ? " WHERE \(key) > (SELECT coalesce(max(\(key)), 0) FROM \(main.quotedName))" : ""
        for child in try PostgresRecords.childTables(of: table.name, number, in: connection) {
            let rows = "FROM \(child.sqlIdentifier)\(orphans)"
            // A role may add rows that may not delete any.
            if try connection.execute("SELECT EXISTS (SELECT \(rows))") == [["t"]] {
                try connection.execute("DELETE \(rows)")
            }
            guard replacesRows, !children.contains(where: { $0.table.name == child }) else { continue }
            try removeIfEmpty(try PostgresTable(child, in: connection))
        }
    }

    /// Removes a child table that imports have created, if it has no rows, and neither a view nor another table needs it.
    private func removeIfEmpty(_ child: PostgresTable) throws {
        guard let id = child.id, child.isEmpty, child.columns.allSatisfy(\.isCreatedByImport) else { return }
        try connection.execute("SAVEPOINT child")
        do {
            try connection.execute("DROP TABLE \(child.name.sqlIdentifier)")
            try connection.execute("DELETE FROM stream_import_tables WHERE table_id = $1::oid", [id])
        } catch is PostgresError {
            try connection.execute("ROLLBACK TO child")
        }
        try connection.execute("RELEASE child")
    }

    func alterTables() throws {
        let columns = main.pending.columns
        guard !main.pending.isEmpty || columns.writtenCount > 0 || columns.isFixed else { return }
        try main.prepare(isDryRun: options.isDryRun)
        for child in children { try child.prepare(linkedTo: main, isDryRun: options.isDryRun) }
    }

    func removeUnneededColumns() throws {
        for writer in writers where writer.exists { try writer.removeUnneededColumns() }
    }

    func declareFinalTypes() {}

    func createIndex(on column: String) throws {
        guard main.pending.columns.keyNames != [column] else { return }
        guard column.utf8.count <= PostgresTable.maximumNameBytes else {
            throw TableImportError.nameTooLong(column)
        }
        indices.append(column)
    }

    func save(_ checkpoint: Checkpoint) throws {
        stored = try records?.write(
            CheckpointTable.Stored(checkpoint: checkpoint, settings: settings), rows: rowCount)
    }

    func returnBatches() -> [RowBatch] { writers.map { $0.pending.takeEmptied() } }

    // MARK: - Rows

    func writeRows(reject: (RowBatch.Row, RowError) throws -> Bool) throws -> [Int] {
        guard !options.isDryRun else { return writers.map(\.pending.rows.count) }
        if let update = main.pending.updates.first {
            throw TableImportError.valueAfterStoredRows(
                main.pending.columns.columns[Int(update.cell.column)].name)
        }
        // Each temporary table that a rollback to a savepoint removes would keep its lock until the commit.
        if main.replacesRows { for writer in writers where writer.exists { try writer.makeStage() } }
        if main.isNumbered { try main.takeNumbers() }
        var counts = writers.map { _ in 0 }
        for (rows, columns) in main.groups() where !rows.isEmpty {
            guard try write(rows, columns, &counts, reject) else { break }
        }
        rowCount += counts[0]
        return counts
    }

    /// Writes some rows, with their child rows. If a table rejects one, writes each half on its own, until that row is found.
    ///
    /// - Returns: whether to write the rows after them.
    private func write(
        _ rows: Range<Int>, _ columns: [Int], _ counts: inout [Int],
        _ reject: (RowBatch.Row, RowError) throws -> Bool
    ) throws -> Bool {
        guard !rows.isEmpty else { return true }
        let error: any Error
        let middle: Range<Int>
        do {
            try connection.execute("SAVEPOINT rows")
            let written = try send(rows, columns)
            try connection.execute("RELEASE rows")
            for table in counts.indices { counts[table] += written[table] }
            return true
        } catch let rejection as PostgresError where rejection.isOfRow {
            let half = rows.lowerBound + rows.count / 2
            (error, middle) = (rejection, rows.count == 1 ? rows : half..<half)
        } catch let unstorable as PostgresWriter.UnstorableRow {
            (error, middle) = (unstorable, unstorable.row..<unstorable.row + 1)
        }
        try connection.execute("ROLLBACK TO rows; RELEASE rows")
        guard try write(rows.lowerBound..<middle.lowerBound, columns, &counts, reject) else { return false }
        if !middle.isEmpty {
            let message =
                (error as? PostgresError)?.message ?? (error as? PostgresWriter.UnstorableRow)?.message
            let rowError = RowError(table: main.table.name, message: message ?? "\(error)", cause: error)
            guard try reject(main.pending.rows[middle.lowerBound], rowError) else { return false }
        }
        return try write(middle.upperBound..<rows.upperBound, columns, &counts, reject)
    }

    /// Sends rows to the server.
    private func send(_ rows: Range<Int>, _ columns: [Int]) throws -> [Int] {
        guard main.replacesRows else {
            try main.copy(rows, columns)
            return try [rows.count]
                + children.map { $0.exists ? try $0.copyRows(ofRecords: rows, in: main) : 0 }
        }
        try main.copy(rows, columns, isStaged: true)
        try main.insertStaged(rows, columns)
        return try [rows.count]
            + children.map { child in
                guard child.exists else { return 0 }
                let count = try child.copyRows(ofRecords: rows, in: main)
                try child.replaceStaged(rows, of: main)
                return count
            }
    }
}
