internal import Foundation
internal import JSONRecords
internal import SQLiteSupport

/// A reader that turns the members of each record, or of each element of an expanded array, into the cells of a row.
struct RowReader {
    var batch: RowBatch
    private var members = MemberIndex()
    private let flattens: Bool
    /// The arrays in the record, or in an element, whose elements become rows of child tables.
    private let expandedArrays: [Int: ExpandedArray]
    /// The values of the added columns of the table.
    let addedValues: [AddedColumn.Value]
    /// The columns of the values around the records.
    let enclosingColumns: [Int32]

    /// The object whose members are being read.
    private var object = MemberIndex.root
    /// The last member that was read in `object`; `MemberIndex.none` before the first.
    private var last = MemberIndex.none
    /// The number of open objects of the row.
    private var depth = 0
    /// The number of the row that is being read, or was read last, counted from 1.
    private var rowNumber = 0
    /// The column names of keys that were new in rejected records, for an error message: the first 20, and those of all
    /// key columns.
    private var rejectedNames: [String] = []

    private var recordStart = RowBatch.End()
    /// For each array around the values, from the outermost one, the index of the element that was read last; -1 before the
    /// first. Empty in the table of the records.
    private(set) var positions: [Int] = []
    /// The ends of the batch before the current elements of the arrays around that of the table, from the outermost one.
    private var elementStarts: [RowBatch.End] = []

    /// The numbers of the expanded arrays that a later value of the same key has replaced in the record or element.
    var replacedArrays: Set<Int> = []
    var rest = RestObject()
    /// The name of the first column that the record needs beyond the maximum of the table.
    private(set) var excessColumn: String?
    /// The paths of the keys that were only null in the records of earlier runs.
    private let earlierNullPaths: [[String]]

    /// - Parameter earlierNullPaths: the ``nullPaths`` of the run that this one resumes.
    init(
        columns: ColumnList, flattens: Bool, expandedArrays: [Int: ExpandedArray] = [:],
        added: [AddedColumn.Value] = [], earlierNullPaths: [[String]] = []
    ) {
        batch = RowBatch(columns)
        self.flattens = flattens
        self.expandedArrays = expandedArrays
        addedValues = added
        enclosingColumns = zip(added, columns.addedColumns).filter { $0.0.isEnclosing }.map(\.1)
        self.earlierNullPaths = earlierNullPaths
    }

    var columns: ColumnList {
        _read { yield batch.columns }
        _modify { yield &batch.columns }
    }

    /// Frees the member index. The owner calls this function once, after the last event.
    func free() {
        members.free()
    }

    // MARK: - Scalars

    // Without the inlining of the functions for common values, an import into a table takes 0.4% more instructions (people).
    // With the inlining of the slow paths, it takes 0.2% more.

    @inline(__always)
    mutating func null() {
        let column = members[last].column
        guard column != MemberIndex.none else { return nullWithoutColumn() }
        batch.append(.null, [], column: column)
    }

    @inline(never)
    private mutating func nullWithoutColumn() {
        guard members[last].fixedColumn == MemberIndex.none else {
            return batch.append(.null, [], column: members[last].fixedColumn)
        }
        guard !members[last].wasNull else { return }
        let demand = members[last].demand
        guard !columns.isFixed else {
            if demand.contains(.rest) { storeWithoutColumn(.null) }
            return
        }
        // With `flattens`, the value may be an object in a later record, and an object needs no column of its own. So
        // null adds no column yet, unless the user has declared one.
        // Null has no rows, as an array without elements.
        if demand.contains(.rows), !columns.isUserDeclared(members.path(last)) { return }
        let mayBeObject = flattens || demand.contains(.members)
        guard !mayBeObject || demand.contains(.rest) || columns.isUserDeclared(members.path(last)) else {
            let hasRoom = columns.columns.count + members.nullCount < columns.limit
            if demand.contains(.value), hasRoom { members.recordNull(last) }
            return
        }
        guard let column = newColumn() else { return storeWithoutColumn(.null) }
        batch.append(.null, [], column: column)
    }

    @inline(__always)
    mutating func bool(_ value: Bool, _ context: Pinned<EventContext>) {
        guard let column = column(for: .bool(value), context) else { return }
        batch.append(.integer(value ? 1 : 0), .bool, column: column)
    }

    @inline(__always)
    mutating func number(_ bytes: UnsafeBufferPointer<UInt8>, _ context: Pinned<EventContext>) {
        // SAFETY, below: The consumer lends the bytes for the call.
        guard let column = unsafe column(for: .number(bytes.span), context) else { return }
        unsafe batch.append(number: bytes.span, column: column)
    }

    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, _ context: Pinned<EventContext>) {
        // SAFETY, below: The consumer lends the bytes for the call.
        guard let column = unsafe column(for: .string(bytes.span), context) else { return }
        unsafe batch.append(text: bytes, ValueKinds(text: bytes.span), column: column)
    }

    mutating func json(_ text: Span<UInt8>, _ context: Pinned<EventContext>) {
        store(json: .json(text), context)
    }

    mutating func emptyObject(_ context: Pinned<EventContext>) { store(json: .emptyObject, context) }

    private mutating func store(json value: Value, _ context: Pinned<EventContext>) {
        guard let column = column(for: value, context) else { return }
        batch.append(jsonFor: column, bytes: value.count) { value.append(to: &$0) }
    }

    // MARK: - Columns of values

    enum Value: ~Escapable {
        case null
        case bool(Bool)
        case number(Span<UInt8>)
        case string(Span<UInt8>)
        case json(Span<UInt8>)
        case emptyObject

        /// The length of the text, if it may be long.
        var count: Int { if case .json(let text) = self { text.count } else { 0 } }

        func append(to bytes: inout [UInt8]) {
            switch self {
            case .null: bytes += "null".utf8
            case .bool(let value): bytes += (value ? "true" : "false").utf8
            case .number(let digits): bytes.append(copying: digits)
            case .string(let text): CompactJSON.append(string: text, to: &bytes)
            case .json(let text): CompactText.append(text, to: &bytes)
            case .emptyObject: bytes += "{}".utf8
            }
        }

        /// Appends the value as text: a string without quotation marks, and any other value as JSON.
        func appendText(to bytes: inout [UInt8]) {
            if case .string(let text) = self { bytes.append(copying: text) } else { append(to: &bytes) }
        }
    }

    /// Returns the column for the current member's value, and adds the column if it does not exist; `nil` if the value
    /// was stored elsewhere, or is not stored.
    @inline(__always)
    private mutating func column(for value: Value, _ context: Pinned<EventContext>) -> Int32? {
        let column = members[last].column
        return column == MemberIndex.none ? otherColumn(for: value, context) : column
    }

    @inline(never)
    private mutating func otherColumn(for value: Value, _ context: Pinned<EventContext>) -> Int32? {
        if columns.isFixed { return fixedColumn(for: value, context) }
        let typedColumn = members[last].fixedColumn
        guard let column = typedColumn == MemberIndex.none ? newColumn() : typedColumn else {
            storeWithoutColumn(value)
            return nil
        }
        guard let type = columns.conversion(of: column) else { return column }
        convert(value, to: type, column, context)
        return nil
    }

    private mutating func newColumn() -> Int32? {
        guard members[last].demand.contains(.value), let column = columns.add(members.path(last)) else {
            return nil
        }
        members.assign(last, to: column, isTyped: columns.conversion(of: column) != nil)
        return column
    }

    /// Stores a value as one of the type that the options give to its column. A value that cannot be converted is stored in
    /// the column for the rest; without such a column, it rejects the record.
    private mutating func convert(
        _ value: Value, to type: ColumnType, _ column: Int32, _ context: Pinned<EventContext>
    ) {
        switch type.converted(value) {
        case let stored?: batch.append(stored, value, column: column)
        case nil where columns.hasRest && !columns.keyColumns.contains(column):
            batch.append(.absent, [], column: column)
            storeWithoutColumn(value)
        case nil:
            let name = columns.columns[Int(column)].name
            let hasKey = columns.keyNamesMembers
            reject(value, context) { found, _ in
                .notConvertible(to: type, name, hasKey: hasKey, found: found)
            }
        }
    }

    /// Returns the column for the current member's value in a table with a schema, which fixes the column and its type.
    ///
    /// A value that does not fit its column, or that has none, is stored in the column for the rest. Without such a column,
    /// the value rejects the record, unless a later value of the same key replaces it.
    private mutating func fixedColumn(for value: Value, _ context: Pinned<EventContext>) -> Int32? {
        let column = members[last].fixedColumn
        if column != MemberIndex.none {
            let type = columns.fixedType(of: column)
            switch value {
            case .bool: if type.kinds.contains(.bool) { return column }
            case .string, .json, .emptyObject: if type.kinds.contains(.text) { return column }
            case .number(let digits):
                switch type.stored(digits) {
                case .text?: return column
                case let stored?:
                    batch.append(stored, value, column: column)
                    return nil
                case nil: break
                }
            case .null: return column
            }
        }
        // A key column needs a value.
        if columns.hasRest, !columns.keyColumns.contains(column) {
            // An earlier value of the same key does not count.
            if column != MemberIndex.none { batch.append(.absent, [], column: column) }
            storeWithoutColumn(value)
        } else if column != MemberIndex.none || !columns.ignoresUnknownKeys {
            reject(value, context) { [keyPath, columns] found, number in
                .noColumn(for: keyPath, in: columns, found: found, number)
            }
        }
        return nil
    }

    /// Records that the current member's value rejects the record, unless a later value of the same key replaces the value.
    ///
    /// - Parameter error: returns the error for the value as quoted in messages, and for its number.
    private mutating func reject(
        _ value: Value, _ context: Pinned<EventContext>, _ error: (String, NumericValue?) -> ImportError
    ) {
        let reader = EventContext.reader(context)
        let (found, number): (String, NumericValue?) =
            switch value {
            case .number(let digits): (reader.tokenText, NumericValue(digits))
            case .json(let text): (text[0] == UInt8(ascii: "{") ? "an object" : "an array", nil)
            case .emptyObject: ("{}", nil)
            case .null, .bool, .string: (reader.tokenText, nil)
            }
        let location =
            value.count > 0
            ? reader.location(of: context.value.cursor.tokenEnd - value.count) : reader.currentLocation()
        let error = error(found, number)
        let path = JSONPath(reader.recordPath + keyPath.map { .key($0) })
        addToRest { $0.add(error.with(path: path, location: location)) }
    }

    /// Stores the current member in the column for the rest. Without such a column, the record is rejected if the value
    /// has no column because of the maximum of the table.
    private mutating func storeWithoutColumn(_ value: Value) {
        let path = members.path(last)
        guard columns.hasRest else {
            // Null needs no column.
            if case .null = value, columns.isClosed { return }
            if columns.storesAllMembers, excessColumn == nil { excessColumn = columns.name(of: path) }
            return
        }
        addToRest { $0.add(path) { value.append(to: &$0) } }
    }

    /// Adds the current member to the rest. A later value of the same key replaces what `add` adds.
    private mutating func addToRest(_ add: (inout RestObject) -> Void) {
        let start = rest.addedCount
        add(&rest)
        // The member `unknown` stands for several keys.
        guard last != MemberIndex.unknown else { return }
        members[last].replaceableIn = rowNumber
        members[last].cells = 0..<0
        members[last].restMembers = start..<rest.addedCount
    }

    // MARK: - Brackets and keys

    /// Begins an object: a row, or the value of a member.
    ///
    /// - Returns: whether the members of the object are read. If not, the object becomes JSON.
    mutating func objectStart() -> Bool {
        guard depth > 0 else {
            startRow()
            return true
        }
        guard !members[last].demand.isDisjoint(with: [.members, .restMembers]) else { return false }
        // Objects whose members have no columns are stored as JSON once the table is full.
        guard
            columns.isFixed || !columns.hasRest || !columns.isFull
                || columns.hasNestedColumn(members.path(last)) == true
                || !expandedArrays.numbers(inside: members.path(last)).isEmpty
        else { return false }
        overrideValue()
        depth += 1
        object = last
        last = MemberIndex.none
        return true
    }

    /// Begins an array.
    ///
    /// - Returns: the number of the expanded array, and whether it replaces an earlier value of the same key; `nil` if the
    ///   array becomes JSON.
    mutating func arrayStart() -> (number: Int, isReplacement: Bool)? {
        guard members[last].expandedArray != MemberIndex.none else { return nil }
        overrideValue()
        let expandedArray = Int(members[last].expandedArray)
        return (expandedArray, replacedArrays.remove(expandedArray) != nil)
    }

    /// Lets the parts of the current member's value replace an earlier value of the same key, and be replaced by a later
    /// one.
    private mutating func overrideValue() {
        // The last value of a duplicate key counts, so an absent cell overrides the earlier cell.
        let column = max(members[last].column, members[last].fixedColumn)
        if column != MemberIndex.none { batch.append(.absent, [], column: column) }
        members[last].replaceableIn = rowNumber
        members[last].cells = batch.cells.count..<batch.cells.count
        members[last].restMembers = rest.addedCount..<rest.addedCount
    }

    private mutating func startRow() {
        rowNumber += 1
        depth = 1
        object = MemberIndex.root
        last = MemberIndex.none
    }

    enum ReadObject {
        /// The record, or an element.
        case row
        case value
        /// A value without members, which adds no columns. So it is stored as JSON.
        case emptyValue
    }

    mutating func objectEnd() -> ReadObject {
        depth -= 1
        guard depth > 0 else { return .row }
        let isEmpty = last == MemberIndex.none
        last = object
        object = members[object].parent
        members[last].cells = members[last].cells.lowerBound..<batch.cells.count
        members[last].restMembers = members[last].restMembers.lowerBound..<rest.addedCount
        return isEmpty ? .emptyValue : .value
    }

    /// Begins a member.
    ///
    /// - Returns: whether the value of the member is read.
    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // SAFETY: The consumer lends the bytes for the call. The index copies the bytes of a new key.
        let key = unsafe KeyText(bytes)
        last = members.expected(key, in: object, after: last) ?? unexpectedKey(key)
        if members[last].replaceableIn == rowNumber { discardValue() }
        return !members[last].demand.isEmpty
    }

    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> Int32 {
        if let member = members.member(key, in: object, after: last) { return member }
        let demand = batch.columns.demand(for: members.path(object) + [key.text], flattens: flattens)
            .union(expandedArrays.demand(for: members.path(object) + [key.text]))
        let member = members.add(key, in: object, after: last, demand: demand)
        if columns.isFixed { members[member].fixedColumn = columns.fixedColumn(for: members.path(member)) }
        if demand.contains(.rows), let expandedArray = expandedArrays.number(of: members.path(member)) {
            members[member].expandedArray = Int32(expandedArray)
        }
        return member
    }

    /// Discards the value of a key that occurs again in the record.
    @inline(never)
    private mutating func discardValue() {
        batch.discard(members[last].cells)
        rest.discard(members[last].restMembers)
        (members[last].cells, members[last].restMembers) = (0..<0, 0..<0)
        replacedArrays.formUnion(expandedArrays.numbers(inside: members.path(last)))
    }

    // MARK: - Elements of an expanded array

    // The first cells of each row of a child table are those of the key columns of its record, whose values are known when
    // the record is written, and the indices of the elements in their arrays.

    /// Begins an array.
    mutating func startArray(at outerPositions: [Int]) {
        positions.replaceSubrange(0..., with: outerPositions)
        positions.append(-1)
    }

    /// Begins an element of an array around that of the table.
    ///
    /// - Parameter level: the number of arrays around the values of that element.
    mutating func startOuterElement(level: Int) {
        elementStarts.removeSubrange((level - 1)...)
        elementStarts.append(batch.end)
    }

    mutating func startElement() {
        startRow()
        let links = columns.keyColumns
        positions[positions.count - 1] += 1
        let keyCount = links.count - positions.count
        for link in links[..<keyCount] { batch.append(.null, [], column: link) }
        for (position, link) in zip(positions, links[keyCount...]) {
            batch.append(.integer(Int64(position)), ValueKinds(Int64(position)), column: link)
        }
    }

    /// Adds an element that is not an object. `read` reads its value, which is that of the root.
    mutating func addElement(_ read: (inout RowReader) -> Void) {
        startElement()
        last = MemberIndex.root
        read(&self)
        endElement()
    }

    /// Ends the row of an element. The columns that the element has added are kept at the end of the record.
    mutating func endElement() {
        depth = 0
        last = MemberIndex.none
        batch.endRow(RowBatch.Row(cellsEnd: batch.cells.count, number: 0, range: 0..<0, text: nil))
    }

    /// Keeps the rows of the elements of a record.
    mutating func endElements(of record: Int) {
        batch.number(rowsAfter: recordStart, as: record)
        keepColumns()
    }

    // MARK: - Rows

    /// The keys that lead to the value being read, from the root of the row.
    var keyPath: [String] {
        guard depth > 0 else { return [] }
        return members.path(last == MemberIndex.none ? object : last)
    }

    var isInRow: Bool { depth > 0 }

    /// Returns the error of a record that cannot become a row, because it lacks a value for a key column or needs too
    /// many columns; `nil` for other records. Mutating, so that the call does not copy the reader.
    mutating func recordError() -> ImportError? {
        if let excessColumn, columns.isClosed { return .newColumn(excessColumn) }
        if let excessColumn {
            return .tooManyColumns(
                for: excessColumn, ofElements: columns.keyValues == .links, limit: columns.limit)
        }
        // The other values of key columns are known when the record is written.
        guard columns.keyValues == .members else { return nil }
        guard !columns.keyColumns.allSatisfy({ batch.hasValue(for: $0) }) else { return nil }
        guard !columns.isFixed else {
            return .noKeyValue(
                columns.keyColumns.filter { !batch.hasValue(for: $0) }.map {
                    columns.columns[Int($0)].name
                })
        }
        let missing =
            columns.missingKeys
            + columns.keyColumns.filter { $0 != MemberIndex.none && !batch.hasValue(for: $0) }
            .map(columns.spelling)
        let names = Set(missing.map(\.lowercasedASCII))
        let similar = columns.columns.indices.map(Int32.init).filter {
            names.contains(columns.spelling($0).lowercasedASCII) && batch.hasValue(for: $0)
        }
        return .noKeyValue(missing, similar: similar.map(columns.spelling))
    }

    mutating func startRecord() { recordStart = batch.end }

    /// Ends the row of a record, and keeps it.
    mutating func endRow(number: Int, range: Range<Int>, text: String?) {
        if !rest.isEmpty {
            batch.append(jsonFor: columns.addRestColumn()) { rest.append(to: &$0) }
            rest.removeAll()
        }
        keepColumns()
        batch.endRow(RowBatch.Row(cellsEnd: batch.cells.count, number: number, range: range, text: text))
    }

    /// See ``ColumnList/preferExactNames()``.
    mutating func preferExactNames() {
        for (first, second) in columns.preferExactNames() {
            batch.swap(first, second)
            members.swapColumns(first, second)
        }
        keepColumns()
    }

    /// Discards the rows of a record that does not become rows, and the members and columns added for it.
    mutating func discardRecord() {
        depth = 0
        replacedArrays = []
        rest.removeAll()
        for path in members.newPaths {
            guard rejectedNames.count < 20 || !columns.missingKeys.isEmpty else { break }
            guard rejectedNames.count < 20 || columns.isKey(path) else { continue }
            let name = Column.name(of: path)
            if !rejectedNames.contains(where: { $0.lowercasedASCII == name.lowercasedASCII }) {
                rejectedNames.append(name)
            }
        }
        discardRows()
    }

    /// Discards the rows of the current element of an array around that of the table, or of the record.
    ///
    /// - Parameter level: the number of arrays around the values of that element; 0 for the record.
    mutating func discardRows(level: Int) {
        guard level > 0 else { return discardRows() }
        // The rows of earlier elements may use the members and columns that were added for the record.
        batch.discardRows(after: elementStarts[level - 1])
    }

    /// Discards the rows of the record, and the members and columns added for them.
    private mutating func discardRows() {
        batch.discardRows(after: recordStart)
        excessColumn = nil
        members.undo()
        columns.undo()
    }

    /// The paths of the keys that were only null, in this run and in earlier runs, and that have no column yet.
    var nullPaths: [[String]] {
        let earlier = earlierNullPaths.filter { !columns.hasColumn(at: $0) }
        return earlier + members.nullPaths.filter { !earlier.contains($0) }
    }

    /// Adds a column for each key that was only null. Called at the end of the input, because the value of the key may
    /// be an object until then.
    mutating func addNullColumns() {
        // Paths with most keys come first, so that an object that contains null gets no column of its own.
        for path in nullPaths.enumerated()
            .sorted(by: { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }).map(\.element)
        where !columns.hasColumn(inside: path) {
            _ = columns.add(path)
        }
        keepColumns()
    }

    /// Keeps the members and columns that were added for the record.
    @inline(__always)
    mutating func keepColumns() {
        members.keep()
        columns.keep()
    }

    /// The column names of all keys read, and those in `rejectedNames`.
    var memberNames: [String] { members.paths.map(Column.name) + rejectedNames }
}
