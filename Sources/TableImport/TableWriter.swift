internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// A writer of batches of rows to a table and its child tables.
///
/// The rows of a record are written together, or none of them: a row that a child table rejects rejects its record.
final class TableWriter {
    private let table: PreparedTable
    private let children: ChildTables
    private let database: Database
    /// The savepoint before each record. Without child tables, a record is one row, which needs none.
    private let savepoint: Savepoint?
    /// Called with each row that a table rejects. Returns whether to write the rows after it.
    private let reject: (RowBatch.Row, RowError) throws -> Bool

    init(
        _ table: Table, _ children: ChildTables, in database: Database,
        reject: @escaping (RowBatch.Row, RowError) throws -> Bool
    ) throws {
        self.table = PreparedTable(table, returnsKeys: !children.isEmpty, in: database)
        self.children = children
        self.database = database
        savepoint = children.isEmpty ? nil : try Savepoint(in: database)
        self.reject = reject
    }

    /// Adds or widens the columns that the rows need, and then writes the rows.
    ///
    /// - Returns: the number of records written.
    func write(_ batch: borrowing RowBatch, columns: inout ColumnList) throws -> Int {
        let insertStatements = try table.prepare(for: &columns)
        try children.prepare(linkedTo: columns)
        // SAFETY: The batch lends its texts for the call.
        return try unsafe batch.texts.withUnsafeBufferPointer { texts in
            unsafe try write(batch, texts, insertStatements)
        }
    }

    /// Declares the types of all values that imports have written.
    func declareFinalTypes(of columns: inout ColumnList) throws {
        try table.declareFinalTypes(of: &columns)
        try children.declareFinalTypes()
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
                unsafe try write(row, cells, of: batch, texts, insertStatements)
                written += 1
            } catch {
                guard let error = RowError(error, table: table.table.name), database.isInsideTransaction
                else {
                    // A constraint may roll back the whole transaction, for example with `ON CONFLICT ROLLBACK`. Then no
                    // row of the transaction is written.
                    throw (error as? RowError)?.cause ?? error
                }
                try savepoint?.rollback()
                guard try reject(row, error) else { break }
            }
        }
        return written
    }

    /// Writes the row of a record, and its child rows.
    private func write(
        _ row: RowBatch.Row, _ cells: Range<Int>, of batch: borrowing RowBatch,
        _ texts: UnsafeBufferPointer<UInt8>, _ insertStatements: InsertStatements
    ) throws {
        // SAFETY, in this function: The caller lends the texts for the call.
        guard let savepoint else { return unsafe try insertStatements.insert(cells, of: batch, texts) }
        try savepoint.begin()
        var isWritten = false
        unsafe try insertStatements.insert(cells, of: batch, texts) { key in
            try children.replaceRows(of: row.number, key)
            isWritten = true
        }
        try savepoint.release()
        if isWritten { children.countRecord() }
    }
}

/// An error of a table about one row only, so that other rows can be written.
struct RowError: Error {
    let table: String
    let cause: DatabaseError

    /// - Parameter table: the name of the table, unless the error names another one.
    init?(_ error: any Error, table: String) {
        if let error = error as? RowError {
            self = error
            return
        }
        guard let cause = error as? DatabaseError,
            [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(cause.resultCode)
        else { return nil }
        (self.table, self.cause) = (table, cause)
    }
}
