import AsyncHTTPClient
import Foundation
import LoopbackServer
import NIOHTTP1
import StreamImport
import Testing

@testable import http_to_sqlite

/// Complete responses.
struct ResponseTests {
    private static let document = Dump.document(25)

    @Test(arguments: [["Content-Length": "\(document.utf8.count)"], [:]] as [HTTPHeaders])
    func plainBodyIsImported(headers: HTTPHeaders) async throws {
        let workspace = try Workspace()
        let summary = try await withServer { response in
            try await response.begin(.ok, headers)
            try await response.write(Self.document)
            try await response.end()
        } during: {
            try await workspace.importItems(from: $0)
        }
        #expect(summary.recordCount == 25 && summary.bytesRead == Self.document.utf8.count)
        #expect(try workspace.ids() == Array(1...25))
    }

    @Test(
        arguments: [
            ["Content-Encoding": "gzip", "Content-Type": "application/json"],
            ["Content-Type": "application/gzip"],
        ] as [HTTPHeaders])
    func gzipIsDecompressedByFirstBytes(headers: HTTPHeaders) async throws {
        let workspace = try Workspace()
        let compressed = try Dump.gzip(Self.document)
        let summary = try await withServer { response in
            try await response.begin(.ok, headers)
            try await response.write(compressed)
            try await response.end()
        } during: {
            try await workspace.importItems(from: $0)
        }
        #expect(summary.bytesRead == compressed.count && summary.textBytes == Self.document.utf8.count)
        #expect(try workspace.ids() == Array(1...25))
    }

    @Test func smallChunksWithPausesAreImported() async throws {
        let workspace = try Workspace()
        try await withServer { response in
            try await response.begin()
            for byte in Self.document.utf8 {
                try await response.write([byte])
                if byte == UInt8(ascii: "}") { try await Task.sleep(for: .milliseconds(5)) }
            }
            try await response.end()
        } during: {
            try await workspace.importItems(from: $0)
        }
        #expect(try workspace.ids() == Array(1...25))
    }

    @Test func batchIsWrittenBeforeServerSendsMore() async throws {
        let workspace = try Workspace()
        let summary = try await withServer { response in
            try await response.begin()
            try await response.write(Dump.start + Dump.items(1...10))
            try await workspace.waitForRows(10)
            try await response.write(Dump.items(11...11).dropLast(2) + Dump.end)
            try await response.end()
        } during: {
            try await workspace.importItems(from: $0)
        }
        #expect(summary.recordCount == 11)
        #expect(try workspace.ids() == Array(1...11))
    }

    @Test(arguments: [HTTPResponseStatus.notFound, .internalServerError, .noContent])
    func otherStatusIsReportedBeforeImport(status: HTTPResponseStatus) async throws {
        let workspace = try Workspace()
        let error = await #expect(throws: UnexpectedStatus.self) {
            try await withServer { response in
                try await response.begin(status)
                if status.mayHaveResponseBody { try await response.write(Self.document) }
                try await response.end()
            } during: {
                try await workspace.importItems(from: $0)
            }
        }
        #expect(error?.description.hasSuffix("expected the status 200 OK, found \(status)") == true)
        #expect(try workspace.ids() == nil)
    }

    @Test func itemThatDoesNotFitClosesConnection() async throws {
        let workspace = try Workspace()
        let isClosed = Signal()
        let error = await #expect(throws: ImportError.self) {
            try await withServer { response in
                try await response.begin()
                try await response.write(Dump.start + Dump.items(1...12) + #"{"id": "x"}, "#)
                try await response.waitForClose()
                isClosed.send()
            } during: { url in
                do {
                    try await workspace.importItems(from: url)
                } catch {
                    await isClosed.wait()
                    throw error
                }
            }
        }
        #expect(error?.code == .typeMismatch && error?.record == 13)
        #expect(try workspace.ids() == Array(1...10))
    }
}
