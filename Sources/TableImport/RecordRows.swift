internal import JSONRecords

/// The rows that are read from records: a row of the table for each record, and rows of child tables for the elements of
/// its expanded arrays.
///
/// While an array is read, the readers of its child table and of the table are swapped, so that an event costs the same in
/// each table.
///
/// The rows stay at one address, because the parser's callbacks receive this address.
struct RecordRows {
    /// The reader of the row to which the events belong. Between records, that of the table.
    var row: RowReader
    /// The rows of the child tables, by the numbers of their arrays.
    var children: [ChildRows]
    /// The number of the child table whose elements are being read.
    private var openChild: Int?

    /// The offset of the record's start.
    private(set) var recordStart = 0
    /// The location of the record's start. Set before the text window drops the text at the start; `nil` until then.
    var recordLocation: SourceLocation?
    /// The number of records before the first one of the input, which is a part of a file if this is not 0.
    private let precedingRecordCount: Int
    /// The maximum memory of the rows of all tables, in bytes.
    let batchBytes: Int
    /// The number of the last record read, counted from 1 in the input, and the offset at which it ends.
    private(set) var lastRecord = 0
    private(set) var lastRecordEnd = 0
    /// Whether a record has begun and its rows are not complete. Until then, the batch cannot be written: it has cells of
    /// the rows, and the columns may be those of a record that is rejected.
    private(set) var hasOpenRow = false
    /// Whether the batch is to be written after the current record, although it is not full.
    var isCommitDue = false

    init(_ row: RowReader, children: [ChildRows], after precedingRecordCount: Int, batchBytes: Int) {
        self.row = row
        self.children = children
        self.precedingRecordCount = precedingRecordCount
        self.batchBytes = batchBytes
    }

    /// Frees the memory of the readers. The owner calls this function once, after the last event.
    func free() {
        row.free()
        for child in children.indices { children[child].reader.free() }
    }

    // MARK: - Objects

    /// Begins an object.
    ///
    /// - Parameter offset: the offset of its opening bracket in the text.
    /// - Returns: whether the members of the object are read. If not, the object becomes JSON.
    @inline(__always)
    mutating func objectStart(at offset: Int) -> Bool {
        if !row.isInRow { startRecord(at: offset) }
        return row.objectStart()
    }

    private mutating func startRecord(at offset: Int) {
        recordStart = offset
        recordLocation = nil
        hasOpenRow = true
        for child in children.indices { children[child].startRecord() }
    }

    // MARK: - Expanded arrays

    /// Whether the elements of an array are being read.
    var isInArray: Bool { openChild != nil }

    /// Begins an array.
    ///
    /// - Returns: whether its elements are read. If not, the array becomes JSON.
    mutating func arrayStart() -> Bool {
        guard let child = row.arrayStart() else { return false }
        children[child].startArray()
        swapReaders(child)
        openChild = child
        return true
    }

    mutating func arrayEnd() {
        guard let child = openChild.take() else { preconditionFailure("an array ended before it began") }
        swapReaders(child)
    }

    private mutating func swapReaders(_ child: Int) { swap(&row, &children[child].reader) }

    /// Begins an element that is an object.
    mutating func elementStart() {
        row.startElement()
        startChildRow()
    }

    /// Ends an element that is an object.
    mutating func elementEnd() { row.endElement() }

    /// Adds an element that is not an object. `read` reads its value.
    mutating func addElement(_ read: (inout RowReader) -> Void) {
        row.startValueElement()
        startChildRow()
        read(&row)
        row.endElement()
    }

    private mutating func startChildRow() {
        guard let openChild else { preconditionFailure("an element is not in an array") }
        children[openChild].startRow(of: &row)
    }

    // MARK: - Records

    /// The path of the value being read, from the record's root.
    var path: [JSONPath.Component] {
        let rowPath = row.keyPath.map { JSONPath.Component.key($0) }
        guard let openChild else { return rowPath }
        let child = children[openChild]
        // The reader of the table is in the place of the child's.
        return child.reader.keyPath.map { .key($0) } + (child.position.map { [.index($0)] } ?? []) + rowPath
    }

    /// Returns the error of a record that cannot become rows; `nil` for other records.
    mutating func recordError() -> ImportError? {
        if let error = row.recordError() { return error }
        for child in children.indices {
            if let error = children[child].recordError { return error }
        }
        return nil
    }

    /// Ends the record, and keeps its rows.
    mutating func endRecord(number: Int, range: Range<Int>, text: String?) {
        if !children.isEmpty { endChildRows(number: number) }
        row.endRow(number: number, range: range, text: text)
        setLastRecord(number: number, end: range.upperBound)
    }

    private mutating func endChildRows(number: Int) {
        for child in children.indices {
            if row.replacedArrays.contains(child) { children[child].discardRows() }
            children[child].endRecord(number: number)
        }
    }

    /// Records that a record was read: written to the batch, rejected or skipped.
    ///
    /// - Parameter number: the number of the record in the file.
    mutating func setLastRecord(number: Int, end: Int) {
        (lastRecord, lastRecordEnd) = (number - precedingRecordCount, end)
        hasOpenRow = false
    }

    /// Records that no record was read, and where the first one begins.
    mutating func setStart(_ offset: Int) {
        (lastRecord, lastRecordEnd) = (0, offset)
    }

    /// Discards the cells of a record that does not become rows, and the members and columns added for it.
    mutating func discardRecord() {
        if isInArray { arrayEnd() }
        row.discardRow()
        // A record that was rejected at its beginning has no rows, and the rows of the last record are kept.
        guard hasOpenRow else { return }
        hasOpenRow = false
        for child in children.indices { children[child].discardRecord() }
    }

    // MARK: - Batches

    // Mutating, so that a call does not copy the readers.

    /// Returns the number of rows in the batches of all tables.
    mutating func rowCount() -> Int {
        var count = row.batch.rows.count
        for child in children.indices { count += children[child].reader.batch.rows.count }
        return count
    }

    /// Returns whether the rows of all tables have reached the maximum memory.
    mutating func isFull() -> Bool {
        var bytes = row.batch.bytes
        for child in children.indices { bytes += children[child].reader.batch.bytes }
        return bytes >= batchBytes
    }

    /// Adds a column for each key that was only null, in all tables.
    mutating func addNullColumns() {
        row.addNullColumns()
        for child in children.indices { children[child].reader.addNullColumns() }
    }

    /// If the names of several keys differ only in case, assigns each user-declared column to the key with the exact name
    /// of the column.
    mutating func preferExactNames() {
        row.preferExactNames()
        for child in children.indices { children[child].reader.preferExactNames() }
    }
}
