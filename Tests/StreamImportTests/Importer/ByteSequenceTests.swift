import Foundation
import StreamImport
import Synchronization
import Testing

/// Input that arrives byte by byte.
@Suite struct ByteSequenceTests {
    /// Bytes, and the number of bytes that were requested.
    private struct CountedBytes: AsyncSequence, Sendable {
        let bytes: [UInt8]
        let asked = Counter()
        var error: Stop?

        init(_ text: String) { bytes = Array(text.utf8) }

        func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes[...], asked: asked, error: error) }

        struct Iterator: AsyncIteratorProtocol {
            var bytes: ArraySlice<UInt8>
            let asked: Counter
            let error: Stop?

            mutating func next() async throws -> UInt8? {
                if bytes.isEmpty, let error { throw error }
                asked.add()
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

    @Test(arguments: [
        (#"[{"x":1}, {"x":2}]"#, [8, 17]), ("[[1],[2,3]]", [4, 10]), ("{\"x\":1}\n{\"x\":2}\n", [8, 16]),
        ("[1,\n2,\n3\n]", [9, 9, 9]), ("1\n2\n3\n", [2, 4, 6]),
        ("[{\"a\":{\n\"b\":[\n1\n,\n2]}\n}]", [23]),
    ])
    func recordIsReturnedAfterItsLastByte(text: String, lengths: [Int]) async throws {
        let bytes = CountedBytes(text)
        let records = StreamImporter.objects(of: JSONValue.self, from: bytes)
        var iterator = records.makeAsyncIterator()
        var found: [Int] = []
        while try await iterator.next() != nil { found.append(bytes.asked.value) }
        #expect(found == lengths)
        #expect(iterator.summary.textBytes == text.utf8.count)
    }

    @Test func byteSequenceErrorFollowsEarlierRecords() async throws {
        var bytes = CountedBytes("[1,2,")
        bytes.error = Stop()
        var records: [Int] = []
        await #expect(throws: Stop.self) {
            try await StreamImporter.objects(of: Int.self, from: bytes).collect(into: &records)
        }
        #expect(records == [1, 2])
    }

    @Test func chunkStreamsAndByteStreamsAreAccepted() async throws {
        let chunks = AsyncStream<[UInt8]> {
            $0.yield(Array("[1,2]".utf8)); $0.finish()
        }
        #expect(try await StreamImporter.objects(of: Int.self, from: chunks).collect() == [1, 2])
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
        try await StreamImporter.objects(of: Int.self, from: bytes).batches(of: 2).forEach { batch in
            MainActor.assertIsolated()
            sum += batch.count
        }
        #expect(sum == 9)
    }

    @Test func sequenceOfSendableInputIsSendable() async throws {
        let records = StreamImporter.objects(of: Int.self, from: CountedBytes("[1,2]"))
        let batches = records.batches(of: 2)
        #expect(try await Task { try await records.collect() }.value == [1, 2])
        #expect(try await Task { try await batches.forEach { _ in } }.value.recordCount == 2)
    }

    @Test func batchesAreAsynchronousSequences() async throws {
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
        var iterator = StreamImporter.objects(of: Int.self, from: "[1,2,x").batches(of: 3).makeAsyncIterator()
        #expect(try await iterator.next() == [1, 2])
        await #expect(throws: ImportError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: [0, -1])
    func nonPositiveBatchSizeReportsError(count: Int) async throws {
        let records = StreamImporter.objects(of: Int.self, from: "[1]")
        let first = #expect(throws: ImportError.self) { try records.batches(of: count).forEach { _ in } }
        #expect(first?.code == .invalidOption)
        let second = #expect(throws: ImportError.self) {
            var iterator = records.batches(of: count).makeIterator()
            _ = try iterator.next()
        }
        #expect(second?.code == .invalidOption)
        let bytes = StreamImporter.objects(of: Int.self, from: CountedBytes("[1]"))
        let third = await #expect(throws: ImportError.self) {
            try await bytes.batches(of: count).forEach { _ in }
        }
        #expect(third?.code == .invalidOption)
    }

    @Test func maximumBatchSizeIsAccepted() throws {
        let records = StreamImporter.objects(of: Int.self, from: "[1,2]")
        var lengths: [Int] = []
        try records.batches(of: .max).forEach { lengths.append($0.count) }
        #expect(lengths == [2])
    }

    @Test(arguments: [0, -1, .max])
    func chunkOrBufferSizeOutOfRangeReportsError(count: Int) async throws {
        var options = ImportOptions()
        options.chunkBytes = count
        let calls: [() throws -> Void] = [
            { _ = try Int(json: "1", options: options) }, { _ = try [Int](json: "[1]", options: options) },
            { _ = try StreamImporter.objects(of: Int.self, from: "[1]", options: options).collect() },
        ]
        for call in calls {
            let error = #expect(throws: ImportError.self) { try call() }
            #expect(error?.code == .invalidOption)
        }
        let bytes = StreamImporter.objects(of: Int.self, from: CountedBytes("[1]"), options: options)
        let error = await #expect(throws: ImportError.self) { try await bytes.collect() }
        #expect(error?.description == "chunkBytes must be from 1 to 1073741824, found \(count)")
        var export = ExportOptions()
        export.bufferBytes = count
        let other = #expect(throws: ImportError.self) { try StreamExporter.bytes(of: [1], options: export) }
        #expect(other?.code == .invalidOption)
    }
}
