internal import GRDB
internal import SQLiteSupport

/// The statements that write rows to a table.
///
/// A row has something for each column that imports have made, be it null. What somebody else has declared keeps its
/// default, or what it holds, where the record has no key for it: rows that have something for the same columns share
/// a statement.
final class InsertStatements {
    private let table: Table
    private let columns: [Column]
    private let database: Database
    /// The columns that somebody else has declared.
    private let userDeclaredColumns: [Int]
    /// Whether the row that is written has something for each column, and the statement for that.
    private var isWritten: [Bool]
    private var next: [Bool]
    private var statement: RowStatement?
    private var statements: [[Bool]: RowStatement] = [:]

    private static let maximumCount = 100

    init(into table: Table, columns: [Column], in database: Database) {
        self.table = table
        self.columns = columns
        self.database = database
        userDeclaredColumns = columns.indices.filter { !columns[$0].isCreatedByImport }
        isWritten = columns.map(\.isCreatedByImport)
        next = isWritten
    }

    /// The statement that writes a row, with a parameter for each column that is written, by the column's place.
    ///
    /// - Parameter row: where the cells of the row are.
    func statement(for cells: [RowBatch.Cell], in row: Range<Int>) throws -> RowStatement {
        if !userDeclaredColumns.isEmpty { recordColumns(cells, in: row) }
        if let statement, userDeclaredColumns.isEmpty || next == isWritten { return statement }
        isWritten = next
        let statement = try statements[isWritten] ?? prepare()
        self.statement = statement
        return statement
    }

    /// Whether the statement for the row has a parameter for a column.
    @inline(__always)
    func hasParameter(_ column: Int32) -> Bool { userDeclaredColumns.isEmpty || isWritten[Int(column)] }

    /// Takes note of the columns that a row has something for.
    private func recordColumns(_ cells: [RowBatch.Cell], in row: Range<Int>) {
        for column in userDeclaredColumns { next[column] = false }
        for index in row {
            let column = Int(cells[index].column)
            if case .absent = cells[index].value {
                next[column] = columns[column].isCreatedByImport
            } else {
                next[column] = true
            }
        }
    }

    private func prepare() throws -> RowStatement {
        if statements.count == Self.maximumCount { statements.removeAll() }
        let sql = table.insertStatement(into: columns) { isWritten[$0] }
        let statement = try RowStatement(sql: sql, in: database)
        statements[isWritten] = statement
        return statement
    }
}
