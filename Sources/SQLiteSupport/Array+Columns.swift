/// SQL for columns of a table, which are given by name.
extension [String] {
    /// The names as a list of SQL identifiers.
    package var sqlIdentifiers: String { map(\.sqlIdentifier).joined(separator: ", ") }

    /// Returns the `ON CONFLICT` clause of a statement that inserts these columns: a row with the same keys is updated.
    package func upsertClause(keys: [String]) -> String {
        let isKey = Set(keys.map(\.lowercasedASCII))
        let updates = filter { !isKey.contains($0.lowercasedASCII) }
            .map(\.sqlIdentifier).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates)"
        return "ON CONFLICT (\(keys.sqlIdentifiers)) DO \(action)"
    }
}
