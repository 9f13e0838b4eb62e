import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Imports of an input that has changed since an earlier run.
@Suite struct ChangedInputTests {
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
            #expect(try workspace.lines("SELECT count(*), max(n) FROM t") == ["\(expected + 1) 100"])
            #expect(workspace.run().wasFinished)
        } else {
            // The rows of an invalid input do not replace others.
            #expect(try workspace.numbers() == Array(1...30) + [100])
        }
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(try workspace.isIntact())
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

    /// The options that decide which records are rejected matter after a rejection only.
    @Test(arguments: [false, true])
    func otherLimitsAreOtherSettingsAfterRejection(rejects: Bool) throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":\(rejects ? "\"\\ud800\"" : "2")}\n")
        let result = workspace.run { $0.readOptions.errorPolicy = .skip() }
        #expect(result.rejected == (rejects ? 1 : 0))
        let replacing: @Sendable (inout TableImportOptions) -> Void = {
            $0.readOptions.unpairedSurrogates = .replace
        }
        let again = workspace.run(replacing)
        #expect(again.wasFinished != rejects)
        guard rejects else { return }
        #expect(
            again.errorDescription == """
                dump.json was imported into the table t with no --unpaired-surrogates, --max-depth or --strict, which is now \
                --unpaired-surrogates replace; \(changeChoices)
                """)
        let replaced = workspace.run {
            replacing(&$0)
            $0.changePolicy = .replace
        }
        #expect(replaced.errorDescription == "" && replaced.rows == 2)
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
        #expect(try workspace.lines("SELECT count(*), count(DISTINCT n) FROM t") == ["40 40"])
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
        #expect(try workspace.lines("SELECT count(*), sum(n = 'x') FROM t") == ["31 1"])
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

    // MARK: - Several imports

    private static let key: ImportScript.Change = { $0.keys = ["id"] }
    private static let other: ImportScript.Change = { $0.table = "u" }

    private static func part(_ batchSize: Int, count: Int? = nil) -> ImportScript.Change {
        {
            ($0.batchSize, $0.skippedRecordCount, $0.maximumRecordCount) = (batchSize, 3, count)
            $0.readOptions.errorPolicy = .skip()
        }
    }

    static let scripts: [ImportScript] =
        [
            ImportScript(
                "a changed input with a key updates rows", "{\"id\":1,\"v\":1}\n{\"id\":2,\"v\":2}\n",
                .run(2, key), .write("{\"id\":2,\"v\":3}\n{\"id\":3,\"v\":3}\n{\"id\":4,\"v\":3}\n"),
                .run(3, key),
                .rows(["1 1", "2 3", "3 3", "4 3"]), .finished(key)),
            ImportScript(
                "a corrected line", "{\"n\":1}\n{\"n\":}\n{\"n\":3}\n", .error("line 2"), .rows(["1"]),
                .write(numberedLines(1...3)), .run(2), .rows(["1", "2", "3"])),
            ImportScript(
                "one input in two tables", numberedLines(1...30), .run(30), .run(30, other), .finished(other)),
            ImportScript(
                "different paths are separate imports", #"{"x":[{"a":1}],"y":[{"a":2},{"a":3}]}"#,
                .run(1) { $0.path = "x" }, .error("were at $.x when they were imported") { $0.path = "y" },
                .run(2) {
                    $0.path = "y"
                    $0.changePolicy = .append
                }, .finished { $0.path = "x" }, .rows(["1", "2", "3"])),
            ImportScript(
                "rows of another path are replaced", #"{"x":[{"a":1}],"y":[{"a":2},{"a":3}]}"#,
                .run(1) { $0.path = "x" },
                .run(2) {
                    $0.path = "y"
                    $0.changePolicy = .replace
                }, .rows(["2", "3"]), .finished { $0.path = "y" }, .error("were at $.y") { $0.path = "x" }),
            ImportScript(
                "a table that was dropped and created again", "{\"a\":1}\n{\"a\":2}\n3\n", .error("line 3"),
                .sql("DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a INT)"),
                .run(2) { $0.readOptions.errorPolicy = .skip() }, .rows(["1", "2"], "SELECT a FROM t"),
                .write("{\"a\":\"007\"}\n"), .error("the column a of the table t is declared INT", append),
                .rows(["2"], "SELECT count(*) FROM t")),
            ImportScript(
                "an index after a finished import", numberedLines(1...3), .run(3),
                .finished { $0.indices = ["n"] },
                .rows(["1"], "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 't'")),
        ]
        + [1, 4, 100].map { batchSize in
            ImportScript(
                "skipped records and a limit, batch size \(batchSize)", "x\n" + numberedLines(2...30),
                .run(5, part(batchSize, count: 5)), .rows(["4", "5", "6", "7", "8"]),
                .run(0, part(batchSize, count: 5)), .run(22, part(batchSize)),
                .rows((4...30).map(String.init), "SELECT n FROM t ORDER BY rowid"), .finished(part(batchSize))
            )
        }
        + ["ADD COLUMN extra", "RENAME COLUMN n TO m", "DROP COLUMN v"].map { change in
            ImportScript(
                "a table that the user has changed: \(change)", "{\"n\":1,\"v\":1}\n{\"n\":2,\"v\":2}\n",
                .run(2), .write("{\"n\":3,\"v\":3}\n", to: "other.json"), .run(1, of: "other.json"),
                .sql("ALTER TABLE t \(change)"), .unchanged(of: "other.json"), .unchanged(),
                .rows(["3"], "SELECT count(*) FROM t"))
        }

    @Test(arguments: scripts)
    func laterImportsDependOnEarlierOnes(script: ImportScript) throws { try script.check() }
}
