import Foundation
import TestSupport
import Testing

@testable import JSONRecords

@Suite struct InputOriginTests {
    let directory: TemporaryDirectory
    let bytes = sampleText(count: 1000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func rereadableInputStartsAtBeginningEachTime() throws {
        let url = try directory.file(bytes)
        let kinds: [InputOrigin.Kind] = [
            .file(url), .handle(try FileHandle(forReadingFrom: url)), .bytes(bytes), .data(Data(bytes)),
            .text(String(decoding: bytes, as: UTF8.self)),
        ]
        for kind in kinds {
            let origin = InputOrigin(kind)
            var buffer = [UInt8](repeating: 0, count: 100)
            _ = try origin.makeSource().read(into: &buffer)
            for _ in 0..<3 { #expect(try origin.makeSource().readAll() == bytes) }
        }
    }

    @Test func sourcesOfOneHandleReadIndependently() throws {
        let origin = InputOrigin(.handle(try FileHandle(forReadingFrom: try directory.file(bytes))))
        let sources = [try origin.makeSource(), try origin.makeSource()]
        var texts: [[UInt8]] = [[], []]
        var buffer = [UInt8](repeating: 0, count: 7)
        for step in 0..<500 {
            guard case .bytes(let count) = try sources[step % 2].read(into: &buffer) else { break }
            texts[step % 2] += buffer.prefix(count)
        }
        #expect(texts == [bytes, bytes])
    }

    @Test func handleIsReadFromOffsetOfFirstSource() throws {
        let handle = try FileHandle(forReadingFrom: try directory.file(bytes))
        let origin = InputOrigin(.handle(handle))
        try handle.seek(toOffset: 10)
        let first = try origin.makeSource()
        try handle.seek(toOffset: 500)
        #expect(try first.readAll() == Array(bytes[10...]))
        #expect(try origin.makeSource().readAll() == Array(bytes[10...]))
    }

    @Test func secondSourceOfPipeThrowsAlreadyRead() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
        try pipe.fileHandleForWriting.close()
        let origin = InputOrigin(.handle(pipe.fileHandleForReading))
        #expect(try origin.makeSource().readAll() == bytes)
        for _ in 0..<2 {
            #expect(throws: ImportError.alreadyRead(nil)) { try origin.makeSource() }
        }
    }

    @Test func secondSourceOfSocketThrowsAlreadyRead() throws {
        let (reader, writer) = socketPair()
        let origin = InputOrigin(.handle(reader))
        _ = try origin.makeSource()
        #expect(throws: ImportError.alreadyRead(nil)) { try origin.makeSource() }
        try writer.close()
    }

    @Test func secondSourceOfNamedPipeThrowsAlreadyRead() throws {
        let url = directory.namedPipe()
        let origin = InputOrigin(.file(url))
        _ = try origin.makeSource()
        #expect {
            try origin.makeSource()
        } throws: { error in
            (error as? ImportError)?.description == """
                \(url.path): was already read, and a pipe, a socket or a terminal can be read only once; \
                keep the records of the first import, or save the input to a file first
                """
        }
    }

    @Test func concurrentTasksMakeOnlyOnePipeSource() async throws {
        let pipe = Pipe()
        let origin = InputOrigin(.handle(pipe.fileHandleForReading))
        let sourceCount = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { (try? origin.makeSource()) == nil ? 0 : 1 } }
            return await group.reduce(0, +)
        }
        #expect(sourceCount == 1)
    }

    @Test(arguments: [Compressed.gzip, Compressed.zstd])
    func compressedInputIsInflatedForEveryKind(compress: @Sendable ([UInt8]) -> [UInt8]) throws {
        let compressed = compress(bytes)
        // The extension of the file is not that of a compressed file.
        let url = try directory.file(compressed)
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(compressed))
        try pipe.fileHandleForWriting.close()
        let kinds: [InputOrigin.Kind] = [
            .file(url), .handle(try FileHandle(forReadingFrom: url)), .handle(pipe.fileHandleForReading),
            .bytes(compressed), .data(Data(compressed)),
        ]
        for kind in kinds { #expect(try InputOrigin(kind).makeSource().readAll() == bytes) }
    }

    @Test func stringWithMagicNumberIsNotInflated() throws {
        #expect(try InputOrigin(.text("P*M\u{18}")).makeSource().readAll() == Array("P*M\u{18}".utf8))
    }

    @Test func nullDeviceIsEmpty() throws {
        let origin = InputOrigin(.handle(.nullDevice))
        for _ in 0..<2 { #expect(try origin.makeSource().readAll() == []) }
    }

    @Test func makingSourceDoesNotOpenFile() throws {
        let origin = InputOrigin(.file(directory.fileURL("later.json")))
        let source = try origin.makeSource()
        _ = try directory.file(bytes, named: "later.json")
        #expect(try source.readAll() == bytes)
    }

    @Test func onlyFilesAndStandardInputHaveNames() throws {
        #expect(InputOrigin(.file(URL(filePath: "/tmp/a b.json"))).name == "/tmp/a b.json")
        #expect(InputOrigin(.handle(.standardInput)).name == "standard input")
        #expect(InputOrigin(.handle(Pipe().fileHandleForReading)).name == nil)
        #expect(InputOrigin(.text("")).name == nil)
    }
}
