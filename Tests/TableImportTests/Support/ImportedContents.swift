import Foundation

/// What an import of a workspace has written: the database, and the file of rejected records.
struct ImportedContents: Equatable {
    private var schema: [[String]]
    private var rows: [[[String]]]
    private var checkpoints: [[String]]
    private var rejected: [String]

    init(_ workspace: Workspace) throws {
        schema = try workspace.rows("SELECT type, name, sql FROM sqlite_master ORDER BY name")
        rows = try schema.filter { $0[0] == "'table'" && !$0[1].hasPrefix("'stream_import") }.map {
            try workspace.rows("SELECT rowid AS number, * FROM \($0[1])")
        }
        checkpoints =
            try workspace.rows(
                "SELECT records, rejected, text_bytes, digest, null_paths, finished, settings FROM stream_import"
            )
            + workspace.rows("SELECT * FROM stream_import_tables")
            + workspace.rows("SELECT * FROM stream_import_rows WHERE NOT input GLOB '*/*'")
        // The lines name the input by its path.
        rejected = try workspace.rejected().map { $0.replacing(workspace.folder.path, with: "") }
    }
}
