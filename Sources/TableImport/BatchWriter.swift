internal import GRDB
internal import JSONRecords

/// The writing half of an import: writes batches of rows to the tables, on a connection to the database. Each transaction also
/// writes the checkpoint.
///
/// A run makes a ``BatchReader``, which may read on another thread, and writes the batches that it passes.
final class BatchWriter {
    /// The point at which a run starts.
    enum Start {
        /// After the records of earlier runs, if there are any.
        case checkpoint
        /// At the unfinished line with which the input of the last run ended, and which that run rejected.
        case unfinishedLine
        case firstRecord
        /// At the first record. The rows that earlier runs have written are deleted in the same transaction.
        case firstRecordReplacingRows
    }

    private let input: TableInput
    private let options: TableImportOptions
    private let start: Start
    private let interruptFlag: InterruptFlag
    private let database: Database
    /// The table of the records, and the child tables in the order of the arrays.
    private let tables: [TableWriter]
    /// The savepoint before each record; `nil` before the first batch, and without child tables.
    private var savepoint: Savepoint?
    private let rejectedRecordLog: RejectedRecordLog
    /// The checkpoint after which the run starts.
    private let startCheckpoint: Checkpoint
    private var checkpoint: Checkpoint
    private var checkpointStore: CheckpointStore
    /// The number of the last record to read.
    private let lastRecord: Int
    private let stamp: FileStamp?
    private var result: TableImportResult
    private var isFirstBatch = true
    /// The error of the row whose rejection ends the import of an input that cannot be read again; `nil` until then. The
    /// rows before this row are written.
    private var fatalRowError: RejectedRow?

    init(
        _ input: TableInput, _ options: TableImportOptions, from start: Start, to lastRecord: Int,
        _ interruptFlag: InterruptFlag, in database: Database
    ) throws {
        self.input = input
        self.options = options
        self.start = start
        self.lastRecord = min(lastRecord, options.lastRecord)
        self.interruptFlag = interruptFlag
        self.database = database
        guard !options.isTableReserved else {
            throw TableImportError.reservedTable(options.table)
        }
        try options.checkSchema()
        tables = try TableWriter.tables(for: options, in: database)
        let table = tables[0].table
        checkpointStore = try CheckpointStore(of: input, into: table, options: options, in: database)
        let startCheckpoint =
            switch start {
            case .checkpoint: try checkpointStore.checkpoint(for: table)
            case .unfinishedLine: try checkpointStore.checkpointBeforeUnfinishedLine(for: table)
            case .firstRecord, .firstRecordReplacingRows: nil as Checkpoint?
            }
        let earlier = startCheckpoint ?? Checkpoint()
        if earlier.records > 0, try tables.dropFirst().contains(where: { try $0.isChanged(in: database) }) {
            throw InputChange.table
        }
        (self.startCheckpoint, checkpoint) = (earlier, earlier)
        stamp = checkpointStore.canResume && !options.follows ? input.stamp : nil
        result = TableImportResult(table: table.name)
        result.recordsBefore = earlier.records
        result.rejectedBefore = earlier.rejected
        result.rowsBefore = max(0, earlier.records - options.skippedRecordCount) - earlier.rejected
        result.canResume = checkpointStore.canResume
        rejectedRecordLog = try RejectedRecordLog(of: input, options, after: earlier)
        result.tables = tables.map(\.result)
    }

    /// The table of the records.
    var table: Table { tables[0].table }

    /// The columns of the table with their types after a dry run.
    var finalColumns: ColumnList { table.withFinalTypes(tables[0].pending.columns) }

    // MARK: - The run

    /// Runs the import until it ends or stops. An error is part of the result.
    ///
    /// - Throws: ``InputChange`` before the first row is written.
    func run() throws -> TableImportResult {
        options.onCommit?(result)
        do {
            try replacesRows ? replaceRows() : importRecords()
        } catch let change as InputChange {
            throw change
        } catch {
            result.error = error
        }
        if !result.wasFinished {
            for (number, table) in tables.enumerated() {
                let rows = result.tables[number].rows
                result.tables[number] = table.description(isDryRun: options.isDryRun)
                result.tables[number].rows = rows
            }
        }
        result.warnings = warnings
        return result
    }

    /// Whether all rows are written in one transaction, which also deletes those of earlier runs.
    private var replacesRows: Bool { start == .firstRecordReplacingRows && !options.isDryRun }

    private func replaceRows() throws {
        do {
            try database.inTransaction(.immediate) {
                try importRecords()
                return .commit
            }
            options.onCommit?(result)
        } catch {
            for number in result.tables.indices { result.tables[number].rows = 0 }
            result.rejected = 0
            throw error
        }
    }

    private func importRecords() throws {
        // Only this thread calls the functions of the options.
        var readerOptions = options
        (readerOptions.onCommit, readerOptions.onRejected) = (nil, nil)
        let queue = usesTwoThreads ? BatchQueue() : nil
        let reader = BatchReader(
            input, readerOptions, into: tables.map(\.pending.columns), after: startCheckpoint, to: lastRecord,
            canResume: result.canResume, stamp: stamp, logsTexts: rejectedRecordLog.needsText,
            hasTable: tables.contains { $0.table.exists }, keepsRows: !replacesRows && !options.isDryRun,
            interruptFlag, queue ?? self)
        let end = try queue?.run(reader) { try write(&$0) } ?? reader.read()
        (result.bytesRead, result.textBytes) = (end.bytesRead, end.textBytes)
        result.wasFinished = try end.wasFinished.get()
        if result.wasFinished { try addIndices() }
    }

    /// Whether one thread reads and another one writes.
    private var usesTwoThreads: Bool { options.readOptions.parallelism.workerCount > 1 && !options.isDryRun }

    /// Warnings about names in the options that no record has a member for.
    private var warnings: [String] {
        let columns = tables[0].pending.columns
        guard result.error == nil, columns.writtenCount > 0 else { return [] }
        let names = columns.columns.indices.filter {
            columns.columns[$0].path?.isEmpty == false || !columns.columns[$0].isCreatedByImport
        }.map { columns.spelling(Int32($0)) }
        let isKnown = { (name: String) in
            columns.column(named: name).map { columns.columns[Int($0)] }
                .map { $0.path != nil || !$0.isCreatedByImport } ?? false
        }
        return (options.columns ?? []).filter { !isKnown($0) }.map {
            "--columns: no record has the key \($0), so its column contains NULL only"
        }
            + options.indices.filter { columns.column(named: $0) == nil }.map {
                "--index: no record has the key \($0), so there is no index; the columns are "
                    + TableImportError.list(names)
            } + tables.compactMap(\.warning)
    }

    // MARK: - Batches

    /// Writes the rows of a batch, and the checkpoint.
    ///
    /// - Returns: the columns after the rows, and empty memory for rows; an empty array for a batch without rows.
    private func write(_ batch: inout ImportBatch) throws -> [TableBatch] {
        try batch.rejected.write(to: rejectedRecordLog)
        (result.bytesRead, result.textBytes) = (batch.bytesRead, batch.textBytes)
        guard var rows = batch.rows.take() else { return [] }
        // A copy of the rows would prevent their memory from being used again.
        for number in tables.indices { swap(&tables[number].pending, &rows.tables[number]) }
        if let progress = rows.progress {
            checkpoint.records = progress.records
            checkpoint.prefix = progress.prefix
            checkpoint.prefixBeforeUnfinishedLine = progress.prefixBeforeUnfinishedLine
        }
        if options.isDryRun {
            for table in tables { try table.countRows(linkedTo: tables[0].pending.columns) }
            countBatch()
        } else {
            try interruptFlag.write { try commitRows(rows.end) }
            if let fatalRowError { throw fatalRowError }
        }
        return tables.map { $0.returnBatch() }
    }

    private func countBatch() {
        for table in tables { table.countBatch() }
        result.tables = tables.map(\.result)
        result.rejected = rejectedRecordLog.count - result.rejectedBefore
    }

    private func commitRows(_ end: ImportBatch.End) throws {
        if replacesRows {
            try commitBatch(end)
        } else {
            try database.inTransaction(.immediate) {
                try commitBatch(end)
                return .commit
            }
        }
        isFirstBatch = false
        countBatch()
        if !replacesRows { options.onCommit?(result) }
    }

    /// Writes the batch and its checkpoint.
    private func commitBatch(_ end: ImportBatch.End) throws {
        try checkpointStore.check(in: database)
        for table in tables { try table.check(in: database) }
        if isFirstBatch { try prepareTables() }
        try writeRows()
        if end.isLast {
            for table in tables { try table.declareFinalTypes() }
            try createIndices()
        }
        checkpoint.isFinished = end.isFinished && fatalRowError == nil
        checkpoint.nullPaths = checkpoint.isFinished ? [] : tables.map(\.pending.nullPaths)
        // Each record that the checkpoint counts as rejected must be in the rejects file before the commit.
        try rejectedRecordLog.synchronize(&checkpoint)
        for table in tables { try table.update(in: database) }
        try checkpointStore.save(checkpoint, in: database)
    }

    private func prepareTables() throws {
        if replacesRows, !table.hasMetadata, !table.isEmpty {
            throw TableImportError.rowsUnknown(in: table.name)
        }
        try checkpointStore.createTables(for: table, in: database)
        for child in tables.dropFirst() { try child.removeRemains(of: table, in: database) }
        if tables.count > 1 { savepoint = try Savepoint(in: database) }
        if replacesRows { try checkpointStore.importedRows?.delete(in: database) }
        if checkpointStore.importedRows == nil {
            try ImportedRows.markUpdated(table: table.name, in: database)
        }
    }

    private func writeRows() throws {
        let children = tables.dropFirst()
        // The table of a schema is also created without rows.
        let needsChange =
            tables[0].pending.columns.writtenCount > 0
            ? tables.contains(where: \.needsChange) : tables[0].pending.columns.isFixed
        guard !tables[0].pending.rows.isEmpty || needsChange else { return }
        let lastRowid = try checkpointStore.importedRows?.lastRowid(in: database)
        try tables[0].prepare()
        for child in children { try child.prepare(linkedTo: tables[0].pending.columns) }
        let written = try tables[0].writeRecords(with: children, savepoint, reject: reject)
        if let lastRowid {
            try checkpointStore.importedRows?.add(after: lastRowid, count: written, in: database)
        }
    }

    /// Rejects a record because a table did not accept its row.
    ///
    /// - Returns: whether the import continues.
    /// - Throws: ``RejectedRow`` if the import ends and the input can be read again, so that the rows of the batch are not
    ///   written.
    private func reject(_ row: RowBatch.Row, _ error: RowError) throws -> Bool {
        let message = error.cause.message ?? "\(error.cause.resultCode)"
        let rowError = ImportError(
            .rejectedByModel, "the table \(error.table) rejected the row: \(message)", record: row.number,
            cause: error.cause)
        guard options.readOptions.errorPolicy != .fail else {
            let fatalRowError = RejectedRow(error: rowError, number: row.number - input.precedingRecordCount)
            guard !result.canResume else { throw fatalRowError }
            self.fatalRowError = fatalRowError
            return false
        }
        try rejectedRecordLog.add(
            RejectedRecord(number: row.number, byteRange: row.range, error: rowError, text: row.text))
        return true
    }

    // MARK: - Indices

    /// Creates the requested indices on a table whose import is finished.
    private func addIndices() throws {
        guard !options.indices.isEmpty, !options.isDryRun else { return }
        try interruptFlag.write {
            try database.inTransaction(.immediate) {
                try createIndices()
                return .commit
            }
        }
    }

    private func createIndices() throws {
        let columns = tables[0].pending.columns
        // The table may not exist if no row was written.
        guard columns.writtenCount > 0 else { return }
        for name in options.indices {
            guard let column = columns.column(named: name).map({ columns.columns[Int($0)].name }) else {
                continue
            }
            // SQLite finds a row by its primary key without an index.
            if (table.primaryKey ?? columns.keyNames) == [column] { continue }
            try table.createIndex(on: column, in: database)
        }
    }
}

/// The batches of a reader on the same thread are written at once.
extension BatchWriter: BatchReceiver {
    func submit(_ batch: inout ImportBatch) throws -> [TableBatch]? { try write(&batch) }

    func returnWritten() -> [TableBatch]? { nil }
}

/// The error that ends an import at a row that the table rejected.
struct RejectedRow: Error {
    let error: ImportError
    /// The number of the record in the input.
    let number: Int
}
