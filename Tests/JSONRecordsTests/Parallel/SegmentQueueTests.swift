import TestSupport
import Testing

@testable import JSONRecords

@Suite struct SegmentQueueTests {
    /// A collector for a reader that skips all records.
    private final class SkippingCollector: RecordCollector {
        let consumer: any RecordConsumer = SkippingConsumer()

        func takeBatch() {}
    }

    /// A file is closed when its reader is released, even if a thread has not ended yet.
    @Test func sourceIsReleasedWithReader() throws {
        let text = "[" + String(repeating: "1,", count: 1000) + "1]"
        var options = ReadOptions()
        (options.chunkBytes, options.segmentBytes) = (64, 64)
        options.parallelism = .cores(4)
        options.skippedRecordCount = .max
        for _ in 0..<TestTier.count(50, full: 500) {
            weak var source: MemorySource<[UInt8]>?
            do {
                let bytes = MemorySource(Array(text.utf8))
                source = bytes
                let reader = try ParallelReader(bytes, inputName: nil, paths: .root, options: options) {
                    SkippingCollector()
                }
                while let batch = reader.next() { try reader.deliver(batch) {} }
                #expect(reader.hasWorkers && 1...4 ~= reader.usedWorkerCount)
            }
            #expect(source == nil)
        }
    }
}
