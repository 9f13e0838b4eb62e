internal import GRDB
internal import JSONRecords

/// One run of an import into a table, on a connection to the database.
///
/// A run that resumes an import skips the records up to the checkpoint, and compares their text with the digest in the
/// checkpoint before it writes anything.
@safe
final class TableImportRun {
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

    let input: TableInput
    let options: TableImportOptions
    let start: Start
    let interruptFlag: InterruptFlag
    let database: Database
    /// The table of the records, and the child tables in the order of the arrays.
    let tables: [TableWriter]
    let digest: TextDigest?
    let rejectedRecordLog: RejectedRecordLog
    /// The checkpoint after which the run starts.
    let startCheckpoint: Checkpoint
    var checkpoint: Checkpoint
    var checkpointStore: CheckpointStore
    var result: TableImportResult
    var isFirstBatch = true
    /// The error of the row whose rejection ends the import of an input that cannot be read again; `nil` until then. The
    /// rows before this row are written.
    var fatalRowError: RejectedRow?
    /// The reader of the input; `nil` before reading.
    private(set) var source: RecordReader?
    /// The text before the last line, if that was rejected and has no line feed; `nil` otherwise.
    var prefixBeforeUnfinishedLine: TextPrefix?
    /// The number of the last record to read.
    let lastRecord: Int
    private let inputStamp: FileStamp?
    private let memory: ConsumerMemory<RecordRows>
    let writeQueue = WriteQueue()
    /// The rejected records after the batch that is being written.
    var deferredRejections = DeferredRejections()
    /// The number of records that were rejected since the last batch.
    var rejectedCountOfBatch = 0
    private var lastCommitTime = ContinuousClock.now
    /// Whether the text of the records of earlier runs is unchanged.
    private var hasVerifiedPrefix: Bool
    /// The savepoint before each record; `nil` before the first batch, and without child tables.
    var savepoint: Savepoint?

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
        hasVerifiedPrefix = earlier.records == 0
        inputStamp = checkpointStore.canResume && !options.follows ? input.stamp : nil
        digest = checkpointStore.canResume ? TextDigest() : nil
        result = TableImportResult(table: table.name)
        result.recordsBefore = earlier.records
        result.rejectedBefore = earlier.rejected
        result.rowsBefore = max(0, earlier.records - options.skippedRecordCount) - earlier.rejected
        result.canResume = checkpointStore.canResume
        rejectedRecordLog = try RejectedRecordLog(of: input, options, after: earlier)
        let rows = RecordRows(
            tables.enumerated().map { number, table in
                RowReader(
                    columns: table.pending.columns, flattens: options.flattens,
                    expandedArrays: ExpandedArrays(number == 0 ? options.expandedArrays : []),
                    earlierNullPaths: number < earlier.nullPaths.count ? earlier.nullPaths[number] : [])
            },
            after: input.precedingRecordCount, batchBytes: options.batchBytes)
        memory = ConsumerMemory { _ in rows }
        result.tables = tables.map(\.result)
    }

    var table: Table { tables[0].table }

    deinit {
        rows.value.free()
        memory.free()
    }

    var rows: Pinned<RecordRows> { memory.state }

    /// Runs the import until it ends or stops. An error is part of the result.
    ///
    /// - Throws: ``InputChange`` before the first row is written.
    func run() throws -> TableImportResult {
        // The reader calls this run, and so retains it.
        defer { source = nil }
        options.onCommit?(result)
        do {
            try start == .firstRecordReplacingRows && !options.isDryRun ? replaceRows() : importRecords()
        } catch let change as InputChange {
            throw change
        } catch {
            result.error = error
        }
        if !result.wasFinished { describeTables() }
        result.warnings = warnings
        return result
    }

    /// Whether the rows that were written stay in the table after an error.
    private var keepsRows: Bool { start != .firstRecordReplacingRows && !options.isDryRun }

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
        let isAtEnd = try read()
        guard hasVerifiedPrefix else { throw InputChange.text }
        result.wasFinished = isAtEnd && startCheckpoint.isFinished && !hasNewRecords && !lacksTable
        guard !result.wasFinished else { return try addIndices() }
        try checkKeyColumns()
        let hasChanged = isAtEnd && inputStamp.map { !$0.allows(input.stamp) } ?? false
        try writeRows(.end(isFinished: isAtEnd && !hasChanged))
        guard !hasChanged else {
            throw TableImportError.inputChangedDuringImport(input.name, keepsRows: keepsRows)
        }
    }

    /// Whether the table of a schema does not exist yet. It is also created if no record becomes a row.
    private var lacksTable: Bool {
        rows.value.row.columns.isFixed && rows.value.row.columns.writtenCount == 0
    }

    /// Checks that a record has a member for each key column, before the table is created.
    private func checkKeyColumns() throws {
        let missingKeys = rows.value.row.columns.missingKeys
        guard !missingKeys.isEmpty else { return }
        let names = rows.value.row.memberNames
        for key in missingKeys where !names.isEmpty && !names.contains(key) {
            throw TableImportError.noSuchColumn(key, option: "--key", among: names)
        }
    }

    /// Warnings about names in the options that no record has a member for.
    private var warnings: [String] {
        let columns = rows.value.row.columns
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

    /// The columns of the table with their types after a dry run.
    var finalColumns: ColumnList { table.withFinalTypes(rows.value.row.columns) }

    private func describeTables() {
        // A batch that was not written has no later columns.
        let hasFailed = writeQueue.hasFailed
        rows.value.updateTables { number, reader in
            tables[number].describe(hasFailed ? nil : reader.columns, isDryRun: options.isDryRun)
            let rows = result.tables[number].rows
            result.tables[number] = tables[number].result
            result.tables[number].rows = rows
        }
    }

    // MARK: - Reading

    /// Whether records were read that no earlier run has processed.
    var hasNewRecords: Bool { rows.value.lastRecord > skippedRecordCount }

    /// The number of records that this run does not import: those of earlier runs, and those that the options skip.
    var skippedRecordCount: Int { max(startCheckpoint.records, options.skippedRecordCount) }

    /// Reads the records, and writes all batches except the last.
    ///
    /// - Returns: whether the end of the input was reached, and not only the last record that the options select.
    private func read() throws -> Bool {
        guard lastRecord > startCheckpoint.records else {
            hasVerifiedPrefix = true
            return false
        }
        let consumer = RowConsumer(
            memory, batchSize: options.batchSize, lastRecord: lastRecord, digest: digest,
            keepsTexts: rejectedRecordLog.needsText && tables.contains(where: \.table.exists),
            interruptFlag: interruptFlag,
            skipped: { [unowned self] in try verifyPrefix() }, write: { [unowned self] in try writeRows() })
        do {
            let source = try input.records(readOptions).makeReader(for: consumer)
            self.source = source
            defer { if !writeQueue.hasFailed { updateSizes(source) } }
            if usesTwoThreads {
                try writeQueue.run { [unowned self] in try readAll(source) }
            } else {
                try readAll(source)
            }
            if interruptFlag.isRequested, !result.canResume { throw Interrupted() }
            return true
        } catch is LastRecordReached {
            return false
        } catch let error as ImportError where !hasVerifiedPrefix && error.category != .io {
            throw InputChange.text
        } catch let error where error is ImportError || error is Interrupted {
            // An import that was interrupted between two steps may have read a part of a record.
            if rows.value.hasOpenRow { rows.value.discardRecord() }
            // The rows before an error are written.
            if hasVerifiedPrefix {
                try checkKeyColumns()
                try writeRows(.end(isFinished: false))
            }
            throw error
        }
    }

    /// Whether one thread reads and another one writes.
    private var usesTwoThreads: Bool { options.readOptions.parallelism.workerCount > 1 && !options.isDryRun }

    private func readAll(_ source: RecordReader) throws {
        while true {
            switch try source.step() {
            case .finished: return
            case .advanced: if source.windowBytes > options.batchBytes { try release(source) }
            case .needMoreData: try waitForInput()
            }
        }
    }

    /// Frees the text of a large record that was read, and writes its row. If a part of the next record was read, both rows are
    /// written after that record.
    private func release(_ source: RecordReader) throws {
        source.releaseParsedText()
        guard rows.value.isFull() else { return }
        rows.value.isCommitDue = rows.value.hasOpenRow
        if !rows.value.hasOpenRow { try writeRows() }
    }

    /// Commits the rows that were read from a pipe or a followed file, if it is time. Rows before a record of which only
    /// a part has arrived are committed after that record.
    private func waitForInput() throws {
        try writeQueue.throwError()
        if interruptFlag.isRequested { throw Interrupted() }
        // A followed file has returned all its bytes when it has none.
        guard hasVerifiedPrefix || !options.follows || awaitsEndOfVerifiedLine else { throw InputChange.text }
        guard hasVerifiedPrefix, ContinuousClock.now - lastCommitTime >= options.commitInterval else {
            return
        }
        lastCommitTime = .now
        rows.value.isCommitDue = rows.value.hasOpenRow
        if !rows.value.hasOpenRow { try writeRows() }
    }

    /// Whether the last record of earlier runs has arrived without the line feed that ends its line.
    private var awaitsEndOfVerifiedLine: Bool {
        rows.value.lastRecord == startCheckpoint.records - 1
            && (source?.summary.bytesRead ?? 0) >= startCheckpoint.prefix.bytes
    }

    func updateSizes(_ source: RecordReader) {
        let summary = source.summary
        (result.bytesRead, result.textBytes) = (summary.bytesRead, summary.textBytes)
    }

    private var readOptions: ReadOptions {
        var readOptions = options.readOptions
        readOptions.skippedRecordCount = input.precedingRecordCount + skippedRecordCount
        readOptions.yieldInterval = Self.yieldInterval
        // A skipped record does not end the run; `addRejected` applies the policy to the others.
        if skippedRecordCount > 0, options.readOptions.errorPolicy == .fail {
            readOptions.errorPolicy = .skip()
        }
        // SAFETY: The reader calls the closure on the thread that calls `step()`, and not after that call returns.
        nonisolated(unsafe) let run = self
        if rejectedRecordLog.needsText {
            readOptions.rejectedTexts = .lent { try unsafe run.addRejected($0, text: $1) }
        } else {
            readOptions.onRejected = { try unsafe run.addRejected($0, text: nil) }
        }
        return readOptions
    }

    /// The time after which an import that waits for a pipe looks for interruptions.
    private static let yieldInterval = Duration.milliseconds(100)

    /// Compares the text of the records of earlier runs, if the last of them was just read, with the checkpoint.
    func verifyPrefix() throws {
        guard !hasVerifiedPrefix, rows.value.lastRecord == startCheckpoint.records else { return }
        guard textPrefix == startCheckpoint.prefix else { throw InputChange.text }
        hasVerifiedPrefix = true
    }

    /// The text up to the end of the last record.
    var textPrefix: TextPrefix {
        guard let digest, let source else { return TextPrefix() }
        return digest.prefix(endingAt: rows.value.lastRecordEnd, in: source)
    }
}
