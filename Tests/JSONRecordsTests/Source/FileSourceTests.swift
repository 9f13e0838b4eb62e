import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

@Suite struct FileSourceTests {
    let directory: TemporaryDirectory
    let bytes = sampleText(count: 1000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [1, 2, 3, 7, 31, 4096])
    func fileIsReadWithAnyBufferSize(size: Int) throws {
        let url = try directory.file(bytes)
        #expect(try FileSource(.url(url), name: nil).readAll(bufferSize: size) == bytes)
    }

    @Test func totalBytesIsKnownAfterFirstRead() throws {
        let source = FileSource(.url(try directory.file(bytes)), name: nil)
        #expect(source.totalBytes == nil)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try source.read(into: &buffer) == .bytes(10))
        #expect(source.totalBytes == 1000)
        #expect(source.bytesRead == 10)
    }

    @Test func fileIsOpenedAtFirstRead() throws {
        let source = FileSource(.url(directory.fileURL("later.json")), name: nil)
        _ = try directory.file(bytes, named: "later.json")
        #expect(try source.readAll() == bytes)
    }

    @Test func emptyFileYieldsZeroBytes() throws {
        #expect(try FileSource(.url(try directory.file([])), name: nil).readAll() == [])
    }

    @Test func readAfterEndReturnsEnd() throws {
        let source = FileSource(.url(try directory.file(bytes)), name: nil)
        #expect(try source.readAll() == bytes)
        #expect(try source.readAll() == [])
    }

    @Test func handleIsReadFromOffsetAndOffsetIsKept() throws {
        let handle = try FileHandle(forReadingFrom: try directory.file(bytes))
        try handle.seek(toOffset: 100)
        let source = FileSource(.handle(handle))
        #expect(try source.readAll() == Array(bytes[100...]))
        #expect(source.totalBytes == 900)
        #expect(source.bytesRead == 900)
        #expect(try handle.offset() == 100)
    }

    @Test func handlePastEndYieldsZeroBytes() throws {
        let handle = try FileHandle(forReadingFrom: try directory.file(bytes))
        try handle.seek(toOffset: 2000)
        #expect(try FileSource(.handle(handle)).readAll() == [])
    }

    @Test func sourceRetainsHandle() throws {
        let source = FileSource(.handle(try FileHandle(forReadingFrom: try directory.file(bytes))))
        #expect(try source.readAll() == bytes)
    }

    @Test func openedFileIsClosedAtEnd() throws {
        let pipe = directory.namedPipe()
        let source = try partiallyReadSource(pipe)
        #expect(try source.readAll() == [])
        #expect(!isOpenForReading(pipe))
        #expect(source.bytesRead == 3)
    }

    @Test func openedFileIsClosedWhenSourceIsDeinitialized() throws {
        let pipe = directory.namedPipe()
        do { _ = try partiallyReadSource(pipe) }
        #expect(!isOpenForReading(pipe))
    }

    #if os(Linux)
        @Test func fileOfUnknownSizeIsRead() throws {
            let source = FileSource(.url(URL(filePath: "/proc/self/status")), name: nil)
            var buffer = [UInt8](repeating: 0, count: 4)
            #expect(try source.read(into: &buffer) == .bytes(4))
            #expect(source.totalBytes == nil)
            #expect(String(decoding: buffer, as: UTF8.self) == "Name")
        }
    #endif

    /// Returns a source that has read all available bytes of a named pipe, but not its end.
    private func partiallyReadSource(_ pipe: URL) throws -> FileSource {
        write([1, 2, 3], to: pipe)
        let source = FileSource(.url(pipe), name: nil)
        var buffer: [UInt8] = [0, 0, 0]
        #expect(try source.read(into: &buffer) == .bytes(3))
        return source
    }

    /// Returns whether the pipe is open for reading. Without a reader, a non-blocking open for writing fails.
    private func isOpenForReading(_ pipe: URL) -> Bool {
        let path = FilePath(pipe.path)
        guard let writer = try? FileDescriptor.open(path, .writeOnly, options: .nonBlocking) else {
            return false
        }
        try? writer.close()
        return true
    }

    /// Writes from another thread, because opening a named pipe waits for the other end.
    private func write(_ bytes: [UInt8], to url: URL) {
        Thread.detachNewThread {
            let handle = try? FileHandle(forWritingTo: url)
            try? handle?.write(contentsOf: Data(bytes))
            try? handle?.close()
        }
    }
}
