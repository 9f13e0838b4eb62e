import Synchronization
import Testing

@testable import JSONRecords

/// A thread that the system cannot start. The tests set a stack that no address space has room for.
@Suite struct DetachedThreadTests {
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    private func withoutThreads<Result>(_ body: () throws -> Result) rethrows -> Result {
        try DetachedThread.$stackBytes.withValue(1 << 60, operation: body)
    }

    @Test func threadThatCannotStartIsError() throws {
        weak var captured: Flag?
        let error = #expect(throws: ImportError.self) {
            let flag = Flag()
            captured = flag
            try withoutThreads { try DetachedThread.start { flag.isSet.store(true, ordering: .relaxed) } }
        }
        #expect(error?.code == .cannotStartThread && error?.category == .io)
        #expect(error?.message == "cannot start a thread: Resource temporarily unavailable")
        #expect(error?.advice?.contains("ulimit -u") == true)
        // The closure is released although no thread releases it.
        #expect(captured == nil)
    }

    /// The thread that takes batches reads all segments.
    @Test func parallelReaderNeedsNoFurtherThread() throws {
        final class Collector: RecordCollector {
            let consumer: any RecordConsumer = SkippingConsumer()
            func takeBatch() {}
        }
        var options = ReadOptions()
        (options.chunkBytes, options.segmentBytes) = (64, 64)
        options.parallelism = .cores(4)
        options.skippedRecordCount = .max
        let text = "[" + String(repeating: "1,", count: 1000) + "1]"
        try withoutThreads {
            let reader = try ParallelReader(
                MemorySource(Array(text.utf8)), inputName: nil, paths: .root, options: options
            ) {
                Collector()
            }
            while let batch = reader.next() { try reader.deliver(batch) {} }
            #expect(reader.progress.bytesRead == text.utf8.count)
        }
    }
}
