internal import SQLiteSupport

/// The values of the key columns in the row of a record, as the table stores them: SQLite may have converted the values of
/// the record, or may have found the row of another spelling of the key.
struct RecordKey {
    /// The statement that has inserted or updated the row, and returns the values.
    private let statement: RowStatement
    private let count: Int

    init(_ statement: RowStatement, count: Int) {
        self.statement = statement
        self.count = count
    }

    /// Binds the values to the first parameters of a statement.
    func bind(to other: RowStatement) { bind(to: other, at: (0..<Int32(count))) }

    /// Binds the values to the parameters of a statement for columns, counted from 0.
    func bind(to other: RowStatement, at columns: some Sequence<Int32>) {
        for (value, column) in zip(0..<Int32(count), columns) {
            other.bind(column: value, of: statement, at: column + 1)
        }
    }
}
