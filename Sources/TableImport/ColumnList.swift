/// The columns that rows have values for: those of the table, and those that it is to get.
struct ColumnList {
    /// The columns, in their order.
    private(set) var columns: [Column]
    /// What the values were that came for each column since it was asked last.
    private var kinds: [ColumnKinds]
    /// How many of the columns the table has.
    private(set) var writtenCount: Int
    /// The members that were null only.
    private var nullMembers: [Int32] = []
    private var named: [String: Int32] = [:]

    /// The columns that tell rows apart.
    let keys: [String]
    /// The columns that are wanted; `nil` if all are.
    private let projection: [String]?

    init(_ columns: [Column], keys: [String], projection: [String]?) {
        self.columns = columns
        self.keys = keys
        self.projection = projection
        kinds = Array(repeating: [], count: columns.count)
        writtenCount = columns.count
        for (index, column) in columns.enumerated() { named[column.name.folded] = Int32(index) }
    }

    /// Takes note of a value.
    @inline(__always)
    mutating func note(_ new: ColumnKinds, in column: Int32) {
        kinds[Int(column)].formUnion(new)
    }

    mutating func noteNull(_ member: Int32) {
        if !nullMembers.contains(member) { nullMembers.append(member) }
    }

    mutating func takeNullMembers() -> [Int32] {
        defer { nullMembers = [] }
        return nullMembers
    }

    /// The column with a name, as SQLite compares names.
    func index(of name: String) -> Int32? { named[name.folded] }

    /// Whether the values are wanted that some keys lead to.
    func wants(_ path: [String], isFlat: Bool) -> Bool {
        guard let projection else { return true }
        let name = Self.name(of: path)
        return projection.contains { $0 == name || isFlat && $0.hasPrefix(name + "_") }
    }

    /// The column of the values that some keys lead to: one that was made for them, one of the table that has their
    /// name, or a new one.
    mutating func add(_ path: [String], member: Int32) -> Int32 {
        if let known = columns.firstIndex(where: { $0.path == path }) { return Int32(known) }
        let name = Self.name(of: path)
        if let column = index(of: name), columns[Int(column)].path == nil {
            columns[Int(column)].path = path
            return column
        }
        return append(Column(name: unused(name), path: path, declaredType: "", isOwn: true))
    }

    private mutating func append(_ column: Column) -> Int32 {
        let index = Int32(columns.count)
        columns.append(column)
        kinds.append([])
        named[column.name.folded] = index
        return index
    }

    /// Adds the columns that were asked for by name and did not come.
    mutating func addProjected() {
        for name in projection ?? [] where index(of: name) == nil {
            _ = append(Column(name: name, path: nil, declaredType: "", isOwn: true))
        }
    }

    /// What a column of some keys is called. SQLite's names end at a NUL.
    private static func name(of path: [String]) -> String {
        path.joined(separator: "_").replacing("\0", with: "\u{FFFD}")
    }

    /// A name that no column has: SQLite takes `id` and `ID` for the same.
    private func unused(_ name: String) -> String {
        guard index(of: name) != nil else { return name }
        var number = 2
        while index(of: "\(name)_\(number)") != nil { number += 1 }
        return "\(name)_\(number)"
    }

    // MARK: - What the table has to become

    /// The columns that the table has not yet.
    var newColumns: ArraySlice<Column> { columns[writtenCount...] }

    /// Declares the new columns as their values are, and says which of the others have become too narrow.
    mutating func settle() -> [(column: Int, kinds: ColumnKinds)] {
        var narrow: [(Int, ColumnKinds)] = []
        for index in columns.indices {
            if index >= writtenCount {
                columns[index].declaredType = ColumnType(kinds[index]).rawValue
            } else if !kinds[index].isSubset(of: columns[index].kinds) {
                narrow.append((index, kinds[index]))
            }
        }
        return narrow
    }

    /// Whether the table lacks columns, or has such as have become too narrow.
    var needsChange: Bool {
        writtenCount < columns.count
            || columns.indices.contains { !kinds[$0].isSubset(of: columns[$0].kinds) }
    }

    /// Declares a column wide enough for some more kinds of values.
    mutating func widen(_ column: Int, for kinds: ColumnKinds) {
        let type = ColumnType(rawValue: columns[column].declaredType) ?? .any
        columns[column].declaredType = type.widened(for: kinds).rawValue
    }

    /// The table has all columns now.
    mutating func markWritten() {
        writtenCount = columns.count
        for index in kinds.indices { kinds[index] = [] }
    }
}
