internal import SQLiteSupport

/// The values of the key columns in a row.
struct RecordKey {
    private let values: [RowBatch.Value]

    /// - Parameters:
    ///   - columns: the key columns.
    ///   - cells: the indices of the row's cells. The row has a value for each key column.
    init(_ columns: [Int32], in cells: Range<Int>, of batch: borrowing RowBatch) {
        var values: [RowBatch.Value] = []
        for column in columns {
            guard let index = cells.last(where: { batch.cells[$0].column == column }) else {
                preconditionFailure("a record without a key is rejected")
            }
            values.append(batch.cells[index].value)
        }
        self.values = values
    }

    /// Binds the values to the first parameters of a statement.
    ///
    /// - Parameter texts: the texts of the row's batch.
    func bind(to statement: RowStatement, _ texts: UnsafeBufferPointer<UInt8>) {
        for (index, value) in values.enumerated() {
            // SAFETY: `RowBatch.append` gives each cell a range within the texts.
            unsafe statement.bind(value, texts, at: Int32(index + 1))
        }
    }
}
