internal import GRDB
internal import StreamImport
internal import StreamImportGRDB

/// Writes batches of rows to a table.
final class TableWriter {
    private let table: Table
    private let database: Database
    /// Told of a row that the table refuses; says whether those after it are to be written.
    private let reject: (RowBatch.Row, DatabaseError) -> Bool
    private var statement: RowStatement?

    init(
        _ table: Table, in database: Database, reject: @escaping (RowBatch.Row, DatabaseError) -> Bool
    ) {
        self.table = table
        self.database = database
        self.reject = reject
    }

    /// Writes rows, and makes the columns before that they need.
    ///
    /// - Returns: how many were written.
    func write(_ batch: borrowing RowBatch, columns: inout ColumnList) throws -> Int {
        if statement == nil || columns.needsChange {
            // A statement that is kept would be in the way of changes to its table.
            statement = nil
            try table.alter(for: &columns, in: database)
            statement = try RowStatement(sql: table.insertion(into: columns.columns), in: database)
        }
        guard let statement else { return 0 }
        return try unsafe batch.texts.withUnsafeBufferPointer { texts in
            unsafe try run(statement, batch, texts)
        }
    }

    private func run(
        _ statement: RowStatement, _ batch: borrowing RowBatch, _ texts: UnsafeBufferPointer<UInt8>
    ) throws -> Int {
        // The texts may be somewhere else the next time.
        defer { statement.clear() }
        var (start, written) = (0, 0)
        for row in batch.rows {
            statement.clear()
            for index in start..<row.cellsEnd { unsafe bind(batch.cells[index], texts, to: statement) }
            start = row.cellsEnd
            do {
                try statement.run()
                written += 1
            } catch let error as DatabaseError where error.isAboutRow && database.isInsideTransaction {
                // A table may undo the transaction instead of the row: then nothing of it is written.
                guard reject(row, error) else { break }
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
        case .null, .nothing: statement.bindNull(at: index)
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
