/// The rows of a batch that was read and is being written, and the columns after these rows.
///
/// Writing changes the types of columns, and reading may add columns meanwhile, so each has its own list of columns.
struct PendingBatch {
    var rows = RowBatch()
    var columns: ColumnList
    private(set) var nullPaths: [[String]] = []
    /// The number of matched columns when the columns were taken; `nil` if they were returned.
    private var matchedCount: Int?

    init(_ columns: ColumnList) { self.columns = columns }

    /// Takes the rows of a reader, which gets the memory of the last batch for its next rows.
    mutating func take(from reader: inout RowReader) {
        swap(&rows, &reader.batch)
        columns = reader.columns
        matchedCount = columns.matchedCount
        nullPaths = reader.nullPaths
    }

    /// Applies the changes that writing has made to the columns, unless they were applied before. If no row was read
    /// meanwhile, returns the memory of the rows.
    mutating func returnWritten(to reader: inout RowReader) {
        guard let matchedCount = matchedCount.take() else { return }
        reader.columns.adoptWritten(columns, matchedCount: matchedCount)
        if reader.batch.bytes == 0 { swap(&rows, &reader.batch) }
    }
}
