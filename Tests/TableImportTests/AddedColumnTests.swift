import Foundation
import JSONRecords
import SystemPackage
import Testing

@testable import TableImport

/// Columns whose values are not members of the records: the keys and the members around them, their input and their number.
@Suite struct AddedColumnTests {
    private static func example(
        _ testDescription: String, at path: JSONPath, _ columns: [AddedColumn], _ text: String,
        rows: [String], query: String = "SELECT * FROM t", error: String = "", warnings: [String] = [],
        batchSizes: [Int]? = nil,
        options: @escaping @Sendable (inout TableImportOptions) -> Void = { _ in }
    ) -> ImportExample {
        var example = ImportExample(
            testDescription, rows: rows, query: query, error: error, warnings: warnings,
            batchSizes: batchSizes
        ) {
            $0.path = path
            $0.addedColumns = columns
            options(&$0)
        }
        example.dump = text
        return example
    }

    private static func key(_ name: String, _ wildcard: Int = 0) -> AddedColumn {
        AddedColumn(name, .enclosing(.key(wildcard: wildcard)))
    }

    private static func with(_ path: JSONPath, as name: String) -> AddedColumn {
        AddedColumn(name, .enclosing(.member(path)))
    }

    private static let results = """
        {"date":"d","results":[{"target":"a","vulns":[{"i":1},{"i":2}]},{"vulns":[{"i":3},{"i":4}],"target":"b"},\
        {"vulns":[{"i":5}]},{"target":[1, {}],"vulns":[{"i":6}]}]}
        """

    static let examples: [ImportExample] = [
        example(
            "keys of objects", at: "users.*", [key("id")],
            #"{"n":1,"users":{"u1":{"a":1},"":{"a":2},"u\"\n\u00e9":{"a":3}}}"#,
            rows: ["'u1' 1", "'' 2", "'u\"\né' 3"]),
        example(
            "keys in several levels", at: "rooms.*.users.*", [key("room"), key("id", 1)],
            #"{"rooms":{"r":{"users":{"x":{"a":1},"y":{"a":2}}},"s":{"users":{"x":{"a":3}}},"t":{"users":{}}}}"#,
            rows: ["'r' 'x' 1", "'r' 'y' 2", "'s' 'x' 3"]),
        example(
            "an index in place of a key", at: "pages[*].items", [key("page")],
            #"{"pages":[{"items":[{"a":1}]},{"items":[{"a":2},{"a":3}]}]}"#, rows: ["0 1", "1 2", "1 3"]),
        example(
            "members with the names of added columns", at: "*", [key("id"), AddedColumn("n", .recordNumber)],
            #"{"x":{"id":7,"n":8},"y":{"ID":9}}"#, rows: ["'x' 1 7 8 NULL", "'y' 2 NULL NULL 9"]),
        example(
            "keys as key columns", at: "*", [key("id")], #"{"x":{"a":1},"y":{"a":2},"x":{"a":3}}"#,
            rows: ["'x' 3", "'y' 2"], query: "SELECT * FROM t ORDER BY id"
        ) {
            $0.keys = ["id"]
            $0.indices = ["id"]
        },
        example(
            "keys in a projection", at: "*", [key("id")], #"{"x":{"a":1,"id":3,"b":2}}"#, rows: ["'x' 1"]
        ) { $0.columns = ["id", "a"] },
        example(
            "keys of rejected records", at: "*", [key("id")], #"{"x":{"a":1},"y":3,"z":{"a":2}}"#,
            rows: ["'x' 1"], error: "expected an object, found 3"),
        example(
            "members before and after the records", at: "results[*].vulns",
            [with("target", as: "t"), with("date", as: "d")], results,
            rows: [
                "'a' 'd' 1", "'a' 'd' 2", "'b' 'd' 3", "'b' 'd' 4", "NULL 'd' 5", "'[1,{}]' 'd' 6",
            ]),
        example(
            "members after all records", at: "a", [with("c", as: "c"), with("m.n", as: "n")],
            #"{"a":[{"i":1},{"i":2},{"i":3}],"c":"x","m":{"o":0,"n":1.5}}"#,
            rows: ["'x' 1.5 1", "'x' 1.5 2", "'x' 1.5 3"]),
        example(
            "members after the records of each value", at: "a", [with("c", as: "c")],
            "{\"a\":[{\"i\":1},{\"i\":2}],\"c\":true}\n{\"a\":[{\"i\":3}]}\n{\"c\":null,\"a\":[{\"i\":4}],\"c\":5}\n",
            rows: ["1 1", "1 2", "NULL 3", "NULL 4"]
        ) { $0.readOptions.format = .lines },
        example(
            "the innermost member", at: "a.b", [with("x", as: "x")],
            #"{"x":1,"a":{"x":2,"b":[{"i":1}]},"a":{"b":[{"i":2}]},"a":{"b":[{"i":3}],"x":3}}"#,
            rows: ["2 1", "1 2", "3 3"]),
        example(
            "the last of duplicate keys", at: "a", [with("x", as: "x")],
            #"{"x":1,"x":2,"a":[{"i":1}],"x":3}"#, rows: ["2 1"]),
        example(
            "members of elements by index", at: "a[1].b",
            [with("a[0].id", as: "first"), with("id", as: "id")],
            #"{"a":[{"id":"p"},{"id":"q","b":[{"i":1}]}]}"#, rows: ["'p' 'q' 1"]),
        example(
            "records without members", at: "*", [key("id")], #"{"x":{},"y":{}}"#, rows: ["'x'", "'y'"]),
        example(
            "values with types", at: "u.*", [key("id"), with("n", as: "n")],
            #"{"u":{"7":{"a":1},"8":{"a":2}}}"#,
            rows: ["7 NULL 1", "8 NULL 2"],
            warnings: ["--with: no object around the records has a value for the column n"]
        ) { $0.columnRules.types = ["id": .integer] },
        example(
            "members after the last record to read", at: "a", [with("c", as: "c")],
            #"{"a":[{"i":1},{"i":2}],"c":7}"#, rows: ["NULL 1"],
            warnings: [
                "--with: --limit ended the reading before a value for the column c, which may stand after the records"
            ]
        ) { $0.maximumRecordCount = 1 },
        example(
            "members after the records with types", at: "a", [with("c", as: "c")],
            #"{"a":[{"i":1},{"i":2}],"c":"7"}"#,
            rows: ["7 1", "7 2"]
        ) { $0.columnRules.types = ["c": .integer] },
        example(
            "a member after the records that cannot be converted", at: "a", [with("c", as: "c")],
            #"{"a":[{"i":1}],"c":"x"}"#, rows: ["NULL 1"], error: "found \"x\"; use --type c=text --replace"
        ) { $0.columnRules.types = ["c": .integer] },
        example(
            "keys that cannot be converted", at: "*", [key("id")], #"{"8":{"a":2},"x":{"a":1}}"#,
            rows: ["8 2"],
            error: "found \"x\"; use --type id=text --replace, or skip such records with --on-error skip"
        ) { $0.columnRules.types = ["id": .integer] },
        example(
            "a text with a null character", at: "a", [with("c", as: "c")],
            #"{"a":[{"i":1},{"i":2}],"c":"a\u0000b"}"#,
            rows: ["'610062' 1", "'610062' 2"], query: "SELECT hex(c), i FROM t"),
        example(
            "the input and the number", at: "",
            [AddedColumn("f", .input("a é")), AddedColumn("n", .recordNumber)],
            #"[{"i":1},{"i":2}]"#, rows: ["'a é' 1 1", "'a é' 2 2"]),
        example(
            "a column that widens", at: "a", [with("c", as: "c")],
            "{\"c\":1,\"a\":[{\"i\":1}]}\n{\"a\":[{\"i\":2}],\"c\":\"x\"}\n", rows: ["'1' 1", "'x' 2"],
            query: "SELECT CAST(c AS TEXT), i FROM t"
        ) { $0.readOptions.format = .lines },
        example(
            "a member after rows with a key", at: "a", [with("c", as: "c")],
            #"{"a":[{"i":1},{"i":2},{"i":3}],"c":"x"}"#, rows: ["'x' 1", "'x' 2", "'x' 3"]
        ) { $0.keys = ["i"] },
        example(
            "members after rows with two keys", at: "[*].a", [with("c", as: "c")],
            #"[{"a":[{"i":1,"j":"p"},{"i":1,"j":"q"},{"i":2,"j":"p"}],"c":"x"},{"a":[{"i":1,"j":"p"}],"c":"y"}]"#,
            rows: ["'y' 1 'p'", "'x' 1 'q'", "'x' 2 'p'"]
        ) { $0.keys = ["i", "j"] },
        example(
            "an inner member after the records, and an outer one before them", at: "a[*].b",
            [with("x", as: "x")],
            #"{"x":0,"a":[{"b":[{"i":1},{"i":2}],"x":1},{"b":[{"i":3}]},{"b":[{"i":4},{"i":5}],"x":null}]}"#,
            rows: ["1 1", "1 2", "0 3", "NULL 4", "NULL 5"]),
        example(
            "inner nulls among records that wait for an outer member", at: "a[*].b", [with("x", as: "x")],
            nulls,
            rows: ["7 1", "7 2", "NULL 3", "NULL 4", "7 5", "NULL 6", "8 7", "7 8"]),
        example(
            "inner nulls among records with keys", at: "a[*].b", [with("x", as: "x")], nulls,
            rows: ["7 1", "7 2", "NULL 3", "NULL 4", "7 5", "NULL 6", "8 7", "7 8"]
        ) { $0.keys = ["i"] },
        example(
            "nulls at three levels", at: "a[*].b[*].c", [with("x", as: "x")],
            #"{"a":[{"b":[{"c":[{"i":1}]},{"c":[{"i":2}],"x":null},{"c":[{"i":3}]}],"x":null},{"b":[{"c":[{"i":4}]}]}],"x":7}"#,
            rows: ["NULL 1", "NULL 2", "NULL 3", "7 4"]),
        example(
            "too many inner nulls", at: "a[*].b", [with("x", as: "x")],
            #"{"a":[\#(Array(repeating: #"{"b":[{"i":1}]},{"b":[{"i":2}],"x":null}"#, count: 102).joined(separator: ","))],"x":7}"#,
            rows: ["204"], query: "SELECT count(*) FROM t",
            error:
                "expected $.x before its records, found it after them; read the member in another pass; stream-import import stores it"
        ),
    ]

    private static let nulls = #"""
        {"a":[{"b":[{"i":1}]},{"b":[{"i":2}]},{"x":null,"b":[{"i":3}]},{"b":[{"i":4}],"x":null},{"b":[{"i":5}]},\#
        {"b":[{"i":6}],"x":null},{"b":[{"i":7}],"x":8},{"b":[{"i":8}]}],"x":7}
        """#

    @Test(arguments: examples)
    func addedColumnsHaveTheirValues(example: ImportExample) throws { try example.check() }

    /// The value that stands after the records belongs to rows of both runs.
    @Test(arguments: [1, 2, 5, 10_000]) func resumedImportSetsValuesAfterRecords(batchSize: Int) throws {
        let arrays = (0..<3).map { n in
            #"{"a":[\#((0..<4).map { #"{"i":\#(4 * n + $0)}"# }.joined(separator: ","))],"c":\#(n)}"#
        }
        let workspace = try Workspace("[\(arrays.joined(separator: ","))]")
        let options = { (options: inout TableImportOptions) in
            options.path = "[*].a"
            options.addedColumns = [Self.with("c", as: "c")]
            options.batchSize = batchSize
        }
        for stop in 1...12 {
            let result = workspace.run {
                options(&$0)
                $0.maximumRecordCount = stop
            }
            #expect(result.errorDescription == "")
        }
        #expect(workspace.run(options).errorDescription == "")
        #expect(try workspace.lines("SELECT c, i FROM t") == (0..<12).map { "\($0 / 4) \($0)" })
    }

    /// Members of some containers, which a resumed import sends again.
    @Test(arguments: [1, 2, 10_000]) func resumedImportLeavesOtherContainers(batchSize: Int) throws {
        let text = #"[{"v":[{"i":1}],"t":"a"},{"v":[{"i":2}]},{"v":[{"i":3}],"t":"b"},{"v":[{"i":4}]}]"#
        let workspace = try Workspace(#"{"r":\#(text)}"#)
        for stop in [1, 2, 3, nil] {
            let result = workspace.run {
                $0.path = "r[*].v"
                $0.addedColumns = [Self.with("t", as: "t")]
                ($0.batchSize, $0.maximumRecordCount) = (batchSize, stop)
            }
            #expect(result.errorDescription == "")
        }
        #expect(try workspace.lines("SELECT t, i FROM t") == ["'a' 1", "NULL 2", "'b' 3", "NULL 4"])
    }

    /// Two inputs on one connection, each with a member after rows with keys.
    @Test func severalInputsHaveValuesAfterRowsWithKeys() throws {
        let workspace = try Workspace(#"{"a":[{"i":1},{"i":5}],"c":1}"#)
        try Data(#"{"a":[{"i":2},{"i":3}],"c":2}"#.utf8).write(to: workspace.file("other.json"))
        let database = TableDatabase(workspace.database)
        for name in ["dump.json", "other.json"] {
            var options = TableImportOptions(table: "t")
            options.path = "a"
            (options.keys, options.batchSize) = (["i"], 1)
            options.addedColumns = [Self.with("c", as: "c")]
            let file = workspace.file(name)
            let input = TableInput(name: name, file: FilePath(file.path)) {
                RecordInput(InputOrigin(.file(file)), at: "a", options: $0)
            }
            let importer = TableImporter(
                input, into: database, options: options, interruptFlag: InterruptFlag())
            let result = importer.run()
            #expect(result.errorDescription == "")
        }
        database.close()
        #expect(try workspace.lines("SELECT c, i FROM t ORDER BY i") == ["1 1", "2 2", "2 3", "1 5"])
    }

    @Test func valuesAfterRowsThatTableCannotHaveAreErrors() throws {
        for (sql, error) in [
            ("CREATE TABLE t (i INTEGER PRIMARY KEY, c)", "which have no ascending rowids; use --key i"),
            ("CREATE TABLE t (i, c CHECK (c <> 'x'))", "did not accept the value of the column c"),
        ] {
            let workspace = try Workspace(#"{"a":[{"i":5},{"i":1}],"c":"x"}"#, sql: sql)
            let result = workspace.run {
                $0.path = "a"
                $0.batchSize = 1
                $0.addedColumns = [Self.with("c", as: "c")]
            }
            #expect(result.errorDescription.contains(error), "\(result.errorDescription)")
        }
    }

    @Test(arguments: [1, 2, 10_000]) func resumedImportWithKeySetsValuesAfterRecords(batchSize: Int) throws {
        let workspace = try Workspace(#"{"a":[{"i":1},{"i":2},{"i":3},{"i":4}],"c":"x"}"#)
        for stop in [2, 3, nil] {
            let result = workspace.run {
                $0.path = "a"
                $0.addedColumns = [Self.with("c", as: "c")]
                ($0.keys, $0.batchSize, $0.maximumRecordCount) = (["i"], batchSize, stop)
            }
            #expect(result.errorDescription == "")
        }
        #expect(try workspace.lines("SELECT c, i FROM t") == (1...4).map { "'x' \($0)" })
    }

    @Test func otherAddedColumnsAreOtherSettings() throws {
        let workspace = try Workspace(#"{"x":{"a":1}}"#)
        #expect(workspace.run { $0.path = "*" }.errorDescription == "")
        let result = workspace.run {
            $0.path = "*"
            $0.addedColumns = [Self.key("id")]
        }
        #expect(result.errorDescription.contains("--key-column id"))
    }

    @Test func schemaHasNoAddedColumns() throws {
        let workspace = try Workspace("{\"a\":1}\n")
        let schema = try workspace.schema()
        let result = workspace.run {
            $0.schema = schema
            $0.addedColumns = [Self.key("id")]
        }
        #expect(result.errorDescription.contains("--key-column id"))
    }
}
