import Foundation
import JSONRecords
import SystemPackage
import Testing

@testable import TableImport

/// An import writes to any `TableStore`, in a fixed order of calls, and resumes after the checkpoint that the store has.
@Suite struct TableStoreTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace(numberedLines(1...5))
    }

    @Test func countingRowsCreatesNoDatabase() {
        let database = TableDatabase(workspace.database)
        #expect(database.isEmpty("t") && !FileManager.default.fileExists(atPath: database.name))
    }

    /// A store in memory, which notes the calls.
    private final class MemoryStore: TableStore {
        var startCheckpoint = Checkpoint()
        let mayRejectRows = false
        private(set) var calls: [String] = []
        private(set) var rows: [Int64] = []
        private var batch = RowBatch(MemoryStore.columnList([]))
        /// The number of the transaction that fails at its end; `nil` for none.
        var failing: Int?
        private var transactionCount = 0

        struct CommitError: Error {}

        private static func columnList(_ columns: [Column]) -> ColumnList {
            ColumnList(columns, keys: [], projection: nil, limit: 2000)
        }

        var tables: [(name: String, columns: ColumnList)] { [("t", Self.columnList(batch.columns.columns))] }

        func definition(ofTable number: Int) -> String { "" }

        func transaction(_ body: () throws -> Void) throws {
            let before = (rows, startCheckpoint, batch.columns)
            transactionCount += 1
            do {
                try body()
                if transactionCount == failing { throw CommitError() }
            } catch {
                (rows, startCheckpoint, batch.columns) = before
                throw error
            }
        }

        func take(_ batches: inout [RowBatch]) { swap(&batch, &batches[0]) }

        func begin() { calls.append("begin") }

        func alterTables() {
            let columns = batch.columns.newColumns.map(\.name)
            if !columns.isEmpty { calls.append("add \(columns.joined(separator: ","))") }
            batch.columns.recordKinds(batch.cells)
            batch.columns.mergeKinds()
            batch.columns.markWritten()
        }

        func writeRows(reject: (RowBatch.Row, RowError) throws -> Bool) -> [Int] {
            calls.append("\(batch.rows.count) rows")
            for case .integer(let number) in batch.cells.map(\.value) { rows.append(number) }
            return [batch.rows.count]
        }

        func removeUnneededColumns() { calls.append("columns") }
        func declareFinalTypes() { calls.append("types") }
        func createIndex(on column: String) { calls.append("index \(column)") }

        func save(_ checkpoint: Checkpoint) {
            calls.append("save \(checkpoint.records)")
            startCheckpoint = checkpoint
        }

        func returnBatches() -> [RowBatch] {
            batch.removeAll()
            return [batch]
        }
    }

    private func run(_ store: MemoryStore) throws -> TableImportResult {
        var options = TableImportOptions(table: "t")
        (options.batchSize, options.indices) = (2, ["n"])
        options.readOptions.parallelism = .cores(1)
        let file = workspace.dump
        let input = TableInput(name: "dump.json", file: FilePath(file.path)) {
            RecordInput(InputOrigin(.file(file)), options: $0)
        }
        return try BatchWriter(input, options, from: .checkpoint, to: .max, InterruptFlag(), into: store)
            .run()
    }

    @Test func importCallsFunctionsInOrder() throws {
        let store = MemoryStore()
        let result = try run(store)
        #expect(result.error == nil && result.rows == 5 && result.columns == 1)
        #expect(store.rows == [1, 2, 3, 4, 5])
        #expect(
            store.calls == [
                "begin", "add n", "2 rows", "save 2", "begin", "2 rows", "save 4", "begin", "1 rows", "types",
                "index n", "save 5",
            ])
        #expect(try run(store).wasFinished && store.rows.count == 5)
    }

    @Test(arguments: 1...3)
    func importResumesAfterTransactionThatFailed(number: Int) throws {
        let store = MemoryStore()
        store.failing = number
        let result = try run(store)
        #expect(result.error is MemoryStore.CommitError)
        #expect(store.rows.count == 2 * (number - 1) && result.rows == store.rows.count)
        #expect(try run(store).error == nil)
        #expect(store.rows == [1, 2, 3, 4, 5])
    }
}
