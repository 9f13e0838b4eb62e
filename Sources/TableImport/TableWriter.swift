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
    private let reject: (RowBatch.Row, DatabaseError) throws -> Bool

    init(
        _ table: Table, _ children: ChildTables, in database: Database,
        reject: @escaping (RowBatch.Row, DatabaseError) throws -> Bool
    ) throws {
        self.table = PreparedTable(table, in: database)
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
        try children.prepare()
        // SAFETY: The batch lends its texts for the call.
        return try unsafe batch.texts.withUnsafeBufferPointer { texts in
            unsafe try write(batch, texts, keys: columns.keyColumns, insertStatements)
        }
    }

    /// Declares the types of all values that imports have written.
    func declareFinalTypes(of columns: inout ColumnList) throws {
        try table.declareFinalTypes(of: &columns)
        try children.declareFinalTypes()
    }

    private func write(
        _ batch: borrowing RowBatch, _ texts: UnsafeBufferPointer<UInt8>, keys: [Int32],
        _ insertStatements: InsertStatements
    ) throws -> Int {
        var (start, written) = (0, 0)
        for row in batch.rows {
            let cells = start..<row.cellsEnd
            start = row.cellsEnd
            do {
                // SAFETY: The caller lends the texts for the call.
                unsafe try write(row, cells, of: batch, texts, keys: keys, insertStatements)
                written += 1
            } catch let error as DatabaseError where error.isAboutRow && database.isInsideTransaction {
                // A constraint may roll back the whole transaction, for example with `ON CONFLICT ROLLBACK`. Then no
                // row of the transaction is written, and the error is rethrown.
                try savepoint?.rollback()
                guard try reject(row, error) else { break }
            }
        }
        return written
    }

    /// Writes the row of a record, and its child rows.
    private func write(
        _ row: RowBatch.Row, _ cells: Range<Int>, of batch: borrowing RowBatch,
        _ texts: UnsafeBufferPointer<UInt8>, keys: [Int32], _ insertStatements: InsertStatements
    ) throws {
        // SAFETY, in this function: The caller lends the texts for the call.
        guard let savepoint else { return unsafe try insertStatements.insert(cells, of: batch, texts) }
        try savepoint.begin()
        unsafe try insertStatements.insert(cells, of: batch, texts)
        let key = RecordKey(keys, in: cells, of: batch)
        unsafe try children.replaceRows(of: row.number, key, texts)
        try savepoint.release()
        children.countRecord()
    }
}

extension DatabaseError {
    /// Whether the error concerns one row only, so that other rows can be written.
    fileprivate var isAboutRow: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
    }
}
