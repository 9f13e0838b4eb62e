import Foundation
import JSONRecords
import TableImport

/// The names of tables.
enum TableName {
    /// The name of the table for an input without a file name, such as standard input.
    static let ofNoFile = "records"

    private static let formatExtensions = ["gz", "zst", "json", "ndjson", "jsonl", "geojson", "txt"]

    /// Returns the name of the table for a file: the name of the file without the extensions for its format.
    static func ofFile(_ path: String) -> String {
        let name = URL(filePath: path).lastPathComponent
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)
        while parts.count > 1, let last = parts.last, formatExtensions.contains(last.lowercased()) {
            parts.removeLast()
        }
        let table = parts.joined(separator: ".")
        return table.isEmpty ? ofNoFile : table
    }

    /// Returns the name of the table for the records at a path: the last key; `nil` if the path has no key.
    static func ofPath(_ path: JSONPath) -> String? {
        path.components.reversed().lazy.compactMap { component in
            if case .key(let key) = component { key } else { nil }
        }.first
    }

    /// Returns whether a name is empty, contains NUL, or is reserved by SQLite or the program.
    static func isInvalid(_ name: String) -> Bool {
        name.isEmpty || name.lowercasedASCII.starts(with: "sqlite_".utf8) || name.contains("\0")
            || TableImportOptions(table: name).isTableReserved
    }
}
