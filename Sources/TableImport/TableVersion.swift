internal import GRDB
internal import SQLiteSupport

/// The definition and the metadata of a table when a run last read or wrote them.
struct TableVersion {
    private let name: String
    private var definition: String?
    /// The JSON of the columns' metadata.
    private var metadataText: String?

    init(_ table: Table) {
        (name, definition, metadataText) = (table.name, table.definition, table.metadata?.text)
    }

    /// Returns whether the definition is unchanged.
    func isCurrent(in db: Database) throws -> Bool {
        try TableInfo.definition(of: name, in: db) == definition
    }

    /// Returns the metadata of the table if another import has written it since; `nil` if it is unchanged.
    func changedMetadata(in db: Database) throws -> TableMetadata? {
        guard let definition, try TableMetadata.text(of: name, in: db) != metadataText else { return nil }
        return try TableMetadata(of: name, definedAs: definition, in: db)
    }

    /// Reads the definition and the metadata again, after the run has written them.
    mutating func update(in db: Database) throws {
        definition = try TableInfo.definition(of: name, in: db)
        metadataText = try TableMetadata.text(of: name, in: db)
    }
}
