import AsyncHTTPClient
import Foundation
import LoopbackServer
import NIOHTTP1
import StreamImport
import Synchronization
import Testing

@testable import http_to_sqlite

/// A response of 64 MB, which the server generates while it sends it.
@Suite(.serialized) struct LargeResponseTests {
    private static let responseBytes = 64 << 20
    /// The bytes of text that the client and the sockets may hold: about 10 chunks of at most 64 KiB in the client, and
    /// the buffers of the two sockets, which Linux limits to 4 MB for sending and 6 MB for receiving.
    private static let aheadBytes = 16 << 20
    private static let memoryBytes = 32 << 20

    /// The number of bytes that the server has sent.
    private final class Sent: Sendable {
        let count = Mutex(0)
    }

    #if os(Linux)
        @Test func memoryDoesNotDependOnSize() async throws {
            let workspace = try Workspace()
            try await withServer {
                try await Self.send(to: $0, Sent())
            } during: { url in
                try Self.resetPeakMemory()
                let before = try Self.peakMemory()
                let summary = try await workspace.importItems(from: url, batchSize: 1_000)
                let growth = try Self.peakMemory() - before
                #expect(summary.textBytes >= Self.responseBytes)
                #expect(growth < Self.memoryBytes)
            }
        }
    #endif

    @Test func serverDoesNotRunAheadOfConsumer() async throws {
        let sent = Sent()
        try await withServer {
            try await Self.send(to: $0, sent)
        } during: { url in
            try await HTTPClient.withHTTPClient { client in
                let response = try await client.execute(HTTPClientRequest(url: url), deadline: .distantFuture)
                let chunks = response.body.map(\.readableBytesView)
                var items = StreamImporter.objects(of: Item.self, from: chunks, at: "items")
                    .makeAsyncIterator()
                let first = try await items.next()
                #expect(first?.id == 1)
                // The consumer pauses, until the server cannot send more.
                var previous = -1
                while sent.count.withLock({ $0 }) != previous {
                    previous = sent.count.withLock { $0 }
                    try await Task.sleep(for: .milliseconds(500))
                }
                #expect(previous < Self.aheadBytes)
                let second = try await items.next()
                #expect(second?.id == 2)
            }
        }
    }

    private static func send(to response: ServerResponse, _ sent: Sent) async throws {
        // Of each item, the import reads about 50 bytes, and skips the rest.
        let note = String(repeating: "-", count: 4_000)
        try await response.begin()
        try await response.write(Dump.start)
        var id = 0
        var count = 0
        while count < responseBytes {
            var text = ""
            for _ in 1...16 {
                id += 1
                text += #"{"id": \#(id), "name": "item \#(id)", "note": "\#(note)"}, "#
            }
            count += text.utf8.count
            try await response.write(text)
            sent.count.withLock { $0 = count }
        }
        try await response.write(Dump.items(id + 1...id + 1).dropLast(2) + Dump.end)
        try await response.end()
    }

    /// Resets the peak of this process to its current memory, which Linux provides.
    private static func resetPeakMemory() throws {
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// Returns the peak of the resident memory of this process, in bytes.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }
}
