import Foundation
@testable import JSONRecords
import StreamImport
import Synchronization
import TestSupport
import Testing

/// Imports on several threads: order, errors and early ends; and imports on one thread.
///
/// ``importAllVariants(to:from:at:chunkSizes:sourceLocation:_:)`` compares each import with one on a single thread.
@Suite(.manyVariants) struct ParallelImportTests {
    private struct Stop: Error, Equatable {
        let number: Int
    }

    private static let count = 20_000
    private static let numbers = Array(("[" + (1...count).map(String.init).joined(separator: ",") + "]").utf8)

    private static func options(_ workerCount: Int, segmentBytes: Int = 1 << 10) -> ImportOptions {
        var options = ImportOptions()
        options.parallelism = .cores(workerCount)
        options.segmentBytes = segmentBytes
        return options
    }

    private func numbers(_ workerCount: Int) -> ImportSequence<Int> {
        StreamImporter.objects(of: Int.self, from: Self.numbers, options: Self.options(workerCount))
    }

    // MARK: - Order

    @Test(arguments: [1, 2, 3, 8])
    func recordsArriveInOrderOfInput(workerCount: Int) throws {
        var found: [Int] = []
        let summary = try numbers(workerCount).forEach { found.append($0) }
        #expect(found == Array(1...Self.count))
        #expect(1...workerCount ~= summary.workerCount && summary.recordCount == Self.count)
        #expect(summary.textBytes == Self.numbers.count && summary.bytesRead == Self.numbers.count)
    }

    @Test func asynchronousIterationKeepsOrder() async throws {
        var found: [Int] = []
        for try await number in numbers(3) { found.append(number) }
        #expect(found == Array(1...Self.count))
    }

    @Test(arguments: [1, 2, 8])
    func concurrentForEachPassesEachRecordOnceWithItsNumber(workerCount: Int) throws {
        let found = Locked<[Int: Int]>([:])
        let summary = try numbers(workerCount).concurrentForEach { record, number in
            let record = record
            found.withLock { $0[number] = record }
        }
        #expect(found.withLock { $0 } == Dictionary(uniqueKeysWithValues: (1...Self.count).map { ($0, $0) }))
        #expect(summary.recordCount == Self.count && 1...workerCount ~= summary.workerCount)
    }

    // MARK: - Early ends

    @Test func errorOfBodyEndsImportAtItsRecord() throws {
        var last = 0
        #expect(throws: Stop(number: 5000)) {
            try numbers(3).forEach { number in
                last = number
                if number == 5000 { throw Stop(number: number) }
            }
        }
        #expect(last == 5000)
    }

    @Test func firstErrorOfConcurrentBodiesIsRethrown() throws {
        #expect(throws: Stop(number: 5000)) {
            try numbers(4).concurrentForEach { number, _ in
                let number = number
                if number >= 5000 { throw Stop(number: number) }
            }
        }
    }

    @Test func syntaxErrorIsReportedAfterAllRecordsBeforeIt() throws {
        var text = Self.numbers
        text[60_000] = UInt8(ascii: "x")
        /// Returns the number of records and the description of the error.
        func outcome(_ parallelism: Parallelism) -> (Int, String) {
            var options = Self.options(1)
            options.parallelism = parallelism
            var count = 0
            let error = #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: Int.self, from: text, options: options).forEach { _ in
                    count += 1
                }
            }
            return (count, "\(String(describing: error))")
        }
        let expected = outcome(.none)
        #expect(expected.0 > 11_000)
        for workerCount in [1, 2, 3] { #expect(outcome(.cores(workerCount)) == expected) }
    }

    /// An object that a function of the options keeps alive, as long as a thread of the import parses dates.
    private final class Witness: Sendable {}

    @Test func releasedIteratorOfOpenPipeEndsItsThreads() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(Self.numbers.prefix(10_000)))
        weak var releasedWitness: Witness?
        do {
            let witness = Witness()
            releasedWitness = witness
            var options = Self.options(3, segmentBytes: 4)
            options.dates = .custom { _ in withExtendedLifetime(witness) { .now } }
            let iterator = StreamImporter.objects(
                of: Date.self, from: pipe.fileHandleForReading, options: options
            ).makeIterator()
            for _ in 1...1000 { #expect(try iterator.next() != nil) }
            #expect(1...3 ~= iterator.summary.workerCount)
        }
        while releasedWitness != nil { Thread.sleep(forTimeInterval: 0.01) }
        try pipe.fileHandleForWriting.close()
    }

    @Test func severalThreadsCallBodyAtOnce() throws {
        let openCalls = Atomic(0)
        let waits = Atomic(0)
        let isConcurrent = Atomic(false)
        try numbers(2).concurrentForEach { _, number in
            // The calling thread reads the beginning of the text alone. A single wait may be in vain: if the other thread reads
            // an earlier segment, and no further segment may be read ahead, it waits for this call.
            guard number > Self.count / 2, !isConcurrent.load(ordering: .relaxed),
                waits.add(1, ordering: .relaxed).newValue <= 1_000
            else { return }
            openCalls.add(1, ordering: .relaxed)
            let deadline = ContinuousClock.now + .milliseconds(100)
            while !isConcurrent.load(ordering: .relaxed), ContinuousClock.now < deadline {
                if openCalls.load(ordering: .relaxed) == 2 { isConcurrent.store(true, ordering: .relaxed) }
                Thread.sleep(forTimeInterval: 0.001)
            }
            openCalls.subtract(1, ordering: .relaxed)
        }
        let wasConcurrent = isConcurrent.load(ordering: .relaxed)
        #expect(wasConcurrent)
    }

    @Test func recordsOfSlowPipeArriveBeforeMoreIsWritten() throws {
        let pipe = Pipe()
        let records = StreamImporter.objects(
            of: Int.self, from: pipe.fileHandleForReading, options: Self.options(2, segmentBytes: 1 << 16))
        let iterator = records.makeIterator()
        let count = TestTier.count(10, full: 50)
        for number in 1...count {
            try pipe.fileHandleForWriting.write(contentsOf: Data((number == 1 ? "[1," : "\(number),").utf8))
            #expect(try iterator.next() == number)
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data("0]".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try iterator.next() == 0)
        #expect(try iterator.next() == nil)
    }

    @Test func cancelledTaskEndsIteration() async throws {
        let (recordHundred, arrival) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var count = 0
            for try await _ in numbers(3) {
                count += 1
                guard count == 100 else { continue }
                arrival.finish()
                while !Task.isCancelled { await Task.yield() }
            }
        }
        for await _ in recordHundred {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func summaryHasNoKeysAfterErrorOfRejection() throws {
        let text = (1...600).map { #"{"x":\#($0 % 300 == 0 ? "[]" : "1"),"key\#($0 / 100)":1}"# }.joined(
            separator: "\n")
        func keys(_ workerCount: Int) throws -> [String] {
            var options = Self.options(workerCount, segmentBytes: 4096)
            options.unknownKeys = .report
            options.errorPolicy = .skip()
            options.onRejected = { if $0.number == 300 { throw Stop(number: 300) } }
            let iterator = StreamImporter.objects(of: Point.self, from: text, options: options).makeIterator()
            #expect(throws: Stop.self) { while try iterator.next() != nil {} }
            return iterator.summary.unknownKeys.map(\.key)
        }
        let expected = try keys(1)
        #expect(!expected.isEmpty && !expected.contains("key4"))
        for workerCount in [2, 3] { #expect(try keys(workerCount) == expected) }
    }

    @Test func rejectionLimitEndsImportAtSameRecord() throws {
        let text = "[" + (1...5000).map { $0 % 500 == 0 ? "\"x\"" : "\($0)" }.joined(separator: ",") + "]"
        for workerCount in [1, 2, 3] {
            var options = Self.options(workerCount)
            options.errorPolicy = .collect(limit: 3)
            let reported = Locked<[Int]>([])
            options.onRejected = { record in reported.withLock { $0.append(record.number) } }
            var last = 0
            let error = expectError(.tooManyRejected) {
                try StreamImporter.objects(of: Int.self, from: text, options: options).forEach { last = $0 }
            }
            #expect(error?.record == 2000 && last == 1999)
            #expect(reported.withLock { $0 } == [500, 1000, 1500])
        }
    }

    @Test(arguments: [
        #"{"items":{"x":1},"items":[{"x":2},{"x":3},{"x":4},{"x":5},{"x":"a"}]}"#,
        #"{"items":[{"x":2},{"x":3},{"x":4}],"items":[{"x":5},{"x":6},{"x":7},{"x":"a"}]}"#,
        #"{"items":[[1]],"items":[{"x":5},{"x":6},{"x":7},{"x":"a"}],"items":1}"#,
    ])
    func keyOfPathThatOccursTwiceMakesNoDifference(text: String) async throws {
        try await importAllVariants(to: Point.self, from: text, at: "items", chunkSizes: [nil]) {
            $0.errorPolicy = .collect()
        }
    }

    @Test(arguments: [#"{"data":{"0":[LIST]},"data":[[LIST],2]}"#, #"{"data":[[LIST],{"0":[1]}],"a":[[3]]}"#])
    func arraysInDifferentEnvelopesAreRead(text: String) async throws {
        let list = (1...60).map(String.init).joined(separator: ",")
        let text = text.replacingOccurrences(of: "LIST", with: list)
        try await importAllVariants(to: Int.self, from: text, at: "/data/0", chunkSizes: [nil])
    }

    @Test func errorOfRejectionLimitNamesInput() throws {
        let directory = try TemporaryDirectory()
        let url = try directory.file(Array("[1,2,\"x\",3]".utf8))
        for parallelism in [Parallelism.none, .cores(2)] {
            var options = Self.options(2, segmentBytes: 2)
            options.parallelism = parallelism
            options.errorPolicy = .skip(limit: 0)
            let error = #expect(throws: ImportError.self) {
                try StreamImporter.objects(of: Int.self, from: url, options: options).collect()
            }
            #expect(error?.input == url.path)
        }
    }

    @Test func recordOfSlowPipeArrivesBeforeItsComma() throws {
        let pipe = Pipe()
        let records = StreamImporter.objects(
            of: Point.self, from: pipe.fileHandleForReading, options: Self.options(2, segmentBytes: 1 << 16))
        let iterator = records.makeIterator()
        for number in 1...TestTier.count(5, full: 20) {
            let text = #"\#(number == 1 ? "[" : ","){"x":\#(number)}"#
            try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            #expect(try iterator.next() == Point(x: number))
        }
        try pipe.fileHandleForWriting.close()
        #expect(throws: ImportError.self) { try iterator.next() }
    }

    // MARK: - The number of threads

    /// A number whose import waits for another thread that imports such a number, after the first half of the numbers.
    private struct Meeting: ImportableScalar {
        private static let threads = Locked<Set<ObjectIdentifier>>([])

        init(_ token: borrowing ImportToken) throws {
            guard try Int(token) > ParallelImportTests.count / 2 else { return }
            _ = Self.threads.withLock { $0.insert(ObjectIdentifier(Thread.current)) }
            while Self.threads.withLock({ $0.count }) < 2 { Thread.sleep(forTimeInterval: 0.001) }
        }
    }

    @Test func threadsThatParseAreCounted() throws {
        let summary = try StreamImporter.objects(
            of: Meeting.self, from: Self.numbers, options: Self.options(2)
        ).forEach { _ in }
        #expect(summary.workerCount == 2)
    }

    /// The number of threads that were started was counted.
    @Test func threadsWithoutSegmentAreNotCounted() throws {
        let text = "[" + (1...40).map { "\($0 + 100)" }.joined(separator: ",") + "]"
        let numbers = StreamImporter.objects(
            of: Int.self, from: text, options: Self.options(8, segmentBytes: 70))
        #expect(1...4 ~= (try numbers.forEach { _ in }).workerCount)
        #expect(1...4 ~= (try numbers.concurrentForEach { _, _ in }).workerCount)
    }

    // MARK: - Imports on one thread

    @Test func wildcardPathIsReadByOneThread() throws {
        let text = #"{"a":[{"b":[1,2,3]},{"b":[4,5,6]}]}"#
        let summary = try StreamImporter.objects(
            of: Int.self, from: text, at: "a[*].b", options: Self.options(2, segmentBytes: 2)
        ).forEach { _ in }
        #expect(summary.workerCount == 1 && summary.recordCount == 6)
    }

    @Test func orderedModelIsMadeByOneThread() throws {
        let text = "[" + (1...100).map { #"{"x":\#($0)}"# }.joined(separator: ",") + "]"
        let options = Self.options(2, segmentBytes: 16)
        let records = StreamImporter.objects(of: [OrderedPoint].self, from: "[\(text)]", options: options)
        #expect(try records.forEach { _ in }.workerCount == 1)
        #expect(try records.concurrentForEach { _, _ in }.workerCount == 1)
    }

    @Test func inputShorterThanSegmentIsReadByOneThread() throws {
        var options = ImportOptions()
        options.parallelism = .automatic
        let summary = try StreamImporter.objects(of: Int.self, from: "[1,2,3]", options: options).forEach {
            _ in
        }
        #expect(summary.workerCount == 1)
    }

    // MARK: - Options

    @Test func invalidNumberOfThreadsIsRejected() {
        for parallelism in [Parallelism.cores(0), .cores(-1), .cores(.max)] {
            var options = ImportOptions()
            options.parallelism = parallelism
            expectError(.invalidOption) {
                try StreamImporter.objects(of: Int.self, from: "[1]", options: options).collect()
            }
        }
        var options = Self.options(2)
        options.segmentBytes = 0
        #expect(throws: ImportError.self) {
            try StreamImporter.objects(of: Int.self, from: "[1]", options: options).collect()
        }
    }

    @Test func progressReachesEndOfInput() throws {
        var options = Self.options(2)
        options.progressInterval = .zero
        let reports = Locked<[ImportProgress]>([])
        options.onProgress = { progress in reports.withLock { $0.append(progress) } }
        try StreamImporter.objects(of: Int.self, from: Self.numbers, options: options).forEach { _ in }
        let found = reports.withLock { $0 }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.recordCount <= $1.recordCount })
        #expect(found.last?.recordCount == Self.count && found.last?.bytesRead == Self.numbers.count)
    }
}

/// A point whose hooks must be called in order.
@Importable
private struct OrderedPoint: ImportOrdering {
    var x: Int
}
