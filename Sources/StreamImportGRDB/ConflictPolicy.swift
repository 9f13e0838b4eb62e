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
