import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Imports of a changed input with `--append` or `--replace`.
@Suite struct ReplaceTests {
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

    @Test func dryRunOfReplaceChangesNothing() throws {
        let workspace = try Workspace(numberedLines(1...3))
        workspace.run()
        try workspace.write(numberedLines(5...6))
        let result = workspace.run {
            $0.changePolicy = .replace
            $0.isDryRun = true
        }
        #expect(result.errorDescription == "" && result.rows == 2)
        #expect(try workspace.numbers() == [1, 2, 3])
    }

    @Test func appendAddsAllRecordsOnce() throws {
        let workspace = try Workspace(numberedLines(1...3))
        workspace.run()
        try workspace.write(numberedLines(2...4))
        let append = { (options: inout TableImportOptions) in options.changePolicy = .append }
        #expect(workspace.run(append).rows == 3)
        #expect(workspace.run(append).wasFinished)
        #expect(try workspace.numbers() == [1, 2, 3, 2, 3, 4])
        // The rows of both imports belong to the input.
        try workspace.write(numberedLines(7...8))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try workspace.numbers() == [7, 8])
    }

    @Test(arguments: [
        "DELETE FROM t WHERE n = 2", "INSERT INTO t VALUES (9)", "DELETE FROM t WHERE n = 5; VACUUM",
        "UPDATE t SET rowid = rowid + 100 WHERE n = 2",
    ])
    func replaceOfUnknownRowsIsError(sql: String) throws {
        let workspace = try Workspace(numberedLines(1...3))
        workspace.run()
        try workspace.write(numberedLines(4...6), to: "other.json")
        workspace.run(of: "other.json")
        try workspace.execute(sql)
        let before = try workspace.numbers()
        try workspace.write(numberedLines(2...3))
        #expect(
            workspace.run { $0.changePolicy = .replace }.errorDescription == """
                --replace: the rows that the earlier import of this input wrote into the table t are not known, because \
                another program has changed the table or its rows since; delete them and use --append, or import into another table with --table
                """)
        #expect(try workspace.numbers() == before)
        #expect(workspace.run { $0.changePolicy = .append }.rows == 2)
    }

    @Test func replaceKeepsRowsInsertedByUserBetweenImports() throws {
        let workspace = try Workspace(numberedLines(1...2))
        workspace.run()
        try workspace.execute("INSERT INTO t VALUES (50)")
        try workspace.write(numberedLines(1...3))
        #expect(workspace.run().rows == 1)
        try workspace.write(numberedLines(7...8))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try workspace.rows("SELECT n FROM t ORDER BY n") == [["7"], ["8"], ["50"]])
    }

    @Test func replaceKeepsRowsThatWereThereBefore() throws {
        let workspace = try Workspace(
            numberedLines(1...2), sql: "CREATE TABLE t (n); INSERT INTO t VALUES (50)")
        workspace.run()
        try workspace.write(numberedLines(3...4))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try workspace.rows("SELECT n FROM t ORDER BY n") == [["3"], ["4"], ["50"]])
    }

    @Test func replaceOfTableThatUserCreatedAgainIsError() throws {
        let workspace = try Workspace(numberedLines(1...2))
        workspace.run()
        try workspace.execute("DROP TABLE t; CREATE TABLE t (n INTEGER, note TEXT)")
        try workspace.execute("INSERT INTO t VALUES (7, 'mine'), (8, 'mine')")
        let result = workspace.run { $0.changePolicy = .replace }
        #expect(result.errorDescription.hasPrefix("--replace: the rows"))
        #expect(try workspace.numbers() == [7, 8])
        // The rows of the user are not known as rows of an input afterwards.
        #expect(workspace.run { $0.changePolicy = .append }.rows == 2)
        try workspace.write(numberedLines(3...4))
        #expect(workspace.run { $0.changePolicy = .replace }.rows == 2)
        #expect(try workspace.numbers() == [7, 8, 3, 4])
    }

    /// After the update, the number of the rows is not certain, whatever is inserted and deleted later.
    @Test func replaceAfterUpdateGrowthAndDeletionIsError() throws {
        let workspace = try Workspace(numberedLines(1...2))
        workspace.run()
        try workspace.execute("CREATE UNIQUE INDEX key ON t (n)")
        try workspace.write("{\"n\":2}\n", to: "other.json")
        #expect(workspace.run(of: "other.json") { $0.keys = ["n"] }.rows == 1)
        try workspace.write(numberedLines(1...5))
        #expect(workspace.run().rows == 3)
        try workspace.execute("DELETE FROM t WHERE n IN (1, 3, 4)")
        try workspace.write(numberedLines(6...7))
        #expect(
            workspace.run { $0.changePolicy = .replace }.errorDescription.hasPrefix("--replace: the rows"))
        #expect(try workspace.numbers() == [2, 5])
    }
}
