import Testing

@testable import TableImport

/// SQLite allows at most 2,000 columns in a table.
@Suite struct ColumnLimitTests {
    private func record(_ keys: Range<Int>, value: (Int) -> String = { "\($0)" }) -> String {
        "{" + keys.map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}\n"
    }

    @Test(arguments: [1, 10])
    func maximumColumnCountIsImported(batchSize: Int) throws {
        let workspace = try Workspace(record(0..<2000) + record(1000..<2000) { "\"\($0)\"" })
        let result = workspace.run { $0.batchSize = batchSize }
        #expect(result.errorDescription == "" && result.columns == 2000)
        #expect(
            try workspace.rows("SELECT k0, k1000, k1999 FROM t") == [
                ["0", "1000", "1999"], ["NULL", "'1000'", "'1999'"],
            ])
        #expect(try workspace.isIntact())
    }

    @Test func columnLimitErrorKeepsWrittenRows() throws {
        let workspace = try Workspace(record(0..<1000) + record(1000..<2000) + record(2000..<3000))
        let result = workspace.run { $0.batchSize = 1 }
        #expect(
            result.errorDescription == """
                the records need more than 2000 columns, the maximum of an SQLite table; choose columns with --columns, or \
                a part of the records with --path
                """)
        #expect(result.rows == 2)
        #expect(try workspace.rows("SELECT k0, k1999 FROM t") == [["0", "NULL"], ["NULL", "1999"]])
        #expect(try workspace.isIntact())
    }

    @Test func columnLimitErrorInFirstBatchLeavesDatabaseEmpty() throws {
        let workspace = try Workspace(record(0..<3000))
        #expect(workspace.run().errorDescription.hasPrefix("the records need more than 2000 columns"))
        #expect(try workspace.rows("SELECT name FROM sqlite_master") == [])
        #expect(workspace.run { $0.columns = ["k2999", "k0"] }.rows == 1)
        #expect(try workspace.rows() == [["2999", "0"]])
    }

    /// A record with too many keys cannot become a row, so its further keys need no columns.
    @Test func recordWithTooManyKeysAddsOneColumnBeyondLimit() throws {
        let workspace = try Workspace(record(0..<200_000) + "{\"id\":1}\n")
        let result = workspace.run { $0.keys = ["k199999"] }
        #expect(result.errorDescription.hasPrefix("the records need more than 2000 columns"))
        #expect(result.rejected == 0 && result.columns == 2001)
    }

    @Test func invalidRecordDoesNotCountAgainstColumnLimit() throws {
        let workspace = try Workspace("{\"id\":1}\n" + record(0..<3000).dropLast(2) + "\n{\"id\":2}\n")
        #expect(workspace.run { $0.readOptions.errorPolicy = .skip() }.errorDescription == "")
        #expect(try workspace.rows() == [["1"], ["2"]])
    }

    @Test func recordWithoutKeyDoesNotCountAgainstColumnLimit() throws {
        let workspace = try Workspace("{\"id\":1}\n" + record(0..<3000) + "{\"id\":2}\n")
        #expect(
            workspace.run {
                $0.keys = ["id"]
                $0.readOptions.errorPolicy = .skip()
            }.rejected == 1)
        #expect(try workspace.rows() == [["1"], ["2"]])
    }

    @Test func columnOverflowIsUndoneOnlyBeforeKeep() {
        var columns = ColumnList([], keys: [], projection: nil, limit: 1)
        #expect(columns.add(["a"]) == 0 && !columns.hasTooManyColumns)
        #expect(columns.add(["b"]) == nil && columns.hasTooManyColumns)
        columns.undo()
        #expect(!columns.hasTooManyColumns && columns.columns.isEmpty)
        _ = (columns.add(["a"]), columns.add(["b"]))
        columns.keep()
        columns.undo()
        #expect(columns.hasTooManyColumns && columns.columns.count == 1)
    }

    @Test func manyNullMembersAreImported() throws {
        let nulls = (0..<500).map { _ in record(0..<1500) { _ in "null" } }.joined()
        let workspace = try Workspace(nulls)
        let result = workspace.run { $0.flattens = true }
        #expect(result.errorDescription == "" && result.rows == 500 && result.columns == 1500)
    }
}
