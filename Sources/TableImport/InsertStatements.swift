internal import GRDB
internal import SQLiteSupport

/// The statements that insert rows into a table.
///
/// A row has a value or null for each column that imports have created. If the record has no key for a user-declared
/// column, the column gets its default value in a new row, and keeps its value in an updated row. Rows that write the
/// same columns share a statement.
final class InsertStatements {
    private let table: Table
    private let list: ColumnList
    private let returnsKeys: Bool
    private let database: Database
    /// The indices of the columns that the user has declared.
    private let userDeclaredColumns: [Int]
    /// For each column, whether `statement` writes it.
    private var isWritten: [Bool]
    /// For each column, whether the statement for the next row has to write it.
    private var isWrittenByNext: [Bool]
    private var statement: RowStatement?
    private var statements: [[Bool]: RowStatement] = [:]

    private static let maximumStatementCount = 100

    init(into table: Table, columns list: ColumnList, returnsKeys: Bool, in database: Database) {
        self.table = table
        self.list = list
        self.returnsKeys = returnsKeys
        let columns = list.columns
        self.database = database
        userDeclaredColumns = columns.indices.filter { !columns[$0].isCreatedByImport }
        isWritten = columns.map(\.isCreatedByImport)
        isWrittenByNext = isWritten
    }

    /// Inserts a row.
    ///
    /// - Parameters:
    ///   - cells: the indices of the row's cells.
    ///   - texts: the texts of the batch.
    ///   - key: the key of the record to which the row of a child table belongs.
    ///   - body: called with the key of the row, if the statements return keys. A trigger or a constraint of the table may
    ///     prevent the row without an error; then `body` is not called.
    func insert(
        _ cells: Range<Int>, of batch: borrowing RowBatch, _ texts: UnsafeBufferPointer<UInt8>,
        linkedTo key: RecordKey? = nil, _ body: (RecordKey) throws -> Void = { _ in }
    ) throws {
        let statement = try statement(for: batch.cells, in: cells)
        // The bindings borrow from `texts`, which may be at another address in the next call.
        defer { statement.clear() }
        for index in cells where hasParameter(batch.cells[index].column) {
            // SAFETY: `RowBatch.append` gives each cell a range within the texts.
            unsafe statement.bind(batch.cells[index].value, texts, at: batch.cells[index].column + 1)
        }
        key?.bind(to: statement, at: list.keyColumns)
        try statement.run { try body(RecordKey(statement, count: list.keyColumns.count)) }
    }

    /// Returns the statement that inserts a row. The parameter of a column has the index of the column plus 1.
    ///
    /// - Parameter row: the indices of the row's cells.
    private func statement(for cells: [RowBatch.Cell], in row: Range<Int>) throws -> RowStatement {
        if !userDeclaredColumns.isEmpty { recordColumns(cells, in: row) }
        if let statement, userDeclaredColumns.isEmpty || isWrittenByNext == isWritten { return statement }
        isWritten = isWrittenByNext
        let statement = try statements[isWritten] ?? prepare()
        self.statement = statement
        return statement
    }

    /// Returns whether the current statement has a parameter for a column.
    private func hasParameter(_ column: Int32) -> Bool {
        userDeclaredColumns.isEmpty || isWritten[Int(column)]
    }

    /// Records in `isWrittenByNext` which columns a row has values for.
    private func recordColumns(_ cells: [RowBatch.Cell], in row: Range<Int>) {
        for column in userDeclaredColumns { isWrittenByNext[column] = false }
        for index in row {
            let column = Int(cells[index].column)
            if case .absent = cells[index].value {
                isWrittenByNext[column] = list.columns[column].isCreatedByImport
            } else {
                isWrittenByNext[column] = true
            }
        }
    }

    private func prepare() throws -> RowStatement {
        if statements.count == Self.maximumStatementCount { statements.removeAll() }
        let sql = table.insertStatement(into: list, returnsKeys: returnsKeys) { isWritten[$0] }
        let statement = try RowStatement(sql: sql, in: database)
        statements[isWritten] = statement
        return statement
    }
}
