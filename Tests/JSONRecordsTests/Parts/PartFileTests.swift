import Foundation
import RecordInvariants
import SystemPackage
import TestSupport
import Testing

@testable import JSONRecords

/// The files and the pipes from which parts are read.
@Suite struct PartFileTests {
    private let folder: TemporaryDirectory
    private let url: URL
    private let parts: [InputPart]
    private static let text = Array(#"[{"a":1},{"a":2},{"a":3},{"a":4}]"#.utf8)

    init() throws {
        folder = try TemporaryDirectory()
        url = try folder.file(Self.text)
        var options = ReadOptions()
        options.chunkBytes = 4
        parts = try Self.splitter(of: FilePath(url.path), options).parts(endingNear: [10, 20])
        try #require(parts.count == 3)
    }

    private static func splitter(of path: FilePath, _ options: ReadOptions) throws -> InputSplitter {
        let whole = InputPart(of: path.string, try InputFingerprint(of: path))
        return try InputSplitter(whole, from: InputOrigin(.path(path)), options: options)
    }

    private func read(_ part: InputPart, from kind: InputOrigin.Kind? = nil) throws -> RecordSummary {
        try RecordInput(part, part.origin(in: kind), options: ReadOptions()).read(into: TranscriptConsumer())
    }

    private func code(_ part: InputPart, from kind: InputOrigin.Kind? = nil) -> ImportError.Code? {
        do {
            _ = try read(part, from: kind)
            return nil
        } catch {
            return (error as? ImportError)?.code
        }
    }

    @Test func recordsAreReadFromRangeOfFile() throws {
        let summaries = try parts.map { try read($0) }
        #expect(summaries.map(\.recordCount).reduce(0, +) == 4)
        #expect(summaries.map(\.textBytes) == parts.map(\.byteRange.count))
        #expect(summaries.map(\.bytesRead) == parts.map(\.byteRange.count))
    }

    /// A manifest of another program may divide a text sequence before a record separator or after it.
    @Test(arguments: [4, 8, 9, 10, 17, 18]) func textSequenceIsDividedOnBothSidesOfSeparator(end: Int) throws
    {
        let text = Array("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n\u{1E}[]\n".utf8)
        try Data(text).write(to: url)
        let fingerprint = InputFingerprint(size: text.count)
        let count = (end + 1) / 9
        let parts = [
            InputPart(
                of: url.path, fingerprint, format: .textSequence, byteRange: 0..<end, recordCount: count),
            InputPart(
                of: url.path, fingerprint, format: .textSequence, byteRange: end..<text.count,
                firstRecord: count + 1, line: 1, column: 1),
        ]
        guard end > 4 else {
            #expect(code(parts[0]) == .invalidPart)
            return
        }
        #expect(try parts.map { try read($0).recordCount } == [count, 3 - count])
    }

    @Test func fileOfOtherSizeIsError() throws {
        try Data(Self.text + [0x0A]).write(to: url)
        #expect(code(parts[1]) == .inputChanged)
    }

    @Test func fileWithOtherFirstBytesIsError() throws {
        var text = Self.text
        text[2] = UInt8(ascii: "\t")
        try Data(text).write(to: url)
        var part = parts[1]
        part.fingerprint.modified = nil
        #expect(code(part) == .inputChanged)
    }

    @Test func fileModifiedLaterIsError() throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 10)], ofItemAtPath: url.path)
        #expect(code(parts[1]) == .inputChanged)
        var part = parts[1]
        part.fingerprint.modified = nil
        #expect(code(part) == nil)
    }

    @Test(arguments: [
        (-2, 500_000_000, "-1.500000000"), (-1, 750_000_000, "-0.250000000"), (-2, 0, "-2.000000000"),
        (-1, 999_999_999, "-0.000000001"), (0, 0, "0.000000000"), (1, 50, "1.000000050"),
    ])
    func modificationTimeIsThatOfStat(seconds: Int, nanoseconds: Int, text: String) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        // SAFETY: the path and the two times are valid for the call.
        #expect(unsafe utimensat(AT_FDCWD, url.path, [time, time], 0) == 0)
        #expect(try InputFingerprint(of: FilePath(url.path)).modified == text)
    }

    @Test func missingFileIsError() throws {
        try FileManager.default.removeItem(at: url)
        #expect(code(parts[0]) == .cannotOpen)
    }

    @Test func namedPipeIsNotDivided() throws {
        let path = FilePath(folder.namedPipe().path)
        let error = #expect(throws: ImportError.self) {
            try Self.splitter(of: path, ReadOptions())
        }
        #expect(error?.code == .cannotOpen)
    }

    @Test func rangeIsReadFromPipe() throws {
        for part in parts {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Self.text[part.byteRange])
            try pipe.fileHandleForWriting.close()
            #expect(try read(part, from: .handle(pipe.fileHandleForReading)).recordCount > 0)
        }
    }

    @Test(arguments: [-1, 1])
    func pipeWithOtherNumberOfBytesIsError(difference: Int) throws {
        let range = parts[0].byteRange.lowerBound..<parts[0].byteRange.upperBound + difference
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Self.text[range])
        try pipe.fileHandleForWriting.close()
        #expect(code(parts[0], from: .handle(pipe.fileHandleForReading)) == .readFailed)
    }

    @Test func partOfOtherBytesDoesNotEndBetweenRecords() throws {
        for offset in [2, 4, 7] {
            var part = parts[1]
            part.byteRange = part.byteRange.lowerBound..<part.byteRange.upperBound - offset
            #expect(code(part) == .invalidPart, "\(offset)")
        }
    }

    @Test func otherNumberOfRecordsIsError() throws {
        var part = parts[1]
        part.recordCount = 5
        #expect(code(part) == .invalidPart)
    }

    @Test func partIsReadOnSeveralThreads() throws {
        let text = Array("[\((0..<3000).map { "{\"n\":\($0)}" }.joined(separator: ", "))]".utf8)
        var options = ReadOptions()
        options.chunkBytes = 64
        let path = FilePath(try folder.file(text, named: "long.json").path)
        let parts = try Self.splitter(of: path, options).parts(endingNear: [100, 5000, 20_000])
        options.parallelism = .cores(3)
        options.segmentBytes = 200
        var count = 0
        for part in parts {
            let reader = try RecordInput(part, part.origin(), options: options)
                .makeParallelReader { TranscriptConsumer() }
            defer { reader.close() }
            while let batch = reader.next() { try reader.deliver(batch) { count += 1 } }
            #expect(reader.summary.textBytes == part.byteRange.count)
            #expect(reader.summary.nextNumber == count + 1)
        }
        #expect(count == 3000)
    }
}
