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
        pending.take(from: &rows.value.row)
        children.take(from: &rows.value)
        // A giant row is not in memory together with the next batch.
        let isGiant = pending.rows.bytes + children.bytes > 2 * options.batchBytes
        if let source { updateSizes(source) }
        try writeQueue.submit { [unowned self] in try commitRows(end) }
        if isGiant || !writeQueue.isReading { try finishWriting() }
    }

    /// Waits until the rows are written that were read so far.
    func finishWriting() throws {
        try writeQueue.wait()
        pending.returnWritten(to: &rows.value.row)
        children.returnWritten(to: &rows.value)
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
            var written = 0
            if isInTransaction {
                written = try commitBatch(end)
            } else {
                try database.inTransaction(.immediate) {
                    written = try commitBatch(end)
                    return .commit
                }
            }
            result.rows += written
            isFirstBatch = false
            pending.rows.removeAll()
            children.countBatch()
            result.children = children.results
            result.rejected = rejectedRecordLog.count - result.rejectedBefore
            if !isInTransaction { options.onCommit?(result) }
        }
        if let fatalRowError { throw fatalRowError }
    }

    /// Writes the batch and its checkpoint.
    ///
    /// - Returns: the number of rows written.
    private func commitBatch(_ end: BatchEnd) throws -> Int {
        try checkpointStore.check(in: database)
        if let metadata = try checkpointStore.changedMetadata(in: database) {
            pending.columns.merge(metadata)
        }
        try children.check(in: database)
        if isFirstBatch { try prepareTables() }
        let written = try writeBatch()
        if end.isLast, pending.columns.writtenCount > 0 {
            try makeWriter().declareFinalTypes(of: &pending.columns)
        }
        checkpoint.isFinished = end.isFinished && fatalRowError == nil
        checkpoint.nullPaths =
            checkpoint.isFinished
            ? NullPaths() : NullPaths(paths: pending.nullPaths, children: children.nullPaths)
        if end.isLast { try createIndices(pending.columns) }
        // Each record that the checkpoint counts as rejected must be in the rejects file before the commit.
        try rejectedRecordLog.synchronize(&checkpoint)
        try children.update(in: database)
        try checkpointStore.save(checkpoint, in: database)
        return written
    }

    private func prepareTables() throws {
        if start == .firstRecordReplacingRows, !table.hasMetadata, !table.isEmpty {
            throw TableImportError.rowsUnknown(in: table.name)
        }
        try checkpointStore.createTables(for: table, in: database)
        try children.removeRemains(of: table, in: database)
        if start == .firstRecordReplacingRows { try checkpointStore.importedRows?.delete(in: database) }
        if checkpointStore.importedRows == nil {
            try ImportedRows.markUpdated(table: table.name, in: database)
        }
    }

    private func writeBatch() throws -> Int {
        pending.columns.recordKinds(pending.rows.cells)
        let isTableWritten = pending.columns.writtenCount > 0
        let needsChange = pending.columns.needsChange || children.needChange
        // The table of a schema is also created without rows.
        guard !pending.rows.isEmpty || (isTableWritten || pending.columns.isFixed) && needsChange else {
            return 0
        }
        let lastRowid = try checkpointStore.importedRows?.lastRowid(in: database)
        let written = try makeWriter().write(pending.rows, columns: &pending.columns)
        if let lastRowid {
            try checkpointStore.importedRows?.add(after: lastRowid, count: written, in: database)
        }
        return written
    }

    /// Counts the rows of a dry run's batch, and checks that the table could store them.
    private func countRows() throws {
        result.rows += rows.value.row.batch.rows.count
        try rows.value.row.discardBatch(declaringColumnsIn: table)
        try children.countRows(of: &rows.value)
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
