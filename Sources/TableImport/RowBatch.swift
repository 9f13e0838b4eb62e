internal import JSONRecords

/// Rows of one table that are to be written together, and the columns after these rows. A row has cells only for the columns
/// that its record has keys for.
///
/// No value is boxed, and no row has an allocation of its own, unless the row keeps the text of its record: the cells
/// of all rows are in one array, and the bytes of all texts in another. Both arrays are reused.
///
/// Writing changes the types of columns, and reading may add columns meanwhile, so each has its own list of columns.
struct RowBatch: Sendable {
    struct Cell {
        var column: Int32
        var kinds: ValueKinds
        var value: Value
    }

    enum Value {
        case null
        /// The row has neither a value nor null for the column. Earlier cells of the row for this column do not count.
        case absent
        case integer(Int64)
        case real(Double)
        /// The range of the text's bytes in `texts`.
        case text(start: Int, count: Int32)

        var isAbsent: Bool { if case .absent = self { true } else { false } }
    }

    /// The end of a row's cells, and its record's number and byte range in the input.
    struct Row {
        var cellsEnd: Int
        var number: Int
        var range: Range<Int>
        /// The text of the record, if it was kept.
        var text: String?
    }

    /// A value for rows of earlier batches, which was found after them.
    struct Update {
        let cell: Cell
        /// The numbers of the records whose rows get the value.
        let records: Range<Int>
        /// Whether rows that have a value get it, too.
        let replaces: Bool
    }

    /// The end of the rows at some time. Rows after it can be discarded.
    struct End {
        fileprivate(set) var rows = 0
        fileprivate var cells = 0
        fileprivate var texts = 0
    }

    var columns: ColumnList
    private(set) var cells: [Cell] = []
    private(set) var texts: [UInt8] = []
    private(set) var rows: [Row] = []
    /// The values for the rows of earlier batches.
    private(set) var updates: [Update] = []
    /// The numbers of the first records whose rows may be updated after this batch, and of those after the last ones.
    var openRecords: Set<Int> = []
    /// The number of bytes of `texts` that belong to complete rows.
    private var completeTextBytes = 0

    /// The number of bytes at which a batch is full by default. A batch exceeds this number by the rows of one chunk at
    /// most, and by its last row.
    static let maximumBytes = 16 << 20

    init(_ columns: ColumnList) { self.columns = columns }

    /// Exchanges the rows with those of another batch. Each keeps its columns.
    mutating func swapRows(with other: inout RowBatch) {
        Swift.swap(&self, &other)
        Swift.swap(&columns, &other.columns)
    }

    /// Returns the columns and the memory of the rows, without the rows. Leaves the columns.
    mutating func takeEmptied() -> RowBatch {
        var batch = RowBatch(columns)
        Swift.swap(&batch, &self)
        batch.removeAll()
        return batch
    }

    /// Whether the batch has no complete row, and no value for earlier rows.
    var isEmpty: Bool { rows.isEmpty && updates.isEmpty }

    /// The memory that the rows use, in bytes.
    var bytes: Int {
        cells.count * MemoryLayout<Cell>.stride + texts.count + rows.count * MemoryLayout<Row>.stride
            + updates.count * MemoryLayout<Update>.stride + recordTextBytes
    }

    private var recordTextBytes = 0

    private var completeCellCount: Int { rows.last?.cellsEnd ?? 0 }

    /// Returns the cell of a column in the row being read; `nil` if the row has none.
    func cell(for column: Int32) -> Cell? {
        cells[completeCellCount...].last { $0.column == column }
    }

    /// Returns whether the row being read has a value other than null for a column.
    func hasValue(for column: Int32) -> Bool {
        switch cell(for: column)?.value {
        case nil, .null, .absent: false
        case .integer, .real, .text: true
        }
    }

    mutating func append(_ value: Value, _ kinds: ValueKinds, column: Int32) {
        cells.append(Cell(column: column, kinds: kinds, value: value))
    }

    /// Appends a cell with a text, and copies the bytes of the text.
    mutating func append(text: UnsafeBufferPointer<UInt8>, _ kinds: ValueKinds, column: Int32) {
        let start = texts.count
        // SAFETY: The caller lends the text for the call, which copies it.
        unsafe texts.append(contentsOf: text)
        append(.text(start: start, count: Int32(clamping: text.count)), kinds, column: column)
    }

    /// Appends a cell with a text, and copies the bytes of the text.
    mutating func append(copying text: Span<UInt8>, _ kinds: ValueKinds, column: Int32) {
        // SAFETY: the bytes are valid during the call, which copies them.
        unsafe text.withUnsafeBufferPointer { unsafe append(text: $0, kinds, column: column) }
    }

    @inline(__always)
    mutating func append(number digits: Span<UInt8>, column: Int32) {
        switch NumericValue(digits) {
        case .integer(let value): append(.integer(value), ValueKinds(value), column: column)
        case .double(let value) where digits.count <= Self.exactDigits || !losesDigits(digits):
            append(.real(value), ValueKinds(value), column: column)
        case .double, .unsigned, .decimal, .unrepresentable:
            append(copying: digits, .digits, column: column)
        }
    }

    /// The length of the numbers with a point whose digits each `Double` has.
    private static let exactDigits = 16

    /// Returns whether a number with a fraction or an exponent is stored as digits, because the nearest `Double` has others.
    @inline(never)
    private func losesDigits(_ number: Span<UInt8>) -> Bool {
        guard columns.keepsDecimals else { return false }
        if case .double = NumericValue(exactly: number) { return false }
        return true
    }

    /// Appends a cell with a value in the form in which the column stores it.
    mutating func append(_ stored: StoredValue, _ value: RowReader.Value, column: Int32) {
        switch stored {
        case .integer(let integer): append(.integer(integer), ValueKinds(integer), column: column)
        case .bool(let value): append(.integer(value ? 1 : 0), .bool, column: column)
        case .real(let real): append(.real(real), ValueKinds(real), column: column)
        case .text: append(textFor: column, bytes: value.count) { value.appendText(to: &$0) }
        }
    }

    /// Appends a cell with JSON text of at most `bytes` bytes. `write` appends the text to `texts`.
    mutating func append(jsonFor column: Int32, bytes: Int = 0, write: (inout [UInt8]) -> Void) {
        let start = texts.count
        // Otherwise the array doubles in size for a long text.
        if bytes > Self.maximumBytes { texts.reserveCapacity(start + bytes) }
        write(&texts)
        append(.text(start: start, count: Int32(clamping: texts.count - start)), .json, column: column)
    }

    /// Appends a cell with a text of at most `bytes` bytes. `write` appends the text to `texts`.
    mutating func append(textFor column: Int32, bytes: Int, write: (inout [UInt8]) -> Void) {
        let start = texts.count
        append(jsonFor: column, bytes: bytes, write: write)
        cells[cells.count - 1].kinds = ValueKinds(text: texts.span.extracting(droppingFirst: start))
    }

    mutating func discard(_ range: Range<Int>) {
        for index in range { cells[index] = Cell(column: cells[index].column, kinds: [], value: .absent) }
    }

    mutating func swap(_ first: Int32, _ second: Int32) {
        for index in cells.indices { cells[index].column.exchange(first, second) }
    }

    mutating func endRow(_ row: Row) {
        rows.append(row)
        recordTextBytes += row.text?.utf8.count ?? 0
        completeTextBytes = texts.count
    }

    /// Sets the cell of a column in the rows of records. Called between two records.
    ///
    /// - Parameters:
    ///   - replaces: whether cells that are not null are set, too.
    ///   - append: appends the cell, and returns whether it did.
    /// - Returns: whether the cell was appended.
    mutating func setCells(
        of column: Int32, inRowsOf records: Range<Int>, replaces: Bool, _ append: (inout RowBatch) -> Bool
    ) -> Bool {
        guard append(&self), let cell = cells.popLast() else { return false }
        completeTextBytes = texts.count
        if rows.first.map({ $0.number > records.lowerBound }) ?? true {
            updates.append(Update(cell: cell, records: records, replaces: replaces))
        }
        let cellsOfRows = [records.lowerBound, records.upperBound].map {
            firstCell(ofRow: firstRow(ofRecord: $0))
        }
        for index in cellsOfRows[0]..<cellsOfRows[1] where cells[index].column == column {
            let isNull = if case .null = cells[index].value { true } else { false }
            if isNull || replaces { cells[index] = cell }
        }
        return true
    }

    /// Returns the index of the first row of a record, or of the records after it.
    func firstRow(ofRecord record: Int) -> Int {
        // The numbers ascend.
        var (row, end) = (0, rows.count)
        while row < end {
            let middle = (row + end) / 2
            if rows[middle].number < record { row = middle + 1 } else { end = middle }
        }
        return row
    }

    func cells(ofRow row: Int) -> Range<Int> { firstCell(ofRow: row)..<rows[row].cellsEnd }

    private func firstCell(ofRow row: Int) -> Int { row == 0 ? 0 : rows[row - 1].cellsEnd }

    var end: End { End(rows: rows.count, cells: completeCellCount, texts: completeTextBytes) }

    /// Discards all rows after an end, also an incomplete one. They have no texts of records.
    mutating func discardRows(after end: End) {
        rows.removeSubrange(end.rows...)
        cells.removeSubrange(end.cells...)
        texts.removeSubrange(end.texts...)
        completeTextBytes = end.texts
    }

    mutating func number(rowsAfter end: End, as number: Int) {
        for row in end.rows..<rows.count { rows[row].number = number }
    }

    mutating func removeAll(maximumBytes: Int = Self.maximumBytes) {
        // Frees the memory that a single giant row needed, because later rows do not need it.
        let keepsCells = cells.capacity * MemoryLayout<Cell>.stride <= 2 * maximumBytes
        cells.removeAll(keepingCapacity: keepsCells)
        texts.removeAll(keepingCapacity: texts.capacity <= 2 * maximumBytes)
        rows.removeAll(keepingCapacity: true)
        (updates, openRecords) = ([], [])
        completeTextBytes = 0
        recordTextBytes = 0
    }
}
