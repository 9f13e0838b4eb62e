internal import Foundation
internal import JSONRecords
internal import SQLiteSupport

/// Puts the members of each record into the cells of a row.
///
/// Stays at one address, where the callbacks of the parser find it.
struct RowReader {
    var batch = RowBatch()
    var columns: ColumnList
    private var members = MemberIndex()
    private let flattens: Bool

    /// The object whose members are being read, and the last member that was.
    private var object = MemberIndex.root
    private var last = MemberIndex.none
    /// How many objects of the record are open.
    private var depth = 0
    /// What keys of rejected records would be called as columns: enough of them for a message.
    private var rejectedNames: [String] = []

    /// Where the record begins: the offset, and the location once the text there is no longer in memory.
    private(set) var recordStart = 0
    var recordLocation: SourceLocation?
    /// The number of the last record that was read.
    var lastRecord = 0

    init(columns: ColumnList, flattens: Bool) {
        self.columns = columns
        self.flattens = flattens
    }

    /// Frees what callbacks use by address. Called once, by the owner, after the last event.
    func free() {
        members.free()
    }

    // MARK: - Scalars

    @inline(__always)
    mutating func null() {
        let column = members[last].column
        guard column != MemberIndex.none else { return nullWithoutColumn() }
        batch.append(.null, [], column: column)
    }

    @inline(never)
    private mutating func nullWithoutColumn() {
        guard !members[last].wasNull else { return }
        // What is made flat may be an object later, which needs no column, but one of others is there already.
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
        // SAFETY: the consumer lends the bytes for the call.
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
        // SAFETY: as above.
        unsafe batch.append(text: bytes, ValueKinds(text: bytes.span), column: column)
    }

    mutating func json(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let column = column() else { return }
        // SAFETY: as above.
        batch.append(jsonFor: column) { unsafe JSONText.append(bytes, to: &$0) }
    }

    /// The column of the current member, which has a value; `nil` if nobody wants it.
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

    /// Begins an object, whose bracket is at an offset of the text.
    ///
    /// - Returns: whether its members are read; if not, it becomes JSON.
    mutating func objectStart(at offset: Int) -> Bool {
        guard depth > 0 else {
            startRecord(at: offset)
            return true
        }
        guard members[last].demand.contains(.members) else { return false }
        // Of a key that comes twice the last value counts.
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
        // What has no members to become columns is a value itself.
        guard isEmpty, let column = column() else { return false }
        batch.append(jsonFor: column) { $0 += "{}".utf8 }
        return false
    }

    /// - Returns: whether the member's value is read.
    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // SAFETY: the bytes are lent for the call; an index copies those of a new key.
        let key = unsafe KeyText(bytes)
        last = members.expected(key, in: object, after: last) ?? unexpectedKey(key)
        if members[last].flattenedIn == currentRecord { discardObject() }
        return !members[last].demand.isEmpty
    }

    @inline(never)
    private mutating func unexpectedKey(_ key: KeyText) -> Int32 {
        if let known = members.member(key, in: object, after: last) { return known }
        let path = members.path(object) + [key.text]
        let demand = columns.demand(for: path, flattens: flattens)
        return members.add(key, in: object, after: last, demand: demand)
    }

    /// Voids what came of an object whose key comes again.
    @inline(never)
    private mutating func discardObject() {
        batch.discard(members[last].cells)
        members[last].cells = 0..<0
    }

    // MARK: - Records

    private var currentRecord: Int { lastRecord + 1 }

    /// Whether the rows should be written before there are more of them.
    var isFull: Bool { batch.isFull || columns.hasTooManyColumns }

    /// The path of the value that is being read, from the record's root.
    var path: [JSONPath.Component] {
        guard depth > 0 else { return [] }
        return members.path(last == MemberIndex.none ? object : last).map { .key($0) }
    }

    /// Whether a record is being read.
    var isInRecord: Bool { depth > 0 }

    /// Why the record that was read makes no row.
    var error: ImportError? {
        guard !columns.keyColumns.allSatisfy({ batch.hasValue(for: $0) }) else { return nil }
        let missing = zip(columns.keys, columns.keyColumns).filter { !batch.hasValue(for: $1) }.map(\.0)
        return ImportError(
            .missingKeys, "the record has no value for the key \(missing.joined(separator: ", "))",
            advice: "see --key")
    }

    /// Takes what was read as a row.
    mutating func endRecord(number: Int, range: Range<Int>, text: String?) {
        lastRecord = number
        keepColumns()
        batch.endRow(RowBatch.Row(cellsEnd: batch.cells.count, number: number, range: range, text: text))
    }

    /// Forgets what was read of a record that makes no row, and the columns that were made for it.
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

    /// Gives a column to each member that was null only, and to each its own of names that differ in case.
    mutating func addNullColumns() {
        // Whether something was an object is told by the columns, which a resumed import knows as well.
        let nullMembers = members.takeNullMembers().map { ($0, members.path($0)) }
        for (member, path) in nullMembers.sorted(by: { ($1.1.count, $0.0) < ($0.1.count, $1.0) })
        where !columns.hasTooManyColumns && !columns.hasColumn(inside: path) {
            if let column = columns.add(path) { members.assign(member, to: column) }
        }
        for (one, other) in columns.preferExactNames() {
            batch.swap(one, other)
            members.swapColumns(one, other)
        }
        keepColumns()
    }

    @inline(__always)
    private mutating func keepColumns() {
        members.keep()
        columns.keep()
    }

    /// What the columns of the keys are called that were seen, some of rejected records among them.
    var keyNames: [String] { members.paths.map(ColumnList.name) + rejectedNames }
}

/// JSON without the white space between its tokens.
private enum JSONText {
    /// Appends what is left of a text that is known to be JSON.
    ///
    /// Strings and numbers stay as they are spelled.
    static func append(_ json: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var (start, index) = (0, 0)
        while index < json.count {
            // SAFETY: the index is less than the count, here and below.
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
        // SAFETY: both are at most the count.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: json[start..<index]))
    }
}
