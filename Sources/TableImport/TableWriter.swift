internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// A writer of batches of rows to a table.
final class TableWriter {
    private let table: Table
    private let database: Database
    /// Called with each row that the table rejects. Returns whether to write the rows after it.
    private let reject: (RowBatch.Row, DatabaseError) throws -> Bool
    private var insertStatements: InsertStatements?

    init(
        _ table: Table, in database: Database, reject: @escaping (RowBatch.Row, DatabaseError) throws -> Bool
    ) {
        self.table = table
        self.database = database
        self.reject = reject
    }

    /// Adds or widens the columns that the rows need, and then writes the rows.
    ///
    /// - Returns: the number of rows written.
    func write(_ batch: borrowing RowBatch, columns: inout ColumnList) throws -> Int {
        let insertStatements = try insertStatements(for: &columns)
        // SAFETY: The batch lends its texts for the call.
        return try unsafe batch.texts.withUnsafeBufferPointer { texts in
            unsafe try run(insertStatements, batch, texts)
        }
    }

    /// Declares the types of all values that imports have written.
    func declareFinalTypes(of columns: inout ColumnList) throws {
        // Releases the prepared statements, because they would prevent changes to the table.
        insertStatements = nil
        try table.declareFinalTypes(of: &columns, in: database)
    }

    private func insertStatements(for columns: inout ColumnList) throws -> InsertStatements {
        if let insertStatements, !columns.needsChange { return insertStatements }
        // Releases the prepared statements, because they would prevent changes to the table.
        insertStatements = nil
        try table.alter(for: &columns, in: database)
        let insertStatements = InsertStatements(into: table, columns: columns, in: database)
        self.insertStatements = insertStatements
        return insertStatements
    }

    private func run(
        _ insertStatements: InsertStatements, _ batch: borrowing RowBatch, _ texts: UnsafeBufferPointer<UInt8>
    ) throws -> Int {
        var (start, written) = (0, 0)
        for row in batch.rows {
            let cells = start..<row.cellsEnd
            let statement = try insertStatements.statement(for: batch.cells, in: cells)
            // The bindings borrow from `texts`, which may be at another address in the next call.
            defer { statement.clear() }
            for index in cells where insertStatements.hasParameter(batch.cells[index].column) {
                // SAFETY: `RowBatch.append` gives each cell a range within the texts.
                unsafe bind(batch.cells[index], texts, to: statement)
            }
            start = row.cellsEnd
            do {
                try statement.run()
                written += 1
            } catch let error as DatabaseError where error.isAboutRow && database.isInsideTransaction {
                // A constraint may roll back the whole transaction, for example with `ON CONFLICT ROLLBACK`. Then no
                // row of the transaction is written, and the error is rethrown.
                guard try reject(row, error) else { break }
            }
        }
        return written
    }

    private func bind(
        _ cell: RowBatch.Cell, _ texts: UnsafeBufferPointer<UInt8>, to statement: RowStatement
    ) {
        let index = cell.column + 1
        switch cell.value {
        case .null, .absent: statement.bindNull(at: index)
        case .integer(let value): statement.bind(value, at: index)
        case .real(let value): statement.bind(value, at: index)
        case .text(let start, let count):
            // SAFETY: The text lies within the batch's texts, which do not move while the statement runs.
            unsafe statement.bind(
                borrowedText: texts.baseAddress.map { unsafe $0 + start }, count: Int(count), at: index)
        }
    }
}

extension DatabaseError {
    /// Whether the error concerns one row only, so that other rows can be written.
    fileprivate var isAboutRow: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
    }
}
