internal import JSONRecords
internal import SQLiteSupport

/// A column of the table that rows are written to.
struct Column: Equatable {
    var name: String
    /// The keys that lead to the column's values in a record: one key, or several if objects are flattened. A
    /// column of the table, or one that the options name, has no path until a key matches the column.
    var path: [String]?
    var declaredType: String
    /// Whether an import has created or will create the column.
    var isCreatedByImport: Bool
    /// Whether the column is a generated column, which SQLite computes and no statement can write.
    var isGenerated = false
    /// The name that the options give the column, if no key has matched it yet. Only a key with exactly this name matches
    /// the column.
    var reservedName: String?
    /// The reserved name that a later import needs to match a key with the column.
    var storedReservedName: String? { path == nil && reservedName != name ? reservedName : nil }
    /// The name that the options give to the column of its path.
    var givenName: String?
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

/// The names and the types that the options give to columns, and whether later records may add columns.
package struct ColumnRules: Sendable {
    /// The names of the columns, by the keys that lead to their values.
    package var names: [[String]: String] = [:]
    /// The types of the columns, by their names. A value is converted to the type, or rejects its record.
    package var types: [String: ColumnType] = [:]
    /// Whether a record with a key that has no column is rejected after the first batch, and from the first record on if the
    /// table exists.
    package var isStrict = false

    package init() {}

    /// Returns a column with the name by which the options refer to it: the given one or, if another column has the name of its key
    /// as its given one, the name of the column.
    func named(_ column: Column) -> Column {
        guard let path = column.path, let name = names[path] ?? (losesName(path) ? column.name : nil) else {
            return column
        }
        var column = column
        column.givenName = name
        return column
    }

    /// Whether the options give the name of a path's column to the column of another path.
    func losesName(_ path: [String]) -> Bool {
        guard !names.isEmpty, names[path] == nil else { return false }
        let name = Column.name(of: path)
        return names.values.contains { $0.lowercasedASCII == name.lowercasedASCII }
    }

    /// The rules that determine the rows, as arguments of the program.
    var arguments: [String] {
        names.sorted { $0.value < $1.value }.map {
            "--rename \(JSONPath($0.key.map { .key($0) }).option)=\($0.value)"
        }
            + types.sorted { $0.key < $1.key }.map { "--type \($0.key)=\($0.value.name)" }
    }
}

/// A type that the options give to a column.
package enum ColumnType: Hashable, Sendable {
    case text, integer, real, boolean
    /// A type of PostgreSQL, whose server converts the texts of the values.
    case server(String)

    /// The types that each database has, by their names.
    private static let ofEachDatabase: KeyValuePairs = [
        "text": ColumnType.text, "integer": .integer, "real": .real, "boolean": .boolean,
    ]

    package static var names: [String] { ofEachDatabase.map(\.key) }

    package init(_ name: String) {
        self = Self.ofEachDatabase.first { $0.key == name.lowercased() }?.value ?? .server(name)
    }

    package var name: String {
        if case .server(let name) = self { return name }
        return Self.ofEachDatabase.first { $0.value == self }?.key ?? ""
    }

    /// Whether values are converted before the server receives them. Types of JSON have the values as they are.
    var convertsValues: Bool { self != .server("json") && self != .server("jsonb") }

    /// The values that can be converted, for messages.
    fileprivate var expectation: String {
        switch self {
        case .text, .server: "a value"
        case .integer: "an integer, also in a string,"
        case .real: "a number, also in a string,"
        case .boolean: "true or false, 1 or 0, also in a string,"
        }
    }

    /// Converts a value; `nil` if the type has no equal value. A string counts as the number or the bool that it spells.
    func converted(_ value: RowReader.Value) -> StoredValue? {
        switch value {
        case .null: return nil
        case .bool(let value):
            return switch self {
            case .text, .server: .text
            case .integer: .integer(value ? 1 : 0)
            case .real: nil
            case .boolean: .bool(value)
            }
        case .number(let digits): return converted(number: digits)
        case .string(let text):
            if storesText { return .text }
            if self == .boolean, text.isEqual(to: "true") { return .bool(true) }
            if self == .boolean, text.isEqual(to: "false") { return .bool(false) }
            return JSONNumber<AllDigits>(text) == nil ? nil : converted(number: text)
        case .json, .emptyObject: return storesText ? .text : nil
        }
    }

    private var storesText: Bool {
        switch self {
        case .text, .server: true
        case .integer, .real, .boolean: false
        }
    }

    private func converted(number digits: Span<UInt8>) -> StoredValue? {
        switch self {
        case .text, .server: return .text
        case .real:
            switch NumericValue(digits) {
            case .integer(let integer): return .real(Double(integer))
            case .double(let real): return .real(real)
            case .unsigned, .decimal, .unrepresentable:
                return Double(String(repairing: digits)).flatMap { $0.isFinite ? .real($0) : nil }
            }
        case .integer, .boolean:
            guard case .integer(let integer)? = DeclaredType.integer.stored(digits) else { return nil }
            if self == .integer { return .integer(integer) }
            return integer == 0 || integer == 1 ? .bool(integer == 1) : nil
        }
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && String(repairing: self) == "\(text)"
    }
}

extension ImportError {
    /// - Parameters:
    ///   - column: the name of the column.
    ///   - hasKey: whether records update the rows with their keys.
    ///   - isOfRecord: whether the value rejects a record, and does not stand after its records.
    static func notConvertible(
        to type: ColumnType, _ column: String, hasKey: Bool, found: String, isOfRecord: Bool = true
    ) -> ImportError {
        ImportError(
            .typeMismatch, "expected \(type.expectation) for the column \(column), found \(found)",
            advice: "use --type \(column)=text\(hasKey ? "" : " --replace")"
                + (isOfRecord ? ", or skip such records with --on-error skip" : ""))
    }

    /// - Parameter name: the name of the column that the record needs.
    static func newColumn(_ name: String) -> ImportError {
        ImportError(
            .unknownKey,
            "the record needs the column \(name), and --strict adds no column to the table",
            advice: "import without --strict, or skip such records with --on-error skip")
    }
}
