import Foundation
import JSONRecords
import Testing

@testable import TableImport

/// Child tables after updates, and changes of the tables by other programs.
@Suite struct ChildTableChangeTests {
    private static func options(_ options: inout TableImportOptions) {
        options.keys = ["id"]
        options.expandedArrays = [ExpandedArray(path: ["o", "tags"]), ExpandedArray(path: ["items"])]
        options.batchSize = 3
        options.readOptions.errorPolicy = .skip()
        options.readOptions.format = .lines
        options.readOptions.chunkBytes = 64
    }

    private static func expand(_ paths: [String]...) -> ImportScript.Change {
        { $0.expandedArrays = paths.map(ExpandedArray.init(path:)) }
    }

    /// Sets options without a key, so that the table numbers the records.
    private static func numbered(
        _ arrays: [String] = ["items"], _ policy: InputChangePolicy = .fail, table: String = "t"
    ) -> ImportScript.Change {
        {
            ($0.keys, $0.changePolicy, $0.table) = ([], policy, table)
            $0.expandedArrays = arrays.map { ExpandedArray(path: [$0]) }
        }
    }

    private static let numbers =
        "SELECT record_id, n, value FROM t LEFT JOIN t_items USING (record_id) ORDER BY record_id"

    /// Imports without a key.
    static let numberedScripts: [ImportScript] = [
        ImportScript(
            "inputs have different numbers", #"{"n":1,"items":[1]}"# + "\n" + #"{"n":2,"items":[2]}"#,
            .write(#"{"n":3,"items":[3]}"# + "\n", to: "other.json"), .run(2, numbered()),
            .run(1, of: "other.json", numbered()), .finished(numbered()),
            .write(#"{"n":4,"items":[4]}"# + "\n" + #"{"n":5,"items":[5]}"#),
            .error("use --replace", numbered()), .run(2, numbered(["items"], .append)), .sql("VACUUM"),
            .write(#"{"n":3,"items":[3]}"# + "\n" + #"{"n":6,"items":[6]}"#, to: "other.json"),
            .run(1, of: "other.json", before: 1, numbered()),
            .rows((1...6).map { "\($0) \($0) \($0)" }, numbers)),
        ImportScript(
            "replaced records leave no child rows",
            #"{"n":1,"items":[1],"tags":[1]}"# + "\n" + #"{"n":2,"items":[2]}"#,
            .write(#"{"n":9,"items":[9]}"#, to: "other.json"),
            .run(2, numbered(["items", "tags"])), .run(1, of: "other.json", numbered()),
            .run(1, of: "other.json", numbered(table: "t_x")),
            .write(#"{"n":3,"items":[3]}"#), .run(1, numbered(["items"], .replace)),
            .rows(["3 9 9", "4 3 3"], numbers), .columns([], of: "t_tags"),
            .write(#"{"n":4,"items":[4]}"#), .run(1, numbered([], .replace)),
            .rows(["3 9 9", "4 4 NULL"], numbers), .rows(["3 0 9"], "SELECT * FROM t_items"),
            .rows(["1 0 9"], "SELECT * FROM t_x_items")),
        ImportScript(
            "numbers of deleted records have no child rows",
            #"{"n":1,"items":[1]}"# + "\n" + #"{"n":2,"items":[2,3],"tags":[1]}"#,
            .run(2, numbered(["items", "tags"])), .sql("DELETE FROM t WHERE n = 2"),
            .write(#"{"n":3,"items":[4]}"#), .run(1, numbered(["items"], .append)),
            .rows(["1 1 1", "2 3 4"], numbers), .rows([], "SELECT * FROM t_tags"),
            .sql("DROP TABLE t"), .run(1, numbered([], .append)), .sql("DROP TABLE t"),
            .run(1, numbered(["tags"])), .rows([], "SELECT * FROM t_items")),
        ImportScript(
            "a child table that a view needs", #"{"n":1,"items":[1]}"#, .run(1, numbered()),
            .sql("CREATE VIEW v AS SELECT * FROM t_items"), .write(#"{"n":2,"items":[2]}"#),
            .run(1, numbered([], .replace)), .rows([], "SELECT * FROM v")),
        ImportScript(
            "a table without numbers", #"{"n":1,"items":[1]}"#, .run(1, numbered([])),
            .error("has no column record_id", numbered()),
            .error("has no column record_id", numbered(["items"], .replace)),
            .rows(["1 '[1]'"])),
    ]

    static let scripts: [ImportScript] =
        [
            ImportScript(
                "an update replaces the rows of a record",
                """
                {"id":1,"items":[1,2,3]}
                {"id":2,"items":[4]}
                {"id":3,"items":[5]}
                {"id":1,"items":[6]}
                """,
                .run(4), .rows(["1 0 6", "2 0 4", "3 0 5"], "SELECT * FROM t_items ORDER BY 1, 2"),
                .write(#"{"id":2,"items":[{"a":7},{"a":8}]}"# + "\n" + #"{"id":1}"#), .run(2),
                .rows(["2 0 NULL 7", "2 1 NULL 8", "3 0 5 NULL"], "SELECT * FROM t_items ORDER BY 1, 2")),
            ImportScript(
                "several inputs share a child table", #"{"id":1,"items":[1]}"#,
                .write(#"{"id":2,"items":[{"a":"x"}]}"#, to: "other.json"), .run(1),
                .run(1, of: "other.json"),
                .rows(["1 0 1 NULL", "2 0 NULL 'x'"], "SELECT * FROM t_items")),
            ImportScript(
                "other expanded arrays are other settings", #"{"id":1,"items":[1],"tags":[2]}"#,
                .run(1, expand(["items"])), .run(1, expand(["tags"], ["items"])),
                .finished(expand(["items"], ["tags"])), .rows(["1 0 2"], "SELECT * FROM t_tags"),
                .rows(
                    ["1"],
                    #"SELECT settings LIKE '%"expandedArrays":[["items"],["tags"]]%' FROM stream_import"#)),
            ImportScript(
                "an array that was imported as JSON moves to a child table", #"{"id":1,"items":[1,2]}"#,
                .run(1, expand()), .rows(["1 '[1,2]'"]), .run(1), .rows(["1 NULL"]),
                .rows(["1 0 1", "1 1 2"], "SELECT * FROM t_items")),
            ImportScript(
                "a grown input adds its rows", #"{"id":1,"items":[{"a":1}]}"# + "\n",
                .run(1),
                .write(#"{"id":1,"items":[{"a":1}]}"# + "\n" + #"{"id":2,"items":[{"b":2},{"a":1.5}]}"#),
                .run(1, before: 1, children: [2, 0]),
                .rows(["1 0 1 NULL", "2 0 NULL 2", "2 1 1.5 NULL"], "SELECT * FROM t_items"),
                .columns(["t_id INTEGER", "position INTEGER", "a NUMERIC", "b INTEGER"], of: "t_items")),
            ImportScript(
                "a removed table leaves no child rows",
                #"{"id":1,"items":[1]}"# + "\n" + #"{"id":2,"items":[2]}"#,
                .run(2), .sql("DROP TABLE t"), .write(#"{"id":2,"items":[3]}"#), .run(1),
                .rows(["2 0 3"], "SELECT * FROM t_items")),
            ImportScript(
                "an input without rows of a removed child table", #"{"id":1}"#,
                .write(#"{"id":2,"items":[1]}"#, to: "other.json"), .run(1), .run(1, of: "other.json"),
                .sql("DROP TABLE t_items"), .run(1), .finished()),
        ]
        + ["DROP TABLE t_items", "ALTER TABLE t_items RENAME COLUMN value TO v"].map { sql in
            ImportScript(
                "a changed child table: \(sql)", #"{"id":1,"items":[1]}"# + "\n" + #"{"id":2,"items":[2]}"#,
                .run(2), .finished(), .sql(sql), .run(2),
                .rows(["1 0 1", "2 0 2"], "SELECT t_id, position, value FROM t_items"), .finished())
        }

    @Test(arguments: scripts + numberedScripts)
    func childRowsFollowTheirRecords(script: ImportScript) throws { try script.check(Self.options) }
}
