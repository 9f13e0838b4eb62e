import Foundation
import GRDB
import StreamImport
import StreamImportGRDB

@testable import http_to_sqlite

/// A database in memory, and the import of a response into it.
struct Workspace {
    let database: DatabaseQueue

    init() throws {
        database = try DatabaseQueue()
    }

    /// Imports the items in the array `items`, in batches of `batchSize`.
    @discardableResult
    func importItems(
        from url: String, batchSize: Int = 10, readTimeout: Int64 = 60
    ) async throws -> ImportSummary {
        var response = HTTPImport(url: url, path: "items", readTimeout: .seconds(readTimeout))
        response.table.batchSize = batchSize
        return try await response.write(to: database)
    }

    /// The keys of the rows, in ascending order; `nil` if the table does not exist.
    func ids() throws -> [Int]? {
        try database.read { database in
            guard try database.tableExists("item") else { return nil }
            return try Int.fetchAll(database, sql: "SELECT id FROM item ORDER BY id")
        }
    }

    /// Returns when the table has at least `count` rows.
    func waitForRows(_ count: Int) async throws {
        while try ids()?.count ?? 0 < count { try await Task.sleep(for: .milliseconds(5)) }
    }
}

/// Parts of a document with the array `items`.
enum Dump {
    static let start = #"{"items": ["#
    static let end = "]}"

    /// Returns items, each with a comma after it.
    static func items(_ ids: ClosedRange<Int>) -> String {
        ids.map { #"{"id": \#($0), "name": "item \#($0)", "price": 0.5}, "# }.joined()
    }

    /// Returns a document with `count` items.
    static func document(_ count: Int) -> String {
        start + items(1...count).dropLast(2) + end
    }

    /// Returns the text as a file of the program gzip.
    static func gzip(_ text: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-c"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // The compressed text fits into the buffer of a pipe, so gzip never waits.
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return bytes
    }
}
