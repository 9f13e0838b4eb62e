internal import Foundation
internal import JSONRecords
internal import SQLiteSupport

/// A reader that turns the members of each record into the cells of a row.
///
/// The reader stays at one address, because the parser's callbacks receive this address.
struct RowReader {
    var batch = RowBatch()
    var columns: ColumnList
    private var members = MemberIndex()
    private let flattens: Bool

    /// The object whose members are being read.
    private var object = MemberIndex.root
    /// The last member that was read in `object`; `MemberIndex.none` before the first.
    private var last = MemberIndex.none
    /// The number of open objects of the record.
    private var depth = 0
    /// The column names of keys that were new in rejected records, for an error message: the first 20, and those of all
    /// key columns.
    private var rejectedNames: [String] = []

    /// The offset of the record's start.
    private(set) var recordStart = 0
    /// The location of the record's start. Set before the text window drops the text at the start; `nil` until then.
    var recordLocation: SourceLocation?
    /// The number of the last record read, counted from 1.
    var lastRecord = 0

    init(columns: ColumnList, flattens: Bool) {
        self.columns = columns
        self.flattens = flattens
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
        guard !members[last].wasNull else { return }
        // With `flattens`, the value may be an object in a later record, and an object needs no column of its own. So
        // null adds no column yet, unless the user has declared one.
        guard !flattens || columns.isUserDeclared(members.path(last)) else { return members.recordNull(last) }
        guard let column = newColumn() else { return }
        batch.append(.null, [], column: column)
    }

    @inline(__always)
    mutating func bool(_ value: Bool) {
        guard let column = column() else { return }
        batch.append(.integer(value ? 1 : 0), .bool, column: column)
    }

    @inline(__always)
    mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let column = column() else { return }
        // SAFETY: The consumer lends the bytes for the call.
        switch unsafe NumericValue(bytes.span) {
        case .integer(let value): batch.append(.integer(value), ValueKinds(value), column: column)
        case .double(let value): batch.append(.real(value), ValueKinds(value), column: column)
        case .unsigned, .decimal, .unrepresentable:
            unsafe batch.append(text: bytes, .numericText, column: column)
        }
    }

    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let column = column() else { return }
        // SAFETY: The consumer lends the bytes for the call.
        unsafe batch.append(text: bytes, ValueKinds(text: bytes.span), column: column)
    }

    mutating func json(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let column = column() else { return }
        // SAFETY: The consumer lends the bytes for the call.
        batch.append(jsonFor: column) { unsafe JSONText.append(bytes, to: &$0) }
    }

    /// Returns the column for the current member's value, and adds the column if it does not exist; `nil` if the value
    /// is not stored.
    @inline(__always)
    private mutating func column() -> Int32? {
        let column = members[last].column
        return column == MemberIndex.none ? newColumn() : column
    }

    @inline(never)
    private mutating func newColumn() -> Int32? {
        guard members[last].demand.contains(.value) else { return nil }
        guard let column = columns.add(members.path(last)) else { return nil }
        members.assign(last, to: column)
        return column
    }

    // MARK: - Brackets and keys

    /// Begins an object.
    ///
    /// - Parameter offset: the offset of its opening bracket in the text.
    /// - Returns: whether the members of the object are read. If not, the object becomes JSON.
    mutating func objectStart(at offset: Int) -> Bool {
        guard depth > 0 else {
            startRecord(at: offset)
            return true
        }
        guard members[last].demand.contains(.members) else { return false }
        // The last value of a duplicate key counts, so an absent cell overrides the earlier cell.
        if members[last].column != MemberIndex.none {
            batch.append(.absent, [], column: members[last].column)
        }
        members[last].flattenedIn = currentRecord
        members[last].cells = batch.cells.count..<batch.cells.count
        depth += 1
        object = last
        last = MemberIndex.none
        return true
    }

    private mutating func startRecord(at offset: Int) {
        recordStart = offset
        recordLocation = nil
        depth = 1
        object = MemberIndex.root
        last = MemberIndex.none
    }

    /// Ends an object whose members were read.
    ///
    /// - Returns: whether the record is complete.
    mutating func objectEnd() -> Bool {
        depth -= 1
        guard depth > 0 else { return true }
        let isEmpty = last == MemberIndex.none
        last = object
        object = members[object].parent
        members[last].cells = members[last].cells.lowerBound..<batch.cells.count
        // An object without members adds no columns, so it is stored as a value.
        guard isEmpty, let column = column() else { return false }
        batch.append(jsonFor: column) { $0 += "{}".utf8 }
        return false
    }

    /// Begins a member.
    ///
    /// - Returns: whether the value of the member is read.
    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // SAFETY: The consumer lends the bytes for the call. The index copies the bytes of a new key.
        let key = unsafe KeyText(bytes)
        last = members.expected(key, in: object, after: last) ?? unexpectedKey(key)
        if members[last].flattenedIn == currentRecord { discardObject() }
        return !members[last].demand.isEmpty
    }

    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> Int32 {
        if let member = members.member(key, in: object, after: last) { return member }
        let path = members.path(object) + [key.text]
        let demand = columns.demand(for: path, flattens: flattens)
        return members.add(key, in: object, after: last, demand: demand)
    }

    /// Discards the cells of a flattened object whose key occurs again in the record.
    @inline(never)
    private mutating func discardObject() {
        batch.discard(members[last].cells)
        members[last].cells = 0..<0
    }

    // MARK: - Records

    private var currentRecord: Int { lastRecord + 1 }

    /// Whether the rows should be written before the next record is read.
    var isFull: Bool { batch.isFull || columns.hasTooManyColumns }

    /// The path of the value being read, from the record's root.
    var path: [JSONPath.Component] {
        guard depth > 0 else { return [] }
        return members.path(last == MemberIndex.none ? object : last).map { .key($0) }
    }

    /// Whether a record is being read.
    var isInRecord: Bool { depth > 0 }

    /// The error of a record that lacks a value for a key column, and so cannot become a row; `nil` for other records.
    var error: ImportError? {
        guard !columns.keyColumns.allSatisfy({ batch.hasValue(for: $0) }) else { return nil }
        let missing = zip(columns.keys, columns.keyColumns).filter { !batch.hasValue(for: $1) }.map(\.0)
        let noun = missing.count == 1 ? "key column" : "key columns"
        return ImportError(
            .missingKeys, "the record has no value for the \(noun) \(missing.joined(separator: ", "))",
            advice: "choose columns with --key that have a value in every record")
    }

    /// Ends the record, and keeps it as a row.
    mutating func endRecord(number: Int, range: Range<Int>, text: String?) {
        lastRecord = number
        keepColumns()
        batch.endRow(RowBatch.Row(cellsEnd: batch.cells.count, number: number, range: range, text: text))
    }

    /// Discards the cells of a record that does not become a row, and the members and columns added for it.
    mutating func discardRecord() {
        depth = 0
        batch.discardRow()
        for path in members.newPaths {
            let name = ColumnList.name(of: path)
            guard rejectedNames.count < 20 || columns.isKey(path) else { continue }
            if !rejectedNames.contains(where: { $0.lowercasedASCII == name.lowercasedASCII }) {
                rejectedNames.append(name)
            }
        }
        members.undo()
        columns.undo()
    }

    /// Adds a column for each member that has only been null. Then, if the names of several keys differ only in case,
    /// assigns the user-declared column to the key with the exact name of the column.
    mutating func addNullColumns() {
        // The columns, not the members, show whether a value was an object: a resumed import has the columns of the
        // earlier runs, but not their members.
        let nullMembers = members.takeNullMembers().map { ($0, members.path($0)) }
        for (member, path) in nullMembers.sorted(by: { ($1.1.count, $0.0) < ($0.1.count, $1.0) })
        where !columns.hasTooManyColumns && !columns.hasColumn(inside: path) {
            if let column = columns.add(path) { members.assign(member, to: column) }
        }
        for (first, second) in columns.preferExactNames() {
            batch.swap(first, second)
            members.swapColumns(first, second)
        }
        keepColumns()
    }

    @inline(__always)
    private mutating func keepColumns() {
        members.keep()
        columns.keep()
    }

    /// The column names of all keys read, and those in `rejectedNames`.
    var keyNames: [String] { members.paths.map(ColumnList.name) + rejectedNames }
}

/// Removal of the white space between JSON tokens.
private enum JSONText {
    /// Appends valid JSON without the white space between tokens.
    ///
    /// Strings and numbers keep their spelling.
    static func append(_ json: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var (start, index) = (0, 0)
        while index < json.count {
            // SAFETY: The loop condition keeps `index` below the count, here and in the last branch. `start` never
            // exceeds `index`.
            let byte = unsafe json[index]
            if byte == UInt8(ascii: "\"") {
                var position = index + 1
                index = unsafe StringScanner(json.span).end(resumingAt: &position) ?? json.count
            } else if byte > 0x20 {
                index += 1
            } else {
                unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: json[start..<index]))
                index += 1
                start = index
            }
        }
        // SAFETY: `start` and `index` do not exceed the count.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: json[start..<index]))
    }
}
