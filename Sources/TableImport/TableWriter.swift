internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// A writer of batches of rows to a table.
final class TableWriter {
    private let table: PreparedTable
    private let database: Database
    /// Called with each row that the table rejects. Returns whether to write the rows after it.
    private let reject: (RowBatch.Row, DatabaseError) throws -> Bool

    init(
        _ table: Table, in database: Database, reject: @escaping (RowBatch.Row, DatabaseError) throws -> Bool
    ) {
        self.table = PreparedTable(table, in: database)
        self.database = database
        self.reject = reject
    }

    /// Adds or widens the columns that the rows need, and then writes the rows.
    ///
    /// - Returns: the number of rows written.
    func write(_ batch: borrowing RowBatch, columns: inout ColumnList) throws -> Int {
        let insertStatements = try table.prepare(for: &columns)
        // SAFETY: The batch lends its texts for the call.
        return try unsafe batch.texts.withUnsafeBufferPointer { texts in
            unsafe try write(batch, texts, insertStatements)
        }
    }

    /// Declares the types of all values that imports have written.
    func declareFinalTypes(of columns: inout ColumnList) throws {
        try table.declareFinalTypes(of: &columns)
    }

    private func write(
        _ batch: borrowing RowBatch, _ texts: UnsafeBufferPointer<UInt8>, _ insertStatements: InsertStatements
    ) throws -> Int {
        var (start, written) = (0, 0)
        for row in batch.rows {
            let cells = start..<row.cellsEnd
            start = row.cellsEnd
            do {
                // SAFETY: The caller lends the texts for the call.
                unsafe try insertStatements.insert(cells, of: batch, texts)
                written += 1
            } catch let error as DatabaseError where error.isAboutRow && database.isInsideTransaction {
                // A constraint may roll back the whole transaction, for example with `ON CONFLICT ROLLBACK`. Then no
                // row of the transaction is written, and the error is rethrown.
                guard try reject(row, error) else { break }
            }
        }
        return written
    }
}

extension DatabaseError {
    /// Whether the error concerns one row only, so that other rows can be written.
    fileprivate var isAboutRow: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
    }
}
