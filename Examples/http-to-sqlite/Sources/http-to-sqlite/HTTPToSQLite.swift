import ArgumentParser
import GRDB
import NIOCore
import StreamImport

/// The program: `http-to-sqlite http://localhost:8000/items.json --path data.items --into items.sqlite`.
@main
struct HTTPToSQLite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http-to-sqlite",
        abstract: "Imports items from an HTTP response into the table item of an SQLite database.")

    @Argument(help: "The URL of a JSON document or of NDJSON, which may be compressed with gzip or zstd.")
    var url: String

    @Option(help: "The path of the array that contains the items; the root by default.")
    var path = ""

    @Option(help: "The path of the database.")
    var into: String

    @Option(help: "The seconds after which a server that sends nothing has stalled.")
    var timeout: Int64 = 30

    func run() async throws {
        let response = HTTPImport(url: url, path: try JSONPath(path), readTimeout: .seconds(timeout))
        let summary = try await response.write(to: DatabaseQueue(path: into))
        print("\(summary.recordCount) items imported into the table item of \(into)")
    }
}
