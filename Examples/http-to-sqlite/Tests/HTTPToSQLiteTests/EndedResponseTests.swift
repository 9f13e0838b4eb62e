import AsyncHTTPClient
import LoopbackServer
import NIOHTTP1
import StreamImport
import Testing

@testable import http_to_sqlite

/// Responses that end too early: the connection is cut, the server stalls, or the task is cancelled.
struct EndedResponseTests {
    /// A document that is cut in its 26th item.
    private static let text = Dump.start + Dump.items(1...25) + #"{"id": 26, "na"#

    @Test(arguments: [["Content-Length": "\(text.utf8.count + 1)"], [:]] as [HTTPHeaders])
    func cutConnectionReportsEndOfText(headers: HTTPHeaders) async throws {
        let workspace = try Workspace()
        let error = await #expect(throws: ImportError.self) {
            try await withServer { response in
                try await response.begin(.ok, headers)
                try await response.write(Self.text)
                try await workspace.waitForRows(20)
                try await response.close()
            } during: {
                try await workspace.importItems(from: $0)
            }
        }
        #expect(error?.code == .readFailed && error?.cause as? HTTPParserError == .invalidEOFState)
        #expect(error?.location?.offset == Self.text.utf8.count && error?.record == 26)
        // The last 5 items are in a batch that is not complete.
        #expect(try workspace.ids() == Array(1...20))
    }

    @Test func cutGzipKeepsCompleteBatches() async throws {
        let workspace = try Workspace()
        let compressed = try Dump.gzip(Dump.document(5_000))
        let error = await #expect(throws: ImportError.self) {
            try await withServer { response in
                try await response.begin(.ok, ["Content-Encoding": "gzip"])
                try await response.write(compressed.prefix(compressed.count / 2))
                try await workspace.waitForRows(100)
                try await response.close()
            } during: {
                try await workspace.importItems(from: $0, batchSize: 100)
            }
        }
        #expect(error?.code == .readFailed && error?.location != nil)
        let record = try #require(error?.record)
        #expect(try workspace.ids() == Array(1...(record - 1) / 100 * 100))
    }

    /// Without `Content-Length` and chunks, the end of the connection is the end of the response.
    @Test func connectionThatEndsResponseEarlyReportsUnexpectedEnd() async throws {
        let workspace = try Workspace()
        let error = await #expect(throws: ImportError.self) {
            try await withServer { response in
                try await response.begin(.ok, version: .http1_0)
                try await response.write(Self.text)
                try await response.close()
            } during: {
                try await workspace.importItems(from: $0)
            }
        }
        #expect(error?.code == .unexpectedEnd)
        #expect(error?.location?.offset == Self.text.utf8.count && error?.record == 26)
        #expect(try workspace.ids() == Array(1...20))
    }

    @Test func stalledServerReportsReadTimeout() async throws {
        let workspace = try Workspace()
        let error = await #expect(throws: ImportError.self) {
            try await withServer { response in
                try await response.begin()
                try await response.write(Self.text)
                try await response.waitForClose()
            } during: {
                try await workspace.importItems(from: $0, readTimeout: 5)
            }
        }
        #expect(error?.cause as? HTTPClientError == .readTimeout)
        #expect(error?.location?.offset == Self.text.utf8.count && error?.record == 26)
        #expect(try workspace.ids() == Array(1...20))
    }

    @Test func serverWithoutResponseReportsTimeout() async throws {
        let workspace = try Workspace()
        await #expect(throws: HTTPClientError.self) {
            try await withServer {
                try await $0.waitForClose()
            } during: {
                try await workspace.importItems(from: $0, readTimeout: 1)
            }
        }
        #expect(try workspace.ids() == nil)
    }

    @Test func cancelledTaskClosesConnection() async throws {
        let workspace = try Workspace()
        let isClosed = Signal()
        try await withServer { response in
            try await response.begin()
            try await response.write(Self.text)
            try await response.waitForClose()
            isClosed.send()
        } during: { url in
            let task = Task { try await workspace.importItems(from: url) }
            try await workspace.waitForRows(20)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await isClosed.wait()
        }
        #expect(try workspace.ids() == Array(1...20))
    }
}
