import Foundation

/// The names of tables.
enum TableName {
    /// The table of what has no name, such as standard input.
    static let ofNoFile = "records"

    private static let formats = ["gz", "zst", "json", "ndjson", "jsonl", "geojson", "txt"]

    /// The table of a file: as the file is named, without what tells its format.
    static func ofFile(_ path: String) -> String {
        let name = URL(filePath: path).lastPathComponent
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)
        while parts.count > 1, let last = parts.last, formats.contains(last.lowercased()) {
            parts.removeLast()
        }
        let table = parts.joined(separator: ".")
        return table.isEmpty ? ofNoFile : table
    }

    /// Whether a name is no table's, or one that SQLite or the program keeps for itself.
    static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.isEmpty || name.hasPrefix("sqlite_") || name.contains("\0")
            || ["stream_import", "stream_import_tables"].contains(name)
    }
}
