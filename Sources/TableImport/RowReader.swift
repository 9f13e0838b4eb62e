internal import Foundation
internal import StreamImport

/// Puts the members of each record into the cells of a row.
///
/// Stays at one address, where the handlers find it.
struct RowReader {
    var batch = RowBatch()
    var columns: ColumnList
    private var members = MemberIndex()
    private let flattens: Bool

    /// The object whose members are being read, and the last member that was.
    private var object = MemberIndex.root
    private var last = MemberIndex.none
    /// How many brackets of the record are open.
    private var depth = 0
    /// Whether the record is passed over.
    private var passesOver = false

    /// The number of the last record that was read.
    var lastRecord = 0
    /// Records up to this one are passed over: they were imported before.
    let importedRecords: Int

    init(columns: ColumnList, flattens: Bool, importedRecords: Int) {
        self.columns = columns
        self.flattens = flattens
        self.importedRecords = importedRecords
    }

    // MARK: - Scalars

    @inline(__always)
    mutating func null() {
        let column = members[last].column
        guard column != MemberIndex.none else { return noteNull() }
        batch.append(.null, column: column)
    }

    /// A member that was never anything but null has a column in the end, but not an object that is made flat.
    private mutating func noteNull() {
        guard !members[last].isFlattened else { return }
        columns.noteNull(last)
    }

    @inline(__always)
    mutating func bool(_ value: Bool) {
        batch.append(.integer(value ? 1 : 0), column: column(for: .bool))
    }

    @inline(__always)
    mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) {
        switch unsafe StreamedNumber(bytes.span) {
        case .integer(let value): batch.append(.integer(value), column: column(for: ColumnKinds(value)))
        case .real(let value): batch.append(.real(value), column: column(for: .real))
        case .beyondRange: unsafe batch.append(text: bytes, column: column(for: .numericText))
        }
    }

    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe batch.append(text: bytes, column: column(for: ColumnKinds(text: bytes.span)))
    }

    mutating func json(_ bytes: UnsafeBufferPointer<UInt8>) {
        batch.append(column: column(for: .text)) { unsafe JSONText.append(bytes, to: &$0) }
    }

    /// The column of the current member, which has a value of some kind.
    @inline(__always)
    private mutating func column(for kinds: ColumnKinds) -> Int32 {
        let column = members[last].column
        guard column != MemberIndex.none else { return newColumn(for: kinds) }
        columns.note(kinds, in: column)
        return column
    }

    @inline(never)
    private mutating func newColumn(for kinds: ColumnKinds) -> Int32 {
        let column = columns.add(members.path(last), member: last)
        members[last].column = column
        columns.note(kinds, in: column)
        return column
    }

    // MARK: - Brackets and keys

    mutating func objectStart() -> Reception {
        guard depth > 0 else { return startRecord() }
        guard flattens else { return .text }
        members[last].isFlattened = true
        depth += 1
        object = last
        last = MemberIndex.none
        return .events
    }

    private mutating func startRecord() -> Reception {
        passesOver = lastRecord < importedRecords
        guard !passesOver else { return .nothing }
        depth = 1
        object = MemberIndex.root
        last = MemberIndex.none
        return .events
    }

    mutating func objectEnd() {
        depth -= 1
        guard depth > 0 else { return }
        let isEmpty = last == MemberIndex.none
        last = object
        object = members[object].parent
        // What has no members to become columns is a value itself.
        if isEmpty { batch.append(column: column(for: .text)) { $0 += "{}".utf8 } }
    }

    @inline(__always)
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        last = unsafe members.expected(bytes, in: object, after: last) ?? unexpectedKey(bytes)
        return members[last].isWanted
    }

    @inline(never)
    private mutating func unexpectedKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        let key = unsafe String(decoding: bytes, as: UTF8.self)
        let (member, isNew) = members.member(key, in: object, after: last)
        if isNew { members[member].isWanted = columns.wants(members.path(member), isFlat: flattens) }
        return member
    }

    // MARK: - Records

    /// Where in the record the value is that is being read.
    var place: [JSONPath.Component] {
        guard depth > 0 else { return [] }
        return members.path(last == MemberIndex.none ? object : last).map { .key($0) }
    }

    /// Why the record that was read makes no row.
    mutating func fault() -> ImportError? {
        guard !passesOver else { return nil }
        let missing = columns.keys.filter { name in
            guard let key = columns.index(of: name) else { return true }
            let last = batch.openCells.last { $0.column == key }
            guard let last, case let value = last.value else { return true }
            if case .null = value { return true }
            return false
        }
        guard !missing.isEmpty else { return nil }
        return ImportError(
            .missingKeys, "the record has no value for the key \(missing.joined(separator: ", "))",
            advice: "see --key")
    }

    /// Takes what was read as a row.
    mutating func endRecord(number: Int, range: Range<Int>, text: String?) {
        lastRecord = number
        depth = 0
        guard !passesOver else { return passesOver = false }
        batch.endRow(RowBatch.Row(cellsEnd: batch.cells.count, number: number, range: range, text: text))
    }

    mutating func dropRecord() {
        depth = 0
        passesOver = false
        batch.dropRow()
    }

    /// Gives a column to each member that was null only.
    mutating func addNullColumns() {
        for member in columns.takeNullMembers()
        where members[member].column == MemberIndex.none && !members[member].isFlattened {
            members[member].column = columns.add(members.path(member), member: member)
        }
    }
}
