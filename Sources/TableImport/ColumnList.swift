internal import SQLiteSupport

/// The columns that rows have values for: those of the table, and those that it is to get.
struct ColumnList {
    /// The columns, in their order.
    private(set) var columns: [Column]
    /// What the values are that are to be written to each column.
    private var kinds: [ValueKinds]
    /// How many of the columns the table had when the import began.
    private let foundCount: Int
    /// How many of the columns the table has.
    private(set) var writtenCount: Int
    /// Columns that the table has had before, and that keys were found for.
    private var matched: [Int32] = []
    /// How many of the columns, and of those that were matched, are not of the record that is being read.
    private var keptCount: Int
    private var keptMatchCount = 0
    private var named: [[UInt8]: Int32] = [:]

    /// The columns that tell rows apart.
    let keys: [String]
    /// Where those are; `MemberIndex.none` for one that is not there yet.
    private(set) var keyColumns: [Int32]
    /// The columns that are wanted; `nil` if all are.
    private let projection: [String]?
    /// How many columns the table may have.
    let limit: Int
    /// Whether there would be more of them. What comes then gets no column: such rows cannot be written.
    private(set) var hasTooManyColumns = false
    private var hadTooManyColumns = false

    /// - Parameters:
    ///   - columns: what the table has.
    ///   - projection: the columns that are wanted, which are there whether they have values or not.
    ///   - limit: how many columns the table may have.
    init(_ columns: [Column], keys: [String], projection: [String]?, limit: Int) {
        self.columns = columns
        self.keys = keys
        self.projection = projection
        self.limit = limit
        kinds = Array(repeating: [], count: columns.count)
        foundCount = columns.count
        keptCount = columns.count
        writtenCount = columns.count
        keyColumns = Array(repeating: MemberIndex.none, count: keys.count)
        for index in columns.indices { enter(Int32(index)) }
        for name in projection ?? [] where index(of: name) == nil {
            append(Column(name: name, path: nil, declaredType: "", isCreatedByImport: true))
        }
        keep()
    }

    /// The column with a name, as SQLite compares names.
    func index(of name: String) -> Int32? { named[name.lowercasedASCII] }

    /// Whether the column of some keys would be one that tells rows apart.
    func isKey(_ path: [String]) -> Bool {
        let name = Self.name(of: path).lowercasedASCII
        return keys.contains { $0.lowercasedASCII == name }
    }

    /// What is wanted of the value that some keys lead to.
    func demand(for path: [String], flattens: Bool) -> MemberIndex.Demand {
        guard let projection else { return flattens ? [.value, .members] : .value }
        let name = Self.name(of: path).utf8
        var demand: MemberIndex.Demand = []
        for wanted in projection {
            if wanted.utf8.elementsEqual(name) { demand.insert(.value) }
            if flattens, wanted.utf8.dropFirst(name.count).first == UInt8(ascii: "_"),
                wanted.utf8.starts(with: name)
            {
                demand.insert(.members)
            }
        }
        return demand
    }

    /// The column of the values that some keys lead to: one that was made for them, one of the table that has their
    /// name, or a new one. `nil` if they are not wanted: of several paths that have a name which was asked for, the
    /// first has the column. `nil`, too, if there are too many of them.
    mutating func add(_ path: [String]) -> Int32? {
        // Keys get one all the same: a record that lacks them is no row, however many columns it would need.
        guard !hasTooManyColumns || isKey(path) else { return nil }
        guard let column = existing(for: path) else {
            let name = Self.name(of: path)
            guard projection == nil || !hasPath(named: name) else { return nil }
            if columns.count >= limit {
                hasTooManyColumns = true
                guard isKey(path) else { return nil }
            }
            return append(Column(name: unused(name), path: path, declaredType: "", isCreatedByImport: true))
        }
        if columns[Int(column)].path == nil {
            columns[Int(column)].path = path
            matched.append(column)
        }
        return column
    }

    private func existing(for path: [String]) -> Int32? {
        if let known = columns[..<foundCount].firstIndex(where: { $0.has(path: path) }) {
            return Int32(known)
        }
        let name = Self.name(of: path)
        guard let column = index(of: name), columns[Int(column)].path == nil else { return nil }
        // What was asked for by name is there for the keys that are spelled so.
        let isAskedFor = projection != nil && columns[Int(column)].isCreatedByImport
        return isAskedFor && !columns[Int(column)].name.utf8.elementsEqual(name.utf8) ? nil : column
    }

    private func hasPath(named name: String) -> Bool {
        columns.contains { $0.path.map { Self.name(of: $0).utf8.elementsEqual(name.utf8) } ?? false }
    }

    /// Gives the columns of others to keys that have their exact names, where keys in another case were first. Those
    /// that tell rows apart stay: rows were rejected by them.
    ///
    /// - Returns: the columns that have changed places.
    mutating func preferExactNames() -> [(Int32, Int32)] {
        var swaps: [(Int32, Int32)] = []
        for column in matched {
            let (matchedColumn, name) = (columns[Int(column)], columns[Int(column)].name.utf8)
            guard !matchedColumn.isCreatedByImport, !keyColumns.contains(column),
                let path = matchedColumn.path
            else { continue }
            let other = columns[writtenCount...].firstIndex {
                $0.path.map { Self.name(of: $0).utf8.elementsEqual(name) } ?? false
            }
            guard let other, !Self.name(of: path).utf8.elementsEqual(name) else { continue }
            columns[Int(column)].path = columns[other].path
            columns[other].path = path
            // The names differ in case only, and so does what makes them different.
            let number = columns[other].name.unicodeScalars.dropFirst(matchedColumn.name.unicodeScalars.count)
            columns[other].name = Self.name(of: path) + String(number)
            swaps.append((column, Int32(other)))
        }
        return swaps
    }

    /// Whether the values that some keys lead to have a column which somebody else has declared.
    func isUserDeclared(_ path: [String]) -> Bool {
        existing(for: path).map { !columns[Int($0)].isCreatedByImport } ?? false
    }

    @discardableResult
    private mutating func append(_ column: Column) -> Int32 {
        let index = Int32(columns.count)
        columns.append(column)
        kinds.append([])
        enter(index)
        return index
    }

    private mutating func enter(_ index: Int32) {
        let name = columns[Int(index)].name.lowercasedASCII
        named[name] = index
        for key in keys.indices where keys[key].lowercasedASCII == name { keyColumns[key] = index }
    }

    /// Keeps the columns that the record needs which was read.
    @inline(__always)
    mutating func keep() {
        keptCount = columns.count
        keptMatchCount = matched.count
        hadTooManyColumns = hasTooManyColumns
    }

    /// Forgets the columns that only the record needs which was read.
    mutating func undo() {
        for column in matched[keptMatchCount...] { columns[Int(column)].path = nil }
        matched.removeSubrange(keptMatchCount...)
        for column in columns[keptCount...] { named[column.name.lowercasedASCII] = nil }
        for key in keyColumns.indices where Int(keyColumns[key]) >= keptCount {
            keyColumns[key] = MemberIndex.none
        }
        hasTooManyColumns = hadTooManyColumns
        columns.removeSubrange(keptCount...)
        kinds.removeSubrange(keptCount...)
    }

    /// What a column of some keys is called. SQLite's names end at a NUL.
    static func name(of path: [String]) -> String {
        path.joined(separator: "_").replacing("\0", with: "\u{FFFD}")
    }

    /// A name that no column has: SQLite takes `id` and `ID` for the same.
    private func unused(_ name: String) -> String {
        guard index(of: name) != nil else { return name }
        var number = 2
        while index(of: "\(name)_\(number)") != nil { number += 1 }
        return "\(name)_\(number)"
    }

    /// Whether values inside the one that some keys lead to have a column.
    func hasColumn(inside path: [String]) -> Bool {
        columns.contains { column in
            guard let other = column.path, other.count > path.count else { return false }
            return zip(other, path).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    // MARK: - What the table has to become

    /// Takes note of the values that are to be written.
    mutating func recordKinds(_ cells: [RowBatch.Cell]) {
        for cell in cells { kinds[Int(cell.column)].formUnion(cell.kinds) }
    }

    /// The columns that the table has not yet.
    var newColumns: ArraySlice<Column> { columns[writtenCount...] }

    /// Declares the new columns, as their values are if they may change later.
    mutating func declareNew(as type: (ValueKinds) -> String) {
        for index in writtenCount..<columns.count { columns[index].declaredType = type(kinds[index]) }
    }

    /// The columns of the table that have become too narrow.
    var narrowColumns: [Int] {
        (0..<writtenCount).filter { !kinds[$0].isSubset(of: columns[$0].kinds) }
    }

    /// Whether the table lacks columns, has such as have become too narrow, or is to get values for more of them.
    var needsChange: Bool {
        hasTooManyColumns || writtenCount < columns.count || !matched.isEmpty || !narrowColumns.isEmpty
    }

    /// Declares a column wide enough for the values that are to be written.
    mutating func widen(_ column: Int) {
        let type = DeclaredType(rawValue: columns[column].declaredType) ?? .any
        columns[column].declaredType = type.widened(for: kinds[column]).rawValue
    }

    /// The table has all columns now.
    mutating func markWritten() {
        writtenCount = columns.count
        matched = []
        keep()
        for index in kinds.indices { kinds[index] = [] }
    }
}
