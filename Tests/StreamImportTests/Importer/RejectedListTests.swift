import Foundation
import StreamImport
import Testing

/// Each step of an iteration retained the list of rejected records, so the next rejection copied it.
@Suite struct RejectedListTests {
    private let count = 500

    private var options: ImportOptions {
        var options = ImportOptions()
        options.errorPolicy = .collect()
        return options
    }

    /// A valid and an invalid record, which together are longer than the 16 KiB of text that one step parses.
    private var pair: String { #"1,"\#(String(repeating: "x", count: 16 << 10))""# }

    @Test func iterationDoesNotCopyRejectedRecords() throws {
        let text = "[" + Array(repeating: pair, count: count).joined(separator: ",") + "]"
        let iterator = StreamImporter.objects(of: Int.self, from: text, options: options).makeIterator()
        var counter = ReallocationCounter()
        while try iterator.next() != nil { counter.observe(iterator.summary) }
        #expect(iterator.summary.rejectedRecords.count == count)
        #expect(counter.reallocations < 50)
    }

    @Test func chunkIterationDoesNotCopyRejectedRecords() async throws {
        let chunks = AsyncStream { stream in
            stream.yield(Array("[0".utf8))
            for _ in 0..<count { stream.yield(Array(#",1,"x""#.utf8)) }
            stream.yield(Array("]".utf8))
            stream.finish()
        }
        var iterator = StreamImporter.objects(of: Int.self, from: chunks, options: options)
            .makeAsyncIterator()
        var counter = ReallocationCounter()
        while try await iterator.next() != nil { counter.observe(iterator.summary) }
        #expect(iterator.summary.rejectedRecords.count == count)
        #expect(counter.reallocations < 50)
    }

    @Test func backgroundIterationListsRejectedRecordsAtEnd() async throws {
        let text = "[" + Array(repeating: pair, count: 50).joined(separator: ",") + "]"
        var iterator = StreamImporter.objects(of: Int.self, from: text, options: options).makeAsyncIterator()
        _ = try await iterator.next()
        #expect(iterator.summary.rejectedRecords.isEmpty)
        while try await iterator.next() != nil {}
        #expect(iterator.summary.rejectedRecords.count == 50)
        #expect(iterator.summary.rejectedCount == 50)
    }

    @Test func failedBackgroundIterationListsRejectedRecords() async throws {
        var iterator = StreamImporter.objects(of: Int.self, from: #"[1,"x",2}"#, options: options)
            .makeAsyncIterator()
        await #expect(throws: ImportError.self) { while try await iterator.next() != nil {} }
        #expect(iterator.summary.rejectedRecords.map(\.number) == [2])
    }
}

/// Counts the changes of the address of a list. A list without other references moves only when its capacity grows.
private struct ReallocationCounter {
    private(set) var reallocations = 0
    private var address: UInt?

    mutating func observe(_ summary: ImportSummary) {
        // SAFETY: the address is only compared, and no memory is read.
        let address = unsafe summary.rejectedRecords.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        if address != self.address { reallocations += 1 }
        self.address = address
    }
}
