import GRDB
import StreamImport
import StreamImportGRDB
import Synchronization
import Testing

/// Records from bytes that arrive asynchronously.
@Suite struct AsyncWriteTests {
    @Importable
    struct Number {
        var id: Int
        var big: UInt64 = 0
    }

    private func bytes(_ text: String) -> AsyncStream<UInt8> {
        AsyncStream { stream in
            for byte in text.utf8 { stream.yield(byte) }
            stream.finish()
        }
    }

    private func numbers(_ text: String, _ options: ImportOptions = ImportOptions()) -> AsyncImportSequence<
        Number, AsyncStream<UInt8>
    > {
        StreamImporter.objects(of: Number.self, from: bytes(text), options: options)
    }

    private func lines(_ count: Int) -> String {
        (1...count).map { #"{"id":\#($0)}"# }.joined(separator: "\n")
    }

    @Test(arguments: [1, 2, 3, 7, 8, 100])
    func allRecordsAreWrittenForAnyBatchSize(size: Int) async throws {
        let queue = try DatabaseQueue()
        let summary = try await numbers(lines(7)).write(to: queue, table: ImportTable(batchSize: size))
        #expect(summary.recordCount == 7)
        #expect(try queue.lines("SELECT count(*), max(id) FROM number") == ["7 7"])
    }

    @Test func inputWithoutRecordsCreatesEmptyTable() async throws {
        let queue = try DatabaseQueue()
        try await numbers("[]").write(to: queue)
        #expect(try queue.lines("SELECT count(*) FROM number") == ["0"])
    }

    @Test(arguments: [(0, 1), (1, 1), (3, 1), (4, 2), (6, 2)])
    func transactionCountMatchesBatchCount(records: Int, transactions: Int) async throws {
        let queue = try DatabaseQueue()
        let begun = Mutex(0)
        try await queue.writeWithoutTransaction { database in
            database.trace { event in
                if "\(event)".hasPrefix("BEGIN") { begun.withLock { $0 += 1 } }
            }
        }
        let text = records == 0 ? "[]" : lines(records)
        try await numbers(text).write(to: queue, table: ImportTable(batchSize: 3))
        #expect(begun.withLock { $0 } == transactions)
    }

    @Test(arguments: [(1, 7), (3, 6), (7, 7), (8, 0)])
    func batchesBeforeErrorAreKept(size: Int, rows: Int) async throws {
        for last in [#"{"id":8,"big":18446744073709551615}"#, #"{"id":"x"}"#] {
            let queue = try DatabaseQueue()
            let text = lines(7) + "\n" + last + "\n" + lines(2)
            let error = await #expect(throws: ImportError.self) {
                try await numbers(text).write(to: queue, table: ImportTable(batchSize: size))
            }
            #expect(error?.record == 8)
            let hasTable = try await queue.read { try $0.tableExists("number") }
            #expect(hasTable == (rows > 0))
            if hasTable { #expect(try queue.lines("SELECT count(*) FROM number") == ["\(rows)"]) }
        }
    }

    @Test func errorAfterRejectedRecordHasNoRecordNumber() async throws {
        var options = ImportOptions()
        options.errorPolicy = .skip()
        let text = #"[{"id":1},{"id":"x"},{"id":2,"big":18446744073709551615}]"#
        let error = await #expect(throws: ImportError.self) {
            try await numbers(text, options).write(to: DatabaseQueue())
        }
        #expect(error?.record == nil && error?.code == .numberOutOfRange)
    }

    @Test func zeroBatchSizeIsError() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await numbers("[]").write(to: DatabaseQueue(), table: ImportTable(batchSize: 0))
        }
        #expect(error?.code == .invalidOption)
    }
}
