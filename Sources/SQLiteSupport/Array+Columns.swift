/// SQL for columns of a table. The elements are the names of the columns.
extension [String] {
    /// The names as a list of SQL identifiers.
    package var sqlIdentifiers: String { map(\.sqlIdentifier).joined(separator: ", ") }

    /// Returns the `ON CONFLICT` clause of a statement that inserts these columns. If a row with the same keys exists,
    /// the statement updates this row; if all columns are keys, the statement does nothing.
    package func upsertClause(keys: [String]) -> String {
        let keyNames = Set(keys.map(\.lowercasedASCII))
        let updates = filter { !keyNames.contains($0.lowercasedASCII) }
            .map(\.sqlIdentifier).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates)"
        return "ON CONFLICT (\(keys.sqlIdentifiers)) DO \(action)"
    }
}
