import Foundation
import StreamImport
import SystemPackage
import TestSupport
import Testing

/// Exports to files, and the files after an error.
@Suite struct ExportFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var fileNames: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
    }

    @Test func fileAppearsOnlyAfterFinish() throws {
        let url = directory.fileURL("out.json")
        let exporter = try StreamExporter(of: Box<Int>.self, to: url, options: .with { $0.bufferBytes = 1 })
        try exporter.write(Box(1))
        try exporter.write(Box(2))
        #expect(exporter.recordCount == 2)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try exporter.finish()
        #expect(try text(of: url) == #"[{"value":1},{"value":2}]"#)
        #expect(try fileNames == ["out.json"])
    }

    @Test func failedExportKeepsTargetOfSymbolicLink() throws {
        let url = try directory.file(Array("old".utf8))
        let link = directory.fileURL("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        #expect(throws: ImportError.self) { try StreamExporter.write([nanRecord], to: link) }
        #expect(try text(of: url) == "old")
        #expect(try fileNames == ["dump.json", "link"])
    }

    @Test func exportReplacesTargetOfSymbolicLinkWithSamePermissions() throws {
        let url = try directory.file(Array("old".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
        let link = directory.fileURL("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        #expect(try StreamExporter.write([Box(1)], to: link) == 1)
        #expect(try text(of: url) == #"[{"value":1}]"#)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try fileNames == ["dump.json", "link"])
    }

    @Test func danglingSymbolicLinkIsFollowedAndKept() throws {
        let fileManager = FileManager.default
        try fileManager.createDirectory(at: directory.fileURL("there"), withIntermediateDirectories: false)
        let links = [("first", "there/second"), ("there/second", "../third"), ("third", "there/out.json")]
        for (link, destination) in links {
            try fileManager.createSymbolicLink(
                atPath: directory.fileURL(link).path, withDestinationPath: destination)
        }
        #expect(try StreamExporter.write([Box(1)], to: directory.fileURL("first")) == 1)
        #expect(try text(of: directory.fileURL("there/out.json")) == #"[{"value":1}]"#)
        for (link, destination) in links {
            #expect(
                try fileManager.destinationOfSymbolicLink(atPath: directory.fileURL(link).path) == destination
            )
        }
        #expect(try fileNames == ["first", "there", "third"])
    }

    @Test func symbolicLinkLoopReportsErrorAndIsKept() throws {
        let link = directory.fileURL("link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "link")
        let error = expectError(.cannotWrite) { try StreamExporter.write([1], to: link) }
        #expect(error?.cause as? Errno == .tooManySymbolicLinkLevels)
        #expect(try fileNames == ["link"])
    }

    @Test func failedExportReportsPathAndLeavesDirectoryEmpty() throws {
        let url = directory.fileURL("out.json")
        let records = (0..<1000).map { Box(Double($0)) } + [nanRecord]
        for (format, path) in [(ExportFormat.array, "$[1000].value"), (.lines, "$.value")] {
            let options = ExportOptions.with { ($0.bufferBytes, $0.format) = (100, format) }
            #expect(
                errorMessage { try StreamExporter.write(records, to: url, options: options) } == """
                    \(url.path), record 1001, \(path): expected a JSON number, found nan
                    """)
            #expect(try fileNames == [])
        }
    }

    @Test func unfinishedExportLeavesDirectoryEmpty() throws {
        try StreamExporter(of: Int.self, to: directory.fileURL("out.json")).write(1)
        #expect(try fileNames == [])
    }

    @Test func writeAfterFinishReportsError() throws {
        let url = directory.fileURL("out.json")
        let exporter = try StreamExporter(of: Box<Double>.self, to: url)
        try exporter.finish()
        let expected =
            "\(url.path): the export has already finished; write all records before calling finish()"
        #expect(errorMessage { try exporter.write(nanRecord) } == expected)
        #expect(errorMessage { try exporter.finish() } == expected)
        #expect(try text(of: url) == "[]")
    }

    @Test func writeAfterErrorReportsSameError() throws {
        let exporter = try StreamExporter(of: Box<Double>.self, to: directory.fileURL("out.json"))
        let firstError = errorMessage { try exporter.write(nanRecord) }
        #expect(firstError != nil)
        #expect(errorMessage { try exporter.write(Box(1)) } == firstError)
        #expect(errorMessage { try exporter.finish() } == firstError)
    }

    /// A scalar whose `exported(dates:)` calls the exporter that is writing the scalar.
    struct Nested: ImportableScalar {
        // SAFETY: one thread accesses the variable: that of `nestedWriteToSameExporterReportsError`, the only test that
        // exports this type.
        nonisolated(unsafe) static var exporter: StreamExporter<Nested>?
        var catchesError = false

        init(catchesError: Bool) { self.catchesError = catchesError }
        init(_ token: borrowing ImportToken) {}

        func exported(dates: DateStrategy) throws -> ExportedScalar {
            let busy = """
                another record is being written; do not call the exporter while it is writing a record
                """
            let exporter = unsafe Self.exporter
            #expect(errorMessage { try exporter?.finish() } == busy)
            guard catchesError else {
                try exporter?.write(self)
                return .null
            }
            #expect(errorMessage { try exporter?.write(self) } == busy)
            return .bool(true)
        }
    }

    @Test func nestedWriteToSameExporterReportsError() throws {
        let pipe = Pipe()
        let exporter = try StreamExporter(of: Nested.self, to: pipe.fileHandleForWriting)
        unsafe Nested.exporter = exporter
        defer { unsafe Nested.exporter = nil }
        try exporter.write(Nested(catchesError: true))
        try exporter.write(Nested(catchesError: true))
        #expect(
            errorMessage { try exporter.write(Nested(catchesError: false)) } == """
                record 3: another record is being written; do not call the exporter while it is writing a record
                """)
        try pipe.fileHandleForWriting.close()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: data, as: UTF8.self) == "[true,true")
    }

    @Test func importSequenceIsExportedRecordByRecord() throws {
        let url = directory.fileURL("out.json")
        let repos = StreamImporter.objects(
            of: Repo.self, from: #"{"id":1,"full_name":"a"}{"id":2,"fullName":"b"}"#)
        #expect(
            try StreamExporter.write(repos, to: url, options: .with { $0.format = .lines }).recordCount == 2
        )
        #expect(
            try StreamImporter.objects(of: Repo.self, from: url).collect()
                == [Repo(id: 1, fullName: "a"), Repo(id: 2, fullName: "b")])
    }

    @Test func errorOfImportSequenceKeepsExistingFile() throws {
        let url = try directory.file(Array("old".utf8))
        let truncated = StreamImporter.objects(of: Box<Int>.self, from: #"[{"value":1},{"val"#)
        expectError(.unexpectedEnd) { try StreamExporter.write(truncated, to: url) }
        #expect(try text(of: url) == "old")
        #expect(try fileNames == ["dump.json"])
    }
}
