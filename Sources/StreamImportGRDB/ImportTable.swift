/// The table that records are written to: its name, its definition if it does not exist, and how rows are inserted.
///
///     try repos.write(
///         to: queue,
///         table: ImportTable("repos", primaryKey: ["id"], indices: [["stars"]], conflict: .upsert))
public struct ImportTable: Sendable {
    /// The name of the table. With `nil`, the default, it is the `databaseTableName` of a model that is a
    /// `TableRecord`. For another model, it is the name that GRDB would give its table by default, such as
    /// `postalAddress` for `PostalAddress`.
    public var name: String?

    /// The columns of the primary key, in order. None by default. A column has the name of its property, or that of the
    /// property's case in `CodingKeys`.
    ///
    /// A key that is a single integer column becomes SQLite's rowid. For an existing table, the key only determines
    /// which conflict ``ConflictPolicy/upsert`` resolves; if `primaryKey` is empty, the table's own
    /// primary key determines this.
    public var primaryKey: [String]

    /// The indices, each of one or more columns. None by default. No index is added to an existing table.
    public var indices: [[String]]

    /// The policy for a record whose row conflicts with an existing row. ``ConflictPolicy/fail`` by default.
    public var conflict: ConflictPolicy

    /// The number of records that are written in one transaction. 10,000 by default. It has no effect in a transaction
    /// of the caller.
    public var batchSize: Int

    /// Creates the description of a table.
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
