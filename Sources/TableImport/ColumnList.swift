internal import SQLiteSupport

/// The columns that rows have values for: those of the table, and those to be added to the table.
struct ColumnList {
    private(set) var columns: [Column] { didSet { knownPaths = nil } }
    /// The paths of columns and the beginnings of these paths, each with whether a column is nested in the path; `nil` after a
    /// change. A full table has a query for each key without a column, which must not take time for each column.
    private var knownPaths: [[[UInt8]]: Bool]?
    /// The kinds of the values to be written to each column.
    private var kinds: [ValueKinds]
    /// The columns that existed, and for which records of this run have keys.
    private var neededColumns: Set<Int32> = []
    /// The number of columns that the table had when the import began.
    private let foundCount: Int
    /// The number of columns that the table has now.
    private(set) var writtenCount: Int
    /// The columns that existed without a path, and that keys have matched since the last write.
    private var matched: [Int32] = []
    /// The number of columns, and of matched columns, before the current record.
    private var keptCount = 0
    private var keptMatchCount = 0
    /// The names of the columns, and those that are reserved.
    private var names: ColumnNames

    /// The names of the key columns in the options, and their indices; `MemberIndex.none` for a column that does not
    /// exist yet.
    private var keys: [String]
    private(set) var keyColumns: [Int32]
    /// The name of the column for the members without a column of their own; `nil` if there is none.
    private let rest: String?
    /// The names of the columns to import; `nil` for all.
    private let projection: [String]?
    let limit: Int
    private var schema: TableSchema?
    /// The names, the types and the strictness that the options give to the columns.
    private let rules: ColumnRules
    /// Whether the database stores decimals of any length, so that no digit is lost.
    var keepsDecimals = false
    private(set) var isClosed = false
    /// The columns that the options add, or that link a child table to its table. No member has these columns.
    private(set) var addedColumns: [Int32] = []
    private var addedNames: [String] = []
    private(set) var keyValues = KeyValues.members

    var typeChangeCount = 0

    /// The values of the key columns.
    enum KeyValues {
        case members
        /// The numbers that the table gives to the records, so that child rows can name them.
        case generated
        /// In a child table, the keys of the records, and the indices of the elements.
        case links
    }

    /// The path of the column for the members without a column of their own: the record itself.
    private static let restPath: [String] = []

    /// Adds the columns of the projection that the table lacks, even if they get no values.
    ///
    /// - Parameters:
    ///   - columns: the columns of the table.
    ///   - reserved: the names that no column may have.
    init(
        _ columns: [Column], keys: [String], projection: [String]?, rest: String? = nil, added: [String] = [],
        reserved: [String] = [], rules: ColumnRules = ColumnRules(), limit: Int
    ) {
        self.columns = columns.map(rules.named)
        self.rules = rules
        (self.keys, self.projection, self.rest) = (keys, projection, rest)
        self.limit = limit
        names = ColumnNames(rest: rest)
        keyColumns = Array(repeating: MemberIndex.none, count: keys.count)
        kinds = Array(repeating: [], count: columns.count)
        foundCount = columns.count
        writtenCount = columns.count
        for index in columns.indices { register(Int32(index)) }
        for name in reserved + rules.names.values { names.take(name) }
        addedColumns = added.map { addColumn($0, of: added) }
        addedNames = added
        keyColumns = keys.map { column(named: $0) ?? MemberIndex.none }
        for name in keys where column(named: name) == nil { names.reserve(Column.name(of: [name])) }
        for name in projection ?? [] { addProjected(name) }
        keep()
    }

    /// - Parameter number: the column in which the table numbers its records already, also without child tables in this import.
    init(
        _ columns: [Column], options: TableImportOptions, number: String? = nil, reserved: [String] = [],
        limit: Int
    ) {
        let generatedKey = [number ?? options.generatedKey].compactMap(\.self)
        self.init(
            columns, keys: options.keys, projection: options.columns, rest: options.rest,
            added: generatedKey + options.addedColumns.map(\.name), reserved: reserved,
            rules: options.columnRules,
            limit: limit)
        guard !generatedKey.isEmpty else { return }
        // The other added columns are in the order of their values.
        let column = addedColumns.removeFirst()
        addedColumns.append(column)
        addedNames.append(addedNames.removeFirst())
        guard options.keys.isEmpty else { return }
        (keyValues, keys, keyColumns) = (.generated, generatedKey, [column])
    }

    /// - Parameter links: the columns that link the rows of a child table to their records, which no member of an element has.
    init(
        _ columns: [Column], links: [String], isStrict: Bool = false, reserved: [String] = [], limit: Int
    ) {
        var rules = ColumnRules()
        rules.isStrict = isStrict
        self.init(
            columns, keys: [], projection: nil, added: links, reserved: reserved, rules: rules, limit: limit)
        (keyValues, keys, keyColumns) = (.links, links, addedColumns)
    }

    /// - Parameter columns: the columns of a table with a schema. Each has a path, and none is added or changes its type.
    init(_ columns: [Column], fixedBy schema: TableSchema, isWritten: Bool) {
        // A schema that ignores unknown keys has the columns of a projection.
        let names = schema.columns.map { Column.name(of: $0.path) }
        self.init(
            columns, keys: schema.keys, projection: schema.ignoresUnknownKeys ? names : nil,
            rest: schema.rest, limit: columns.count)
        keyColumns = schema.keyColumns
        self.schema = schema
        if !isWritten { writtenCount = 0 }
    }

    var keyNames: [String] {
        zip(keys, keyColumns).map { $1 == MemberIndex.none ? $0 : columns[Int($1)].name }
    }

    /// Whether rows are identified by members that the options name.
    var keyNamesMembers: Bool { !keys.isEmpty && keyValues == .members }

    /// Whether the table can have no further column, except those for which room is kept: the key columns and the column
    /// for the rest.
    var isFull: Bool {
        let count = columns.count + keyColumns.count { $0 == MemberIndex.none }
        return count >= limit || count == limit - 1 && rest != nil && restColumn == nil
    }

    /// Whether members without a column of their own are stored in one column.
    var hasRest: Bool { rest != nil }

    /// Whether a member has no column only if the table is full.
    var storesAllMembers: Bool { projection == nil && schema == nil }

    var isFixed: Bool { schema != nil }

    var ignoresUnknownKeys: Bool { schema?.ignoresUnknownKeys ?? false }

    func fixedType(of column: Int32) -> DeclaredType {
        guard let schema else { preconditionFailure("the table has no schema") }
        return schema.columns[Int(column)].type
    }

    /// Adds no column from now on, if the options are strict and the table has columns.
    mutating func close() { isClosed = rules.isStrict && columns.count > addedColumns.count }

    var hasUserDeclaredColumn: Bool { columns.contains { !$0.isCreatedByImport } }

    /// Returns the type that the options give to a column; `nil` for another column.
    func givenType(of column: Int32) -> ColumnType? {
        rules.types.isEmpty ? nil : rules.types[spelling(column)]
    }

    /// Returns the type that the values of a column are converted to; `nil` for values that stay as they are.
    func conversion(of column: Int32) -> ColumnType? {
        givenType(of: column).flatMap { $0.convertsValues ? $0 : nil }
    }

    /// Returns the name of the column for a path, unless another column has it.
    func name(of path: [String]) -> String { rules.names[path] ?? Column.name(of: path) }

    /// Returns whether the options give the type text to the column of a key.
    func isText(_ key: String) -> Bool { rules.types[name(of: [key])] == .text }

    var missingKeys: [String] { zip(keys, keyColumns).filter { $1 == MemberIndex.none }.map(\.0) }

    /// Returns a column for values that are not members, and adds it if it does not exist.
    private mutating func addColumn(_ name: String, of added: [String]) -> Int32 {
        let exact = columns.firstIndex { $0.path == nil && $0.name.lowercasedASCII == name.lowercasedASCII }
        let unused = names.unused(for: name)
        // An earlier import has numbered the column if a member had the name.
        let found =
            exact
            ?? columns.firstIndex {
                unused != name && $0.path == nil && $0.isCreatedByImport && !added.contains($0.name)
                    && $0.name.hasPrefix("\(name)_") && Int($0.name.dropFirst(name.count + 1)) != nil
            }
        let column = found.map(Int32.init) ?? append(Column(added: unused))
        names.take(columns[Int(column)].name)
        return column
    }

    // MARK: - Child tables

    /// The name of the column for the index of an element of the outermost array.
    private static let position = "position"

    /// Returns the names of the columns that link the rows of each child table to their records, and to the rows of the arrays
    /// around its array, in the order of the expanded arrays.
    func links(ofChildTablesOf table: String, _ options: TableImportOptions) -> [[String]] {
        let keys =
            keyValues == .generated ? keyNames : options.keys.map { Column.name(of: [table, $0]) }
        return options.expandedArrays.indices.map { number in
            let arrays = (options.expandedArrays.numbers(around: number) + [number])
                .map { options.expandedArrays[$0] }
            var names = ColumnNames(rest: Self.position)
            func link(_ name: String) -> String {
                let name = names.unused(for: name)
                names.take(name)
                return name
            }
            let links = keys.map(link)
            return links + [Self.position]
                + zip(arrays, arrays.dropFirst()).map {
                    link("\($1.inElement(of: $0).name)_\(Self.position)")
                }
        }
    }

    // MARK: - Names in the options

    /// Returns the column that a name in the options refers to: the column of the key with this name, the column with
    /// this name, or a column whose name or key differs from this name in case only.
    func column(named name: String) -> Int32? {
        if let exact = columns.firstIndex(where: { $0.spelling.utf8.elementsEqual(name.utf8) }) {
            return Int32(exact)
        }
        guard let column = names[name] else { return nil }
        let found = columns[Int(column)]
        // A column such as `id_2` may belong to the key `ID`.
        let isNamedAfterKey = found.spelling.lowercasedASCII == found.name.lowercasedASCII
        return isNamedAfterKey ? column : nil
    }

    /// Returns the name by which the options refer to a column.
    func spelling(_ column: Int32) -> String { columns[Int(column)].spelling }

    func hasSpelling(_ name: String) -> Bool {
        columns.contains { $0.spelling.utf8.elementsEqual(name.utf8) }
    }

    private mutating func addProjected(_ name: String) {
        // SQLite ignores the case of names, so a column of an existing table may be named in another case.
        if let column = column(named: name),
            column < foundCount || columns[Int(column)].reservedName == name || addedColumns.contains(column)
        {
            return
        }
        // A given name belongs to the key that gets it.
        let isGiven = rules.names.values.contains(name) && columnWithGivenName(name) == nil
        var column = Column(added: isGiven ? name : names.unused(for: Column.name(of: [name])))
        column.reservedName = name
        append(column)
    }

    private var restColumn: Int32? {
        // Each row with a rest needs the column, which a full table usually has at its end.
        columns.lastIndex { $0.has(path: Self.restPath) }.map(Int32.init)
    }

    /// Returns the column for the members without a column of their own, and adds it if it does not exist.
    mutating func addRestColumn() -> Int32 {
        guard let rest else { preconditionFailure("the options name no column for the rest") }
        if let restColumn {
            neededColumns.insert(restColumn)
            return restColumn
        }
        if let column = column(named: rest), columns[Int(column)].path == nil {
            columns[Int(column)].path = Self.restPath
            matched.append(column)
            return column
        }
        let isFree = names[rest] == nil
        let name = isFree ? Column.name(of: [rest]) : names.unused(for: Column.name(of: [rest]))
        return append(Column(name: name, path: Self.restPath, declaredType: "", isCreatedByImport: true))
    }

    /// Adds a column without values for rows of empty objects, because a table has at least one column.
    mutating func addEmptyColumn() {
        append(Column(added: "empty"))
        keep()
    }

    // MARK: - Paths

    /// Returns which parts of the value at a path are to be stored.
    ///
    /// - Parameter path: the path. It is determined only if the answer depends on it, because it takes time in proportion
    ///   to the depth of the value.
    mutating func demand(for path: @autoclosure () -> [String], flattens: Bool) -> MemberIndex.Demand {
        if let schema { return demand(for: path(), schema) }
        guard projection != nil else {
            let isBeyondLimit = isFull && hasRest && !hasRoom(for: path())
            return isBeyondLimit ? .rest : flattens ? [.value, .members] : .value
        }
        let demand = projectedDemand(for: path(), flattens: flattens)
        return demand.isEmpty && hasRest ? .rest : demand
    }

    /// Returns which parts of the value at a path are to be stored in a table with a schema.
    private mutating func demand(for path: [String], _ schema: TableSchema) -> MemberIndex.Demand {
        var demand = MemberIndex.Demand()
        if let hasNested = hasNestedColumn(path) {
            demand = hasNested ? hasColumn(at: path) ? [.value, .members] : .members : .value
        }
        if schema.ignoresUnknownKeys {
            return schema.flattens ? demand.union(projectedDemand(for: path, flattens: true)) : demand
        }
        if schema.flattens { demand.insert(demand.isEmpty ? .restMembers : .members) }
        return demand.contains(.value) || demand.contains(.members) ? demand : demand.union(.rest)
    }

    /// Returns which parts of the value at a path the projection contains.
    private func projectedDemand(for path: [String], flattens: Bool) -> MemberIndex.Demand {
        let name = name(of: path).utf8
        let losesName = rules.losesName(path)
        var demand: MemberIndex.Demand = []
        for column in projection ?? [] {
            if !losesName, column.utf8.elementsEqual(name) { demand.insert(.value) }
            if flattens, column.utf8.dropFirst(name.count).first == UInt8(ascii: "_"),
                column.utf8.starts(with: name)
            {
                demand.insert(.members)
            }
        }
        if flattens, rules.names.contains(where: { $0.key.starts(with: path) && $0.key.count > path.count }) {
            demand.insert(.members)
        }
        return demand
    }

    /// Returns whether the value at a path, or the values nested in it, have columns.
    mutating func hasRoom(for path: [String]) -> Bool {
        !isFull || isMissingKey(path) || unmatchedColumn(for: path) != nil
            || hasNestedColumn(path) != nil
    }

    /// Returns whether a column is nested in a path; `nil` if the path is neither that of a column nor the beginning of one.
    mutating func hasNestedColumn(_ path: [String]) -> Bool? {
        if knownPaths == nil {
            var known: [[[UInt8]]: Bool] = [:]
            for case let path? in columns.lazy.map(\.path) {
                var keys = path.map { Array($0.utf8) }
                known[keys] = known[keys] ?? false
                while keys.popLast() != nil, known.updateValue(true, forKey: keys) != true {}
            }
            knownPaths = known
        }
        return knownPaths?[path.map { Array($0.utf8) }]
    }

    /// Returns the column for the values at a path: the column with that path, the table's column with the path's name,
    /// or a new column.
    ///
    /// - Returns: `nil` if the table can have no further column, or if another path already has the column of the
    ///   projection with this name.
    mutating func add(_ path: [String]) -> Int32? {
        guard let column = existingColumn(for: path) else {
            let name = name(of: path)
            guard projection == nil, !isClosed, !isFull || isMissingKey(path) else { return nil }
            let isFree = rules.names[path] != nil && columnWithGivenName(name) == nil
            return append(
                rules.named(
                    Column(
                        name: isFree ? name : names.unused(for: name), path: path, declaredType: "",
                        isCreatedByImport: true)))
        }
        neededColumns.insert(column)
        if columns[Int(column)].path == nil {
            columns[Int(column)].path = path
            columns[Int(column)] = rules.named(columns[Int(column)])
            matched.append(column)
        }
        return column
    }

    /// Returns the column of a schema for the values at a path; `MemberIndex.none` if there is none.
    func fixedColumn(for path: [String]) -> Int32 { existingColumn(for: path) ?? MemberIndex.none }

    func hasColumn(at path: [String]) -> Bool { columns.contains { $0.has(path: path) } }

    func hasColumn(inside path: [String]) -> Bool { columns.contains { $0.isNested(in: path) } }

    private func existingColumn(for path: [String]) -> Int32? {
        if let index = columns[..<foundCount].firstIndex(where: { $0.has(path: path) }) {
            return Int32(index)
        }
        return unmatchedColumn(for: path)
    }

    /// Returns the column without a path that has the name of a path.
    private func unmatchedColumn(for path: [String]) -> Int32? {
        guard !rules.losesName(path) else { return nil }
        let name = name(of: path)
        if projection != nil,
            let index = columns.firstIndex(where: { $0.path == nil && $0.isReserved(for: name) })
        {
            return Int32(index)
        }
        guard let column = rules.names[path] == nil ? names[name] : columnWithGivenName(name) else {
            return nil
        }
        let found = columns[Int(column)]
        guard found.path == nil, found.reservedName == nil else { return nil }
        // A column that the user has declared also matches a key that differs from its name in case only.
        return !found.isCreatedByImport || found.name.utf8.elementsEqual(name.utf8) ? column : nil
    }

    /// Returns the column with a name that the options give to the column of another key.
    private func columnWithGivenName(_ name: String) -> Int32? {
        columns.firstIndex { $0.name.lowercasedASCII == name.lowercasedASCII }.map(Int32.init)
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
                let path = matchedColumn.path, rules.names[path] == nil
            else { continue }
            let exact = columns[writtenCount...].firstIndex {
                $0.path.map { Column.name(of: $0).utf8.elementsEqual(name) && !rules.losesName($0) } ?? false
            }
            guard let exact, !Column.name(of: path).utf8.elementsEqual(name) else { continue }
            columns[Int(column)].path = columns[exact].path
            columns[exact].path = path
            // The names differ in case only, so the suffix that makes the name unique stays the same.
            let suffix = columns[exact].name.unicodeScalars.dropFirst(matchedColumn.name.unicodeScalars.count)
            columns[exact].name = Column.name(of: path) + String(suffix)
            swaps.append((column, Int32(exact)))
        }
        return swaps
    }

    /// Returns whether the values at a path belong to a key column, or would belong to it.
    func isKey(_ path: [String]) -> Bool {
        existingColumn(for: path).map(keyColumns.contains) ?? isMissingKey(path)
    }

    private func isMissingKey(_ path: [String]) -> Bool {
        let name = name(of: path)
        return !rules.losesName(path)
            && keys.indices.contains {
                keyColumns[$0] == MemberIndex.none
                    && Column.name(of: [keys[$0]]).utf8.elementsEqual(name.utf8)
            }
    }

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
        let column = columns[Int(index)]
        names[column.name] = index
        guard column.path?.isEmpty == false || column.reservedName != nil else { return }
        let name = column.spelling.utf8
        for key in keys.indices where keyColumns[key] == MemberIndex.none {
            if Column.name(of: [keys[key]]).utf8.elementsEqual(name) { keyColumns[key] = index }
        }
    }

    /// Keeps the columns added for the record that was read.
    mutating func keep() {
        keptCount = columns.count
        keptMatchCount = matched.count
    }

    /// Removes the columns and paths added for the record that was read.
    mutating func undo() {
        for column in matched[keptMatchCount...] {
            (columns[Int(column)].path, columns[Int(column)].givenName) = (nil, nil)
        }
        matched.removeSubrange(keptMatchCount...)
        for column in columns[keptCount...] { names[column.name] = nil }
        for key in keyColumns.indices where Int(keyColumns[key]) >= keptCount {
            keyColumns[key] = MemberIndex.none
        }
        if columns.count > keptCount { columns.removeSubrange(keptCount...) }
        kinds.removeSubrange(keptCount...)
    }
}

// MARK: - Changes to the table

extension ColumnList {
    /// Records the kinds of the values to be written, for each column.
    mutating func recordKinds(_ cells: [RowBatch.Cell]) {
        if keyValues == .generated { kinds[Int(keyColumns[0])] = .integer }
        for cell in cells { kinds[Int(cell.column)].formUnion(cell.kinds) }
    }

    /// Records the kinds of the values in the key columns of a table, for the columns that link to them. So both have the
    /// same type, and SQLite compares their values by the same rules.
    mutating func recordKinds(ofKeysIn table: ColumnList) {
        for (link, key) in zip(keyColumns, table.keyColumns) where key != MemberIndex.none {
            kinds[Int(link)].formUnion(table.columns[Int(key)].storedKinds)
        }
    }

    var newColumns: ArraySlice<Column> { columns[writtenCount...] }

    /// The indices of the table's columns whose types are too narrow for the values to be written.
    var narrowColumns: [Int] {
        (0..<writtenCount).filter { !kinds[$0].isSubset(of: columns[$0].storableKinds) }
    }

    /// Whether columns of the table are missing, keys have matched columns without a path, or columns get values of new
    /// kinds.
    var needsChange: Bool {
        writtenCount < columns.count || !matched.isEmpty
            || columns.indices.contains { !kinds[$0].isSubset(of: columns[$0].importedKinds) }
    }

    mutating func declare(_ column: Int, as type: DeclaredType) {
        columns[column].declaredType = type.rawValue
    }

    mutating func declare(_ column: Int, as type: String) { columns[column].declaredType = type }

    /// Sets the declared types of the new columns.
    mutating func declareNew(as type: (ValueKinds) -> String) {
        for index in writtenCount..<columns.count {
            columns[index].declaredType = type(columns[index].importedKinds)
        }
    }

    /// Adds the kinds of the values that another import has written meanwhile.
    mutating func merge(_ metadata: TableMetadata) {
        for column in metadata.columns {
            guard let index = names[column.name] ?? addedColumn(column.name) else { continue }
            columns[Int(index)].importedKinds.formUnion(ValueKinds(rawValue: column.kinds))
        }
    }

    private func addedColumn(_ name: String) -> Int32? {
        addedColumns.first { columns[Int($0)].name.utf8.elementsEqual(name.utf8) }
    }

    /// Adds the kinds of the values to be written to the kinds of all values of each column.
    mutating func mergeKinds() {
        for index in columns.indices { columns[index].importedKinds.formUnion(kinds[index]) }
    }

    /// Records that the table now has all columns, and clears the kinds of the values to be written.
    mutating func markWritten() {
        writtenCount = columns.count
        matched = []
        keep()
        for index in kinds.indices { kinds[index] = [] }
    }

    /// The table's columns for which no record of this run has a key; none if the user has created the table.
    var unneededColumns: [Int] {
        guard schema == nil, columns.first?.isCreatedByImport == true else { return [] }
        let named = Set((projection ?? []).compactMap(column) + keyColumns + addedColumns).union(
            neededColumns)
        return (0..<foundCount).filter { columns[$0].isCreatedByImport && !named.contains(Int32($0)) }
    }

    /// Removes columns that the table no longer has, after the last batch was read.
    mutating func remove(_ removed: [Int]) {
        let kept = columns.indices.filter { !removed.contains($0) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(kept.map(Int32.init), Int32(0)...))
        for column in columns { names[column.name] = names[column.name].flatMap { numbers[$0] } }
        keyColumns = keyColumns.map { numbers[$0] ?? MemberIndex.none }
        addedColumns = addedColumns.compactMap { numbers[$0] }
        (columns, kinds) = (kept.map { columns[$0] }, kept.map { kinds[$0] })
        markWritten()
    }

    /// Gives the added columns that are not keys their names, which removed columns had.
    ///
    /// - Parameter rename: renames a column of the table. Returns whether it has.
    mutating func restoreAddedNames(_ rename: (_ name: String, _ newName: String) throws -> Bool) rethrows {
        for (column, name) in zip(addedColumns, addedNames)
        where !keyColumns.contains(column) && columnWithGivenName(name) == nil {
            if try rename(columns[Int(column)].name, name) { columns[Int(column)].name = name }
        }
    }

    /// The number of columns that keys have matched since the last write.
    var matchedCount: Int { matched.count }

    /// Adopts the changes that writing has made to a copy of this list.
    ///
    /// - Parameter matchedCount: the number of matched columns when the copy was made.
    mutating func adoptWritten(_ copy: ColumnList, matchedCount: Int) {
        for index in copy.columns.indices {
            columns[index].declaredType = copy.columns[index].declaredType
            columns[index].importedKinds = copy.columns[index].importedKinds
            kinds[index] = copy.kinds[index]
        }
        (writtenCount, typeChangeCount) = (copy.writtenCount, copy.typeChangeCount)
        guard copy.matched.isEmpty else { return }
        matched.removeFirst(matchedCount)
        keptMatchCount -= matchedCount
    }
}
