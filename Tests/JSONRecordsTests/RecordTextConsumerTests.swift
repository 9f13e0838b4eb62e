import TestSupport
import Testing

@testable import JSONRecords

/// The texts of records that a receiver gets, for each division of the input into chunks and segments.
@Suite struct RecordTextConsumerTests {
    /// A collector of the compact texts of records, and of their offsets.
    private final class TextCollector: RecordTextReceiver, RecordCollector {
        private lazy var textConsumer = RecordTextConsumer(self)
        private var texts: [String] = []
        private var text: String?

        var consumer: any RecordConsumer { textConsumer }

        func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
            var bytes = Array("\(offset) ".utf8)
            CompactText.append(text, to: &bytes)
            self.text = String(decoding: bytes, as: UTF8.self)
            if bytes.contains(UInt8(ascii: "!")) { throw ImportError(.rejectedByModel, "found !") }
        }

        func recordCompleted(_ record: borrowing CompletedRecord) { texts.append(text!) }
        func recordDiscarded() { text = nil }

        func takeBatch() -> [String] {
            defer { texts = [] }
            return texts
        }
    }

    static let sizes = [1, 2, 3, 7, 31, 4096]

    /// Returns the texts of the records, and the errors of rejected records.
    private func read(
        _ example: Example, workers: Int = 1, chunkBytes: Int = 1 << 12, segmentBytes: Int = 1 << 12
    ) throws -> [String] {
        var options = ReadOptions()
        options.format = example.format
        options.errorPolicy = .collect()
        (options.chunkBytes, options.segmentBytes) = (chunkBytes, segmentBytes)
        options.parallelism = .cores(workers)
        let reader = try ParallelReader(
            MemorySource(Array(example.text.utf8)), inputName: nil, paths: .root, options: options
        ) { TextCollector() }
        defer { reader.close() }
        var texts: [String] = []
        while let batch = reader.next() {
            texts += batch.outcome
            try reader.deliver(batch) {}
        }
        return texts + reader.summary.rejectedRecords.map { "\($0.error)" }
    }

    private static let records = (0..<40).map { seed in
        var generator = RandomJSON(seed: seed)
        let record = generator.value()
        return seed % 9 == 5 ? ["["] + record + [",", "\"!\"", "]"] : record
    }

    /// A text of the records.
    struct Example: CustomTestStringConvertible {
        let text: String
        let format: ImportFormat
        var testDescription: String { "\(format), \(text.utf8.count) bytes" }
    }

    /// The same records in each framing.
    static let examples = {
        var generator = RandomJSON(seed: 1)
        let spaced = records.map { generator.spaced($0) }
        let lines = records.map { generator.spaced($0, isLine: true) }.joined(separator: "\n")
        return [
            Example(text: "[" + spaced.joined(separator: ",") + "]", format: .json),
            Example(text: lines, format: .lines), Example(text: lines + "\n", format: .lines),
            Example(text: spaced.joined(separator: " "), format: .sequence),
            Example(text: spaced.map { "\u{1E}\($0)\n" }.joined(), format: .textSequence),
        ]
    }()

    @Test(arguments: examples)
    func receiverGetsTextsOfRecords(example: Example) throws {
        let outcome = try read(example)
        let texts = Self.records.map { $0.joined() }.filter { !$0.contains("!") }
        #expect(outcome.prefix(texts.count).map { String($0.drop { $0 != " " }.dropFirst()) } == texts)
        #expect(outcome.count == Self.records.count)
        for error in outcome.dropFirst(texts.count) { #expect(error.hasSuffix(": found !")) }
    }

    @Test(arguments: examples)
    func divisionIntoChunksMakesNoDifference(example: Example) throws {
        let expected = try read(example)
        for size in Self.sizes { #expect(try read(example, chunkBytes: size) == expected) }
    }

    @Test(arguments: examples, [1, 2, 4])
    func divisionIntoSegmentsMakesNoDifference(example: Example, workers: Int) throws {
        let expected = try read(example)
        let divisions = Self.sizes.flatMap { size in [1, 7, 4096].map { (size, $0) } }
        for (size, chunkBytes) in TestTier.sample(divisions, count: 3, line: workers) {
            let texts = try read(example, workers: workers, chunkBytes: chunkBytes, segmentBytes: size)
            #expect(texts == expected, "segments of \(size), chunks of \(chunkBytes)")
        }
    }
}
