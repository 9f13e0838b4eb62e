internal import JSONRecords

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

    /// Returns a column with its given name, by which the options refer to it.
    func named(_ column: Column) -> Column {
        guard !names.isEmpty, let path = column.path, let name = names[path] else { return column }
        var column = column
        column.givenName = name
        return column
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

    /// The names of the types that each database has.
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
}

extension ColumnType {
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
    static func notConvertible(
        to type: ColumnType, _ column: String, hasKey: Bool, found: String
    ) -> ImportError {
        ImportError(
            .typeMismatch, "expected \(type.expectation) for the column \(column), found \(found)",
            advice:
                "use --type \(column)=text\(hasKey ? "" : " --replace"), or skip such records with --on-error skip"
        )
    }

    /// - Parameter name: the name of the column that the record needs.
    static func newColumn(_ name: String) -> ImportError {
        ImportError(
            .unknownKey,
            "the record needs the column \(name), and --strict adds no column to the table",
            advice: "import without --strict, or skip such records with --on-error skip")
    }
}
