/// Rows that were read and are to be written together: the values of each, for the columns that have one.
///
/// Nothing is boxed, and nothing is allocated for a row: the values lie one behind the other, the bytes of their texts
/// likewise, and the memory of both is used again.
struct RowBatch {
    /// A value and the column it is for.
    struct Cell {
        var column: Int32
        var kinds: ValueKinds
        var value: Value
    }

    enum Value {
        case null
        /// Neither has the row a value nor null, and of those before none counts.
        case absent
        case integer(Int64)
        case real(Double)
        /// Where it stands in the texts.
        case text(start: Int, count: Int32)
    }

    /// Where the cells of a row end, and which record of the input it is.
    struct Row {
        var cellsEnd: Int
        var number: Int
        var range: Range<Int>
        /// The record's own text, if it was kept.
        var text: String?
    }

    private(set) var cells: [Cell] = []
    private(set) var texts: [UInt8] = []
    private(set) var rows: [Row] = []
    /// How much of each belongs to complete rows.
    private var completeTexts = 0

    /// The most memory that rows take together, in bytes, but for one row.
    static let maximumBytes = 16 << 20

    /// Whether no row is complete.
    var isEmpty: Bool { rows.isEmpty }

    /// Whether the rows take all the memory that they may.
    var isFull: Bool { bytes >= Self.maximumBytes }

    /// How much memory is kept for rows, in bytes.
    var capacity: Int {
        cells.capacity * MemoryLayout<Cell>.stride + texts.capacity + rows.capacity * MemoryLayout<Row>.stride
    }

    /// How much memory the rows take, in bytes.
    var bytes: Int {
        cells.count * MemoryLayout<Cell>.stride + texts.count + rows.count * MemoryLayout<Row>.stride
            + rowTexts
    }

    /// The size of the records' own texts.
    private var rowTexts = 0

    private var completeCells: Int { rows.last?.cellsEnd ?? 0 }

    /// Whether the row that is being read has a value for a column, other than null.
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

    /// Adds a text, which is copied.
    @inline(__always)
    mutating func append(text: UnsafeBufferPointer<UInt8>, _ kinds: ValueKinds, column: Int32) {
        let start = texts.count
        // SAFETY: the caller lends the text, which is copied.
        unsafe texts.append(contentsOf: text)
        append(.text(start: start, count: Int32(clamping: text.count)), kinds, column: column)
    }

    /// Adds JSON, which `write` writes to `texts`.
    mutating func append(jsonFor column: Int32, write: (inout [UInt8]) -> Void) {
        let start = texts.count
        write(&texts)
        append(.text(start: start, count: Int32(clamping: texts.count - start)), .text, column: column)
    }

    /// Makes nothing of cells.
    mutating func discard(_ range: Range<Int>) {
        for index in range { cells[index] = Cell(column: cells[index].column, kinds: [], value: .absent) }
    }

    /// Gives the cells of two columns to the other each.
    mutating func swap(_ one: Int32, _ other: Int32) {
        for index in cells.indices { cells[index].column.exchange(one, other) }
    }

    mutating func endRow(_ row: Row) {
        rows.append(row)
        rowTexts += row.text?.utf8.count ?? 0
        completeTexts = texts.count
    }

    /// Forgets the row that is being read.
    mutating func discardRow() {
        cells.removeSubrange(completeCells...)
        texts.removeSubrange(completeTexts...)
    }

    mutating func removeAll() {
        // The memory that one giant row took is not kept for the rest of them.
        let keepsCells = cells.capacity * MemoryLayout<Cell>.stride <= 2 * Self.maximumBytes
        cells.removeAll(keepingCapacity: keepsCells)
        texts.removeAll(keepingCapacity: texts.capacity <= 2 * Self.maximumBytes)
        rows.removeAll(keepingCapacity: true)
        completeTexts = 0
        rowTexts = 0
    }
}
