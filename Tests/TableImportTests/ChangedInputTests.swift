import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Imports of an input that an earlier run has imported, wholly or in part.
@Suite struct ChangedInputTests {
    private static func lines(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { "{\"n\":\($0)}\n" }.joined()
    }

    /// Returns a workspace with a dump of 30 records, of which 10 are in the table.
    private func interruptedImport() throws -> Workspace {
        let workspace = try Workspace(Self.lines(1...30))
        let stop = InterruptFlag()
        let result = workspace.run(stop: stop) {
            $0.readOptions.chunkBytes = 1
            $0.readOptions.progressInterval = .zero
            $0.readOptions.onProgress = { if $0.recordCount >= 9 { stop.request() } }
        }
        #expect(result.error is Interrupted && result.rows == 10)
        return workspace
    }

    private func numbers(_ workspace: Workspace) throws -> [Int] {
        try workspace.rows("SELECT n FROM t ORDER BY rowid").compactMap { Int($0[0]) }
    }

    private static let choices = """
        use --replace to exchange the rows of this input, --append to add all of its records, --key to update rows, or \
        --table to import into another table
        """

    // MARK: - Unchanged inputs

    @Test(arguments: ["lines", "array", "envelope", "empty"])
    func unchangedInputIsNotImportedAgain(kind: String) throws {
        let (dump, path): (String, JSONPath) =
            switch kind {
            case "array": ("[{\"n\":1}, {\"n\":2}]\n", "")
            case "envelope": ("{\"items\":[{\"n\":1},{\"n\":2}],\"total\":2}", "items")
            case "empty": ("[]", "")
            default: (Self.lines(1...2), "")
            }
        let workspace = try Workspace(dump)
        let first = workspace.run { $0.path = path }
        // The file is written again, so its time changes, and its content does not.
        try FileManager.default.removeItem(at: workspace.dump)
        try workspace.write(dump)
        // The second run spells the name of the table in another case, and has another batch size.
        let result = workspace.run {
            $0.path = path
            $0.table = kind == "empty" ? "t" : "T"
            $0.batchSize = 1
        }
        #expect(result.wasFinished && result.rows == 0 && result.recordsBefore == first.rows)
        if first.rows > 0 { #expect(try numbers(workspace) == [1, 2]) }
    }

    // MARK: - Grown inputs

    @Test(arguments: ["{\"n\":4}\n{\"n\":5}", "{\"n\":4}{\"n\":5}", "\n\n{\"n\":4} \n {\"n\":5}\n"])
    func addedRecordsAreImported(added: String) throws {
        let isSequence = added.hasPrefix("{\"n\":4}{")
        let dump = isSequence ? "{\"n\":1}{\"n\":2} {\"n\":3}" : Self.lines(1...3)
        for chunkBytes in [1, 7, 1 << 16] {
            let workspace = try Workspace(dump)
            let change = { (options: inout TableImportOptions) in options.readOptions.chunkBytes = chunkBytes
            }
            #expect(workspace.run(change).rows == 3)
            try workspace.write(dump + added)
            let result = workspace.run(change)
            #expect(result.errorDescription == "" && result.rows == 2 && result.recordsBefore == 3)
            #expect(try numbers(workspace) == [1, 2, 3, 4, 5])
            #expect(workspace.run(change).wasFinished)
        }
    }

    @Test func lineWithoutLineFeedIsContinued() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}")
        workspace.run()
        try workspace.write("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
        #expect(workspace.run().rows == 1)
        #expect(try numbers(workspace) == [1, 2, 3])
    }

    @Test(arguments: [1, 64, 1 << 16])
    func rejectedBeginningOfLineMayBeCompleted(chunkBytes: Int) throws {
        let whole = Self.lines(1...40)
        for length in stride(from: whole.utf8.count - 12, to: whole.utf8.count, by: 1) {
            let workspace = try Workspace(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
            let change = { (options: inout TableImportOptions) in
                options.readOptions.chunkBytes = chunkBytes
                options.readOptions.format = .lines
                options.readOptions.errorPolicy = .skip()
                options.rejects = workspace.rejects
            }
            workspace.run(change)
            #expect(workspace.run(change).wasFinished)
            try workspace.write(whole + "{\"n\":41}\n")
            #expect(workspace.run(change).errorDescription == "")
            #expect(try numbers(workspace) == Array(1...41))
            #expect(workspace.run(change).wasFinished)
            try workspace.write(Self.lines(2...40))
            #expect(workspace.run(change).errorDescription.hasPrefix("dump.json has changed"))
        }
    }

    /// The record is complete, but not its line, and its text leaves the window before the error.
    @Test func recordBeforeInvalidEndOfLineIsNotInPrefix() throws {
        let spaces = String(repeating: " ", count: 300_000)
        for policy in [ErrorPolicy.fail, .skip()] {
            let workspace = try Workspace("{\"n\":1}\n{\"n\":2}\(spaces)x\n{\"n\":3}\n")
            let change = { (options: inout TableImportOptions) in options.readOptions.errorPolicy = policy }
            let result = workspace.run(change)
            #expect(result.rows == (policy == .fail ? 1 : 2))
            #expect(try numbers(workspace) == (policy == .fail ? [1] : [1, 3]))
            #expect(workspace.run(change).rows == 0)
        }
    }

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

    @Test func replaceOfRowsThatAnotherInputUpdatedIsError() throws {
        let workspace = try Workspace("{\"n\":1,\"v\":\"a\"}\n{\"n\":2,\"v\":\"a\"}\n")
        workspace.run()
        try workspace.execute("CREATE UNIQUE INDEX key ON t (n)")
        try workspace.write("{\"n\":2,\"v\":\"b\"}\n", to: "other.json")
        #expect(workspace.run(of: "other.json") { $0.keys = ["n"] }.rows == 1)
        try workspace.write("{\"n\":5,\"v\":\"a\"}\n")
        #expect(
            workspace.run { $0.changePolicy = .replace }.errorDescription.hasPrefix("--replace: the rows"))
        #expect(try workspace.rows() == [["1", "'a'"], ["2", "'b'"]])
    }

    @Test func grownArrayIsError() throws {
        let workspace = try Workspace("[{\"n\":1}]")
        workspace.run()
        try workspace.write("[{\"n\":1},{\"n\":2}]")
        #expect(
            workspace.run().errorDescription == """
                dump.json is one array with more records than when it was imported into the table t; \(Self.choices)
                """)
        #expect(try numbers(workspace) == [1])
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try numbers(workspace) == [1, 2])
    }

    // MARK: - Changed inputs

    @Test(arguments: [
        lines(1...29), lines(1...29) + "{\"n\":31}\n", "{\"m\":1}\n" + lines(2...40), "[]", "", "{\"n\":1}",
        "{\"n\":1}\n{\"n\":2,}\n", "{\"n\":01}",
    ])
    func changedInputIsErrorUnlessRequested(dump: String) throws {
        let workspace = try Workspace(Self.lines(1...30))
        workspace.run()
        try workspace.write("[{\"n\":100}]", to: "other.json")
        workspace.run(of: "other.json")
        try workspace.write(dump)
        let result = workspace.run()
        #expect(
            result.errorDescription == """
                dump.json has changed since its records were imported into the table t; \(Self.choices)
                """)
        #expect((result.error as? TableImportError)?.cause == .usage)
        #expect(try numbers(workspace) == Array(1...30) + [100])
        let separate = try Workspace(dump)
        let expected = separate.run().rows
        let replaced = workspace.run { $0.changePolicy = .replace }
        if replaced.error == nil {
            #expect(replaced.rows == expected)
            #expect(try workspace.rows("SELECT count(*), max(n) FROM t") == [["\(expected + 1)", "100"]])
            #expect(workspace.run().wasFinished)
        } else {
            // The rows of an invalid input do not replace others.
            #expect(try numbers(workspace) == Array(1...30) + [100])
        }
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(try workspace.isIntact())
    }

    @Test func dryRunOfReplaceChangesNothing() throws {
        let workspace = try Workspace(Self.lines(1...3))
        workspace.run()
        try workspace.write(Self.lines(5...6))
        let result = workspace.run {
            $0.changePolicy = .replace
            $0.isDryRun = true
        }
        #expect(result.errorDescription == "" && result.rows == 2)
        #expect(try numbers(workspace) == [1, 2, 3])
    }

    @Test func appendAddsAllRecordsOnce() throws {
        let workspace = try Workspace(Self.lines(1...3))
        workspace.run()
        try workspace.write(Self.lines(2...4))
        let append = { (options: inout TableImportOptions) in options.changePolicy = .append }
        #expect(workspace.run(append).rows == 3)
        #expect(workspace.run(append).wasFinished)
        #expect(try numbers(workspace) == [1, 2, 3, 2, 3, 4])
        // The rows of both imports belong to the input.
        try workspace.write(Self.lines(7...8))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try numbers(workspace) == [7, 8])
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

    @Test(arguments: [
        "DELETE FROM t WHERE n = 2", "INSERT INTO t VALUES (9)", "DELETE FROM t WHERE n = 5; VACUUM",
        "UPDATE t SET rowid = rowid + 100 WHERE n = 2",
    ])
    func replaceOfUnknownRowsIsError(sql: String) throws {
        let workspace = try Workspace(Self.lines(1...3))
        workspace.run()
        try workspace.write(Self.lines(4...6), to: "other.json")
        workspace.run(of: "other.json")
        try workspace.execute(sql)
        let before = try numbers(workspace)
        try workspace.write(Self.lines(2...3))
        #expect(
            workspace.run { $0.changePolicy = .replace }.errorDescription == """
                --replace: the rows that the earlier import of this input wrote into the table t are not known, because \
                rows were deleted or added since; delete them and use --append, or import into another table with --table
                """)
        #expect(try numbers(workspace) == before)
        #expect(workspace.run { $0.changePolicy = .append }.rows == 2)
    }

    @Test func replaceKeepsRowsInsertedByUserBetweenImports() throws {
        let workspace = try Workspace(Self.lines(1...2))
        workspace.run()
        try workspace.execute("INSERT INTO t VALUES (50)")
        try workspace.write(Self.lines(1...3))
        #expect(workspace.run().rows == 1)
        try workspace.write(Self.lines(7...8))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try workspace.rows("SELECT n FROM t ORDER BY n") == [["7"], ["8"], ["50"]])
    }

    @Test func replaceKeepsRowsThatWereThereBefore() throws {
        let workspace = try Workspace(Self.lines(1...2), sql: "CREATE TABLE t (n); INSERT INTO t VALUES (50)")
        workspace.run()
        try workspace.write(Self.lines(3...4))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try workspace.rows("SELECT n FROM t ORDER BY n") == [["3"], ["4"], ["50"]])
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
            let workspace = try interruptedImport()
            #expect(
                workspace.run(change).errorDescription == """
                    dump.json was imported into the table t with \(before), which is now \(now); \(Self.choices)
                    """)
            #expect(try numbers(workspace).count == 10)
            let replaced = workspace.run {
                change(&$0)
                $0.changePolicy = .replace
            }
            #expect(replaced.errorDescription == "" && replaced.rows == (now == "--skip 1" ? 29 : 30))
            #expect(try numbers(workspace).count == replaced.rows)
        }
    }

    @Test func batchSizeMayChange() throws {
        let workspace = try interruptedImport()
        #expect(workspace.run { $0.batchSize = 3 }.rows == 20)
        #expect(try numbers(workspace) == Array(1...30))
    }

    // MARK: - Unfinished imports

    @Test func unfinishedImportContinuesIfReadPartIsUnchanged() throws {
        let workspace = try interruptedImport()
        try workspace.write(Self.lines(1...10) + Self.lines(100...120))
        #expect(workspace.run().rows == 21)
        #expect(try numbers(workspace) == Array(1...10) + Array(100...120))
    }

    @Test func unfinishedImportIsReplacedOnRequest() throws {
        let workspace = try interruptedImport()
        try workspace.write("[{\"n\":100}]", to: "other.json")
        workspace.run(of: "other.json")
        try workspace.write(Self.lines(2...40))
        #expect(workspace.run().errorDescription.hasPrefix("dump.json has changed since"))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 39)
        #expect(try workspace.rows("SELECT count(*), count(DISTINCT n) FROM t") == [["40", "40"]])
    }

    @Test func importContinuesAfterCorrectionOfLine() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":}\n{\"n\":3}\n")
        #expect(workspace.run().rows == 1)
        try workspace.write("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
        #expect(workspace.run().rows == 2)
        #expect(try numbers(workspace) == [1, 2, 3])
    }

    @Test func failPolicyIgnoresRecordsThatAnEarlierRunRejected() throws {
        let workspace = try Workspace("{\"n\":1}\nx\n5\n{\"n\":2}\n{\"n\":}\n")
        #expect(workspace.run { $0.readOptions.errorPolicy = .skip(limit: 2) }.rows == 2)
        #expect(workspace.run().errorDescription.contains("line 5, column 6"))
        try workspace.write("{\"n\":1}\nx\n5\n{\"n\":2}\n{\"n\":3}\n")
        let result = workspace.run()
        #expect(result.errorDescription == "" && result.rows == 1 && result.rejectedBefore == 2)
        #expect(try numbers(workspace) == [1, 2, 3])
    }

    // MARK: - Parts of an input

    @Test(arguments: [1, 4, 100])
    func skipAndLimitSelectRecords(batchSize: Int) throws {
        let workspace = try Workspace("x\n" + Self.lines(2...30))
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
        #expect(try numbers(workspace) == [4, 5, 6, 7, 8])
        let again = workspace.run {
            change(&$0)
            $0.maximumRecordCount = 5
        }
        #expect(again.errorDescription == "" && again.rows == 0)
        #expect(workspace.run(change).rows == 22)
        #expect(try numbers(workspace) == Array(4...30))
        #expect(workspace.run(change).wasFinished)
    }

    // MARK: - Other imports

    @Test func droppedTableIsCreatedAgain() throws {
        for workspace in [try interruptedImport(), try Workspace(Self.lines(1...30))] {
            workspace.run()
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
        #expect(workspace.run().rows == 20)
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(workspace.run().wasFinished)
        #expect(try workspace.rows("SELECT count(*), sum(n = 'x') FROM t") == [["31", "1"]])
    }

    @Test func oneInputCanFillTwoTables() throws {
        let workspace = try Workspace(Self.lines(1...30))
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
