import Foundation
import StreamImport
import SystemPackage
import TestSupport
import Testing

/// Exports to file handles, pipes and sockets.
@Suite struct ExportHandleTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func closedReaderOfPipeOrSocketReportsError() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let error = expectError(.writeFailed) {
            try StreamExporter.write([1], to: pipe.fileHandleForWriting)
        }
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
        let records = [Box(1.0), Box(2), nanRecord, Box(3)]
        #expect(throws: ImportError.self) {
            try StreamExporter.write(
                records, to: pipe.fileHandleForWriting, options: .with { $0.format = .lines })
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
                options: .with { ($0.format, $0.bufferBytes) = (.lines, bytes) })
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
        #expect(try text(of: url) == "[0]\n[1][2]")
    }
}
