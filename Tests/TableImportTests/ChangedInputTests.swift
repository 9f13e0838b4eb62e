import Foundation
import Testing

@testable import TableImport

/// Imports into a database that has the rows of earlier imports.
@Suite struct ChangedInputTests {
    private static let dump = (1...30).map { "{\"n\":\($0)}\n" }.joined()

    /// Returns a workspace with a dump, of which 10 records are in the table.
    private func interruptedImport() throws -> Workspace {
        let workspace = try Workspace(Self.dump)
        let stop = InterruptFlag()
        let result = workspace.run(stop: stop) {
            $0.batchSize = 10
            $0.readOptions.chunkBytes = 1
            $0.readOptions.progressInterval = .zero
            $0.readOptions.onProgress = { if $0.recordCount >= 15 { stop.request() } }
        }
        #expect(result.error is Interrupted && result.rows == 10)
        return workspace
    }

    private func date(of file: URL) throws -> Date {
        try #require(file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
    }

    private func setDate(_ date: Date, of file: URL) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    @Test(arguments: ["size", "time", "start"])
    func changedDumpPreventsResume(change: String) throws {
        let workspace = try interruptedImport()
        let date = try date(of: workspace.dump)
        switch change {
        case "size": try workspace.write(Self.dump + "{}")
        case "start": try workspace.write("{\"m\":" + Self.dump.dropFirst(5))
        default: break
        }
        try setDate(change == "time" ? date.addingTimeInterval(1) : date, of: workspace.dump)
        let result = workspace.run { $0.batchSize = 10 }
        #expect(
            result.errorDescription == """
                dump.json has changed since an earlier run imported 10 of its records into the table t; to start again, \
                remove the table: DROP TABLE "t"
                """)
        #expect((result.error as? TableImportError)?.cause == .usage)
        #expect(try workspace.rows("SELECT count(*) FROM t") == [["10"]])
        try workspace.execute("DROP TABLE t")
        #expect(workspace.run { $0.batchSize = 10 }.errorDescription == "")
    }

    @Test func changedOptionsPreventResume() throws {
        let workspace = try interruptedImport()
        let changes: [(String, String, (inout TableImportOptions) -> Void)] = [
            ("--batch 10", "--batch 11", { $0.batchSize = 11 }),
            ("no --flatten", "--flatten", { $0.flattens = true }),
            ("no --columns", "--columns n", { $0.columns = ["n"] }),
            ("--format automatic", "--format lines", { $0.readOptions.format = .lines }),
        ]
        for (before, now, change) in changes {
            let result = workspace.run {
                $0.batchSize = 10
                change(&$0)
            }
            #expect(
                result.errorDescription == """
                    the import of dump.json started with \(before), and cannot resume with \(now); use the same options, \
                    or remove the table to start again
                    """)
            #expect(result.rows == 0)
        }
        #expect(workspace.run { $0.batchSize = 10 }.rows == 20)
    }

    @Test func finishedImportIsNotRepeated() throws {
        let workspace = try Workspace(Self.dump)
        workspace.run()
        // The second run spells the name of the table in another case, and has another batch size.
        let result = workspace.run {
            $0.table = "T"
            $0.batchSize = 3
        }
        #expect(result.wasFinished && result.rows == 0 && result.recordsBefore == 30 && result.columns == 1)
        #expect(try workspace.rows("SELECT count(*) FROM t") == [["30"]])
    }

    @Test(arguments: [([], 31), (["n"], 16)])
    func changedDumpIsImportedAgainAfterFinishedImport(keys: [String], rows: Int) throws {
        let workspace = try Workspace((1...15).map { "{\"n\":\($0)}\n" }.joined())
        workspace.run { $0.keys = keys }
        try workspace.write((1...16).map { "{\"n\":\($0),\"new\":1}\n" }.joined())
        #expect(workspace.run { $0.keys = keys }.rows == 16)
        #expect(try workspace.rows("SELECT count(*), count(new) FROM t") == [["\(rows)", "16"]])
    }

    @Test func droppedTableIsCreatedAgain() throws {
        for workspace in [try interruptedImport(), try Workspace(Self.dump)] {
            workspace.run { $0.batchSize = 10 }
            try workspace.execute("DROP TABLE t")
            let result = workspace.run { $0.columns = ["x", "n"] }
            #expect(result.errorDescription == "" && result.rows == 30 && result.recordsBefore == 0)
            #expect(try workspace.columns() == ["x", "n INTEGER"])
        }
    }

    @Test func twoInputsCanShareOneTable() throws {
        let workspace = try interruptedImport()
        try workspace.write("[{\"n\":\"x\",\"m\":1}]", to: "other.json")
        #expect(workspace.run(of: "other.json").rows == 1)
        #expect(workspace.run { $0.batchSize = 10 }.rows == 20)
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(workspace.run { $0.batchSize = 10 }.wasFinished)
        #expect(try workspace.rows("SELECT count(*), sum(n = 'x') FROM t") == [["31", "1"]])
    }

    @Test func oneInputCanFillTwoTables() throws {
        let workspace = try Workspace(Self.dump)
        #expect(workspace.run().rows == 30)
        #expect(workspace.run { $0.table = "u" }.rows == 30)
        #expect(workspace.run { $0.table = "u" }.wasFinished)
    }

    @Test func dryRunWritesNothing() throws {
        let workspace = try Workspace("{\"a\":1,\"b\":null}\n{\"a\":0.5,\"c\":[]}\n")
        let result = workspace.run {
            $0.isDryRun = true
            $0.keys = ["a"]
            $0.batchSize = 1
        }
        #expect(result.errorDescription == "" && result.rows == 2 && result.columns == 3)
        #expect(result.definition == #"CREATE TABLE "t" ("a" NUMERIC PRIMARY KEY, "b", "c" TEXT)"#)
        #expect(!FileManager.default.fileExists(atPath: workspace.database))
        try workspace.execute("CREATE TABLE t (a TEXT)")
        let bytes = try Data(contentsOf: URL(filePath: workspace.database))
        #expect(
            workspace.run { $0.isDryRun = true }.errorDescription.hasPrefix(
                "the column a of the table t is declared TEXT"))
        #expect(try Data(contentsOf: URL(filePath: workspace.database)) == bytes)
    }
}
