import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// A stopped import resumes where it stopped, and has the same result as an uninterrupted import.
@Suite struct ResumeTests {
    /// Records with everything that can affect a resume: types that change, new keys, equal values of the key column,
    /// and errors.
    private static let dump: String = (1...400).map { number in
        switch number {
        case _ where number % 17 == 0: "[\(number)]\n"
        case _ where number % 23 == 0: "{\"id\":\n"
        case _ where number % 29 == 0: "{\"x\":\(number)}\n"
        case 200...: "{\"id\":\(number % 90),\"v\":\"\(number)\",\"k\(number / 50)\":\(number)}\n"
        case 100...: "{\"id\":\(number),\"v\":0.5,\"k\":[\(number)]}\n"
        default: "{\"id\":\(number),\"v\":\(number)}\n"
        }
    }.joined()

    private static func options(
        _ options: inout TableImportOptions, _ workspace: Workspace, batchSize: Int, keys: [String]
    ) {
        options.batchSize = batchSize
        options.keys = keys
        options.indices = ["v"]
        options.rejects = workspace.rejects
        options.readOptions.errorPolicy = .skip()
        options.readOptions.format = .lines
        options.readOptions.chunkBytes = 64
        options.readOptions.progressInterval = .zero
    }

    @Test(arguments: [1, 7, 50, 1000], [[], ["id"]])
    func interruptedImportResumesToSameResult(batchSize: Int, keys: [String]) throws {
        let uninterrupted = try Workspace(Self.dump)
        #expect(
            uninterrupted.run { Self.options(&$0, uninterrupted, batchSize: batchSize, keys: keys) }
                .errorDescription == "")
        let expected = try ImportedContents(uninterrupted)
        for step in [1, 10, 60, 333] {
            let workspace = try Workspace(Self.dump)
            workspace.runUntilFinished(interruptedAfter: step) {
                Self.options(&$0, workspace, batchSize: batchSize, keys: keys)
            }
            #expect(try ImportedContents(workspace) == expected)
            #expect(try workspace.isIntact())
        }
    }

    @Test func rejectedRecordsAreReportedOnce() throws {
        let workspace = try Workspace((1...100).map { $0 % 10 == 0 ? "\($0)\n" : "{\"n\":\($0)}\n" }.joined())
        let seen = CallbackLog<Int>()
        for reached in [35, 1000] {
            let stop = InterruptFlag()
            workspace.run(stop: stop) {
                $0.batchSize = 5
                $0.readOptions.errorPolicy = .skip()
                $0.readOptions.chunkBytes = 1
                $0.readOptions.progressInterval = .zero
                $0.readOptions.onProgress = { if $0.recordCount >= reached { stop.request() } }
                $0.onRejected = { seen.add($0.number) }
            }
        }
        #expect(seen.all == Array(stride(from: 10, through: 100, by: 10)))
    }

    @Test func unseekableInputWritesReadRowsOnInterrupt() throws {
        let workspace = try Workspace((1...100).map { "{\"n\":\($0)}\n" }.joined())
        let stop = InterruptFlag()
        var options = TableImportOptions(table: "t")
        options.readOptions.chunkBytes = 1
        options.readOptions.progressInterval = .zero
        options.readOptions.onProgress = { if $0.recordCount >= 35 { stop.request() } }
        let dump = workspace.dump
        let input = TableInput(name: "standard input", file: nil) { reading in
            RecordInput(InputOrigin(.file(dump)), options: reading)
        }
        let result = TableImporter(input, into: workspace.database, options: options, interruptFlag: stop)
            .run()
        #expect(result.error is Interrupted && !result.canResume)
        #expect(result.rows >= 35 && result.rows < 100)
        #expect(try workspace.rows("SELECT count(*) FROM t") == [["\(result.rows)"]])
    }

    @Test func importWithMissingRejectsFileWritesLaterRejects() throws {
        let workspace = try Workspace("{\"n\":1}\n2\n{\"n\":3}\n4\n{\"n\":5}\n6\n")
        let stop = InterruptFlag()
        let change = { (options: inout TableImportOptions) in
            options.batchSize = 1
            options.readOptions.errorPolicy = .skip()
            options.rejects = workspace.rejects
        }
        let first = workspace.run(stop: stop) {
            change(&$0)
            $0.onRejected = { if $0.number == 4 { stop.request() } }
        }
        #expect(first.error is Interrupted && first.rejected == 2)
        try FileManager.default.removeItem(atPath: workspace.rejects)
        #expect(workspace.run(change).errorDescription == "")
        #expect(try workspace.rows("SELECT count(*) FROM t") == [["3"]])
        #expect(try workspace.rejected().map { $0.contains(#""record":6"#) } == [true])
    }
}
