/// The statements that create and fill a table, made of its definition.
package struct SQLTable {
    private let name: String
    private let columns: [Column]
    /// The indices of the primary key's columns, in the order of the key; empty without a key.
    private let keyColumns: [Int]

    package struct Column {
        let name: String
        private let declaredType: String
        private let isRequired: Bool

        /// - Parameter declaredType: the type; empty for a column without a type.
        package init(_ name: String, _ declaredType: String, isRequired: Bool = false) {
            (self.name, self.declaredType, self.isRequired) = (name, declaredType, isRequired)
        }

        /// The definition in a statement that adds the column.
        package var sql: String { sql(isKey: false) }

        fileprivate func sql(isKey: Bool) -> String {
            [
                name.sqlIdentifier, declaredType, isKey ? "PRIMARY KEY" : "", isRequired ? "NOT NULL" : "",
            ].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// - Parameter primaryKey: the names of the primary key's columns, in the order of the key.
    package init(_ name: String, _ columns: [Column], primaryKey: [String]) {
        (self.name, self.columns) = (name, columns)
        keyColumns = primaryKey.compactMap { key in
            columns.firstIndex { $0.name.lowercasedASCII == key.lowercasedASCII }
        }
    }

    package var createStatement: String {
        var parts = columns.enumerated().map { $1.sql(isKey: keyColumns == [$0]) }
        if keyColumns.count > 1 {
            parts.append("PRIMARY KEY (\(keyColumns.map { columns[$0].name }.sqlIdentifiers))")
        }
        return "CREATE TABLE \(name.sqlIdentifier) (\(parts.joined(separator: ", ")))"
    }

    package func createIndexStatement(_ index: String, on columns: [String]) -> String {
        "CREATE INDEX \(index.sqlIdentifier) ON \(name.sqlIdentifier) (\(columns.sqlIdentifiers))"
    }

    /// Returns the statement that inserts a row. The parameter of a column has the index of the column plus 1.
    ///
    /// - Parameters:
    ///   - conflict: what to do if the row conflicts with another one: `OR IGNORE`, `OR REPLACE`, or nothing.
    ///   - keys: the columns by which the statement finds an existing row, which it updates; none to insert only.
    ///   - returnedColumns: the columns whose values the statement returns, as the table stores them. With some, it
    ///     updates the row even if all columns are keys, because it returns only rows that it has written.
    ///   - isWritten: returns whether the row has a value for the column with an index.
    package func insertStatement(
        _ conflict: String = "", updatingBy keys: [String] = [], returning returnedColumns: [String] = [],
        where isWritten: (Int) -> Bool = { _ in true }
    ) -> String {
        let written = columns.indices.filter(isWritten)
        let returning = returnedColumns.isEmpty ? "" : " RETURNING \(returnedColumns.sqlIdentifiers)"
        guard !written.isEmpty else { return "INSERT INTO \(name.sqlIdentifier) DEFAULT VALUES\(returning)" }
        let names = written.map { columns[$0].name }
        // SQLite finds parameters without a number faster.
        let isComplete = written.count == columns.count
        let parameters = written.map { isComplete ? "?" : "?\($0 + 1)" }.joined(separator: ", ")
        let verb = conflict.isEmpty ? "INSERT" : "INSERT \(conflict)"
        let sql = "\(verb) INTO \(name.sqlIdentifier) (\(names.sqlIdentifiers)) VALUES (\(parameters))"
        return keys.isEmpty
            ? sql + returning
            : "\(sql) \(names.upsertClause(keys: keys, updatesAlways: !returning.isEmpty))\(returning)"
    }
}

extension [String] {
    /// The names as a list of SQL identifiers.
    package var sqlIdentifiers: String { map(\.sqlIdentifier).joined(separator: ", ") }

    /// Returns the `ON CONFLICT` clause of a statement that inserts columns with these names.
    fileprivate func upsertClause(keys: [String], updatesAlways: Bool) -> String {
        let keyNames = Set(keys.map(\.lowercasedASCII))
        var updates = filter { !keyNames.contains($0.lowercasedASCII) }
            .map(\.sqlIdentifier).map { "\($0) = excluded.\($0)" }
        if updates.isEmpty, updatesAlways { updates = keys.map(\.sqlIdentifier).map { "\($0) = \($0)" } }
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates.joined(separator: ", "))"
        return "ON CONFLICT (\(keys.sqlIdentifiers)) DO \(action)"
    }
}

extension String {
    /// The text as a quoted SQL identifier.
    ///
    /// GRDB's `quotedDatabaseIdentifier` does not double the quotes in the text, so a quote would end the identifier.
    /// This property looks for quotes among the scalars, because a quote with a combining accent is one `Character`.
    package var sqlIdentifier: String {
        var identifier = "\""
        for scalar in unicodeScalars {
            identifier.unicodeScalars.append(scalar)
            if scalar == "\"" { identifier.unicodeScalars.append(scalar) }
        }
        return identifier + "\""
    }

    /// The bytes of the name with ASCII letters in lowercase. SQLite compares names in this form.
    package var lowercasedASCII: [UInt8] {
        utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    }
}
