internal import SQLiteSupport

/// The columns that rows have values for: those of the table, and those to be added to it.
struct ColumnList {
    /// The columns, in table order.
    private(set) var columns: [Column]
    /// The kinds of the values to be written to each column.
    private var kinds: [ValueKinds]
    /// The number of columns that the table had when the import began.
    private let foundCount: Int
    /// The number of columns that the table has.
    private(set) var writtenCount: Int
    /// The columns that existed without a path, and that keys have matched since the last write.
    private var matched: [Int32] = []
    /// The number of columns, and of matched columns, before the current record.
    private var keptCount: Int
    private var keptMatchCount = 0
    private var named: [[UInt8]: Int32] = [:]

    /// The names of the key columns.
    let keys: [String]
    /// The indices of the key columns; `MemberIndex.none` for a column that does not exist yet.
    private(set) var keyColumns: [Int32]
    /// The names of the columns to import; `nil` for all.
    private let projection: [String]?
    /// The maximum number of columns of the table.
    let limit: Int
    /// Whether the records need more columns than the limit. New keys then get no column, so the rows cannot be written.
    private(set) var hasTooManyColumns = false
    private var hadTooManyColumns = false

    /// - Parameters:
    ///   - columns: the columns of the table.
    ///   - projection: the names of the columns to import, which exist even if they have no values; `nil` for all.
    ///   - limit: the maximum number of columns of the table.
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

    /// Returns the index of the column with a name, compared as SQLite compares names.
    func index(of name: String) -> Int32? { named[name.lowercasedASCII] }

    /// Returns whether the column of a path would be a key column.
    func isKey(_ path: [String]) -> Bool {
        let name = Self.name(of: path).lowercasedASCII
        return keys.contains { $0.lowercasedASCII == name }
    }

    /// Returns which parts of the value at a path are to be stored.
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

    /// Returns the column for the values at a path: the column with that path, the table's column with the path's name,
    /// or a new column.
    ///
    /// - Returns: `nil` if the path is not wanted, or if there are too many columns. If several paths have the name of
    ///   a wanted column, the first path gets the column.
    mutating func add(_ path: [String]) -> Int32? {
        // Key columns are added even beyond the limit: a record that lacks a key is rejected, however many columns it needs.
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
        // A column of the projection matches only keys that are spelled like it.
        let isAskedFor = projection != nil && columns[Int(column)].isCreatedByImport
        return isAskedFor && !columns[Int(column)].name.utf8.elementsEqual(name.utf8) ? nil : column
    }

    private func hasPath(named name: String) -> Bool {
        columns.contains { $0.path.map { Self.name(of: $0).utf8.elementsEqual(name.utf8) } ?? false }
    }

    /// Assigns user-declared columns to the keys with their exact names, where keys in another case came first. Key
    /// columns keep their keys, as records were rejected because of them.
    ///
    /// - Returns: the pairs of columns that were swapped.
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
            // The names differ in case only, so the suffix that makes the name unique stays the same.
            let number = columns[other].name.unicodeScalars.dropFirst(matchedColumn.name.unicodeScalars.count)
            columns[other].name = Self.name(of: path) + String(number)
            swaps.append((column, Int32(other)))
        }
        return swaps
    }

    /// Returns whether the values at a path have a user-declared column.
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

    /// Keeps the columns added for the record that was read.
    @inline(__always)
    mutating func keep() {
        keptCount = columns.count
        keptMatchCount = matched.count
        hadTooManyColumns = hasTooManyColumns
    }

    /// Removes the columns that only the record that was read needs.
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

    /// Returns the column name for a path. NUL is replaced, because it would end a name in SQLite.
    static func name(of path: [String]) -> String {
        path.joined(separator: "_").replacing("\0", with: "\u{FFFD}")
    }

    /// Returns a name that no column has. SQLite treats `id` and `ID` as the same name.
    private func unused(_ name: String) -> String {
        guard index(of: name) != nil else { return name }
        var number = 2
        while index(of: "\(name)_\(number)") != nil { number += 1 }
        return "\(name)_\(number)"
    }

    /// Returns whether a value nested in the one at a path has a column.
    func hasColumn(inside path: [String]) -> Bool {
        columns.contains { column in
            guard let other = column.path, other.count > path.count else { return false }
            return zip(other, path).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    // MARK: - Changes to the table

    /// Adds the kinds of the values to be written to those of their columns.
    mutating func recordKinds(_ cells: [RowBatch.Cell]) {
        for cell in cells { kinds[Int(cell.column)].formUnion(cell.kinds) }
    }

    /// The columns that the table does not have yet.
    var newColumns: ArraySlice<Column> { columns[writtenCount...] }

    /// Declares the new columns.
    ///
    /// - Parameter type: returns the declared type for the kinds of a column's values.
    mutating func declareNew(as type: (ValueKinds) -> String) {
        for index in writtenCount..<columns.count { columns[index].declaredType = type(kinds[index]) }
    }

    /// The indices of the table's columns whose types are too narrow for the values to be written.
    var narrowColumns: [Int] {
        (0..<writtenCount).filter { !kinds[$0].isSubset(of: columns[$0].kinds) }
    }

    /// Whether the table has too many or too few columns, has columns that are too narrow, or has columns with new matches.
    var needsChange: Bool {
        hasTooManyColumns || writtenCount < columns.count || !matched.isEmpty || !narrowColumns.isEmpty
    }

    /// Declares a column with a type wide enough for the values to be written.
    mutating func widen(_ column: Int) {
        let type = DeclaredType(rawValue: columns[column].declaredType) ?? .any
        columns[column].declaredType = type.widened(for: kinds[column]).rawValue
    }

    /// Records that the table now has all columns.
    mutating func markWritten() {
        writtenCount = columns.count
        matched = []
        keep()
        for index in kinds.indices { kinds[index] = [] }
    }
}
