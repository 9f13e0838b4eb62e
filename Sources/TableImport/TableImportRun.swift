internal import Foundation
internal import GRDB
internal import JSONRecords

/// One run of an import into a table, on a connection to the database.
@safe
final class TableImportRun {
    private let input: TableInput
    private let options: TableImportOptions
    private let interruptFlag: InterruptFlag
    private let databasePath: String
    private let database: Database
    private let table: Table
    private let memory: ConsumerMemory<RowReader>
    private var checkpointStore: CheckpointStore
    private let rejectedRecordLog: RejectedRecordLog
    private var checkpoint: CheckpointTable.Checkpoint
    private var result: TableImportResult
    private var isFirstBatch = true
    /// The error of the row whose rejection ends the import; `nil` until then. The rows before this row are written.
    private var fatalRowError: ImportError?
    private lazy var writer = TableWriter(table, in: database) { [unowned self] row, error in
        try reject(row, error)
    }

    init(
        _ input: TableInput, _ options: TableImportOptions, _ interruptFlag: InterruptFlag,
        databasePath: String,
        in database: Database
    ) throws {
        self.input = input
        self.options = options
        self.interruptFlag = interruptFlag
        self.databasePath = databasePath
        self.database = database
        guard !CheckpointTable.isReserved(options.table) else {
            throw TableImportError.reservedTable(options.table)
        }
        table = try Table(options.table, keys: options.keys, in: database)
        checkpointStore = try CheckpointStore(of: input, into: table, options: options, in: database)
        checkpoint = checkpointStore.checkpoint
        result = TableImportResult(table: options.table)
        result.recordsBefore = checkpoint.records
        result.rejectedBefore = checkpoint.rejected
        result.canResume = checkpointStore.canResume
        rejectedRecordLog = try RejectedRecordLog(
            of: input, options, after: checkpointStore.checkpoint, canResume: checkpointStore.canResume)
        let columns = ColumnList(
            table.columns, keys: options.keys, projection: options.columns, limit: database.maximumColumns)
        memory = ConsumerMemory { _ in RowReader(columns: columns, flattens: options.flattens) }
    }

    deinit {
        reader.value.free()
        memory.free()
    }

    private var reader: Pinned<RowReader> { memory.state }

    func run() -> TableImportResult {
        result.wasFinished = checkpoint.isFinished
        result.columns = table.columns.count
        do {
            if checkpoint.isFinished { try addIndices() } else { try importRecords() }
        } catch {
            let cause = (error as? RejectedRow)?.error ?? error
            result.error = TableImportError.wrapping(cause, file: databasePath)
        }
        if !checkpoint.isFinished || result.rows > 0 { describeTable() }
        return result
    }

    private func importRecords() throws {
        options.onCommit?(result)
        let summary = try read()
        (result.bytesRead, result.textBytes) = (summary.bytesRead, summary.textBytes)
        let isUnchanged = !checkpointStore.inputHasChanged
        try writeRows(isLast: isUnchanged)
        guard isUnchanged else { throw TableImportError.inputChangedDuringImport(input.name) }
    }

    private func describeTable() {
        let columns = reader.value.columns.columns
        result.columns = columns.count
        if options.isDryRun, !columns.isEmpty {
            result.definition = table.createStatement(with: columns)
        }
    }

    /// Reads all records, and writes all batches except the last.
    private func read() throws -> RecordSummary {
        let consumer = RowConsumer(
            memory, batchSize: options.batchSize, keepsTexts: rejectedRecordLog.needsText && table.exists,
            interruptFlag: interruptFlag
        ) { [unowned self] in try writeRows() }
        do {
            let summary = try input.records(readOptions).read(into: consumer)
            if isTruncated { throw Interrupted() }
            return summary
        } catch {
            // The rows before an error are written. An interrupted import that can be resumed discards the current
            // batch instead: batch boundaries determine column types, and must be the same after a resume.
            let keepsBatch = error is ImportError || (error is Interrupted && !checkpointStore.canResume)
            guard keepsBatch else { throw error }
            try writeRows()
            throw isTruncated ? Interrupted() : error
        }
    }

    /// Whether an import that cannot be resumed, such as the import of a pipe, was interrupted. Ctrl-C also stops the
    /// process that writes to the pipe, so the pipe may end before the last record.
    private var isTruncated: Bool { interruptFlag.isRequested && !checkpointStore.canResume }

    private var readOptions: ReadOptions {
        var readOptions = options.readOptions
        readOptions.skippedRecordCount = checkpointStore.checkpoint.records
        // SAFETY: The reader calls the closure on the thread that calls `read(into:)`, and not after that call returns.
        nonisolated(unsafe) let run = self
        if rejectedRecordLog.needsText {
            readOptions.rejectedTexts = .lent { try unsafe run.addRejected($0, text: $1) }
        } else {
            readOptions.onRejected = { try unsafe run.addRejected($0, text: nil) }
        }
        return readOptions
    }

    // MARK: - Rejected records

    private func addRejected(_ rejected: RejectedRecord, text: Span<UInt8>?) throws {
        reader.value.lastRecord = rejected.number
        if rejected.number > checkpointStore.checkpoint.records {
            try rejectedRecordLog.add(rejected, text: text)
        }
        if interruptFlag.isRequested { throw Interrupted() }
        // Saves the checkpoint after each `batchSize` rejected records, even if there are no rows to write.
        if rejectedRecordLog.count - checkpoint.rejected >= options.batchSize { try writeRows() }
    }

    /// Rejects a record because the table did not accept its row.
    ///
    /// - Returns: whether the import continues.
    private func reject(_ row: RowBatch.Row, _ error: DatabaseError) throws -> Bool {
        let message = error.message ?? "\(error.resultCode)"
        let rowError = ImportError(
            .rejectedByModel, "the table \(table.name) rejected the row: \(message)", record: row.number,
            cause: error)
        guard options.readOptions.errorPolicy != .fail else {
            fatalRowError = rowError
            checkpoint.records = row.number - 1
            return false
        }
        try rejectedRecordLog.add(
            RejectedRecord(number: row.number, byteRange: row.range, error: rowError, text: row.text))
        return true
    }

    // MARK: - Rows

    /// Writes the rows of the batch, and the checkpoint.
    private func writeRows(isLast: Bool = false) throws {
        reader.value.addNullColumns()
        guard try canWriteBatch(isLast: isLast) else { return }
        if isFirstBatch { try checkColumns() }
        let before = checkpoint.records
        checkpoint.records = max(before, reader.value.lastRecord)
        if options.isDryRun {
            try countRows()
        } else if isLast || checkpoint.records > before {
            try commitRows(isLast: isLast)
        }
        isFirstBatch = false
        if let fatalRowError { throw RejectedRow(error: fatalRowError) }
    }

    /// Returns whether the batch has no rows, or the table has a column for them. Empty objects have no keys, so rows
    /// of empty objects wait for a record that has a key.
    ///
    /// - Throws: ``TableImportError`` if the rows have no column, and the batch is full or the last one.
    private func canWriteBatch(isLast: Bool) throws -> Bool {
        let columnCount = reader.value.columns.columns.count
        let (hasRows, isFull) = (!reader.value.batch.isEmpty, reader.value.batch.isFull)
        guard columnCount == 0, hasRows else { return true }
        guard !isLast, !isFull else {
            throw TableImportError(.data, "expected a record with a key, found only empty objects")
        }
        return false
    }

    private func commitRows(isLast: Bool) throws {
        try interruptFlag.write {
            result.rows += try commitBatch(isLast: isLast)
            reader.value.batch.removeAll()
            result.rejected = rejectedRecordLog.count - result.rejectedBefore
            options.onCommit?(result)
        }
    }

    /// Writes the batch and its checkpoint in one transaction.
    ///
    /// - Returns: the number of rows written.
    private func commitBatch(isLast: Bool) throws -> Int {
        var written = 0
        reader.value.columns.recordKinds(reader.value.batch.cells)
        try database.inTransaction(.immediate) {
            try checkpointStore.check(in: database)
            if isFirstBatch { try checkpointStore.createTables(in: database) }
            if !reader.value.batch.isEmpty {
                written = try writer.write(reader.value.batch, columns: &reader.value.columns)
            }
            checkpoint.isFinished = isLast && fatalRowError == nil
            if checkpoint.isFinished { try createIndices() }
            // Each record that the checkpoint counts as rejected must be in the rejects file before the commit.
            try rejectedRecordLog.synchronize(&checkpoint)
            try checkpointStore.save(checkpoint, in: database)
            return .commit
        }
        return written
    }

    /// Creates the requested indices on a table whose import is finished.
    private func addIndices() throws {
        guard !options.indices.isEmpty, !options.isDryRun else { return }
        try checkColumns()
        try interruptFlag.write {
            try database.inTransaction(.immediate) {
                try createIndices()
                return .commit
            }
        }
    }

    /// Counts the rows of a dry run's batch, and checks that the table could store them.
    private func countRows() throws {
        reader.value.columns.recordKinds(reader.value.batch.cells)
        _ = try table.declareColumns(&reader.value.columns)
        reader.value.columns.markWritten()
        result.rows += reader.value.batch.rows.count
        reader.value.batch.removeAll()
        result.rejected = rejectedRecordLog.count - result.rejectedBefore
        checkpoint.rejected = rejectedRecordLog.count
    }

    /// Checks that the columns that the options name exist, before anything is written.
    private func checkColumns() throws {
        let names = reader.value.columns.columns.map(\.name)
        // Keys without a column also count, such as keys of rejected records.
        try options.check(names + reader.value.keyNames.filter { !names.contains($0) })
    }

    private func createIndices() throws {
        let columns = reader.value.columns
        // The table may not exist if no row was written. A column does not exist if only rejected records have its key.
        for column in options.indices where columns.writtenCount > 0 && columns.index(of: column) != nil {
            try table.createIndex(on: column, in: database)
        }
    }
}

/// The error that ends an import at a row that the table rejected.
private struct RejectedRow: Error {
    let error: ImportError
}
