import AsyncHTTPClient
import GRDB
import NIOCore
import StreamImport
import StreamImportGRDB

/// A record of the response, and a row of the table `item`.
@Importable
struct Item: Codable, FetchableRecord {
    let id: Int
    var name: String
    var price: Double?
}

/// An import of the items in an HTTP response into an SQLite table.
///
/// The items are written while the response arrives. Memory is bounded by one batch of items.
struct HTTPImport {
    var url: String
    /// The path of the array that contains the items.
    var path = JSONPath()
    /// Because of the key and the policy, a second import of the same response changes nothing.
    var table = ImportTable(primaryKey: ["id"], conflict: .upsert, batchSize: 1_000)
    /// The time after which a server that sends nothing has stalled. It includes the time to write a batch.
    var readTimeout = TimeAmount.seconds(30)

    /// Writes the items to the table.
    ///
    /// - Returns: the summary of the import.
    /// - Throws: ``UnexpectedStatus`` before the import begins. `ImportError` if the connection is cut, if the server
    ///   stalls, or if an item does not fit; complete batches stay in the table. `CancellationError` if the task is
    ///   cancelled, which also closes the connection.
    func write(to database: some DatabaseWriter) async throws -> ImportSummary {
        // The import decompresses gzip and zstd itself, in the encoding of a response as well as in a file.
        var configuration = HTTPClient.Configuration(decompression: .disabled)
        configuration.timeout.read = readTimeout
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "Accept-Encoding", value: "gzip, zstd")
            let response = try await client.execute(request, deadline: .now() + readTimeout)
            guard response.status == .ok else {
                throw UnexpectedStatus(url: url, status: "\(response.status)")
            }
            // A `ByteBuffer` is not a sequence. Its view is one, and is copied as a whole.
            let chunks = response.body.map(\.readableBytesView)
            return try await StreamImporter.objects(of: Item.self, from: chunks, at: path)
                .write(to: database, table: table)
        }
    }
}

/// A status other than 200.
struct UnexpectedStatus: Error, CustomStringConvertible {
    var url: String
    var status: String

    var description: String { "\(url): expected the status 200 OK, found \(status)" }
}
