import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Imports of an input that has changed since an earlier run.
@Suite struct ChangedInputTests {
    @Test(arguments: [
        "ALTER TABLE t ADD COLUMN extra", "ALTER TABLE t RENAME COLUMN n TO m", "ALTER TABLE t DROP COLUMN v",
    ])
    func tableAlteredByUserIsNotImportedAgain(sql: String) throws {
        let workspace = try Workspace("{\"n\":1,\"v\":1}\n{\"n\":2,\"v\":2}\n")
        workspace.run()
        try workspace.write("{\"n\":3,\"v\":3}\n", to: "other.json")
        workspace.run(of: "other.json")
        try workspace.execute(sql)
        for name in ["other.json", "dump.json"] {
            let result = workspace.run(of: name)
            #expect(result.wasFinished || result.errorDescription.contains("changed by another program"))
        }
        #expect(try workspace.rows("SELECT count(*) FROM t") == [["3"]])
    }

    // MARK: - Changed inputs

    @Test(arguments: [
        numberedLines(1...29), numberedLines(1...29) + "{\"n\":31}\n", "{\"m\":1}\n" + numberedLines(2...40),
        "[]", "", "{\"n\":1}",
        "{\"n\":1}\n{\"n\":2,}\n", "{\"n\":01}",
    ])
    func changedInputIsErrorUnlessRequested(dump: String) throws {
        let workspace = try Workspace(numberedLines(1...30))
        workspace.run()
        try workspace.write("[{\"n\":100}]", to: "other.json")
        workspace.run(of: "other.json")
        try workspace.write(dump)
        let result = workspace.run()
        #expect(
            result.errorDescription == """
                dump.json has changed since its records were imported into the table t; \(changeChoices)
                """)
        #expect((result.error as? TableImportError)?.cause == .usage)
        #expect(try workspace.numbers() == Array(1...30) + [100])
        let separate = try Workspace(dump)
        let expected = separate.run().rows
        let replaced = workspace.run { $0.changePolicy = .replace }
        if replaced.error == nil {
            #expect(replaced.rows == expected)
            #expect(try workspace.rows("SELECT count(*), max(n) FROM t") == [["\(expected + 1)", "100"]])
            #expect(workspace.run().wasFinished)
        } else {
            // The rows of an invalid input do not replace others.
            #expect(try workspace.numbers() == Array(1...30) + [100])
        }
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(try workspace.isIntact())
    }

    @Test func changedInputWithKeyUpdatesRows() throws {
        let workspace = try Workspace("{\"id\":1,\"v\":1}\n{\"id\":2,\"v\":2}\n")
        let change = { (options: inout TableImportOptions) in options.keys = ["id"] }
        workspace.run(change)
        try workspace.write("{\"id\":2,\"v\":3}\n{\"id\":3,\"v\":3}\n{\"id\":4,\"v\":3}\n")
        #expect(workspace.run(change).rows == 3)
        #expect(try workspace.rows() == [["1", "1"], ["2", "3"], ["3", "3"], ["4", "3"]])
        #expect(workspace.run(change).wasFinished)
    }

    // MARK: - Changed settings

    @Test func changedSettingsAreErrorUnlessRequested() throws {
        let changes: [(String, String, @Sendable (inout TableImportOptions) -> Void)] = [
            ("no --flatten", "--flatten", { $0.flattens = true }),
            ("no --columns", "--columns n", { $0.columns = ["n"] }),
            ("no --rest", "--rest more", { $0.rest = "more" }),
            ("no --skip", "--skip 1", { $0.skippedRecordCount = 1 }),
            ("--format automatic", "--format lines", { $0.readOptions.format = .lines }),
        ]
        for (before, now, change) in changes {
            let workspace = try Workspace.interruptedImport()
            #expect(
                workspace.run(change).errorDescription == """
                    dump.json was imported into the table t with \(before), which is now \(now); \(changeChoices)
                    """)
            #expect(try workspace.numbers().count == 10)
            let replaced = workspace.run {
                change(&$0)
                $0.changePolicy = .replace
            }
            #expect(replaced.errorDescription == "" && replaced.rows == (now == "--skip 1" ? 29 : 30))
            #expect(try workspace.numbers().count == replaced.rows)
        }
    }

    @Test func batchSizeMayChange() throws {
        let workspace = try Workspace.interruptedImport()
        #expect(workspace.run { $0.batchSize = 3 }.rows == 20)
        #expect(try workspace.numbers() == Array(1...30))
    }

    // MARK: - Unfinished imports

    @Test func unfinishedImportContinuesIfReadPartIsUnchanged() throws {
        let workspace = try Workspace.interruptedImport()
        try workspace.write(numberedLines(1...10) + numberedLines(100...120))
        #expect(workspace.run().rows == 21)
        #expect(try workspace.numbers() == Array(1...10) + Array(100...120))
    }

    @Test func unfinishedImportIsReplacedOnRequest() throws {
        let workspace = try Workspace.interruptedImport()
        try workspace.write("[{\"n\":100}]", to: "other.json")
        workspace.run(of: "other.json")
        try workspace.write(numberedLines(2...40))
        #expect(workspace.run().errorDescription.hasPrefix("dump.json has changed since"))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 39)
        #expect(try workspace.rows("SELECT count(*), count(DISTINCT n) FROM t") == [["40", "40"]])
    }

    @Test func importContinuesAfterCorrectionOfLine() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":}\n{\"n\":3}\n")
        #expect(workspace.run().rows == 1)
        try workspace.write("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
        #expect(workspace.run().rows == 2)
        #expect(try workspace.numbers() == [1, 2, 3])
    }

    @Test func failPolicyIgnoresRecordsThatAnEarlierRunRejected() throws {
        let workspace = try Workspace("{\"n\":1}\nx\n5\n{\"n\":2}\n{\"n\":}\n")
        #expect(workspace.run { $0.readOptions.errorPolicy = .skip(limit: 2) }.rows == 2)
        #expect(workspace.run().errorDescription.contains("line 5, column 6"))
        try workspace.write("{\"n\":1}\nx\n5\n{\"n\":2}\n{\"n\":3}\n")
        let result = workspace.run()
        #expect(result.errorDescription == "" && result.rows == 1 && result.rejectedBefore == 2)
        #expect(try workspace.numbers() == [1, 2, 3])
    }

    // MARK: - Parts of an input

    @Test(arguments: [1, 4, 100])
    func skipAndLimitSelectRecords(batchSize: Int) throws {
        let workspace = try Workspace("x\n" + numberedLines(2...30))
        let change = { (options: inout TableImportOptions) in
            options.batchSize = batchSize
            options.skippedRecordCount = 3
            options.readOptions.errorPolicy = .skip()
        }
        let first = workspace.run {
            change(&$0)
            $0.maximumRecordCount = 5
        }
        #expect(first.errorDescription == "" && first.rows == 5 && first.rejected == 0)
        #expect(try workspace.numbers() == [4, 5, 6, 7, 8])
        let again = workspace.run {
            change(&$0)
            $0.maximumRecordCount = 5
        }
        #expect(again.errorDescription == "" && again.rows == 0)
        #expect(workspace.run(change).rows == 22)
        #expect(try workspace.numbers() == Array(4...30))
        #expect(workspace.run(change).wasFinished)
    }

    // MARK: - Other imports

    @Test func droppedTableIsCreatedAgain() throws {
        for workspace in [try Workspace.interruptedImport(), try Workspace(numberedLines(1...30))] {
            workspace.run()
            try workspace.execute("DROP TABLE t")
            let result = workspace.run { $0.columns = ["x", "n"] }
            #expect(result.errorDescription == "" && result.rows == 30 && result.recordsBefore == 0)
            #expect(try workspace.columns() == ["x", "n INTEGER"])
        }
    }

    @Test func twoInputsCanShareOneTable() throws {
        let workspace = try Workspace.interruptedImport()
        try workspace.write("[{\"n\":\"x\",\"m\":1}]", to: "other.json")
        #expect(workspace.run(of: "other.json").rows == 1)
        #expect(workspace.run().rows == 20)
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(workspace.run().wasFinished)
        #expect(try workspace.rows("SELECT count(*), sum(n = 'x') FROM t") == [["31", "1"]])
    }

    @Test func oneInputCanFillTwoTables() throws {
        let workspace = try Workspace(numberedLines(1...30))
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
