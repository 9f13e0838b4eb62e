/// The table that records are written to: what it is called, how it is made if it is not there, and how rows get in.
///
///     try repos.write(
///         to: queue,
///         table: ImportTable("repos", primaryKey: ["id"], indices: [["stars"]], conflict: .upsert))
public struct ImportTable: Sendable {
    /// The name of the table. With `nil`, the default, `databaseTableName` of a model that is a `TableRecord`; of
    /// another one what that would be by default, `postalAddress` for `PostalAddress`.
    public var name: String?

    /// The properties that are the primary key, in the order of their precedence. None by default.
    ///
    /// An only one that is an integer becomes SQLite's rowid. If the table is there, the key says nothing but which
    /// conflict ``ConflictPolicy/upsert`` means; with none, that is the table's own key.
    public var primaryKey: [String]

    /// The indices, each of one or more properties. None by default. A table that is there gets no more.
    public var indices: [[String]]

    /// What becomes of a record whose row is in conflict with one that is there. ``ConflictPolicy/fail`` by default.
    public var conflict: ConflictPolicy

    /// How many records are written in one transaction. 10,000 by default. Where the transaction is the caller's,
    /// this means nothing.
    public var batchSize: Int

    /// Describes a table.
    public init(
        _ name: String? = nil, primaryKey: [String] = [], indices: [[String]] = [],
        conflict: ConflictPolicy = .fail, batchSize: Int = 10_000
    ) {
        self.name = name
        self.primaryKey = primaryKey
        self.indices = indices
        self.conflict = conflict
        self.batchSize = batchSize
    }
}

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
