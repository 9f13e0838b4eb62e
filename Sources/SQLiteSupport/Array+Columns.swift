/// SQL for columns of a table. The elements are the names of the columns.
extension [String] {
    /// The names as a list of SQL identifiers.
    package var sqlIdentifiers: String { map(\.sqlIdentifier).joined(separator: ", ") }

    /// Returns the `ON CONFLICT` clause of a statement that inserts these columns. If a row with the same keys exists,
    /// the statement updates this row; if all columns are keys, the statement does nothing.
    ///
    /// - Parameter returnsKeys: whether the statement returns the keys of the row, as the table stores them. Then it updates
    ///   the row even if all columns are keys, because it returns only rows that it has written.
    package func upsertClause(keys: [String], returnsKeys: Bool = false) -> String {
        let keyNames = Set(keys.map(\.lowercasedASCII))
        var updates = filter { !keyNames.contains($0.lowercasedASCII) }
            .map(\.sqlIdentifier).map { "\($0) = excluded.\($0)" }
        if updates.isEmpty, returnsKeys { updates = keys.map(\.sqlIdentifier).map { "\($0) = \($0)" } }
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates.joined(separator: ", "))"
        let clause = "ON CONFLICT (\(keys.sqlIdentifiers)) DO \(action)"
        return returnsKeys ? "\(clause) RETURNING \(keys.sqlIdentifiers)" : clause
    }
}
