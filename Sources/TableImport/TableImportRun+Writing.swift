internal import GRDB
internal import JSONRecords

/// The writing of batches. Each transaction also writes the checkpoint.
extension TableImportRun {
    /// The part of the import that ends with a batch.
    enum BatchEnd {
        case batch
        /// The last batch of the run.
        case end(isFinished: Bool)

        var isLast: Bool {
            if case .end = self { true } else { false }
        }

        var isFinished: Bool {
            if case .end(isFinished: true) = self { true } else { false }
        }
    }

    /// Writes the rows of the batch, and the checkpoint. If another thread reads, the rows are written while it reads on.
    func writeRows(_ end: BatchEnd = .batch) throws {
        try finishWriting()
        rows.value.isCommitDue = false
        rejectedCountOfBatch = 0
        if startCheckpoint.isFinished, hasNewRecords, source?.isDocument == true {
            throw InputChange.document
        }
        // Without a checkpoint, no later run could add the columns of keys that were only null.
        if end.isLast, end.isFinished || !result.canResume { rows.value.addNullColumns() }
        rows.value.preferExactNames()
        guard try canWriteBatch(isLast: end.isLast) else { return }
        let hasAdvanced = rows.value.lastRecord > checkpoint.records
        if hasAdvanced {
            checkpoint.records = rows.value.lastRecord
            (checkpoint.prefix, checkpoint.prefixBeforeUnfinishedLine) = (
                textPrefix, prefixBeforeUnfinishedLine
            )
        }
        if options.isDryRun {
            try countRows()
        } else if hasAdvanced || end.isFinished || end.isLast && !isFirstBatch {
            try beginWriting(end)
        }
    }

    private func beginWriting(_ end: BatchEnd) throws {
        rows.value.updateTables { tables[$0].pending.take(from: &$1) }
        // A giant row is not in memory together with the next batch.
        let isGiant = tables.map(\.pending.rows.bytes).reduce(0, +) > 2 * options.batchBytes
        if let source { updateSizes(source) }
        try writeQueue.submit { [unowned self] in try commitRows(end) }
        if isGiant || !writeQueue.isReading { try finishWriting() }
    }

    /// Waits until the rows are written that were read so far.
    func finishWriting() throws {
        try writeQueue.wait()
        rows.value.updateTables { tables[$0].pending.returnWritten(to: &$1) }
        try deferredRejections.move(to: rejectedRecordLog)
    }

    /// Returns whether the batch has no rows, or the table has a column for them. Empty objects have no keys, so rows
    /// of empty objects wait for a record that has a key.
    ///
    /// - Throws: ``TableImportError`` if the rows have no column, and the batch is full or the last one.
    private func canWriteBatch(isLast: Bool) throws -> Bool {
        let isFull = rows.value.isFull()
        guard rows.value.row.columns.columns.isEmpty, !rows.value.row.batch.isEmpty else { return true }
        guard isLast || isFull else { return false }
        rows.value.row.addNullColumns()
        guard !rows.value.row.columns.columns.isEmpty else {
            throw TableImportError(.data, "expected a record with a key, found only empty objects")
        }
        return true
    }

    private func commitRows(_ end: BatchEnd) throws {
        try interruptFlag.write {
            let isInTransaction = start == .firstRecordReplacingRows
            if isInTransaction {
                try commitBatch(end)
            } else {
                try database.inTransaction(.immediate) {
                    try commitBatch(end)
                    return .commit
                }
            }
            isFirstBatch = false
            for table in tables { table.countBatch() }
            result.tables = tables.map(\.result)
            result.rejected = rejectedRecordLog.count - result.rejectedBefore
            if !isInTransaction { options.onCommit?(result) }
        }
        if let fatalRowError { throw fatalRowError }
    }

    /// Writes the batch and its checkpoint.
    private func commitBatch(_ end: BatchEnd) throws {
        try checkpointStore.check(in: database)
        for table in tables { try table.check(in: database) }
        if isFirstBatch { try prepareTables() }
        try writeBatch()
        if end.isLast {
            for table in tables { try table.declareFinalTypes() }
            try createIndices(tables[0].pending.columns)
        }
        checkpoint.isFinished = end.isFinished && fatalRowError == nil
        checkpoint.nullPaths = checkpoint.isFinished ? [] : tables.map(\.pending.nullPaths)
        // Each record that the checkpoint counts as rejected must be in the rejects file before the commit.
        try rejectedRecordLog.synchronize(&checkpoint)
        for table in tables { try table.update(in: database) }
        try checkpointStore.save(checkpoint, in: database)
    }

    private func prepareTables() throws {
        if start == .firstRecordReplacingRows, !table.hasMetadata, !table.isEmpty {
            throw TableImportError.rowsUnknown(in: table.name)
        }
        try checkpointStore.createTables(for: table, in: database)
        for child in tables.dropFirst() { try child.removeRemains(of: table, in: database) }
        if tables.count > 1 { savepoint = try Savepoint(in: database) }
        if start == .firstRecordReplacingRows { try checkpointStore.importedRows?.delete(in: database) }
        if checkpointStore.importedRows == nil {
            try ImportedRows.markUpdated(table: table.name, in: database)
        }
    }

    private func writeBatch() throws {
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

    /// Counts the rows of a dry run's batch, and checks that the table could store them.
    private func countRows() throws {
        try tables[0].countRows(of: &rows.value.row, linkedTo: nil)
        let columns = rows.value.row.columns
        try rows.value.updateTables { number, reader in
            if number > 0 { try tables[number].countRows(of: &reader, linkedTo: columns) }
        }
        result.tables = tables.map(\.result)
        result.rejected = rejectedRecordLog.count - result.rejectedBefore
        checkpoint.rejected = rejectedRecordLog.count
    }

    // MARK: - Indices

    /// Creates the requested indices on a table whose import is finished.
    func addIndices() throws {
        guard !options.indices.isEmpty, !options.isDryRun else { return }
        try interruptFlag.write {
            try database.inTransaction(.immediate) {
                try createIndices(rows.value.row.columns)
                return .commit
            }
        }
    }

    private func createIndices(_ columns: ColumnList) throws {
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
