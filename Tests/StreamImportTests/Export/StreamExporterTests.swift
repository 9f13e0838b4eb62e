import Foundation
import StreamImport
import SystemPackage
import TestSupport
import Testing

/// The destinations of exports, and their content after an error.
@Suite struct StreamExporterTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func options(_ configure: (inout ExportOptions) -> Void) -> ExportOptions {
        var options = ExportOptions()
        configure(&options)
        return options
    }

    private var fileNames: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
    }

    private func text(_ url: URL) throws -> String {
        String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }

    private static let nanRecord = Box(Double.nan)

    // MARK: - Text

    @Test func recordsAreWrittenAsArrayElementsOrLines() throws {
        #expect(try exported([Int]()) == "[]")
        #expect(try exported([Int]()) { $0.format = .lines } == "")
        #expect(try exported([1, 2]) == "[1,2]")
        #expect(try exported([1, 2]) { $0.format = .lines } == "1\n2\n")
        #expect(
            try exported([Box(1)]) { $0.isIndented = true } == "[\n    {\n        \"value\": 1\n    }\n]\n")
        #expect(
            try exported(["a", "b"]) { ($0.isIndented, $0.format) = (true, .lines) } == "\"a\"\n\"b\"\n")
        #expect(try StreamExporter.data(of: [true]) == Data("[true]".utf8))
    }

    @Test func valuesAreSeparatedAndIndented() throws {
        let text = #"{"a":[],"b":{},"c":[1,null,[true],{"k":"v"}]}"#
        let values = try StreamImporter.objects(of: JSONValue.self, from: text).collect()
        // An object of several members has no order.
        let members = try [#""a":[]"#, #""b":{}"#, #""c":[1,null,[true],{"k":"v"}]"#].map { member in
            try StreamImporter.objects(of: JSONValue.self, from: "{\(member)}").collect()[0]
        }
        #expect(try exported(values).count == text.utf8.count + 2)
        #expect(try exported(members) == #"[{"a":[]},{"b":{}},{"c":[1,null,[true],{"k":"v"}]}]"#)
        #expect(
            try exported(members) { $0.isIndented = true } == """
                [
                    {
                        "a": [

                        ]
                    },
                    {
                        "b": {

                        }
                    },
                    {
                        "c": [
                            1,
                            null,
                            [
                                true
                            ],
                            {
                                "k": "v"
                            }
                        ]
                    }
                ]

                """)
    }

    @Test(arguments: 0..<20)
    func charactersAreEscapedAtEachPosition(position: Int) throws {
        let escapes: [UInt8: String] = [
            0x08: #"\b"#, 0x09: #"\t"#, 0x0A: #"\n"#, 0x0B: #"\u000B"#, 0x0C: #"\f"#, 0x0D: #"\r"#,
            0x1F: #"\u001F"#,
            0x22: #"\""#, 0x5C: #"\\"#, 0x00: #"\u0000"#,
        ]
        for byte in UInt8.min...0x7F {
            let scalar = String(Unicode.Scalar(byte))
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            let code = #"\u00"# + (byte < 0x10 ? "0" : "") + hexadecimal
            let escaped = escapes[byte] ?? (byte < 0x20 ? code : scalar)
            let (before, after) = (
                String(repeating: "é", count: position / 2) + String(repeating: "x", count: position % 2),
                String(repeating: "y", count: 20 - position)
            )
            #expect(try exportedLine(before + scalar + after) == "\"\(before)\(escaped)\(after)\"")
            #expect(try exportedLine(before + scalar + scalar) == "\"\(before)\(escaped)\(escaped)\"")
        }
    }

    @Test(arguments: [1, 2, 7, 100, 1_000_000])
    func bufferSizeDoesNotAffectOutput(bytes: Int) throws {
        let boxes = (0..<300).map { Box("\($0)" + String(repeating: "é", count: $0)) }
        for format in ExportFormat.allCases {
            let text = try exported(boxes) { ($0.bufferBytes, $0.format) = (bytes, format) }
            #expect(text == (try exported(boxes) { $0.format = format }))
        }
    }

    // MARK: - Files

    @Test func fileAppearsOnlyAfterFinish() throws {
        let url = directory.fileURL("out.json")
        let exporter = try StreamExporter(of: Box<Int>.self, to: url, options: options { $0.bufferBytes = 1 })
        try exporter.write(Box(1))
        try exporter.write(Box(2))
        #expect(exporter.recordCount == 2)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try exporter.finish()
        #expect(try text(url) == #"[{"value":1},{"value":2}]"#)
        #expect(try fileNames == ["out.json"])
    }

    @Test func failedExportKeepsTargetOfSymbolicLink() throws {
        let url = try directory.file(Array("old".utf8))
        let link = directory.fileURL("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        #expect(throws: ImportError.self) { try StreamExporter.write([Self.nanRecord], to: link) }
        #expect(try text(url) == "old")
        #expect(try fileNames == ["dump.json", "link"])
    }

    @Test func exportReplacesTargetOfSymbolicLinkWithSamePermissions() throws {
        let url = try directory.file(Array("old".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
        let link = directory.fileURL("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        #expect(try StreamExporter.write([Box(1)], to: link) == 1)
        #expect(try text(url) == #"[{"value":1}]"#)
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
        #expect(try text(directory.fileURL("there/out.json")) == #"[{"value":1}]"#)
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
        let error = #expect(throws: ImportError.self) { try StreamExporter.write([1], to: link) }
        #expect(error?.code == .cannotWrite)
        #expect(error?.cause as? Errno == .tooManySymbolicLinkLevels)
        #expect(try fileNames == ["link"])
    }

    @Test func failedExportReportsPathAndLeavesDirectoryEmpty() throws {
        let url = directory.fileURL("out.json")
        let records = (0..<1000).map { Box(Double($0)) } + [Self.nanRecord]
        for (format, path) in [(ExportFormat.array, "$[1000].value"), (.lines, "$.value")] {
            let options = options { ($0.bufferBytes, $0.format) = (100, format) }
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
        #expect(errorMessage { try exporter.write(Self.nanRecord) } == expected)
        #expect(errorMessage { try exporter.finish() } == expected)
        #expect(try text(url) == "[]")
    }

    @Test func writeAfterErrorReportsSameError() throws {
        let exporter = try StreamExporter(of: Box<Double>.self, to: directory.fileURL("out.json"))
        let firstError = errorMessage { try exporter.write(Self.nanRecord) }
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
            try StreamExporter.write(repos, to: url, options: options { $0.format = .lines }).recordCount == 2
        )
        #expect(
            try StreamImporter.objects(of: Repo.self, from: url).collect()
                == [Repo(id: 1, fullName: "a"), Repo(id: 2, fullName: "b")])
    }

    @Test func errorOfImportSequenceKeepsExistingFile() throws {
        let url = try directory.file(Array("old".utf8))
        let truncated = StreamImporter.objects(of: Box<Int>.self, from: #"[{"value":1},{"val"#)
        let error = #expect(throws: ImportError.self) { try StreamExporter.write(truncated, to: url) }
        #expect(error?.code == .unexpectedEnd)
        #expect(try text(url) == "old")
        #expect(try fileNames == ["dump.json"])
    }

    // MARK: - Unwritable destinations

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
        let error = #expect(throws: ImportError.self) { _ = try StreamExporter(of: Int.self, to: nowhere) }
        #expect(error?.code == .cannotWrite)
    }

    @Test(.enabled(if: geteuid() != 0, "root can write to read-only files"))
    func readOnlyFileReportsErrorAndIsKept() throws {
        let url = try directory.file(Array("old".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: url.path)
        let error = #expect(throws: ImportError.self) { try StreamExporter.write([1], to: url) }
        #expect(error?.code == .cannotWrite)
        #expect(try text(url) == "old")
    }

    #if os(Linux)
        @Test func fullDiskReportsWriteError() throws {
            let url = URL(filePath: "/dev/full")
            let error = #expect(throws: ImportError.self) { try StreamExporter.write([1], to: url) }
            #expect(error?.code == .writeFailed)
            #expect(error?.category == .io)
            #expect(error?.cause as? Errno == .noSpace)
            #expect(
                error?.description == """
                    /dev/full: writing failed after 0 bytes: the disk is full; free some disk space, or write to another disk
                    """)
            let handle = try FileHandle(forWritingTo: url)
            let exporter = try StreamExporter(
                of: Int.self, to: handle, options: options { $0.bufferBytes = 4 })
            try exporter.write(1)
            #expect(errorMessage { for number in 0..<9 { try exporter.write(number) } } != nil)
            #expect(FileManager.default.fileExists(atPath: "/dev/full"))
        }
    #endif

    // MARK: - Pipes and sockets

    @Test func closedReaderOfPipeOrSocketReportsError() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let error = #expect(throws: ImportError.self) {
            try StreamExporter.write([1], to: pipe.fileHandleForWriting)
        }
        #expect(error?.code == .writeFailed)
        #expect(error?.cause as? Errno == .brokenPipe)
        #expect(error?.description == "writing failed after 0 bytes: the reading end is closed")
        let (reader, writer) = socketPair()
        try reader.close()
        #expect(
            errorMessage { try StreamExporter.write([1], to: writer) }
                == "writing failed after 0 bytes: the reading end is closed")
    }

    @Test func readOnlyHandleReportsError() throws {
        let handle = try FileHandle(forReadingFrom: try directory.file([]))
        #expect(
            errorMessage { try StreamExporter.write([1], to: handle) } == """
                writing failed after 0 bytes: the file handle is closed, or not open for writing
                """)
    }

    @Test(arguments: [false, true])
    func socketReaderReceivesAllRecords(isBlocking: Bool) throws {
        let (reader, writer) = socketPair()
        if !isBlocking { _ = fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK) }
        let numbers = Array(0..<100_000)
        Thread.detachNewThread {
            #expect(errorMessage { try StreamExporter.write(numbers, to: writer) } == nil)
            try? writer.close()
        }
        let data = try #require(try reader.readToEnd())
        #expect(try StreamImporter.objects(of: Int.self, from: data).collect() == numbers)
    }

    @Test func namedPipeReceivesRecords() throws {
        let url = directory.namedPipe()
        Thread.detachNewThread {
            #expect(errorMessage { try StreamExporter.write([Box(1)], to: url) } == nil)
        }
        #expect(try StreamImporter.objects(of: Box<Int>.self, from: url).collect() == [Box(1)])
    }

    @Test func recordsBeforeErrorAreWrittenToHandle() throws {
        let pipe = Pipe()
        let records = [Box(1.0), Box(2), Self.nanRecord, Box(3)]
        #expect(throws: ImportError.self) {
            try StreamExporter.write(
                records, to: pipe.fileHandleForWriting, options: options { $0.format = .lines })
        }
        try pipe.fileHandleForWriting.close()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: data, as: UTF8.self) == "{\"value\":1.0}\n{\"value\":2.0}\n")
    }

    @Test(arguments: [1, 20, 30, 64])
    func failedRecordIsNotWrittenPartially(bytes: Int) throws {
        let pipe = Pipe()
        let (shortValues, longValues) = ([1.0], Array(repeating: 2.0, count: 40))
        #expect(throws: ImportError.self) {
            try StreamExporter.write(
                [Box(shortValues), Box(longValues), Box(shortValues), Box(longValues + [.nan])],
                to: pipe.fileHandleForWriting,
                options: options { ($0.format, $0.bufferBytes) = (.lines, bytes) })
        }
        try pipe.fileHandleForWriting.close()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let lines = try [shortValues, longValues, shortValues].map { try exportedLine(Box($0)) + "\n" }
        #expect(String(decoding: data, as: UTF8.self) == lines.joined())
    }

    @Test func handleIsWrittenFromItsCurrentOffset() throws {
        let url = try directory.file(Array("[0]\n".utf8))
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try StreamExporter.write([1], to: handle)
        try StreamExporter.write([2], to: handle)
        #expect(try text(url) == "[0]\n[1][2]")
    }
}
