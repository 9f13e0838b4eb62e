import Foundation
import StreamImport
import SystemPackage
import TestSupport
import Testing

/// Destinations that cannot be written.
@Suite struct UnwritableExportTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func unwritableDestinationIsNamedInError() throws {
        let missing = directory.fileURL("no/such.json")
        #expect(
            errorMessage { _ = try StreamExporter(of: Int.self, to: missing) } == """
                \(missing.path): cannot be written: the directory does not exist; create it first
                """)
        #expect(
            errorMessage { _ = try StreamExporter(of: Int.self, to: directory.url) } == """
                \(directory.url.path): cannot be written: it is a directory; use the path of a file
                """)
        let remote = try #require(URL(string: "https://me:secret@example.com/x?y=z"))
        #expect(
            errorMessage { _ = try StreamExporter(of: Int.self, to: remote) } == """
                https://example.com/x: is not a file URL; write to a file and upload it, or write to a socket
                """)
        let nowhere = try #require(URL(string: "file://"))
        expectError(.cannotWrite) { _ = try StreamExporter(of: Int.self, to: nowhere) }
    }

    @Test(.enabled(if: geteuid() != 0, "root can write to read-only files"))
    func readOnlyFileReportsErrorAndIsKept() throws {
        let url = try directory.file(Array("old".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: url.path)
        expectError(.cannotWrite) { try StreamExporter.write([1], to: url) }
        #expect(try text(of: url) == "old")
    }

    #if os(Linux)
        @Test func fullDiskReportsWriteError() throws {
            let url = URL(filePath: "/dev/full")
            let error = expectError(.writeFailed) { try StreamExporter.write([1], to: url) }
            #expect(error?.category == .io)
            #expect(error?.cause as? Errno == .noSpace)
            #expect(
                error?.description == """
                    /dev/full: writing failed after 0 bytes: the disk is full; free some disk space, or write to another disk
                    """)
            let handle = try FileHandle(forWritingTo: url)
            let exporter = try StreamExporter(
                of: Int.self, to: handle, options: .with { $0.bufferBytes = 4 })
            try exporter.write(1)
            #expect(errorMessage { for number in 0..<9 { try exporter.write(number) } } != nil)
            #expect(FileManager.default.fileExists(atPath: "/dev/full"))
        }
    #endif
}
