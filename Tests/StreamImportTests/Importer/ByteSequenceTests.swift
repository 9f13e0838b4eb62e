import Foundation
import StreamImport
import Synchronization
import Testing

/// Input that arrives byte by byte.
@Suite struct ByteSequenceTests {
    /// Bytes, and a counter of the requests for a byte.
    private struct CountedBytes: AsyncSequence, Sendable {
        let bytes: [UInt8]
        let requestCounter = Counter()
        var error: Stop?

        init(_ text: String) { bytes = Array(text.utf8) }

        func makeAsyncIterator() -> Iterator {
            Iterator(bytes: bytes[...], requestCounter: requestCounter, error: error)
        }

        struct Iterator: AsyncIteratorProtocol {
            var bytes: ArraySlice<UInt8>
            let requestCounter: Counter
            let error: Stop?

            mutating func next() async throws -> UInt8? {
                if bytes.isEmpty, let error { throw error }
                requestCounter.add()
                return bytes.popFirst()
            }
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private struct Stop: Error {}

    /// The counts are the numbers of bytes that were requested when each record is returned. Bytes are gathered into chunks,
    /// which end at a closing bracket, or at a line feed that can end a record.
    @Test(
        arguments: [
            (#"[{"x":1}, {"x":2}]"#, .automatic, [8, 17]), ("[[1],[2,3]]", .automatic, [4, 10]),
            ("{\"x\":1}\n{\"x\":2}\n", .automatic, [8, 16]), ("[1,\n2,\n3\n]", .automatic, [9, 9, 9]),
            ("1\n2\n3\n", .automatic, [2, 4, 6]), ("[{\"a\":{\n\"b\":[\n1\n,\n2]}\n}]", .automatic, [23]),
            (#"{"x":1}{"x":2}"#, .automatic, [14, 15]), (#"{"x":1}{"x":2}"#, .sequence, [7, 14]),
            ("{\"x\":1} {\n\"x\":2} {}", .automatic, [16, 16, 19]),
            ("{\"x\":1} {\n\"x\":2} {}", .sequence, [7, 16, 19]),
        ] as [(String, ImportFormat, [Int])])
    func recordIsReturnedAfterChunkThatEndsIt(
        text: String, format: ImportFormat, requestCounts: [Int]
    ) async throws {
        let bytes = CountedBytes(text)
        var options = ImportOptions()
        options.format = format
        let records = StreamImporter.objects(of: JSONValue.self, from: bytes, options: options)
        var iterator = records.makeAsyncIterator()
        var counts: [Int] = []
        while try await iterator.next() != nil { counts.append(bytes.requestCounter.value) }
        #expect(counts == requestCounts)
        #expect(iterator.summary.textBytes == text.utf8.count)
    }

    @Test func byteSequenceErrorFollowsEarlierRecords() async throws {
        var bytes = CountedBytes("[1,2,")
        bytes.error = Stop()
        var records: [Int] = []
        let error = await #expect(throws: ImportError.self) {
            try await StreamImporter.objects(of: Int.self, from: bytes).collect(into: &records)
        }
        #expect(error?.cause is Stop)
        #expect(records == [1, 2])
    }

    @Test func streamOfChunksIsImported() async throws {
        let chunks = AsyncStream<[UInt8]> {
            $0.yield(Array("[1,2]".utf8)); $0.finish()
        }
        #expect(try await StreamImporter.objects(of: Int.self, from: chunks).collect() == [1, 2])
    }

    @Test func streamOfBytesIsImported() async throws {
        let bytes = AsyncStream<UInt8> { stream in
            for byte in "[1,2]".utf8 { stream.yield(byte) }
            stream.finish()
        }
        #expect(try await StreamImporter.objects(of: Int.self, from: bytes).collect() == [1, 2])
    }

    @Test @MainActor func recordsAreDeliveredOnCallersActor() async throws {
        var sum = 0
        let bytes = CountedBytes("[1,2,3]")
        let summary = try await StreamImporter.objects(of: Int.self, from: bytes).forEach { value in
            MainActor.assertIsolated()
            sum += value
        }
        #expect(sum == 6 && summary.recordCount == 3)
    }

    @Test @MainActor func batchesAreDeliveredOnCallersActor() async throws {
        var count = 0
        let bytes = CountedBytes("[1,2,3]")
        try await StreamImporter.objects(of: Int.self, from: bytes).batches(of: 2).forEach { batch in
            MainActor.assertIsolated()
            count += batch.count
        }
        #expect(count == 3)
    }

    @Test func sequenceOfSendableInputIsSendable() async throws {
        let records = StreamImporter.objects(of: Int.self, from: CountedBytes("[1,2]"))
        let batches = records.batches(of: 2)
        #expect(try await Task { try await records.collect() }.value == [1, 2])
        #expect(try await Task { try await batches.forEach { _ in } }.value.recordCount == 2)
    }

    @Test func asynchronousIterationDeliversBatches() async throws {
        var lengths: [Int] = []
        for try await batch in StreamImporter.objects(of: Int.self, from: "[1,2,3]").batches(of: 2) {
            lengths.append(batch.count)
        }
        for try await batch in StreamImporter.objects(of: Int.self, from: CountedBytes("[1,2,3]")).batches(
            of: 2)
        {
            lengths.append(batch.count)
        }
        #expect(lengths == [2, 1, 2, 1])
    }

    @Test func partialBatchIsDeliveredBeforeSyntaxError() async throws {
        var iterator = StreamImporter.objects(of: Int.self, from: "[1,2,x").batches(of: 3).makeAsyncIterator()
        #expect(try await iterator.next() == [1, 2])
        await #expect(throws: ImportError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: [0, -1])
    func nonPositiveBatchSizeReportsError(batchSize: Int) async throws {
        let records = StreamImporter.objects(of: Int.self, from: "[1]")
        let forEachError = #expect(throws: ImportError.self) {
            try records.batches(of: batchSize).forEach { _ in }
        }
        #expect(forEachError?.code == .invalidOption)
        let iteratorError = #expect(throws: ImportError.self) {
            var iterator = records.batches(of: batchSize).makeIterator()
            _ = try iterator.next()
        }
        #expect(iteratorError?.code == .invalidOption)
        let bytes = StreamImporter.objects(of: Int.self, from: CountedBytes("[1]"))
        let asyncError = await #expect(throws: ImportError.self) {
            try await bytes.batches(of: batchSize).forEach { _ in }
        }
        #expect(asyncError?.code == .invalidOption)
    }

    @Test func maximumBatchSizeIsAccepted() throws {
        let records = StreamImporter.objects(of: Int.self, from: "[1,2]")
        var lengths: [Int] = []
        try records.batches(of: .max).forEach { lengths.append($0.count) }
        #expect(lengths == [2])
    }

    @Test(arguments: [0, -1, .max])
    func chunkSizeOutOfRangeReportsError(size: Int) async throws {
        var options = ImportOptions()
        options.chunkBytes = size
        let calls: [() throws -> Void] = [
            { _ = try Int(json: "1", options: options) }, { _ = try [Int](json: "[1]", options: options) },
            { _ = try StreamImporter.objects(of: Int.self, from: "[1]", options: options).collect() },
        ]
        for call in calls {
            expectError(.invalidOption) { try call() }
        }
        let bytes = StreamImporter.objects(of: Int.self, from: CountedBytes("[1]"), options: options)
        let error = await #expect(throws: ImportError.self) { try await bytes.collect() }
        #expect(error?.description == "chunkBytes must be from 1 to 1073741824, found \(size)")
    }

    @Test(arguments: [0, -1, .max])
    func bufferSizeOutOfRangeReportsError(size: Int) {
        var options = ExportOptions()
        options.bufferBytes = size
        expectError(.invalidOption) { try StreamExporter.bytes(of: [1], options: options) }
    }
}
