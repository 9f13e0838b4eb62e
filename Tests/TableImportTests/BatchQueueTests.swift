import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// An import that reads on one thread and writes on another has the outcome of an import on one thread.
@Suite struct BatchQueueTests {
    /// Lines of which some are not JSON, some have no value for the key, some violate a constraint of the table, and some
    /// change the columns.
    private static func lines(_ seed: UInt64) -> String {
        var random = Random(seed: seed)
        return (1...TestTier.count(120, full: 400)).map { number in
            switch Int.random(in: 0..<24, using: &random) {
            case 0: "{\"n\":\(number),"
            case 1: "[\(number)]"
            case 2: "{\"m\":\(number)}"
            case 3: "{\"n\":\(number),\"checked\":0}"
            case 4: "{\"n\":\(number),\"new\(Int.random(in: 0..<40, using: &random))\":null}"
            case 5: "{\"n\":\(number),\"N\":\(number),\"mixed\":\"text\"}"
            case 6: "{\"n\":\(number / 2),\"mixed\":{\"a\":[]}}"
            case 7: "{\"n\":\(number),\"rejected\(number)\":1,\"n\":null}"
            default: "{\"n\":\(number),\"mixed\":\(number),\"checked\":1}"
            }
        }.joined(separator: "\n")
    }

    /// The rows with their rowids, the columns, the checkpoints, the rejects file and the result of an import.
    private func outcome(
        _ text: String, threads: Int, sql: String?, _ change: (inout TableImportOptions) -> Void
    ) throws -> [String] {
        let workspace = try Workspace(text, sql: sql)
        var rejected: [String] = []
        let result = workspace.run {
            $0.rejects = workspace.rejects
            $0.onRejected = { rejected.append("\($0)") }
            change(&$0)
            $0.readOptions.parallelism = .cores(threads)
        }
        let tables = ["t", "stream_import", "stream_import_tables", "stream_import_rows"]
        let rows = try tables.map { table in
            let isTable = try !workspace.rows("SELECT 1 FROM sqlite_master WHERE name = '\(table)'").isEmpty
            return isTable
                ? try workspace.rows("SELECT rowid, * FROM \(table)").description : "no table \(table)"
        }
        let lines = FileManager.default.fileExists(atPath: workspace.rejects) ? try workspace.rejected() : []
        return (rows + rejected + lines + ["\(result)", try "\(workspace.columns())"]).map {
            $0.replacing(workspace.folder.path, with: "")
        }
    }

    @Test(arguments: 1...UInt64(TestTier.count(2, full: 6)))
    func twoThreadsHaveOutcomeOfOne(seed: UInt64) throws {
        let text = Self.lines(seed)
        for sql in [nil, "CREATE TABLE t (n INTEGER NOT NULL UNIQUE, checked CHECK (checked <> 0), mixed)"] {
            for (policy, keys) in [(ErrorPolicy.fail, []), (.skip(), []), (.skip(), ["n"])] {
                for batchSize in TestTier.isFull ? [1, 3, 50, 1000] : [3, 30] {
                    let change = { (options: inout TableImportOptions) in
                        options.readOptions.errorPolicy = policy
                        options.readOptions.format = .lines
                        options.readOptions.chunkBytes = 512
                        options.keys = keys
                        options.batchSize = batchSize
                    }
                    let expected = try outcome(text, threads: 1, sql: sql, change)
                    let found = try outcome(text, threads: 2, sql: sql, change)
                    for (found, expected) in zip(found, expected) { #expect(found == expected) }
                    #expect(found.count == expected.count)
                    let isSkipping = policy != .fail
                    #expect(!isSkipping || !expected[0].hasPrefix("no table") && expected.count > 10)
                }
            }
        }
    }

    /// The import waited without end for the thread that did not start.
    @Test(arguments: [false, true])
    func threadThatCannotStartIsError(isResumed: Bool) throws {
        let workspace = try Workspace("{\"n\":1}\n")
        if isResumed { #expect(workspace.run().rows == 1) }
        try workspace.write("{\"n\":1}\n{\"n\":2}\n")
        let result = DetachedThread.$stackBytes.withValue(1 << 60) { workspace.run() }
        #expect((result.error as? ImportError)?.code == .cannotStartThread)
        #expect(result.rows == 0)
        #expect(workspace.run().error == nil)
        #expect(try workspace.rows("SELECT n FROM t") == [["1"], ["2"]])
    }

    @Test func smallFileNeedsNoThread() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        let result = DetachedThread.$stackBytes.withValue(1 << 60) {
            workspace.run { $0.smallFileBytes = 64 << 10 }
        }
        #expect(result.error == nil && result.rows == 1)
    }
}
