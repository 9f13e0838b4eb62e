internal import JSONRecords

/// The writing half of an import: writes batches of rows to the tables of a ``TableStore``. Each transaction also writes the
/// checkpoint.
///
/// A run makes a ``BatchReader``, which may read on another thread, and writes the batches that it passes.
final class BatchWriter {
    private let input: TableInput
    private let options: TableImportOptions
    /// Whether all rows are written in one transaction, which also deletes those of earlier runs.
    private let replacesRows: Bool
    private let lastRecord: Int
    private let interruptFlag: InterruptFlag
    private let store: any TableStore
    private let rejectedRecordLog: RejectedRecordLog
    private let stamp: FileStamp?
    private var result: TableImportResult
    /// The error of the row whose rejection ends the import of an input that cannot be read again; `nil` until then. The
    /// rows before this row are written.
    private var fatalRowError: RejectedRow?
    /// Whether the input was read to its end.
    private var isFinished = false
    /// What the table lacks of the input because of its notation.
    private var note: String?

    init(
        _ input: TableInput, _ options: TableImportOptions, from start: ImportStart, to lastRecord: Int,
        _ interruptFlag: InterruptFlag, into store: any TableStore
    ) throws {
        (self.input, self.options, self.interruptFlag, self.store) = (input, options, interruptFlag, store)
        self.lastRecord = min(lastRecord, options.lastRecord)
        replacesRows = start == .firstRecordReplacingRows && !options.isDryRun
        let earlier = store.startCheckpoint
        rejectedRecordLog = try RejectedRecordLog(of: input, options, after: earlier)
        result = TableImportResult(table: options.table)
        result.canResume = input.checkpointName != nil
        stamp = result.canResume && !options.follows ? input.file.flatMap(FileStamp.init) : nil
        result.recordsBefore = earlier.records
        result.rejectedBefore = earlier.rejected
        result.rowsBefore = max(0, earlier.records - options.skippedRecordCount) - earlier.rejected
        result.tables = zip(store.tables, [[]] + options.expandedArrays.map(\.path)).map { table, path in
            TableImportResult.Table(
                table: table.name, path: path, columns: table.columns.writtenCount)
        }
    }

    private func describeTables() {
        for (number, table) in store.tables.enumerated() {
            let count = table.columns.writtenCount
            result.tables[number].columns = count
            if options.isDryRun, count > 0 {
                result.tables[number].definition = store.definition(ofTable: number)
            }
        }
    }

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
        if !result.wasFinished { describeTables() }
        result.warnings = warnings + [note].compactMap(\.self)
        return result
    }

    private func replaceRows() throws {
        do {
            try store.transaction(importRecords)
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
        let columns = store.tables.map(\.columns)
        let reader = BatchReader(
            input, readerOptions, into: columns, after: store.startCheckpoint, to: lastRecord,
            canResume: result.canResume, stamp: stamp, logsTexts: rejectedRecordLog.needsText,
            mayRejectRows: store.mayRejectRows, keepsRows: !replacesRows && !options.isDryRun,
            interruptFlag, queue ?? self)
        let end = try queue?.run(reader) { try write(&$0) } ?? reader.read()
        (result.bytesRead, result.textBytes, note) = (end.bytesRead, end.textBytes, end.note)
        result.wasFinished = try end.wasFinished.get()
        if result.wasFinished { try addIndices() }
    }

    /// Whether one thread reads and another one writes.
    private var usesTwoThreads: Bool {
        options.readOptions.parallelism.workerCount > 1 && !options.isDryRun
            && (stamp?.size ?? .max) > options.smallFileBytes
    }

    /// Warnings about names in the options that no record has a member for.
    private var warnings: [String] {
        let columns = store.tables[0].columns
        guard result.error == nil, columns.writtenCount > 0 else { return [] }
        let names = columns.columns.indices.filter {
            columns.columns[$0].path?.isEmpty == false || !columns.columns[$0].isCreatedByImport
        }.map { columns.spelling(Int32($0)) }
        let added = Set(options.addedColumns.map(\.name))
        let isKnown = { (name: String) in
            columns.column(named: name).map { columns.columns[Int($0)] }
                .map { $0.path != nil || !$0.isCreatedByImport } ?? false
                || added.contains(name)
        }
        return (options.columns ?? []).filter { !isKnown($0) }.map {
            "--columns: no record has the key \($0), so its column contains NULL only"
        }
            + unusedMembers
            + options.columnRules.types.keys.sorted().filter { !columns.hasSpelling($0) }.map { name in
                let other = columns.column(named: name).map { ", but \(columns.spelling($0))" } ?? ""
                return "--type: the table has no column \(name)" + other
            }
            + options.columnRules.names.sorted { $0.value < $1.value }.filter {
                columns.column(named: $0.value) == nil
            }.map { path, name in
                let isNested = !options.flattens && path[0].contains(".")
                return "--rename: no record has the key of the column \(name)"
                    + (isNested ? "; members of objects have columns with --flatten" : "")
            }
            + options.indices.filter { columns.column(named: $0) == nil }.map {
                options.rest != nil && columns.isFull
                    ? "--index: the table has no column \($0), so there is no index; it has no room for further columns, so their "
                        + "values are in the column \(options.rest ?? ""); choose the columns with --columns"
                    : "--index: no record has the key \($0), so there is no index; the columns are "
                        + TableImportError.list(names)
            }
            + result.children.filter { $0.columns == 0 }.map {
                "--expand: no record has an array with elements at \(ExpandedArray(path: $0.path).argument), so there "
                    + "is no table \($0.table)"
            }
    }

    /// Warnings about members around the records that were not found.
    private var unusedMembers: [String] {
        let columns = store.tables[0].columns
        return zip(options.addedColumns, columns.addedColumns).filter {
            $0.0.value.isMember && columns.columns[Int($0.1)].importedKinds.isEmpty
        }.map {
            options.maximumRecordCount == nil || isFinished
                ? "--with: no object around the records has a value for the column \($0.0.name)"
                : "--with: --limit ended the reading before a value for the column \($0.0.name), which may stand after the records"
        }
    }

    // MARK: - Batches

    /// Writes the rows of a batch, and the checkpoint.
    ///
    /// - Returns: the columns after the rows, and empty memory for rows; an empty array for a batch without rows.
    private func write(_ batch: inout ImportBatch) throws -> [RowBatch] {
        try batch.rejected.write(to: rejectedRecordLog)
        (result.bytesRead, result.textBytes) = (batch.bytesRead, batch.textBytes)
        guard var rows = batch.rows.take() else { return [] }
        isFinished = rows.checkpoint.isFinished
        store.take(&rows.tables)
        if options.isDryRun {
            try store.alterTables()
            try countRows(store.writeRows(reject: reject))
        } else {
            try interruptFlag.write {
                var counts: [Int] = []
                if replacesRows {
                    counts = try commitRows(rows.checkpoint, isLast: rows.isLast)
                } else {
                    try store.transaction { counts = try commitRows(rows.checkpoint, isLast: rows.isLast) }
                }
                countRows(counts)
                if !replacesRows, !store.hasOpenTransaction { options.onCommit?(result) }
            }
            if let fatalRowError { throw fatalRowError }
        }
        return store.returnBatches()
    }

    private func countRows(_ counts: [Int]) {
        for (number, count) in counts.enumerated() { result.tables[number].rows += count }
        result.rejected = rejectedRecordLog.count - result.rejectedBefore
    }

    /// Writes the batch that the store has taken, and its checkpoint.
    private func commitRows(_ checkpoint: Checkpoint, isLast: Bool) throws -> [Int] {
        var checkpoint = checkpoint
        try store.begin()
        try store.alterTables()
        let counts = try store.writeRows(reject: reject)
        if isLast {
            // Without a record, the table keeps its form for those of a later import.
            if replacesRows, result.rows + counts[0] > 0 { try store.removeUnneededColumns() }
            try store.declareFinalTypes()
            try createIndices()
        }
        if fatalRowError != nil { checkpoint.isFinished = false }
        if checkpoint.isFinished { checkpoint.nullPaths = [] }
        // Each record that the checkpoint counts as rejected must be in the rejects file before the commit.
        try rejectedRecordLog.synchronize(&checkpoint)
        try store.save(checkpoint)
        return counts
    }

    /// Rejects a record because a table did not accept its row.
    ///
    /// - Returns: whether the import continues.
    /// - Throws: ``RejectedRow`` if the import ends and the input can be read again, so that the rows of the batch are not
    ///   written.
    private func reject(_ row: RowBatch.Row, _ error: RowError) throws -> Bool {
        let rowError = ImportError(
            .rejectedByModel, "the table \(error.table) rejected the row: \(error.message)",
            record: row.number, cause: error.cause)
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
        try interruptFlag.write { try store.transaction(createIndices) }
    }

    private func createIndices() throws {
        let columns = store.tables[0].columns
        // The table may not exist if no row was written.
        guard columns.writtenCount > 0 else { return }
        for name in options.indices {
            guard let column = columns.column(named: name) else { continue }
            try store.createIndex(on: columns.columns[Int(column)].name)
        }
    }
}

/// The batches of a reader on the same thread are written at once.
extension BatchWriter: BatchReceiver {
    func submit(_ batch: inout ImportBatch) throws -> [RowBatch]? { try write(&batch) }

    func returnWritten() -> [RowBatch]? { nil }
}

/// The error that ends an import at a row that the table rejected.
struct RejectedRow: Error {
    let error: ImportError
    /// The number of the record in the input.
    let number: Int
}
