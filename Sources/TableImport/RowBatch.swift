/// Rows that are to be written together: the values of each, for the columns that have one.
///
/// No value is boxed, and no row has an allocation of its own: the values of all rows are in one array, and the bytes
/// of their texts in another. Both arrays are reused.
struct RowBatch {
    /// A value and its column.
    struct Cell {
        var column: Int32
        var kinds: ValueKinds
        var value: Value
    }

    enum Value {
        case null
        /// The row has neither a value nor null for the column. Earlier cells of the row for the column do not count.
        case absent
        case integer(Int64)
        case real(Double)
        /// The range of the text's bytes in `texts`.
        case text(start: Int, count: Int32)
    }

    /// The end of a row's cells, and its record's number and byte range in the input.
    struct Row {
        var cellsEnd: Int
        var number: Int
        var range: Range<Int>
        /// The text of the record, if it was kept.
        var text: String?
    }

    private(set) var cells: [Cell] = []
    private(set) var texts: [UInt8] = []
    private(set) var rows: [Row] = []
    /// The number of bytes of `texts` that belong to complete rows.
    private var completeTexts = 0

    /// The number of bytes from which a batch is full. Only its last row may exceed it.
    static let maximumBytes = 16 << 20

    /// Whether the batch has no complete row.
    var isEmpty: Bool { rows.isEmpty }

    /// Whether the rows have reached the maximum memory.
    var isFull: Bool { bytes >= Self.maximumBytes }

    /// The memory allocated for rows, in bytes, without the texts of records.
    var capacity: Int {
        cells.capacity * MemoryLayout<Cell>.stride + texts.capacity + rows.capacity * MemoryLayout<Row>.stride
    }

    /// The memory that the rows use, in bytes.
    var bytes: Int {
        cells.count * MemoryLayout<Cell>.stride + texts.count + rows.count * MemoryLayout<Row>.stride
            + rowTexts
    }

    /// The total size of the texts of records, in bytes.
    private var rowTexts = 0

    private var completeCells: Int { rows.last?.cellsEnd ?? 0 }

    /// Returns whether the row being read has a value other than null for a column.
    func hasValue(for column: Int32) -> Bool {
        guard let cell = cells[completeCells...].last(where: { $0.column == column }) else { return false }
        switch cell.value {
        case .null, .absent: return false
        case .integer, .real, .text: return true
        }
    }

    @inline(__always)
    mutating func append(_ value: Value, _ kinds: ValueKinds, column: Int32) {
        cells.append(Cell(column: column, kinds: kinds, value: value))
    }

    /// Appends a text. Copies its bytes.
    @inline(__always)
    mutating func append(text: UnsafeBufferPointer<UInt8>, _ kinds: ValueKinds, column: Int32) {
        let start = texts.count
        // SAFETY: The caller lends the text for the call, which copies it.
        unsafe texts.append(contentsOf: text)
        append(.text(start: start, count: Int32(clamping: text.count)), kinds, column: column)
    }

    /// Appends JSON text, which `write` appends to `texts`.
    mutating func append(jsonFor column: Int32, write: (inout [UInt8]) -> Void) {
        let start = texts.count
        write(&texts)
        append(.text(start: start, count: Int32(clamping: texts.count - start)), .text, column: column)
    }

    /// Makes cells absent.
    mutating func discard(_ range: Range<Int>) {
        for index in range { cells[index] = Cell(column: cells[index].column, kinds: [], value: .absent) }
    }

    /// Swaps two columns in all cells.
    mutating func swap(_ one: Int32, _ other: Int32) {
        for index in cells.indices { cells[index].column.exchange(one, other) }
    }

    mutating func endRow(_ row: Row) {
        rows.append(row)
        rowTexts += row.text?.utf8.count ?? 0
        completeTexts = texts.count
    }

    /// Discards the row that is being read.
    mutating func discardRow() {
        cells.removeSubrange(completeCells...)
        texts.removeSubrange(completeTexts...)
    }

    mutating func removeAll() {
        // Frees the memory of a single giant row, instead of keeping it for the rest of the import.
        let keepsCells = cells.capacity * MemoryLayout<Cell>.stride <= 2 * Self.maximumBytes
        cells.removeAll(keepingCapacity: keepsCells)
        texts.removeAll(keepingCapacity: texts.capacity <= 2 * Self.maximumBytes)
        rows.removeAll(keepingCapacity: true)
        completeTexts = 0
        rowTexts = 0
    }
}
