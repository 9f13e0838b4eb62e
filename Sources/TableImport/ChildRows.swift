internal import JSONRecords

/// The rows of a child table: those of the elements of an expanded array.
///
/// The first cells of each row are those of the key columns of its record, whose values are known when the record is written,
/// and the index of the element in the array.
struct ChildRows {
    /// The reader of the rows. While the array is read, the reader of the table takes its place; see ``RecordRows``.
    var reader: RowReader
    /// The index of the element that was read last; `nil` before the first.
    private(set) var position: Int?
    /// The columns of the keys of the record, and of the position.
    private let links: [Int32]
    /// The end of the batch before the current record.
    private var start = RowBatch.End()

    init(_ reader: RowReader) {
        self.reader = reader
        links = reader.columns.keyColumns
    }

    mutating func startRecord() { start = reader.batch.end }

    /// Begins the array. A second array with the same key in one record replaces the first one.
    mutating func startArray() {
        discardRows()
        position = nil
    }

    /// Begins a row.
    ///
    /// - Parameter reader: the reader of the rows while the array is read.
    mutating func startRow(of reader: inout RowReader) {
        let position = position.map { $0 + 1 } ?? 0
        self.position = position
        for link in links.dropLast() { reader.batch.append(.null, [], column: link) }
        reader.batch.append(
            .integer(Int64(position)), ValueKinds(Int64(position)), column: links[links.count - 1])
    }

    /// Keeps the rows of the record.
    mutating func endRecord(number: Int) {
        reader.batch.number(rowsAfter: start, as: number)
        reader.keepColumns()
    }

    /// Discards the rows of the record, and the members and columns added for them.
    mutating func discardRows() {
        reader.batch.discardRows(after: start)
        reader.discardColumns()
    }

    /// Discards the rows of the record, and the members and columns added for it.
    mutating func discardRecord() {
        discardRows()
        reader.discardRow()
    }

    /// The error of a record whose elements need too many columns.
    var recordError: ImportError? {
        reader.excessColumn.map { .tooManyColumns(ofElementsFor: $0, limit: reader.columns.limit) }
    }
}
