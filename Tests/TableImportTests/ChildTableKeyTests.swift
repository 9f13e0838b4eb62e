import JSONRecords
import Testing

@testable import TableImport

/// The rows of a child table belong to the row of their record, whatever SQLite makes of its key.
@Suite struct ChildTableKeyTests {
    private static func options(_ options: inout TableImportOptions, batchSize: Int) {
        options.keys = ["id"]
        options.expandedArrays = [ExpandedArray(path: ["items"])]
        options.batchSize = batchSize
        options.readOptions.errorPolicy = .skip()
    }

    /// A table, records that are imported into it, and the rows of the child table.
    struct Example {
        var sql: String?
        let records: [String]
        let child: [String]
    }

    private static let examples = [
        // Keys that are different, although an integer column would make one of them.
        Example(
            records: [
                #"{"id":1,"items":["a","b"]}"#, #"{"id":"01","items":[]}"#, #"{"id":2,"items":["c"]}"#,
                #"{"id":"2"}"#,
            ], child: ["1 0 'a'", "1 1 'b'", "2 0 'c'"]),
        Example(
            records: [
                #"{"id":"2"}"#, #"{"id":2,"items":["c"]}"#, #"{"id":2.5,"items":["d"]}"#, #"{"id":"02"}"#,
            ],
            child: ["2 0 'c'", "2.5 0 'd'"]),
        // Keys that the column of the table makes one.
        Example(
            sql: "CREATE TABLE t (id TEXT PRIMARY KEY)",
            records: [
                #"{"id":1,"items":["a","b"]}"#, #"{"id":"1","items":["x"]}"#, #"{"id":"01","items":["y"]}"#,
            ],
            child: ["'01' 0 'y'", "'1' 0 'x'"]),
        Example(
            sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)",
            records: [#"{"id":1,"items":["a","b"]}"#, #"{"id":1.0,"items":["x"]}"#],
            child: ["1 0 'x'"]),
        Example(
            sql: "CREATE TABLE t (id TEXT COLLATE NOCASE PRIMARY KEY)",
            records: [#"{"id":"A","items":["a","b"]}"#, #"{"id":"a","items":["x"]}"#],
            child: ["'A' 0 'x'"]),
        // Rows that the table does not accept, without an error.
        Example(
            sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, mail UNIQUE ON CONFLICT IGNORE)",
            records: [
                #"{"id":1,"mail":"m","items":["a"]}"#, #"{"id":2,"mail":"m","items":["b","c"]}"#,
                #"{"id":3,"mail":"n","items":["d"]}"#,
            ], child: ["1 0 'a'", "3 0 'd'"]),
        Example(
            sql: """
                CREATE TABLE t (id INTEGER PRIMARY KEY);
                CREATE TRIGGER odd BEFORE INSERT ON t WHEN NEW.id % 2 = 1 BEGIN SELECT RAISE(IGNORE); END
                """, records: (1...4).map { #"{"id":\#($0),"items":["a"]}"# },
            child: ["2 0 'a'", "4 0 'a'"]),
        // A table of keys only.
        Example(records: [#"{"id":1,"items":["a","b"]}"#, #"{"id":1,"items":["x"]}"#], child: ["1 0 'x'"]),
    ]

    @Test(arguments: examples, [1, 2, 20_000])
    func rowsBelongToRowOfTheirRecord(example: Example, batchSize: Int) throws {
        for runs in [1, example.records.count] {
            let workspace = try Workspace(sql: example.sql)
            var rows = 0
            for run in 1...runs {
                let count = example.records.count * run / runs
                try workspace.write(example.records.prefix(count).map { $0 + "\n" }.joined())
                let result = workspace.run { Self.options(&$0, batchSize: batchSize) }
                #expect(result.errorDescription == "" && result.rejected == 0)
                rows += result.children[0].rows
            }
            #expect(rows >= example.child.count)
            #expect(
                try workspace.lines("SELECT t_id, position, value FROM t_items ORDER BY 1, 2")
                    == example.child
            )
            #expect(try workspace.rows("SELECT * FROM t_items WHERE t_id NOT IN (SELECT id FROM t)").isEmpty)
            #expect(
                try workspace.columns(of: "t_items")[0].hasSuffix("INTEGER")
                    == workspace.columns()[0].hasPrefix("id INTEGER"))
        }
    }

    @Test func childTableThatCannotStoreKeysIsError() throws {
        let workspace = try Workspace(
            #"{"id":1,"items":["a"]}"# + "\n" + #"{"id":"01"}"# + "\n",
            sql: "CREATE TABLE t_items (t_id INT, position, value, PRIMARY KEY (t_id, position))")
        let result = workspace.run { Self.options(&$0, batchSize: 10) }
        #expect(result.errorDescription.contains("t_id"))
        #expect(result.rows == 0)
    }
}
