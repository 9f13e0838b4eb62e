internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// Writes batches of rows to a table.
final class TableWriter {
    private let table: Table
    private let database: Database
    /// Told of a row that the table refuses; says whether those after it are to be written.
    private let reject: (RowBatch.Row, DatabaseError) throws -> Bool
    private var insertStatements: InsertStatements?

    init(
        _ table: Table, in database: Database, reject: @escaping (RowBatch.Row, DatabaseError) throws -> Bool
    ) {
        self.table = table
        self.database = database
        self.reject = reject
    }

    /// Writes rows, and makes the columns before that they need.
    ///
    /// - Returns: how many were written.
    func write(_ batch: borrowing RowBatch, columns: inout ColumnList) throws -> Int {
        let insertStatements = try insertStatements(for: &columns)
        // SAFETY: the texts are lent for the call.
        return try unsafe batch.texts.withUnsafeBufferPointer { texts in
            unsafe try run(insertStatements, batch, texts)
        }
    }

    private func insertStatements(for columns: inout ColumnList) throws -> InsertStatements {
        if let insertStatements, !columns.needsChange { return insertStatements }
        // A statement that is kept would be in the way of changes to its table.
        insertStatements = nil
        try table.alter(for: &columns, in: database)
        let insertStatements = InsertStatements(into: table, columns: columns.columns, in: database)
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
            // The texts may be somewhere else the next time.
            defer { statement.clear() }
            for index in cells where insertStatements.hasParameter(batch.cells[index].column) {
                // SAFETY: the cells say where in the texts each one is.
                unsafe bind(batch.cells[index], texts, to: statement)
            }
            start = row.cellsEnd
            do {
                try statement.run()
                written += 1
            } catch let error as DatabaseError where error.isAboutRow && database.isInsideTransaction {
                // A table may undo the transaction instead of the row: then nothing of it is written.
                guard try reject(row, error) else { break }
            }
        }
        return written
    }

    @inline(__always)
    private func bind(
        _ cell: RowBatch.Cell, _ texts: UnsafeBufferPointer<UInt8>, to statement: RowStatement
    ) {
        let index = cell.column + 1
        switch cell.value {
        case .null, .absent: statement.bindNull(at: index)
        case .integer(let value): statement.bind(value, at: index)
        case .real(let value): statement.bind(value, at: index)
        case .text(let start, let count):
            // SAFETY: the text lies within the batch's texts, which do not move while the statement runs.
            unsafe statement.bind(
                borrowedText: texts.baseAddress.map { unsafe $0 + start }, count: Int(count), at: index)
        }
    }
}

extension DatabaseError {
    /// Whether only this row is refused, and others may be written.
    fileprivate var isAboutRow: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
    }
}
