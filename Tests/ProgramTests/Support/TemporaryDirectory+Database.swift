import Foundation
import GRDB

extension TemporaryDirectory {
    /// Opens a database in the folder.
    func database(_ name: String = "db") throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        return try DatabaseQueue(path: file(name).path, configuration: configuration)
    }

    /// Returns the rows of a query. A comma separates the values of a row.
    func rows(_ sql: String, of name: String = "db") throws -> [String] {
        try database(name).read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map(\.spelling).joined(separator: ", ")
            }
        }
    }

    func hasTable(_ table: String, of name: String = "db") throws -> Bool {
        try !rows("SELECT 1 FROM sqlite_master WHERE name = '\(table)'", of: name).isEmpty
    }

    /// Returns whether a file of this name exists.
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name).path) }
}

extension DatabaseValue {
    fileprivate var spelling: String {
        if case .string(let text) = storage { text } else { description }
    }
}
