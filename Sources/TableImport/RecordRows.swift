internal import JSONRecords

/// The rows that are read from records: a row of the table for each record, and rows of child tables for the elements of
/// its expanded arrays, and of the expanded arrays in these elements.
///
/// The tables are numbered: the table of the records is 0, and the child tables follow in the order of the arrays. While an
/// array is read, the readers of its child table and of the table around it are swapped, so that an event costs the same
/// in each table.
///
/// The rows stay at one address, because the parser's callbacks receive this address.
struct RecordRows {
    /// The reader of the row to which the events belong. Between records, that of table 0.
    var row: RowReader
    /// The readers of the child tables, by the numbers of their arrays.
    private var others: [RowReader]
    /// The numbers of the open arrays, from the outermost one. The place of the reader of an open array has the reader of the
    /// table around it.
    private var openArrays: [Int] = []
    /// The numbers of the arrays in the elements of each array.
    private let nestedArrays: [[Int]]

    private(set) var recordStart = 0
    /// The location of the record's start. Set before the text window drops the text at the start; `nil` until then.
    var recordLocation: SourceLocation?
    private let kind: RecordKind?
    /// The reader of the kinds of records; `nil` if all records become rows.
    private let kinds: MemberValues?
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

    /// - Parameter kind: the kind of the records that become rows; `nil` for all.
    init(
        _ tables: [RowReader], _ expandedArrays: [ExpandedArray], of kind: RecordKind?,
        after precedingRecordCount: Int, batchBytes: Int
    ) {
        (row, others) = (tables[0], Array(tables.dropFirst()))
        nestedArrays = expandedArrays.indices.map(expandedArrays.numbers(inElementsOf:))
        (self.kind, self.precedingRecordCount, self.batchBytes) = (kind, precedingRecordCount, batchBytes)
        kinds = kind.map { [row] in MemberValues(of: $0.key, asText: row.columns.isText($0.key)) }
    }

    /// Frees the memory of the readers. The owner calls this function once, after the last event.
    mutating func free() {
        updateTables { $0.free() }
    }

    /// Calls a function with the reader of each table. Between records, the readers are in the order of the tables.
    @inline(__always)
    private mutating func updateTables(_ body: (inout RowReader) -> Void) {
        body(&row)
        for index in others.indices { body(&others[index]) }
    }

    /// Calls a function with the number and the reader of each table, between records.
    mutating func updateTables(_ body: (Int, inout RowReader) throws -> Void) rethrows {
        try body(0, &row)
        for index in others.indices { try body(index + 1, &others[index]) }
    }

    // MARK: - Objects

    /// Returns whether the record that begins is known to be of another kind, so that its members need not be read. Mutating, so that
    /// the call does not copy the readers.
    @inline(__always)
    mutating func isOfOtherKind(_ context: Pinned<EventContext>) -> Bool {
        guard let kind, let kinds, !row.isInRow, context.value.isRecordValid else { return false }
        return context.value.withTextOfRecord { !kind.values.contains(kinds.value(in: $0)) }
    }

    /// Begins an object.
    ///
    /// - Returns: whether the members of the object are read. If not, the object becomes JSON.
    @inline(__always)
    mutating func objectStart(_ context: Pinned<EventContext>) -> Bool {
        if !row.isInRow { startRecord(context) }
        return row.objectStart()
    }

    private mutating func startRecord(_ context: Pinned<EventContext>) {
        recordStart = context.value.cursor.scanStart
        recordLocation = nil
        hasOpenRow = true
        updateTables { $0.startRecord() }
        if !row.addedValues.isEmpty { row.appendAddedCells(EventContext.reader(context)) }
    }

    // MARK: - Expanded arrays

    var isInArray: Bool { !openArrays.isEmpty }

    /// Begins an array.
    ///
    /// - Returns: whether its elements are read. If not, the array becomes JSON.
    mutating func arrayStart() -> Bool {
        guard let (array, isReplacement) = row.arrayStart() else { return false }
        if isReplacement { discardRows(of: array) }
        openArrays.append(array)
        swap(&row, &others[array])
        row.startArray(at: others[array].positions)
        return true
    }

    mutating func arrayEnd() {
        guard let array = openArrays.popLast() else { preconditionFailure("an array ended before it began") }
        swap(&row, &others[array])
    }

    /// Begins the row of an element that is an object.
    mutating func startElement() {
        for array in nestedArrays[openArrays[openArrays.count - 1]] {
            others[array].startOuterElement(level: openArrays.count)
        }
        row.startElement()
    }

    mutating func endElement() {
        discardReplacedArrays()
        row.endElement()
    }

    /// Discards the rows of the arrays of the record or element that later values of the same keys have replaced.
    private mutating func discardReplacedArrays() {
        guard !row.replacedArrays.isEmpty else { return }
        for array in row.replacedArrays { discardRows(of: array) }
        row.replacedArrays = []
    }

    /// Discards the rows of an array in the record or element, and of the arrays in its elements.
    private mutating func discardRows(of array: Int) {
        for table in [array] + nestedArrays[array] { others[table].discardRows(level: openArrays.count) }
    }

    // MARK: - Records

    var path: [JSONPath.Component] {
        (openArrays.map { others[$0] } + [row]).flatMap { reader in
            reader.positions.suffix(1).filter { $0 >= 0 }.map { JSONPath.Component.index($0) }
                + reader.keyPath.map { .key($0) }
        }
    }

    /// Discards the rows of the record that was read if it is of another kind.
    ///
    /// - Returns: whether it is.
    @inline(__always)
    mutating func discardRecordOfOtherKind() -> Bool {
        guard let kind, !row.isRow(of: kind) else { return false }
        discardRecord()
        return true
    }

    /// Returns the error of a record that cannot become rows; `nil` for other records.
    mutating func recordError() -> ImportError? {
        if let error = row.recordError() { return error }
        for index in others.indices {
            if let error = others[index].recordError() { return error }
        }
        return nil
    }

    mutating func endRecord(number: Int, range: Range<Int>, text: String?) {
        if !others.isEmpty {
            discardReplacedArrays()
            for array in others.indices { others[array].endElements(of: number) }
        }
        row.endRow(number: number, range: range, text: text)
        setLastRecord(number: number, end: range.upperBound)
    }

    /// Records that a record was read: written to the batch, rejected or skipped.
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
        // A record that was rejected at its beginning has no rows, and the rows of the last record are kept.
        guard hasOpenRow else { return }
        while isInArray { arrayEnd() }
        hasOpenRow = false
        updateTables { $0.discardRecord() }
    }

    // MARK: - Batches

    // Mutating, so that a call does not copy the readers.

    mutating func rowCount() -> Int {
        var count = 0
        updateTables { count += $0.batch.rows.count }
        return count
    }

    /// Returns whether the rows of all tables have reached the maximum memory.
    mutating func isFull() -> Bool {
        var bytes = 0
        updateTables { bytes += $0.batch.bytes }
        return bytes >= batchBytes
    }

    mutating func addNullColumns() { updateTables { $0.addNullColumns() } }

    /// See ``ColumnList/preferExactNames()``.
    mutating func preferExactNames() { updateTables { $0.preferExactNames() } }
}

/// The kind of the records that a table gets: the records with certain values of a member.
package struct RecordKind: Hashable, Sendable {
    package let key: String
    /// The strings or integers, of which a record has one; `nil` for records in which the member is something else or missing.
    package var values: Set<String?>

    package init(key: String, values: Set<String?>) {
        (self.key, self.values) = (key, values)
    }

    var argument: String { "--table-by \(key)" }
}

extension RowReader {
    /// Returns whether the record that was read is of a kind. Mutating, so that the call does not copy the reader.
    fileprivate mutating func isRow(of kind: RecordKind) -> Bool {
        let column = columns.columns.firstIndex { $0.has(path: [kind.key]) }
        let cell = column.flatMap { batch.cell(for: Int32($0)) }
        let value: String? =
            switch cell?.value {
            case .integer(let integer) where cell?.kinds != .bool: "\(integer)"
            case .text(let start, let count):
                MemberValues.kind(batch.texts.span.extracting(start..<start + Int(count)))
            case .integer, .real, .null: nil
            case .absent, nil:
                rest.value(of: kind.key).flatMap {
                    MemberValues.kind(of: $0.span, asText: columns.isText(kind.key))
                }
            }
        // A record that is rejected, because it has too many keys before the member, has no cell of it.
        guard kind.values.contains(value) else { return cell == nil && excessColumn != nil }
        if value?.utf8.contains(0) == true { rest.add(.kindWithNull(at: kind.key)) }
        return true
    }
}

extension ImportError {
    fileprivate static func kindWithNull(at key: String) -> ImportError {
        ImportError(.invalidValue, "expected the name of a table at \(key), found a text with NUL")
    }
}
