internal import SQLiteSupport

/// The columns that rows have values for: those of the table, and those to be added to the table.
struct ColumnList {
    /// The columns, in table order.
    private(set) var columns: [Column]
    /// The kinds of the values to be written to each column.
    private var kinds: [ValueKinds]
    /// The number of columns that the table had when the import began.
    private let foundCount: Int
    /// The number of columns that the table has now.
    private(set) var writtenCount: Int
    /// The columns that existed without a path, and that keys have matched since the last write.
    private var matched: [Int32] = []
    /// The number of columns, and of matched columns, before the current record.
    private var keptCount: Int
    private var keptMatchCount = 0
    /// The indices of the columns by name, with ASCII letters in lowercase.
    private var indicesByName: [[UInt8]: Int32] = [:]

    /// The names of the key columns.
    let keys: [String]
    /// The indices of the key columns; `MemberIndex.none` for a column that does not exist yet.
    private(set) var keyColumns: [Int32]
    /// The names of the columns to import; `nil` for all.
    private let projection: [String]?
    /// The maximum number of columns of the table.
    let limit: Int
    /// Whether the records need more columns than the limit. The rows then cannot be written, because new keys other
    /// than key columns get no column.
    private(set) var hasTooManyColumns = false
    /// The value of `hasTooManyColumns` before the current record.
    private var hadTooManyColumns = false

    /// - Parameters:
    ///   - columns: the columns of the table.
    ///   - projection: the names of the columns to import; `nil` for all. Columns with these names are added even if
    ///     they get no values.
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
        for index in columns.indices { register(Int32(index)) }
        for name in projection ?? [] where index(of: name) == nil {
            append(Column(name: name, path: nil, declaredType: "", isCreatedByImport: true))
        }
        keep()
    }

    /// Returns the index of the column with a name, compared as SQLite compares names.
    func index(of name: String) -> Int32? { indicesByName[name.lowercasedASCII] }

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
        for column in projection {
            if column.utf8.elementsEqual(name) { demand.insert(.value) }
            if flattens, column.utf8.dropFirst(name.count).first == UInt8(ascii: "_"),
                column.utf8.starts(with: name)
            {
                demand.insert(.members)
            }
        }
        return demand
    }

    /// Returns the column for the values at a path: the column with that path, the table's column with the path's name,
    /// or a new column.
    ///
    /// - Returns: `nil` if there are too many columns, or if another path already has the column of the projection with
    ///   this name.
    mutating func add(_ path: [String]) -> Int32? {
        // Key columns are added even beyond the limit. Without them, the record would be rejected for lacking a key.
        guard !hasTooManyColumns || isKey(path) else { return nil }
        guard let column = existingColumn(for: path) else {
            let name = Self.name(of: path)
            guard projection == nil || !hasPath(named: name) else { return nil }
            if columns.count >= limit {
                hasTooManyColumns = true
                guard isKey(path) else { return nil }
            }
            return append(
                Column(name: unusedName(for: name), path: path, declaredType: "", isCreatedByImport: true))
        }
        if columns[Int(column)].path == nil {
            columns[Int(column)].path = path
            matched.append(column)
        }
        return column
    }

    private func existingColumn(for path: [String]) -> Int32? {
        if let index = columns[..<foundCount].firstIndex(where: { $0.has(path: path) }) {
            return Int32(index)
        }
        let name = Self.name(of: path)
        guard let column = index(of: name), columns[Int(column)].path == nil else { return nil }
        // A column of the projection matches only a key with the same spelling.
        let isInProjection = projection != nil && columns[Int(column)].isCreatedByImport
        return isInProjection && !columns[Int(column)].name.utf8.elementsEqual(name.utf8) ? nil : column
    }

    private func hasPath(named name: String) -> Bool {
        columns.contains { $0.path.map { Self.name(of: $0).utf8.elementsEqual(name.utf8) } ?? false }
    }

    /// Assigns each user-declared column to the key with its exact name, if a key in another case came first. Key
    /// columns keep their paths, because these paths have already decided which records were rejected.
    ///
    /// - Returns: the pairs of columns that were swapped.
    mutating func preferExactNames() -> [(Int32, Int32)] {
        var swaps: [(Int32, Int32)] = []
        for column in matched {
            let (matchedColumn, name) = (columns[Int(column)], columns[Int(column)].name.utf8)
            guard !matchedColumn.isCreatedByImport, !keyColumns.contains(column),
                let path = matchedColumn.path
            else { continue }
            let exact = columns[writtenCount...].firstIndex {
                $0.path.map { Self.name(of: $0).utf8.elementsEqual(name) } ?? false
            }
            guard let exact, !Self.name(of: path).utf8.elementsEqual(name) else { continue }
            columns[Int(column)].path = columns[exact].path
            columns[exact].path = path
            // The names differ in case only, so the suffix that makes the name unique stays the same.
            let suffix = columns[exact].name.unicodeScalars.dropFirst(matchedColumn.name.unicodeScalars.count)
            columns[exact].name = Self.name(of: path) + String(suffix)
            swaps.append((column, Int32(exact)))
        }
        return swaps
    }

    /// Returns whether the values at a path have a user-declared column.
    func isUserDeclared(_ path: [String]) -> Bool {
        existingColumn(for: path).map { !columns[Int($0)].isCreatedByImport } ?? false
    }

    @discardableResult
    private mutating func append(_ column: Column) -> Int32 {
        let index = Int32(columns.count)
        columns.append(column)
        kinds.append([])
        register(index)
        return index
    }

    private mutating func register(_ index: Int32) {
        let name = columns[Int(index)].name.lowercasedASCII
        indicesByName[name] = index
        for key in keys.indices where keys[key].lowercasedASCII == name { keyColumns[key] = index }
    }

    /// Keeps the columns added for the record that was read.
    mutating func keep() {
        keptCount = columns.count
        keptMatchCount = matched.count
        hadTooManyColumns = hasTooManyColumns
    }

    /// Removes the columns and paths added for the record that was read.
    mutating func undo() {
        for column in matched[keptMatchCount...] { columns[Int(column)].path = nil }
        matched.removeSubrange(keptMatchCount...)
        for column in columns[keptCount...] { indicesByName[column.name.lowercasedASCII] = nil }
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

    /// Returns the name, with a number if a column already has this name. SQLite treats `id` and `ID` as the same name.
    private func unusedName(for name: String) -> String {
        guard index(of: name) != nil else { return name }
        var number = 2
        while index(of: "\(name)_\(number)") != nil { number += 1 }
        return "\(name)_\(number)"
    }

    /// Returns whether a value nested in the value at a path has a column.
    func hasColumn(inside path: [String]) -> Bool {
        columns.contains { column in
            guard let columnPath = column.path, columnPath.count > path.count else { return false }
            return zip(columnPath, path).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    // MARK: - Changes to the table

    /// Records the kinds of the values to be written, for each column.
    mutating func recordKinds(_ cells: [RowBatch.Cell]) {
        for cell in cells { kinds[Int(cell.column)].formUnion(cell.kinds) }
    }

    /// The columns that the table does not have yet.
    var newColumns: ArraySlice<Column> { columns[writtenCount...] }

    /// Sets the declared types of the new columns.
    ///
    /// - Parameter type: returns the declared type for the kinds of a column's values.
    mutating func declareNew(as type: (ValueKinds) -> String) {
        for index in writtenCount..<columns.count { columns[index].declaredType = type(kinds[index]) }
    }

    /// The indices of the table's columns whose types are too narrow for the values to be written.
    var narrowColumns: [Int] {
        (0..<writtenCount).filter { !kinds[$0].isSubset(of: columns[$0].kinds) }
    }

    /// Whether columns of the table are missing or too narrow, keys have matched columns without a path, or the records
    /// need too many columns.
    var needsChange: Bool {
        hasTooManyColumns || writtenCount < columns.count || !matched.isEmpty || !narrowColumns.isEmpty
    }

    /// Widens the declared type of a column, so that the column can store the values to be written.
    mutating func widen(_ column: Int) {
        let type = DeclaredType(rawValue: columns[column].declaredType) ?? .any
        columns[column].declaredType = type.widened(for: kinds[column]).rawValue
    }

    /// Records that the table now has all columns, and clears the kinds of the values to be written.
    mutating func markWritten() {
        writtenCount = columns.count
        matched = []
        keep()
        for index in kinds.indices { kinds[index] = [] }
    }
}
