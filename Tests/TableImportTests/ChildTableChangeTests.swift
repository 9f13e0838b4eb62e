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

    @Test(arguments: scripts)
    func childRowsFollowTheirRecords(script: ImportScript) throws { try script.check(Self.options) }
}
