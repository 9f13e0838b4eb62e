import Foundation

/// A JSON value of a record for PostgreSQL.
struct SampleValue {
    /// What the type of a column depends on.
    enum Kind: CaseIterable {
        case null, bool
        /// An integer from -2^53 to 2^53, and one beyond with 64 bits.
        case integer, longInteger
        /// A number with a fraction or an exponent that is equal to the shortest decimal of a `Double`.
        case double
        /// Any other number.
        case decimal
        case string
        /// An array or an object.
        case json
    }

    let kind: Kind
    /// The value as it is written in the dump.
    let text: String
    /// The decoded string, if it is one.
    let string: String?

    init(_ kind: Kind, _ text: String) { (self.kind, self.text, string) = (kind, text, nil) }

    init(string: String) {
        (kind, text, self.string) = (.string, string.jsonText, string)
    }

    static let null = SampleValue(.null, "null")
}

extension String {
    /// The string as JSON.
    var jsonText: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// The records of a dump, and the table that an import makes from them.
struct ExpectedTable {
    /// The keys, in the order in which they first occur.
    private(set) var keys: [String] = []
    /// The number of each record and its values by their keys. The member `n` has the number.
    private(set) var records: [[String: SampleValue]] = []
    private(set) var lines: [String] = []

    mutating func add(_ members: [(key: String, value: SampleValue)]) {
        for (key, _) in members where !keys.contains(key) { keys.append(key) }
        let texts = ["\"n\":\(records.count)"] + members.map { "\($0.key.jsonText):\($0.value.text)" }
        lines.append("{" + texts.joined(separator: ",") + "}")
        records.append(Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) }))
    }

    func values(of key: String) -> [SampleValue] { records.map { $0[key] ?? .null } }

    /// Returns the type of the column of a key, by the kinds of all its values that are not null.
    func type(of key: String) -> String { Self.type(Set(values(of: key).map(\.kind))) }

    static func type(_ kinds: Set<SampleValue.Kind>) -> String {
        let kinds = kinds.subtracting([.null])
        let (integers, numbers): (Set<SampleValue.Kind>, Set<SampleValue.Kind>) =
            ([.integer, .longInteger], [.integer, .longInteger, .double, .decimal])
        return if kinds.isEmpty {
            "text"
        } else if kinds.contains(.json) {
            "jsonb"
        } else if kinds == [.bool] {
            "boolean"
        } else if kinds.isSubset(of: integers) {
            "bigint"
        } else if kinds.isSubset(of: [.integer, .double]) {
            "double precision"
        } else if kinds.isSubset(of: numbers) {
            "numeric"
        } else {
            "text"
        }
    }

    // MARK: - Comparison

    /// Returns the differences between the expected table and one of a database, at most 3 for each column.
    func differences(from table: String, of workspace: PostgresWorkspace) throws -> [String] {
        let columns = try workspace.columns(of: table)
        guard columns.count == keys.count + 1,
            columns.first.map({ $0.name == "n" && $0.type == "bigint" }) == true
        else { return ["\(keys.count) keys with the columns \(columns)"] }
        var differences: [String] = []
        var queries = [
            "SELECT 'rows', count(*), null, null FROM \(table) HAVING count(*) <> \(records.count)"
        ]
        for key in keys {
            guard let column = Self.column(of: key, in: columns) else {
                differences.append("\(key.debugDescription) has none of the columns \(columns)")
                continue
            }
            let type = type(of: key)
            if column.type == type {
                queries.append(query(key, column.name.quoted, type, table))
            } else {
                differences.append("\(key.debugDescription) is \(column.type), expected \(type)")
            }
        }
        let cells = queries.map { "(\($0) LIMIT 3)" }.joined(separator: " UNION ALL ")
        return differences + (try workspace.query(loading + cells)).map(\.joined)
    }

    /// Returns the column of a key. A key that differs only in case from another one, or is the name of a system column, may
    /// have a number at the end of its name.
    private static func column(of key: String, in columns: [(name: String, type: String)]) -> (
        name: String, type: String
    )? {
        let numbered = columns.filter {
            $0.name.hasPrefix(key + "_") && Int($0.name.dropFirst(key.count + 1)) != nil
        }
        return columns.first { $0.name.utf8.elementsEqual(key.utf8) } ?? numbered.first
    }

    /// Returns a query of the cells that differ. The server compares numbers and JSON by their values.
    private func query(_ key: String, _ column: String, _ type: String, _ table: String) -> String {
        let isEqual =
            type == "text"
            ? """
            CASE WHEN e.value IS NULL THEN t.\(column) IS NULL
            WHEN NOT e.number THEN t.\(column) = e.value
            WHEN t.\(column) ~ '^-?[0-9.]+([eE][-+]?[0-9]+)?$' THEN t.\(column)::numeric = e.value::numeric END
            """
            : "t.\(column) IS NOT DISTINCT FROM e.value::\(type)"
                + (type == "jsonb" ? " OR \(wasText("t.\(column)"))" : "")
        return """
            SELECT \(key.literal), e.n, t.\(column)::text, e.value FROM expected AS e LEFT JOIN \(table) AS t USING (n)
            WHERE e.key = \(key.literal) AND (t.n IS NULL OR (\(isEqual)) IS NOT TRUE)
            """
    }

    /// Returns the condition of a number or a boolean that was in a column of texts before the column has met JSON.
    private func wasText(_ column: String) -> String {
        """
        (jsonb_typeof(\(column)) = 'string' AND jsonb_typeof(e.value::jsonb) IN ('number', 'boolean')
            AND (\(column) #>> '{}')::jsonb = e.value::jsonb)
        """
    }

    /// The statements that write the expected cells to a table.
    private var loading: String {
        let cells = keys.flatMap { key in
            let isText = type(of: key) == "text"
            return values(of: key).enumerated().map { number, value in
                Cell(
                    n: number, key: key,
                    value: value.kind == .null ? nil : isText ? value.string ?? value.text : value.text,
                    number: [.integer, .longInteger, .double, .decimal].contains(value.kind))
            }
        }
        let json = (try? JSONEncoder().encode(cells)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return """
            CREATE TEMPORARY TABLE expected AS SELECT * FROM json_to_recordset($cells$\(json)$cells$)
            AS cell (n bigint, key text, value text, number boolean);

            """
    }

    private struct Cell: Encodable {
        let n: Int
        let key: String
        let value: String?
        let number: Bool
    }
}
