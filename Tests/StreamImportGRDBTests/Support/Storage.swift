import Foundation
import GRDB
import StreamImport
import StreamImportGRDB

/// Returns the records of a text.
func records<Model: Importable>(_ text: String, of model: Model.Type = Model.self) -> ImportSequence<Model> {
    StreamImporter.objects(of: Model.self, from: text)
}

/// Calls `body` with each kind of database: a queue and a pool with a file, and a queue in memory.
func forEachDatabase(_ body: (any DatabaseWriter) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(DatabaseQueue(path: folder.appending(path: "queue.sqlite").path))
    try body(DatabasePool(path: folder.appending(path: "pool.sqlite").path))
    try body(DatabaseQueue())
}

/// Returns the description of the error that `body` throws; `nil` if there is none.
func errorMessage(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

extension DatabaseReader {
    /// Returns the rows of a query. A space separates the values of a row.
    func lines(_ sql: String) throws -> [String] {
        try read { database in
            try Row.fetchAll(database, sql: sql).map { row in
                row.databaseValues.map { $0.description }.joined(separator: " ")
            }
        }
    }
}
