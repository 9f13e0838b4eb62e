import Foundation
import GRDB
import StreamImport
import StreamImportGRDB

/// The records that a text has.
func records<Model: Importable>(_ text: String, of model: Model.Type = Model.self) -> ImportSequence<Model> {
    StreamImporter.objects(of: Model.self, from: text)
}

/// Calls `body` with a queue and a pool that are files, and a queue in memory.
func forEachDatabase(_ body: (any DatabaseWriter) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(DatabaseQueue(path: folder.appending(path: "queue.sqlite").path))
    try body(DatabasePool(path: folder.appending(path: "pool.sqlite").path))
    try body(DatabaseQueue())
}

/// What an error says; `nil` if there is none.
func errorMessage(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

extension DatabaseReader {
    /// The rows of a query, the values of each one side by side.
    func lines(_ sql: String) throws -> [String] {
        try read { database in
            try Row.fetchAll(database, sql: sql).map { row in
                row.databaseValues.map { $0.description }.joined(separator: " ")
            }
        }
    }
}
