internal import Foundation
internal import GRDB
internal import JSONRecords
internal import SQLiteSupport

/// The stored metadata of a table that an import has written to.
struct TableMetadata {
    /// The metadata of a column that an import has created, or that has a path.
    struct Column: Codable, Equatable {
        var name: String
        var path: [String]?
        /// Whether an import has created the column.
        var isCreatedByImport: Bool
        /// The kinds of the values that imports have written to the column.
        var kinds: UInt16
    }

    let columns: [Column]
    /// The JSON of the columns.
    let text: String

    static let name = "stream_import_tables"

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS stream_import_tables (
                    table_name TEXT NOT NULL PRIMARY KEY, definition TEXT NOT NULL, columns TEXT NOT NULL)
                """)
    }

    /// Reads the metadata of a table; `nil` if there is none, or if it belongs to an earlier table with the same name.
    ///
    /// - Parameter definition: the table's current definition.
    init?(of table: String, definedAs definition: String, in db: Database) throws {
        guard try TableInfo.exists(Self.name, in: db),
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM stream_import_tables WHERE table_name = ?", arguments: [table])
        else { return nil }
        let stored = try row.storedText("definition")
        // `ALTER TABLE ADD COLUMN` inserts text before the last character of a definition, the closing parenthesis.
        guard definition == stored || definition.utf8.starts(with: stored.utf8.dropLast()) else { return nil }
        try self.init(text: row.storedText("columns"))
    }

    /// Reads the metadata from its JSON.
    init(text: String) throws {
        self.text = text
        columns = try JSONDecoder().decode([Column].self, from: Data(text.utf8))
    }

    /// Reads the JSON of the columns' metadata; `nil` if there is none.
    static func text(of table: String, in db: Database) throws -> String? {
        guard try TableInfo.exists(name, in: db) else { return nil }
        return try Row.fetchOne(
            db, sql: "SELECT columns FROM stream_import_tables WHERE table_name = ?", arguments: [table]
        )?.storedText("columns")
    }

    /// Writes the metadata of a table with its current definition.
    static func write(_ columns: [TableImport.Column], of table: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO stream_import_tables VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET definition = excluded.definition, columns = excluded.columns
                """,
            arguments: [
                table, TableInfo.definition(of: table, in: db) ?? "", text(columns),
            ])
    }

    /// Deletes the metadata of a table, if there is any.
    static func delete(of table: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM stream_import_tables WHERE table_name = ?", arguments: [table])
    }

    /// Returns the JSON for columns. `JSONEncoder` takes a millisecond for 500 columns, which would be spent for each batch
    /// in which a column gets values of a new kind.
    static func text(_ columns: [TableImport.Column]) -> String {
        let stored = columns.filter { $0.isCreatedByImport || $0.path != nil }
        return CompactJSON.array(
            stored.map { column in
                [
                    "isCreatedByImport": .bool(column.isCreatedByImport),
                    "kinds": .count(Int(column.importedKinds.rawValue)), "name": .string(column.name),
                    "path": column.path.map(CompactJSON.strings),
                ]
            }
        ).text
    }
}
