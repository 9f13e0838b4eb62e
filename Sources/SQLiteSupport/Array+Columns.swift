/// Columns of a table by their names, as statements have them.
extension [String] {
    /// The names as a list of identifiers.
    package var sqlIdentifiers: String { map(\.sqlIdentifier).joined(separator: ", ") }

    /// The end of a statement that inserts these columns: the row that has the same keys gets their values.
    package func upsertClause(keys: [String]) -> String {
        let isKey = Set(keys.map(\.lowercasedASCII))
        let updates = filter { !isKey.contains($0.lowercasedASCII) }
            .map(\.sqlIdentifier).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates)"
        return "ON CONFLICT (\(keys.sqlIdentifiers)) DO \(action)"
    }
}
