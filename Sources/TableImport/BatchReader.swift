internal import JSONRecords

/// The reading half of an import: reads records as rows, and passes them to a ``BatchReceiver`` in batches.
///
/// A run that resumes an import skips the records up to the checkpoint, and compares their text with the digest in the
/// checkpoint before it passes a batch.
///
/// One thread uses a reader. The writing half, ``BatchWriter``, may be on another one.
@safe
final class BatchReader: RecordConsumer {
    struct End: Sendable {
        /// Whether an earlier run had read all records; or the error that ended reading, which is ``InputChange`` before the
        /// first batch.
        let wasFinished: Result<Bool, any Error>
        let (bytesRead, textBytes): (Int, Int)
        /// See ``RecordReader/note``.
        let note: String?
    }

    private let input: TableInput
    private let options: TableImportOptions
    private let interruptFlag: InterruptFlag
    private let receiver: any BatchReceiver
    private let memory: ConsumerMemory<RecordRows>
    /// The digest of the text; `nil` for an input that cannot be read again, which gets no checkpoints.
    private let digest: TextDigest?
    /// The digest of the values that follow a record, and belong to it and earlier ones; `nil` before the first such value.
    private var following: (record: Int, digest: String)?
    /// The digest of those that follow the last record of earlier runs.
    private var followingStart: String?
    /// The status of the file before the run; `nil` for a file that may change, and for other inputs.
    private let stamp: FileStamp?
    /// The checkpoint after which the run starts.
    private let start: Checkpoint
    private let lastRecord: Int
    /// Whether the texts of rejected records are needed.
    private let logsTexts: Bool
    /// Whether rows keep the texts of their records, for reporting rows that the table rejects.
    private let keepsTexts: Bool
    /// Whether the rows that were written stay in the table after an error.
    private let keepsRows: Bool

    /// The reader of the input; `nil` before reading and after it.
    private var source: RecordReader?
    /// Whether the text of the records of earlier runs is unchanged.
    private var hasVerifiedPrefix: Bool
    /// The checkpoint after the last batch that was passed.
    private var checkpoint: Checkpoint
    /// The text before the last line, if that was rejected and has no line feed; `nil` otherwise.
    private var prefixBeforeUnfinishedLine: TextPrefix?
    private var hasSubmittedRows = false
    /// The numbers of matched columns when the columns were passed, by the numbers of the tables.
    private var matchedCounts: [Int] = []
    /// The memory of the last batch for rows, by the numbers of the tables.
    private var returnedRows: [RowBatch] = []
    private var rejected = RejectedRecords()
    /// The number of records that were rejected since the last batch.
    private var rejectedCount = 0
    private var lastCommitTime = ContinuousClock.now

    init(
        _ input: TableInput, _ options: TableImportOptions, into columns: [ColumnList],
        after start: Checkpoint, to lastRecord: Int, canResume: Bool, stamp: FileStamp?, logsTexts: Bool,
        mayRejectRows: Bool, keepsRows: Bool, _ interruptFlag: InterruptFlag, _ receiver: any BatchReceiver
    ) {
        (self.input, self.options, self.stamp) = (input, options, stamp)
        (self.interruptFlag, self.receiver) = (interruptFlag, receiver)
        (self.start, checkpoint) = (start, start)
        (self.lastRecord, self.logsTexts, self.keepsRows) = (lastRecord, logsTexts, keepsRows)
        keepsTexts = logsTexts && mayRejectRows
        digest = canResume ? TextDigest() : nil
        hasVerifiedPrefix = start.records == 0
        // A run that resumes the first batch of a new table may add columns to it, as an uninterrupted run.
        let resumesFirstBatch = (1..<options.batchSize).contains(start.records)
        let rows = RecordRows(
            columns.enumerated().map { number, columns in
                var columns = columns
                if !resumesFirstBatch || columns.hasUserDeclaredColumn { columns.close() }
                return RowReader(
                    columns: columns, flattens: options.flattens,
                    expandedArrays: options.expandedArrays.directlyIn(number == 0 ? nil : number - 1),
                    added: number == 0 ? options.addedColumns.map(\.value) : [],
                    earlierNullPaths: number < start.nullPaths.count ? start.nullPaths[number] : [])
            }, options.expandedArrays, of: options.kind, after: input.precedingRecordCount,
            batchBytes: options.batchBytes)
        memory = ConsumerMemory { _ in rows }
        returnedRows = columns.map(RowBatch.init)
    }

    deinit {
        rows.value.free()
        memory.free()
    }

    private var rows: Pinned<RecordRows> { memory.state }

    // MARK: - The run

    func read() -> End {
        // The source calls this consumer, and so retains it.
        defer { source = nil }
        let wasFinished = Result { try readBatches() }
        // After an error, the last batch may not have been passed.
        if !rejected.isEmpty { try? submit(rejected.take()) }
        let summary = source?.summary
        return End(
            wasFinished: wasFinished, bytesRead: summary?.bytesRead ?? 0, textBytes: summary?.textBytes ?? 0,
            note: source?.note)
    }

    private func readBatches() throws -> Bool {
        let isAtEnd = try readRecords()
        guard hasVerifiedPrefix else { throw InputChange.text }
        if isAtEnd { try verifyFollowing() }
        let columns = rows.value.row.columns
        // The table of a schema is also created if no record becomes a row.
        let lacksTable = columns.isFixed && columns.writtenCount == 0
        guard !isAtEnd || !start.isFinished || hasNewRecords || lacksTable else { return true }
        try checkKeyColumns()
        let hasChanged = isAtEnd && stamp?.isCurrent == false
        try submitRows(isLast: true, isFinished: isAtEnd && !hasChanged)
        guard !hasChanged else {
            throw TableImportError.inputChangedDuringImport(input.name, keepsRows: keepsRows)
        }
        return false
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

    /// Reads the records, and passes all batches except the last.
    ///
    /// - Returns: whether the end of the input was reached, and not only the last record that the options select.
    private func readRecords() throws -> Bool {
        guard lastRecord > start.records else {
            hasVerifiedPrefix = true
            return false
        }
        do {
            let records = input.records(readOptions).carrying(options.addedColumns.enclosingValues)
            let source = try records.makeReader(for: self)
            self.source = source
            try readAll(source)
            if interruptFlag.isRequested, digest == nil { throw Interrupted() }
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
                try submitRows(isLast: true)
            }
            throw error
        }
    }

    private func readAll(_ source: RecordReader) throws {
        while true {
            switch try source.step() {
            case .finished: return
            case .advanced: if source.windowBytes > options.batchBytes { try release(source) }
            case .needMoreData: try waitForInput()
            }
        }
    }

    /// Frees the text of a large record that was read, and passes its row. If a part of the next record was read, both rows are
    /// passed after that record.
    private func release(_ source: RecordReader) throws {
        source.releaseParsedText()
        guard rows.value.isFull() else { return }
        rows.value.isCommitDue = rows.value.hasOpenRow
        if !rows.value.hasOpenRow { try submitRows() }
    }

    /// Passes the rows that were read from a pipe or a followed file, if it is time. Rows before a record of which only
    /// a part has arrived are passed after that record.
    private func waitForInput() throws {
        if interruptFlag.isRequested { throw Interrupted() }
        // A followed file has returned all its bytes when it has none.
        guard hasVerifiedPrefix || !options.follows || awaitsEndOfVerifiedLine else { throw InputChange.text }
        guard hasVerifiedPrefix, ContinuousClock.now - lastCommitTime >= options.commitInterval else {
            return
        }
        lastCommitTime = .now
        // Also throws the error of a batch that could not be written.
        try collectWritten()
        rows.value.isCommitDue = rows.value.hasOpenRow
        if !rows.value.hasOpenRow { try submitRows() }
    }

    /// Whether the last record of earlier runs has arrived without the line feed that ends its line.
    private var awaitsEndOfVerifiedLine: Bool {
        rows.value.lastRecord == start.records - 1
            && (source?.summary.bytesRead ?? 0) >= start.prefix.bytes
    }

    private var readOptions: ReadOptions {
        var readOptions = options.readOptions
        readOptions.skippedRecordCount = input.precedingRecordCount.saturatingSum(with: skippedRecordCount)
        readOptions.yieldInterval = Self.yieldInterval
        // A skipped record does not end the run; `addRejected` applies the policy to the others.
        if skippedRecordCount > 0, options.readOptions.errorPolicy == .fail {
            readOptions.errorPolicy = .skip()
        }
        // SAFETY: The source calls the closure on the thread that calls `step()`, and not after that call returns.
        nonisolated(unsafe) let reader = self
        if logsTexts {
            readOptions.rejectedTexts = .lent { try unsafe reader.addRejected($0, text: $1) }
        } else {
            readOptions.onRejected = { try unsafe reader.addRejected($0, text: nil) }
        }
        return readOptions
    }

    /// The time after which an import that waits for a pipe looks for interruptions.
    private static let yieldInterval = Duration.milliseconds(100)

    // MARK: - Records

    /// Whether records were read that no earlier run has processed.
    private var hasNewRecords: Bool { rows.value.lastRecord > skippedRecordCount }

    /// The number of records that this run does not import: those of earlier runs, and those that the options skip.
    private var skippedRecordCount: Int { max(start.records, options.skippedRecordCount) }

    /// Compares the text of the records of earlier runs, if the last of them was just read, with the checkpoint.
    private func verifyPrefix() throws {
        guard !hasVerifiedPrefix, rows.value.lastRecord == start.records else { return }
        guard textPrefix == start.prefix else { throw InputChange.text }
        hasVerifiedPrefix = true
    }

    /// Compares the values that follow the records of earlier runs with the checkpoint. They have been read.
    private func verifyFollowing() throws {
        if start.isFinished, followingStart != start.following { throw InputChange.text }
    }

    private var textPrefix: TextPrefix {
        guard let digest, let source else { return TextPrefix() }
        return digest.prefix(endingAt: rows.value.lastRecordEnd, in: source)
    }

    private func addRejected(_ record: RejectedRecord, text: Span<UInt8>?) throws {
        let isNew = record.number - input.precedingRecordCount > skippedRecordCount
        if isNew, options.readOptions.errorPolicy == .fail { throw record.error }
        if isNew, let source, source.isAtUnfinishedLine { prefixBeforeUnfinishedLine = textPrefix }
        rows.value.setLastRecord(number: record.number, end: record.byteRange.upperBound)
        try verifyPrefix()
        if isNew { try rejected.append(record, text: text) { try submit($0) } }
        if interruptFlag.isRequested { throw Interrupted() }
        if rows.value.lastRecord >= lastRecord { throw LastRecordReached() }
        // Saves the checkpoint after each `batchSize` rejected records, even if there are no rows to write.
        if isNew { rejectedCount += 1 }
        if rejectedCount >= options.batchSize { try submitRows() }
    }

    // MARK: - Batches

    /// Passes the rows of the batch. If another thread writes, they are written while this one continues to read.
    private func submitRows(isLast: Bool = false, isFinished: Bool = false) throws {
        try collectWritten()
        rows.value.isCommitDue = false
        rejectedCount = 0
        if start.isFinished, hasNewRecords, source?.isDocument == true { throw InputChange.document }
        if hasNewRecords { try verifyFollowing() }
        // Without a checkpoint, no later run could add the columns of keys that were only null.
        if isLast, isFinished || digest == nil { rows.value.addNullColumns() }
        rows.value.preferExactNames()
        guard try canSubmitRows(isLast: isLast) else { return }
        let hasAdvanced = rows.value.lastRecord > checkpoint.records
        guard hasAdvanced || isFinished || isLast && (hasSubmittedRows || options.isDryRun) else { return }
        if hasAdvanced {
            (checkpoint.records, checkpoint.prefix) = (rows.value.lastRecord, textPrefix)
            checkpoint.prefixBeforeUnfinishedLine = prefixBeforeUnfinishedLine
        }
        checkpoint.following = isFinished && following?.record == checkpoint.records ? following?.digest : nil
        (checkpoint.isFinished, checkpoint.nullPaths) = (isFinished, [])
        var batch = ImportBatch(
            rejected: rejected.take(), rows: ImportBatch.Rows(checkpoint: checkpoint, isLast: isLast))
        matchedCounts = []
        var bytes = 0
        rows.value.updateTables { number, reader in
            var table = RowBatch(reader.columns)
            table.swapRows(with: &returnedRows[number])
            table.swapRows(with: &reader.batch)
            batch.rows?.checkpoint.nullPaths.append(reader.nullPaths)
            bytes += table.bytes
            matchedCounts.append(table.columns.matchedCount)
            batch.rows?.tables.append(table)
        }
        batch.rows?.tables[0].openRecords = source?.openRecords ?? []
        hasSubmittedRows = true
        if rows.value.lastRecord >= options.batchSize { rows.value.updateTables { $1.columns.close() } }
        try submit(&batch)
        // A giant row is not in memory together with the next batch.
        if bytes > 2 * options.batchBytes { try collectWritten() }
    }

    /// Passes rejected records, and waits until they are in the log.
    private func submit(_ rejected: RejectedRecords) throws {
        try collectWritten()
        var batch = ImportBatch(rejected: rejected)
        try submit(&batch)
        try collectWritten()
    }

    private func submit(_ batch: inout ImportBatch) throws {
        if let summary = source?.summary {
            (batch.bytesRead, batch.textBytes) = (summary.bytesRead, summary.textBytes)
        }
        adopt(try receiver.submit(&batch))
    }

    /// Waits until the rows that were passed are written. Applies the changes that writing has made to the columns.
    private func collectWritten() throws { adopt(try receiver.returnWritten()) }

    private func adopt(_ written: [RowBatch]?) {
        guard let written, !written.isEmpty else { return }
        rows.value.updateTables { number, reader in
            reader.columns.adoptWritten(written[number].columns, matchedCount: matchedCounts[number])
            returnedRows[number] = written[number]
            if reader.batch.bytes == 0 { reader.batch.swapRows(with: &returnedRows[number]) }
        }
    }

    /// Returns whether the batch has no rows, or the table has a column for them. Empty objects have no keys, so rows
    /// of empty objects wait for a record that has a key. If none comes before the batch is full, or before the end of a
    /// part, the table gets a column without values.
    ///
    /// - Throws: ``TableImportError`` if no record of a whole input has a key.
    private func canSubmitRows(isLast: Bool) throws -> Bool {
        let isFull = rows.value.isFull()
        guard rows.value.row.columns.columns.isEmpty, !rows.value.row.batch.isEmpty else { return true }
        guard isLast || isFull else { return false }
        rows.value.row.addNullColumns()
        guard rows.value.row.columns.columns.isEmpty else { return true }
        guard !isLast || input.part != nil else {
            throw TableImportError(.data, "expected a record with a key, found only empty objects")
        }
        rows.value.row.columns.addEmptyColumn()
        return true
    }

    // MARK: - The consumer

    var context: Pinned<EventContext> { memory.context }
    var events: Pinned<EventTable> { Self.events }
    var takesObjectsOnly: Bool { true }
    var path: [JSONPath.Component] { rows.value.path }

    func readingBegan() {
        let source = EventContext.reader(context)
        let start = source.parsedOffset
        // Names that stand after the rows were read before them.
        let header = source.dialect == options.readOptions.dialect ? nil : source.dialect?.argument
        digest?.reset(at: start, header: Array((header ?? "").utf8))
        rows.value.setStart(start)
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        if rows.value.hasOpenRow {
            rows.value.endRecord(
                number: record.number, range: record.range, text: keepsTexts ? record.text : nil)
        } else {
            // The record is of another kind.
            rows.value.setLastRecord(number: record.number, end: record.range.upperBound)
        }
        try checkEnd()
        if isBatchDue { try submitRows() }
    }

    private var isBatchDue: Bool {
        if rows.value.rowCount() >= options.batchSize || rows.value.isCommitDue { return true }
        // While the window holds a large record, of which the batch and SQLite have a copy each, the batch waits.
        return rows.value.isFull() && EventContext.reader(context).windowBytes <= rows.value.batchBytes
    }

    func recordSkipped(_ record: borrowing CompletedRecord) throws {
        rows.value.setLastRecord(number: record.number, end: record.range.upperBound)
        try verifyPrefix()
        try checkEnd()
    }

    private func checkEnd() throws {
        if interruptFlag.isRequested { throw Interrupted() }
        if rows.value.lastRecord >= lastRecord { throw LastRecordReached() }
    }

    func recordDiscarded() { rows.value.discardRecord() }

    func enclosingValueFollows(_ value: FollowingValue, _ text: Span<UInt8>) throws -> Bool {
        let last = rows.value.lastRecord
        let earlier = following?.record == last ? following?.digest ?? "" : ""
        following = (last, TextDigest.digest(of: (Array(earlier.utf8) + [UInt8](copying: text)).span))
        if last == start.records { followingStart = following?.digest }
        // An earlier run has set the value in the rows of a container that ended before the checkpoint.
        if rows.value.lastRecord >= skippedRecordCount { try rows.value.row.set(value, text) }
        return true
    }

    func windowWillSlide() {
        let source = EventContext.reader(context)
        digest?.advance(
            toRecordEnd: rows.value.lastRecordEnd, pendingEnd: source.pendingRecordEnd, in: source)
        guard rows.value.hasOpenRow, rows.value.recordLocation == nil else { return }
        rows.value.recordLocation = source.location(of: rows.value.recordStart)
    }
}

/// The end of reading after the last record that the options select.
private struct LastRecordReached: Error {}
