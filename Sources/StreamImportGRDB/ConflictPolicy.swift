/// What becomes of a record whose row is in conflict with one that is there.
public enum ConflictPolicy: Sendable, CaseIterable {
    /// The import ends with the `DatabaseError` of the constraint.
    case fail
    /// The record is left out: `INSERT OR IGNORE`.
    ///
    /// So is a record whose null no column takes; see the documentation of SQLite for what else is ignored.
    case ignore
    /// The row that is there is deleted: `INSERT OR REPLACE`. Foreign keys may delete others with it, and columns
    /// that are not the model's get what they have by default.
    case replace
    /// The row that has the primary key gets the values of the record, and keeps those of columns that are not the
    /// model's: `INSERT … ON CONFLICT … DO UPDATE`. Conflicts of other constraints end the import.
    case upsert
}
