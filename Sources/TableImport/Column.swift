internal import SQLiteSupport

/// A column of the table that rows are written to.
struct Column: Equatable {
    var name: String
    /// The keys that lead to the column's values in a record: one key, or several if objects are flattened. A
    /// column of the table, or one that the options name, has no path until a key matches the column.
    var path: [String]?
    /// The type in the column's declaration.
    var declaredType: String
    /// Whether an import has created or will create the column.
    var isCreatedByImport: Bool
    /// Whether the column is a generated column, which SQLite computes and no statement can write.
    var isGenerated = false
    /// The name that the options give the column, if no key has matched it yet. Only a key with exactly this name matches
    /// the column.
    var reservedName: String?
    /// The name that the options give to the column of its path.
    var givenName: String?
    /// The kinds of the values that imports have written to the column.
    var importedKinds: ValueKinds = []

    /// The kinds of values that the column stores without a significant change.
    var storableKinds: ValueKinds {
        isCreatedByImport
            ? (DeclaredType(rawValue: declaredType) ?? .any).kinds
            : ValueKinds(Affinity(declaredType: declaredType))
    }

    /// The kinds of values that a column created by imports may hold if it has the values of this column and its type, or a
    /// type with the same affinity.
    var storedKinds: ValueKinds {
        guard !isCreatedByImport else { return importedKinds }
        return switch Affinity(declaredType: declaredType) {
        case .integer: .integer
        case .numeric: [.integer, .real]
        case .real: .real
        case .text: .text
        case .blob: [.numbers, .texts]
        }
    }

    /// Returns whether these keys are the column's path, compared byte by byte. A `String` comparison treats all
    /// compositions of é as equal.
    func has(path keys: [String]) -> Bool {
        path?.elementsEqual(keys) { $0.utf8.elementsEqual($1.utf8) } ?? false
    }

    /// Returns whether the column's values are nested in the value at a path.
    func isNested(in keys: [String]) -> Bool {
        guard let path, path.count > keys.count else { return false }
        return zip(path, keys).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    // MARK: - Names

    /// Returns the column name for a path. NUL is replaced, because it would end a name in SQLite. The empty path is that
    /// of an element that is not an object.
    static func name(of path: [String]) -> String {
        path.isEmpty ? "value" : path.joined(separator: "_").replacing("\0", with: "\u{FFFD}")
    }

    /// The name by which the options refer to the column: that of its key, or the name of the column if it has no key.
    var spelling: String {
        if let givenName { return givenName }
        if let path, !path.isEmpty { return Column.name(of: path) }
        return reservedName ?? name
    }

    /// Returns whether the options name the column by the name of a key.
    func isReserved(for name: String) -> Bool {
        reservedName.map { Column.name(of: [$0]).utf8.elementsEqual(name.utf8) } ?? false
    }
}

extension Column {
    /// Creates a column that no key has matched.
    init(added name: String) {
        self.init(name: name, path: nil, declaredType: "", isCreatedByImport: true)
    }
}

extension Column {
    /// Creates a column that a schema fixes.
    init(_ column: TableSchema.Column) {
        self.init(
            name: column.name, path: column.path, declaredType: column.type.rawValue, isCreatedByImport: true)
    }
}

/// The names of a table's columns. SQLite treats `id` and `ID` as the same name.
struct ColumnNames {
    /// The indices of the columns by name, with ASCII letters in lowercase.
    private var indices: [[UInt8]: Int32] = [:]
    /// The reserved names, by name with ASCII letters in lowercase.
    private var reserved: [[UInt8]: String] = [:]
    /// The names that no key gets, with ASCII letters in lowercase: that of the column for the members without a column of
    /// their own, and those of the columns whose values are not members.
    private var taken: Set<[UInt8]>

    init(rest: String?) {
        taken = Set([rest?.lowercasedASCII].compactMap(\.self))
    }

    /// Lets no key have the column with a name.
    mutating func take(_ name: String) {
        indices[name.lowercasedASCII] = nil
        taken.insert(name.lowercasedASCII)
    }

    /// The index of the column with a name.
    subscript(name: String) -> Int32? {
        get { indices[name.lowercasedASCII] }
        set { indices[name.lowercasedASCII] = newValue }
    }

    /// Reserves a name for the key with exactly this name.
    mutating func reserve(_ name: String) {
        if reserved[name.lowercasedASCII] == nil { reserved[name.lowercasedASCII] = name }
    }

    /// Returns the name, with a number if a column has this name or it is reserved for another key.
    func unused(for name: String) -> String {
        guard isUsed(name, for: name) else { return name }
        var number = 2
        while isUsed("\(name)_\(number)", for: name) { number += 1 }
        return "\(name)_\(number)"
    }

    private func isUsed(_ name: String, for key: String) -> Bool {
        let columnName = name.lowercasedASCII
        if indices[columnName] != nil || taken.contains(columnName) { return true }
        return reserved[columnName].map { !$0.utf8.elementsEqual(key.utf8) } ?? false
    }
}
