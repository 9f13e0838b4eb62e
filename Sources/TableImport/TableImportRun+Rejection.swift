internal import GRDB
internal import JSONRecords

/// The records that do not become rows.
extension TableImportRun {
    func addRejected(_ rejected: RejectedRecord, text: Span<UInt8>?) throws {
        let isNew = rejected.number - input.precedingRecordCount > skippedRecordCount
        if isNew, options.readOptions.errorPolicy == .fail { throw rejected.error }
        if isNew, let source, source.isAtUnfinishedLine { prefixBeforeUnfinishedLine = textPrefix }
        rows.value.setLastRecord(number: rejected.number, end: rejected.byteRange.upperBound)
        try verifyPrefix()
        if isNew { try log(rejected, text: text) }
        if interruptFlag.isRequested { throw Interrupted() }
        if rows.value.lastRecord >= lastRecord { throw LastRecordReached() }
        // Saves the checkpoint after each `batchSize` rejected records, even if there are no rows to write.
        if isNew { rejectedCountOfBatch += 1 }
        if rejectedCountOfBatch >= options.batchSize { try writeRows() }
    }

    /// Adds a record to the log, after the rows before it that the table rejects.
    private func log(_ rejected: RejectedRecord, text: Span<UInt8>?) throws {
        if writeQueue.isWriting, deferredRejections.hasRoom(for: text?.count ?? 0) {
            return deferredRejections.append(rejected, text: text)
        }
        try finishWriting()
        try rejectedRecordLog.add(rejected, text: text)
    }

    /// Rejects a record because a table did not accept its row.
    ///
    /// - Returns: whether the import continues.
    /// - Throws: ``RejectedRow`` if the import ends and the input can be read again, so that the rows of the batch are not
    ///   written.
    func reject(_ row: RowBatch.Row, _ error: RowError) throws -> Bool {
        let message = error.cause.message ?? "\(error.cause.resultCode)"
        let rowError = ImportError(
            .rejectedByModel, "the table \(error.table) rejected the row: \(message)", record: row.number,
            cause: error.cause)
        guard options.readOptions.errorPolicy != .fail else {
            let fatalRowError = RejectedRow(error: rowError, number: row.number - input.precedingRecordCount)
            guard digest == nil else { throw fatalRowError }
            self.fatalRowError = fatalRowError
            return false
        }
        try rejectedRecordLog.add(
            RejectedRecord(number: row.number, byteRange: row.range, error: rowError, text: row.text))
        return true
    }
}

/// The error that ends an import at a row that the table rejected.
struct RejectedRow: Error {
    let error: ImportError
    /// The number of the record in the input.
    let number: Int
}
