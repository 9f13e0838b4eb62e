import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

@Suite struct FileErrorTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func missingFileErrorNamesPath() {
        let error = readError(of: directory.fileURL("no such.json"))
        #expect(error?.code == .cannotOpen)
        #expect(error?.category == .io)
        #expect(error?.cause as? Errno == .noSuchFileOrDirectory)
        let path = directory.fileURL("no such.json").path
        #expect(
            error?.description
                == "\(path): cannot be opened: the file does not exist; check the path")
    }

    @Test func directoryURLThrowsIsDirectory() throws {
        let error = readError(of: directory.url)
        #expect(error?.code == .cannotOpen)
        #expect(error?.cause as? Errno == .isDirectory)
        #expect(error?.message == "cannot be opened: it is a directory")
    }

    @Test func directoryHandleThrowsIsDirectoryEachTime() throws {
        let descriptor = try FileDescriptor.open(FilePath(directory.url.path), .readOnly)
        let handle = FileHandle(fileDescriptor: descriptor.rawValue, closeOnDealloc: true)
        let origin = InputOrigin(.handle(handle))
        for _ in 0..<2 {
            let error = try origin.makeSource().readError()
            #expect(error?.code == .cannotOpen)
            #expect(error?.cause as? Errno == .isDirectory)
        }
    }

    @Test func pathThroughFileThrowsNotDirectory() throws {
        let file = try directory.file([])
        #expect(readError(of: file.appending(path: "x"))?.cause as? Errno == .notDirectory)
    }

    @Test func symbolicLinkLoopThrowsTooManyLinkLevels() throws {
        let link = directory.fileURL("loop")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: link)
        let error = readError(of: link)
        #expect(error?.code == .cannotOpen)
        #expect(error?.cause as? Errno == .tooManySymbolicLinkLevels)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func unreadableFileThrowsCannotOpen() throws {
        let file = try directory.file([1])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        let error = readError(of: file)
        #expect(error?.code == .cannotOpen)
        #expect(error?.message == "cannot be opened: reading is not permitted")
    }

    @Test(arguments: ["file:///tmp/a%00b", "file:///tmp/%FF%FE.json", "file://"])
    func invalidPathThrowsCannotOpen(url: String) throws {
        #expect(readError(of: try #require(URL(string: url)))?.code == .cannotOpen)
    }

    @Test func invalidHandleThrowsCannotOpen() {
        // The descriptor is invalid. A closed handle is not used here: on some systems, reading its descriptor raises an
        // exception.
        let error = FileSource(.handle(FileHandle(fileDescriptor: -1))).readError()
        #expect(error?.code == .cannotOpen)
        #expect(error?.cause as? Errno == .badFileDescriptor)
    }

    @Test func writeOnlyHandleThrowsReadFailed() throws {
        let error = FileSource(.handle(try FileHandle(forWritingTo: try directory.file([1]))), name: "out")
            .readError()
        #expect(error?.code == .readFailed)
        #expect(
            error?.description
                == "out: reading failed after 0 bytes: the file handle is closed, or not open for reading")
    }

    @Test(arguments: [
        (
            "https://me:secret@example.com/dump.json?token=secret#x",
            """
            https://example.com/dump.json: is not a file URL; download it first, or import its bytes as an \
            asynchronous sequence
            """
        ),
        ("/tmp/dump.json", "/tmp/dump.json: is not a file URL; create the URL of a path with URL(filePath:)"),
    ])
    func nonFileURLThrowsCannotOpen(url: String, description: String) throws {
        let origin = InputOrigin(.file(try #require(URL(string: url))))
        #expect {
            try origin.makeSource()
        } throws: { error in
            let error = error as? ImportError
            return error?.code == .cannotOpen && error?.description == description
        }
    }

    @Test(arguments: [
        "dump.json", "2026-01.jsonl.gz", "C:\\a.ndjson", "/tmp/dump", "./dump", "~/a b", "../dump.zst",
        "file:///tmp/dump.json",
    ])
    func pathAsTextThrowsUnsupportedFormat(path: String) throws {
        let error = #expect(throws: ImportError.self) { try InputOrigin(.text(path)).makeSource() }
        #expect(error?.code == .unsupportedFormat)
        #expect(
            error?.description
                == "expected JSON, found the path of a file; create the URL of the path with URL(filePath:)")
        _ = try InputOrigin(.bytes(Array(path.utf8))).makeSource()
    }

    @Test(arguments: [
        "", "1 2", "-1.5e3", "null", "// a", "/* a */", #""dump.json""#, #"{"a":"/b.json"}"#, "[1]\n/a.json",
        "1\na.json", "dump.json\n",
    ])
    func otherTextIsRead(text: String) throws {
        _ = try InputOrigin(.text(text)).makeSource()
    }

    private func readError(of url: URL) -> ImportError? {
        FileSource(.url(url), name: url.path).readError()
    }
}
