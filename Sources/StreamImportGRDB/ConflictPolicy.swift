internal import SQLiteSupport
internal import StreamImport

/// The policy for a record whose row conflicts with an existing row.
public enum ConflictPolicy: Sendable, CaseIterable {
    /// The import ends with the `DatabaseError` of the constraint.
    case fail
    /// The record is skipped: `INSERT OR IGNORE`.
    ///
    /// A record with null for a `NOT NULL` column is skipped, too. See SQLite's documentation for other
    /// cases.
    case ignore
    /// The existing row is deleted: `INSERT OR REPLACE`. Foreign keys may delete other rows with this row, and columns
    /// that do not belong to the model get their default values.
    case replace
    /// The row with the same primary key gets the values of the record, and keeps its values in columns that do not
    /// belong to the model: `INSERT … ON CONFLICT … DO UPDATE`. Conflicts of other constraints end the import.
    case upsert
}

extension ConflictPolicy {
    /// Returns the statement that writes a row to a table, with a parameter for each column.
    ///
    /// - Parameter key: the columns of the primary key.
    /// - Throws: ``ImportError`` if an upsert has no primary key.
    func insertSQL(into table: String, columns: [String], key: [String]) throws(ImportError) -> String {
        let parameters = columns.map { _ in "?" }.joined(separator: ", ")
        let target = "INTO \(table.sqlIdentifier) (\(columns.sqlIdentifiers)) VALUES (\(parameters))"
        switch self {
        case .fail: return "INSERT \(target)"
        case .ignore: return "INSERT OR IGNORE \(target)"
        case .replace: return "INSERT OR REPLACE \(target)"
        case .upsert:
            guard !key.isEmpty else { throw .noPrimaryKey(table: table) }
            return "INSERT \(target) " + columns.upsertClause(keys: key)
        }
    }
}

extension ImportError {
    fileprivate static func noPrimaryKey(table: String) -> ImportError {
        ImportError(
            .invalidTable, "the table \(table.debugDescription) has no primary key, which an upsert requires",
            advice: "list the properties of the key in primaryKey")
    }
}
