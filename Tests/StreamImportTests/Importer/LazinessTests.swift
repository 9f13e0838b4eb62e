import Foundation
import StreamImport
import Synchronization
import TestSupport
import Testing

/// Work is done only on request, and resources are released.
@Suite struct LazinessTests {
    /// Chunks, and the number of chunks that were requested.
    struct Counted: AsyncSequence, Sendable {
        let chunks: [[UInt8]]
        let asked = Counter()
        var error: Stop?

        final class Counter: Sendable {
            private let count = Atomic(0)
            var value: Int { count.load(ordering: .relaxed) }
            func add() { count.add(1, ordering: .relaxed) }
        }

        func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...], asked: asked, error: error) }

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<[UInt8]>
            let asked: Counter
            let error: Stop?

            mutating func next() async throws -> [UInt8]? {
                asked.add()
                if rest.isEmpty, let error { throw error }
                return rest.popFirst()
            }
        }
    }

    struct Stop: Error, Equatable {}

    private func chunks(_ texts: String...) -> Counted { Counted(chunks: texts.map { Array($0.utf8) }) }

    // MARK: - Asynchronous input

    @Test func chunkIsRequestedOnlyWhenRecordNeedsIt() async throws {
        let input = chunks(#"[{"x":1},{"x":2},{"#, #""x":3}]"#)
        let records = StreamImporter.objects(of: Point.self, from: input)
        var iterator = records.makeAsyncIterator()
        #expect(iterator.summary.recordCount == 0)
        #expect(input.asked.value == 0)
        #expect(try await iterator.next() == Point(x: 1))
        #expect(input.asked.value == 1)
        #expect(try await iterator.next() == Point(x: 2))
        #expect(input.asked.value == 1)
        #expect(try await iterator.next() == Point(x: 3))
        #expect(input.asked.value == 2)
        #expect(try await iterator.next() == nil)
        #expect(input.asked.value == 3)
        #expect(try await iterator.next() == nil)
        #expect(input.asked.value == 3)
        #expect(iterator.summary.recordCount == 3)
    }

    @Test func emptyChunksDoNotEndInput() async throws {
        let input = chunks("", "[1", "", "", "2,3", "", "]", "")
        #expect(try await StreamImporter.objects(of: Int.self, from: input).collect() == [12, 3])
    }

    @Test func chunkSequenceErrorFollowsRecords() async throws {
        var input = chunks("[1,2,", "3,")
        input.error = Stop()
        var iterator = StreamImporter.objects(of: Int.self, from: input).makeAsyncIterator()
        for value in 1...3 { #expect(try await iterator.next() == value) }
        await #expect(throws: ImportError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func cancelledTaskThrowsCancellationError() async throws {
        let task = Task {
            // SAFETY: the unsafe task is valid while the closure runs, and the closure does not store it.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await StreamImporter.objects(of: Int.self, from: chunks("[1,2]")).collect()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: - Pipes

    @Test func firstPipeRecordIsReturnedBeforeMoreIsWritten() throws {
        let pipe = Pipe()
        let records = StreamImporter.objects(of: Point.self, from: pipe.fileHandleForReading)
        let iterator = records.makeIterator()
        // The pipe was empty until now, so that an earlier read would have blocked.
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"x\":1}\n{\"x\":2}\n{\"x".utf8))
        #expect(try iterator.next() == Point(x: 1))
        #expect(try iterator.next() == Point(x: 2))
        try pipe.fileHandleForWriting.write(contentsOf: Data("\":3}\n".utf8))
        #expect(try iterator.next() == Point(x: 3))
        try pipe.fileHandleForWriting.close()
        #expect(try iterator.next() == nil)
    }

    @Test func errorInLineIsReportedOnceLineIsComplete() throws {
        let pipe = Pipe()
        var options = ImportOptions()
        options.format = .lines
        let records = StreamImporter.objects(
            of: Point.self, from: pipe.fileHandleForReading, options: options)
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"x\":1}\n{\"x\":nope}\n".utf8))
        let iterator = records.makeIterator()
        #expect(try iterator.next() == Point(x: 1))
        #expect(throws: ImportError.self) { try iterator.next() }
        #expect(try iterator.next() == nil)
    }

    @Test func secondReadOfPipeReportsAlreadyRead() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1,2]".utf8))
        try pipe.fileHandleForWriting.close()
        let records = StreamImporter.objects(of: Int.self, from: pipe.fileHandleForReading)
        #expect(try records.collect() == [1, 2])
        for _ in 0..<2 {
            #expect { try records.collect() } throws: { ($0 as? ImportError)?.code == .alreadyRead }
            let iterator = records.makeIterator()
            #expect { try iterator.next() } throws: { ($0 as? ImportError)?.code == .alreadyRead }
            #expect(try iterator.next() == nil)
        }
    }

    // MARK: - Repeated iteration

    @Test func eachIterationStartsAtFirstRecord() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file(Array("[1,2,3]".utf8))
        let handle = try FileHandle(forReadingFrom: file)
        for records in [
            StreamImporter.objects(of: Int.self, from: file),
            StreamImporter.objects(of: Int.self, from: handle),
            StreamImporter.objects(of: Int.self, from: "[1,2,3]"),
        ] {
            let interleavedIterator = records.makeIterator()
            #expect(try interleavedIterator.next() == 1)
            #expect(try records.collect() == [1, 2, 3])
            #expect(try interleavedIterator.next() == 2)
            var batches = records.batches(of: 2).makeIterator()
            #expect(try batches.next() == [1, 2])
            #expect(try records.forEach { _ in }.recordCount == 3)
        }
    }

    @Test func fileIsOpenedOnFirstRecordRequest() throws {
        let directory = try TemporaryDirectory()
        let records = StreamImporter.objects(of: Int.self, from: directory.fileURL("later.json"))
        let iterator = records.makeIterator()
        _ = try directory.file(Array("[7]".utf8), named: "later.json")
        #expect(try iterator.next() == 7)
    }

    @Test func missingFileReportsCannotOpen() throws {
        let directory = try TemporaryDirectory()
        let missing = StreamImporter.objects(of: Int.self, from: directory.fileURL("never.json"))
        #expect { try missing.collect() } throws: {
            let error = $0 as? ImportError
            return error?.code == .cannotOpen && error?.input == directory.fileURL("never.json").path
        }
    }

    #if os(Linux)
        @Test func fileDescriptorIsClosedAfterIteration() async throws {
            let directory = try TemporaryDirectory()
            let text = Array(("[" + (0..<10_000).map(String.init).joined(separator: ",") + ",x]").utf8)
            for bytes in [text, Compressed.gzip(text)] {
                let file = try directory.file(bytes)
                func isOpen() throws -> Bool {
                    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                    return descriptors.contains {
                        let target = try? FileManager.default.destinationOfSymbolicLink(
                            atPath: "/proc/self/fd/\($0)")
                        return target == file.path
                    }
                }
                let records = StreamImporter.objects(of: Int.self, from: file)
                var iterator: ImportIterator? = records.makeIterator()
                #expect(try !isOpen())
                #expect(try iterator?.next() == 0)
                // A file of less than 20,000 bytes can be read to its end, and closed, for the first record.
                #expect(try isOpen() || bytes.count < 20_000)
                iterator = nil
                #expect(try !isOpen())
                #expect(throws: Stop()) { try records.forEach { _ in throw Stop() } }
                #expect(try !isOpen())
                let failing = records.makeIterator()
                #expect(throws: ImportError.self) { while try failing.next() != nil {} }
                #expect(try !isOpen())
                #expect(throws: ImportError.self) { try records.collect() }
                #expect(try !isOpen())
            }
        }
    #endif

    // MARK: - Progress and summary

    @Test func progressIsReportedAtIntervalAndAtEnd() throws {
        let text = "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]"
        for (interval, isRare) in [(Duration.seconds(1000), true), (.zero, false)] {
            let collectedReports = Mutex<[ImportProgress]>([])
            var options = ImportOptions()
            options.chunkBytes = 1000
            options.progressInterval = interval
            options.onProgress = { progress in collectedReports.withLock { $0.append(progress) } }
            let summary = try StreamImporter.objects(of: Int.self, from: text, options: options).forEach {
                _ in
            }
            let reports = collectedReports.withLock { $0 }
            let count = reports.count
            #expect(isRare ? count == 2 : count >= text.utf8.count / 1000, "\(count)")
            #expect(reports.last?.recordCount == 20_000)
            #expect(reports.last?.bytesRead == text.utf8.count)
            #expect(reports.allSatisfy { $0.totalBytes == text.utf8.count })
            #expect(reports.map(\.bytesRead) == reports.map(\.bytesRead).sorted())
            #expect(reports.map(\.recordCount) == reports.map(\.recordCount).sorted())
            #expect(summary.bytesRead == text.utf8.count)
        }
    }

    @Test func pipeProgressHasNilTotalBytes() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1]".utf8))
        try pipe.fileHandleForWriting.close()
        let totals = Mutex<[Int?]>([])
        var options = ImportOptions()
        options.onProgress = { progress in totals.withLock { $0.append(progress.totalBytes) } }
        try StreamImporter.objects(of: Int.self, from: pipe.fileHandleForReading, options: options).forEach {
            _ in
        }
        #expect(totals.withLock { $0.allSatisfy { $0 == nil } && !$0.isEmpty })
    }

    @Test func summaryCountsCompressedAndTextBytes() throws {
        let text = Array(
            ("[" + [String](repeating: "{\"x\":1}", count: 1000).joined(separator: ",") + "]").utf8)
        for bytes in [Compressed.gzip(text), Compressed.zstd(text)] {
            let records = StreamImporter.objects(of: Point.self, from: bytes)
            let summary = try records.forEach { _ in }
            #expect(summary.recordCount == 1000)
            #expect(summary.bytesRead == bytes.count)
            #expect(summary.textBytes == text.count)
        }
    }
}
