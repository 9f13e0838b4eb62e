import Foundation
import StreamImport
import Testing

/// While a call of an iterator reads a record, another call throws an error, instead of crashing the process.
@Suite struct IteratorInUseTests {
    /// An iterator for two calls. The second call begins while the first call waits for bytes.
    @MainActor
    private final class Feed {
        var iterator: AsyncImportIterator<Int>

        init(_ iterator: AsyncImportIterator<Int>) { self.iterator = iterator }

        func next() async throws -> Int? {
            var iterator = iterator
            return try await iterator.next(isolation: #isolation)
        }
    }

    @MainActor
    @Test(arguments: [false, true]) func secondCallThrowsIteratorInUse(isThreaded: Bool) async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let pipe = Pipe()
        let feed = Feed(
            isThreaded
                ? StreamImporter.objects(of: Int.self, from: pipe.fileHandleForReading).makeAsyncIterator()
                : StreamImporter.objects(of: Int.self, from: chunks).makeAsyncIterator())
        let firstCall = Task { try await feed.next() }
        for _ in 0..<10 { await Task.yield() }
        let error = await #expect(throws: ImportError.self) { try await feed.next() }
        #expect(error?.code == .iteratorInUse)
        #expect(
            error?.description == """
                the iterator was called while another call was reading a record; use an iterator in one task, and await \
                each call before the next one
                """)
        continuation.yield(Array("[1]".utf8))
        continuation.finish()
        try pipe.fileHandleForWriting.write(contentsOf: Array("[1]".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try await firstCall.value == 1)
    }

    /// A hook calls the iterator of its own import.
    @Test func nextCallFromHookThrowsIteratorInUse() throws {
        // SAFETY: the hook runs in `next()`, on the thread of the test, so that no other thread uses the variables.
        nonisolated(unsafe) var iterator: ImportIterator<Int>?
        nonisolated(unsafe) var codes: [ImportError.Code] = []
        nonisolated(unsafe) var counts: [Int] = []
        var options = ImportOptions()
        options.errorPolicy = .collect()
        options.onRejected = { _ in
            do { _ = try unsafe iterator?.next() } catch let error as ImportError {
                unsafe codes.append(error.code)
            }
            unsafe counts.append(iterator?.summary.rejectedRecords.count ?? 0)
        }
        let records = StreamImporter.objects(of: Int.self, from: #"["x",1,"y",2]"#, options: options)
        unsafe iterator = records.makeIterator()
        // The options retain the hook, and the hook retains the iterator.
        defer { unsafe iterator = nil }
        #expect(try unsafe iterator?.next() == 1)
        #expect(try unsafe iterator?.next() == 2)
        #expect(unsafe codes == [.iteratorInUse, .iteratorInUse])
        #expect(unsafe counts == [1, 2])
    }
}
