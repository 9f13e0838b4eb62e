import Foundation
import GRDBSQLite
import JSONRecords
import Testing

@testable import TableImport

/// The elements of an expanded array become rows of a child table.
@Suite struct ChildTableTests {
    /// An array of records, and the rows and columns of the tables `t` and `t_items` after its import.
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let records: [String]
        var flattens = false
        let table: [String]
        let columns: [String]
        let child: [String]
        let childColumns: [String]
    }

    private static let examples = [
        Example(
            testDescription: "objects",
            records: [
                #"{"id":1,"items":[{"sku":"a","n":2},{"sku":"b","price":0.5}],"v":"x"}"#,
                #"{"items":[{"n":3,"tags":[1, {"a":2}],"o":{"p":1}}],"id":2}"#,
            ],
            table: ["1 'x'", "2 NULL"], columns: ["id INTEGER", "v TEXT"],
            child: [
                "1 0 'a' 2 NULL NULL NULL", "1 1 'b' NULL 0.5 NULL NULL",
                "2 0 NULL 3 NULL '[1,{\"a\":2}]' '{\"p\":1}'",
            ],
            childColumns: [
                "t_id INTEGER", "position INTEGER", "sku TEXT", "n INTEGER", "price REAL", "tags TEXT",
                "o TEXT",
            ]),
        Example(
            testDescription: "elements that are not objects",
            records: [
                #"{"id":"k\u0031","items":["a",true,null,-1.5,[1, 2],{"b":"c"},{},"\u00e9"]}"#,
                #"{"id":"k2","items":[null]}"#,
            ],
            table: ["'k1'", "'k2'"], columns: ["id TEXT"],
            child: [
                "'k1' 0 'a' NULL", "'k1' 1 1 NULL", "'k1' 2 NULL NULL", "'k1' 3 -1.5 NULL",
                "'k1' 4 '[1,2]' NULL", "'k1' 5 NULL 'c'", "'k1' 6 NULL NULL", "'k1' 7 'é' NULL",
                "'k2' 0 NULL NULL",
            ], childColumns: ["t_id TEXT", "position INTEGER", "value", "b TEXT"]),
        Example(
            testDescription: "values that are not arrays",
            records: [
                #"{"id":1,"items":[1]}"#, #"{"id":2,"items":{"a":[ ]}}"#, #"{"id":3,"items":7}"#,
                #"{"id":4,"items":null}"#, #"{"id":5}"#, #"{"id":6,"items":[]}"#,
            ],
            table: ["1 NULL", "2 '{\"a\":[]}'", "3 7", "4 NULL", "5 NULL", "6 NULL"],
            columns: ["id INTEGER", "items"], child: ["1 0 1"],
            childColumns: ["t_id INTEGER", "position INTEGER", "value INTEGER"]),
        Example(
            testDescription: "a key that occurs twice",
            records: [
                #"{"id":1,"items":[1,2,3],"items":[4]}"#, #"{"id":2,"items":[5],"items":6}"#,
                #"{"id":3,"items":7,"items":[8]}"#, #"{"id":4,"items":[9],"items":null}"#,
                #"{"id":5,"items":[{"value":1,"value":2}]}"#, #"{"id":0,"items":[10],"id":6}"#,
            ],
            table: ["1 NULL", "2 6", "3 NULL", "4 NULL", "5 NULL", "6 NULL"],
            columns: ["id INTEGER", "items INTEGER"],
            child: ["1 0 4 NULL", "3 0 8 NULL", "5 0 NULL 2", "6 0 10 NULL"],
            childColumns: ["t_id INTEGER", "position INTEGER", "value INTEGER", "value_2 INTEGER"]),
        Example(
            testDescription: "members with the names of other columns",
            records: [#"{"id":1,"items":[{"position":"p","T_ID":"q","t_id":"r","A":1,"a":2}]}"#],
            table: ["1"], columns: ["id INTEGER"], child: ["1 0 'p' 'q' 'r' 1 2"],
            childColumns: [
                "t_id INTEGER", "position INTEGER", "position_2 TEXT", "T_ID_2 TEXT", "t_id_3 TEXT",
                "A INTEGER", "a_2 INTEGER",
            ]),
        Example(
            testDescription: "flattened elements",
            records: [
                #"{"id":1,"items":[{"o":null},{"o":{"p":1,"q":{"r":[2]}}}],"w":{"x":1}}"#,
                #"{"id":2,"items":{"a":[3]}}"#, #"{"id":3,"items":[{"u":null}]}"#,
            ], flattens: true,
            table: ["1 1 NULL", "2 NULL '[3]'", "3 NULL NULL"],
            columns: ["id INTEGER", "w_x INTEGER", "items_a TEXT"],
            child: ["1 0 NULL NULL NULL", "1 1 1 '[2]' NULL", "3 0 NULL NULL NULL"],
            childColumns: ["t_id INTEGER", "position INTEGER", "o_p INTEGER", "o_q_r TEXT", "u"]),
    ]

    private func texts(_ rows: [[String]]) -> [String] { rows.map { $0.joined(separator: " ") } }

    @Test(arguments: examples, [1, 2, 3, 10_000])
    func elementsBecomeRows(example: Example, batchSize: Int) throws {
        for threads in [1, 2] {
            let workspace = try Workspace(example.records.map { $0 + "\n" }.joined())
            let result = workspace.run {
                Self.options(&$0, batchSize: batchSize)
                $0.flattens = example.flattens
                $0.readOptions.parallelism = .cores(threads)
            }
            #expect(result.errorDescription == "" && result.rows == example.records.count)
            #expect(result.children.map(\.rows) == [example.child.count])
            #expect(result.children.map(\.columns) == [example.childColumns.count])
            #expect(try texts(workspace.rows()) == example.table)
            #expect(try workspace.columns() == example.columns)
            #expect(try texts(workspace.rows("SELECT * FROM t_items")) == example.child)
            #expect(try workspace.columns(of: "t_items") == example.childColumns)
        }
    }

    private static func options(_ options: inout TableImportOptions, batchSize: Int = 20_000) {
        options.keys = ["id"]
        options.expandedArrays = [ExpandedArray(path: ["items"])]
        options.batchSize = batchSize
    }

    @Test func chunksOfOneByteHaveSameRows() throws {
        for example in Self.examples {
            let workspace = try Workspace(example.records.map { $0 + "\n" }.joined())
            let result = workspace.run {
                Self.options(&$0)
                $0.flattens = example.flattens
                $0.readOptions.chunkBytes = 1
            }
            #expect(result.errorDescription == "")
            #expect(try texts(workspace.rows("SELECT * FROM t_items")) == example.child)
        }
    }

    // MARK: - Paths

    @Test func pathThroughObjectsDividesThemIntoColumns() throws {
        let workspace = try Workspace(
            """
            {"id":1,"order":{"no":7,"items":[{"a":1}],"by":{"x":1},"tags":["t"]}}
            {"id":2,"order":null}
            {"id":3,"order":{"items":[{"a":2}],"no":8},"order":{"no":9}}
            {"id":4,"order":[{"items":[1]}]}
            """)
        let result = workspace.run {
            $0.keys = ["id"]
            $0.expandedArrays = [["order", "items"], ["order", "tags"]].map(ExpandedArray.init(path:))
        }
        #expect(result.errorDescription == "")
        #expect(
            try workspace.lines("SELECT id, order_no, order_by, \"order\" FROM t") == [
                "1 7 '{\"x\":1}' NULL", "2 NULL NULL NULL", "3 9 NULL NULL",
                "4 NULL NULL '[{\"items\":[1]}]'",
            ])
        #expect(try workspace.lines("SELECT * FROM t_order_items") == ["1 0 1"])
        #expect(try workspace.lines("SELECT * FROM t_order_tags") == ["1 0 't'"])
    }

    private static let rejectingTable =
        "CREATE TABLE t_items (t_id, position, value CHECK (value <> 5), PRIMARY KEY (t_id, position))"

    /// Imports whose options are those of ``options(_:batchSize:)``, unless they change them.
    static let imports: [ImportExample] = [
        ImportExample(
            "a key in an object on the path", #"{"order":{"items":[1],"id":5}}"#,
            columns: ["order_id INTEGER"],
            rows: ["5 0 1 'INTEGER'"],
            query: """
                SELECT t_order_id, position, value, type FROM t_order_items, pragma_table_info('t_order_items')
                WHERE name = 't_order_id'
                """
        ) { ($0.keys, $0.expandedArrays) = (["order_id"], [ExpandedArray(path: ["order", "items"])]) },
        ImportExample(
            "a projection and a rest column", #"{"id":1,"items":[{"a":1}],"x":2}"#, #"{"id":2,"items":3}"#,
            rows: [#"1 '{"x":2}' 0 1"#, #"2 '{"items":3}' NULL NULL"#],
            query: "SELECT id, more, position, a FROM t LEFT JOIN t_items ON t_id = id"
        ) { ($0.columns, $0.rest) = (["id"], "more") },
        ImportExample(
            "null beside an expanded array", #"{"id":1,"order":null,"z":null}"#,
            rows: [#"1 '{"order":null,"z":null}'"#],
            warnings: [
                "--expand: no record has an array with elements at order.items, so there is no table t_order_items"
            ]
        ) {
            ($0.columns, $0.rest, $0.expandedArrays) = (
                ["id"], "r", [ExpandedArray(path: ["order", "items"])]
            )
        },
        ImportExample(
            "keys that differ in case", #"{"a":1,"A":2,"items":[3]}"#,
            rows: ["1 2 0 3 't_a' 'INTEGER'", "1 2 0 3 't_A_2' 'INTEGER'"],
            query: """
                SELECT t_a, t_A_2, position, value, name, type FROM t_items, pragma_table_info('t_items')
                WHERE name LIKE 't%' ORDER BY cid
                """
        ) { $0.keys = ["a", "A"] },
        ImportExample(
            "discarded elements", #"{"id":1,"items":[{"a":1}],"items":[]}"#, #"{"id":2,"items":[{"b":1}]}"#,
            #"{"id":3,"items":[{"c":1}],"items":[{"b":2}]}"#, rows: ["2 0 1 1", "3 0 2 2"],
            query: "SELECT *, b FROM t_items"),
        ImportExample(
            "an element that needs too many columns",
            "{\"id\":1,\"items\":[{\((0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ","))}]}",
            #"{"id":2,"items":[{"a":1}]}"#, rows: ["2 0 1"], query: "SELECT * FROM t_items", rejected: 1,
            rejection: "an element of an expanded array needs the column", imported: 1,
            limits: [SQLITE_LIMIT_COLUMN: 40]),
        ImportExample(
            "a record that the table rejects", #"{"id":1,"items":[1,1]}"#, #"{"id":3,"items":[3,3]}"#,
            #"{"id":4,"items":[4,4]}"#, sql: "CREATE TABLE t (id INTEGER PRIMARY KEY CHECK (id <> 3))",
            rows: ["1 0 1", "1 1 1", "4 0 4", "4 1 4"], query: "SELECT * FROM t_items", rejected: 1,
            imported: 2, childRows: [4]),
        ImportExample(
            "a row that the child table rejects", #"{"id":1,"items":[5]}"#, sql: rejectingTable, rows: [],
            query: "SELECT * FROM t_items",
            error: "record 1: the table t_items rejected the row: CHECK constraint failed: value <> 5"),
        ImportExample(
            "a child table without a key", #"{"id":1,"items":[{"n":1}]}"#, sql: "CREATE TABLE t_items (x)",
            rows: [],
            query: "SELECT * FROM t_items",
            error: """
                --expand items: the table t_items exists, and has no primary key or unique index on t_id, position; \
                rename that table, or import into another table with --table
                """),
        ImportExample(
            "a view with the name of the child table", #"{"id":1,"items":[{"n":1}]}"#,
            sql: "CREATE VIEW t_items AS SELECT 1 AS x", rows: ["1"], query: "SELECT * FROM t_items",
            error: "expected a table, found the view t_items; import into another table with --table"),
        ImportExample(
            "an existing child table", #"{"id":1,"items":[{"n":1}]}"#,
            sql: "CREATE TABLE t_items (position, T_ID INT, note DEFAULT 'd', PRIMARY KEY (T_id, position))",
            rows: ["1 0 'd' 1"], query: "SELECT t_id, position, note, n FROM t_items"),
    ]

    // MARK: - Generated keys

    /// The rows of the table and of the child table, without a key of members.
    private static let joined =
        "SELECT record_id, id, position, value FROM t LEFT JOIN t_items USING (record_id)"
    private static let noGeneratedKey = """
        --expand: the table t exists, and has no column record_id INTEGER PRIMARY KEY, by which the rows of child tables \
        would name their records; name the records by a key with --key, or import into another table with --table
        """

    static let importsWithoutKey: [ImportExample] =
        [
            ImportExample(
                "records without a key", #"{"id":7,"items":["a","b"]}"#, #"{"id":7,"items":[]}"#, "{}",
                #"{"items":[null]}"#, columns: ["record_id INTEGER", "id INTEGER"],
                rows: ["1 7 0 'a'", "1 7 1 'b'", "2 7 NULL NULL", "3 NULL NULL NULL", "4 NULL 0 NULL"],
                query: joined, imported: 4, childRows: [3]),
            ImportExample(
                "members with the name of the key",
                #"{"record_id":"x","items":[{"record_id":"y","Record_ID":1}]}"#,
                columns: ["record_id INTEGER", "record_id_2 TEXT"], rows: ["1 0 'y' 1 'x'"],
                query: "SELECT i.*, t.record_id_2 FROM t JOIN t_items i USING (record_id)"),
            ImportExample(
                "options with the name of the key", #"{"id":1,"x":2,"items":[3]}"#,
                columns: ["record_id_3 INTEGER", "record_id_2 TEXT", "id INTEGER", "record_id TEXT"],
                rows: [#"1 'input' 1 '{"x":2}' 0 3"#],
                query: "SELECT * FROM t JOIN t_items USING (record_id_3)"
            ) {
                ($0.columns, $0.rest) = (["id"], "record_id")
                $0.addedColumns = [AddedColumn("record_id_2", .input("input"))]
            },
            ImportExample(
                "a table that numbers its records", #"{"id":5,"items":[1]}"#,
                sql: "CREATE TABLE t (id, RECORD_ID Integer PRIMARY KEY); INSERT INTO t VALUES (4, 40)",
                rows: ["40 4 NULL NULL", "41 5 0 1"], query: joined),
            ImportExample(
                "records that the table rejects", #"{"id":1,"items":[1]}"#, #"{"id":3,"items":[3]}"#,
                #"{"id":4,"items":[4]}"#,
                sql: "CREATE TABLE t (record_id INTEGER PRIMARY KEY, id CHECK (id <> 3))",
                rows: ["1 1 0 1", "2 4 0 4"], query: joined, rejected: 1, imported: 2, childRows: [2]),
            ImportExample(
                "a record that the child table rejects", #"{"id":1,"items":[1]}"#, #"{"id":2,"items":[4,5]}"#,
                #"{"id":3,"items":[6]}"#, sql: rejectingTable.replacing("t_id", with: "record_id"),
                rows: ["1 1 0 1", "2 3 0 6"], query: joined, rejected: 1, imported: 2, childRows: [2]),
            ImportExample(
                "records that the table ignores", #"{"id":1,"items":[1]}"#, #"{"id":1,"items":[2]}"#,
                #"{"id":3,"items":[3]}"#,
                sql: "CREATE TABLE t (record_id INTEGER PRIMARY KEY, id UNIQUE ON CONFLICT IGNORE)",
                rows: ["1 1 0 1", "2 3 0 3"], query: joined, childRows: [2]),
            ImportExample(
                "values after the records",
                #"{"a":[{"id":1,"items":[1,2]},{"id":2},{"id":3,"items":[3]}],"next":"c"}"#,
                rows: ["1 'c' 1", "1 'c' 2", "3 'c' 3"],
                query: "SELECT record_id, next, value FROM t JOIN t_items USING (record_id)"
            ) {
                $0.path = "a"
                $0.addedColumns = [AddedColumn("next", .enclosing(.member("next")))]
            },
            ImportExample(
                "new members after the first batch", #"{"id":1,"items":[1]}"#, #"{"id":2,"n":3,"items":[2]}"#,
                rows: ["1 1 0 1"], query: joined, rejected: 1,
                rejection: "the record needs the column n", batchSizes: [1]
            ) { $0.columnRules.isStrict = true },
        ]
        + ["id", "id INTEGER PRIMARY KEY", "record_id TEXT PRIMARY KEY", "record_id INTEGER, id"].map {
            columns in
            ImportExample(
                "a table with \(columns)", #"{"id":5,"items":[1]}"#, sql: "CREATE TABLE t (\(columns))",
                rows: [],
                error: noGeneratedKey)
        }

    // MARK: - Arrays in arrays

    private static func expand(_ paths: String...) -> @Sendable (inout TableImportOptions) -> Void {
        {
            $0.expandedArrays = paths.map {
                ExpandedArray(path: $0.split(separator: ".").map(String.init))
            }
        }
    }

    static let nestedImports: [ImportExample] = [
        ImportExample(
            "three levels",
            #"{"id":7,"items":[{"n":1,"parts":[{"p":1,"subs":["a","b"]},2]},3,{"parts":[]},{"parts":[{"subs":[[4]]}]}]}"#,
            #"{"id":8,"items":[{"parts":null},{"parts":5}]}"#,
            rows: [
                "7 0 0 0 'a'", "7 0 0 1 'b'", "7 0 1 NULL NULL", "7 1 NULL NULL NULL", "7 2 NULL NULL NULL",
                "7 3 0 0 '[4]'", "8 0 NULL NULL NULL", "8 1 NULL NULL NULL",
            ],
            query: """
                SELECT t_id, position, parts_position, subs_position, t_items_parts_subs.value FROM t_items
                LEFT JOIN t_items_parts USING (t_id, position)
                LEFT JOIN t_items_parts_subs USING (t_id, position, parts_position)
                """, childRows: [6, 3, 3], options: expand("items", "items.parts", "items.parts.subs")),
        ImportExample(
            "arrays in objects of elements", #"{"id":1,"o":{"items":[{"q":{"parts":[2],"r":3}},{"q":4}]}}"#,
            rows: ["1 0 3 NULL 0 2", "1 1 NULL 4 NULL NULL"],
            query: """
                SELECT t_id, position, q_r, q, q_parts_position, value FROM t_o_items
                LEFT JOIN t_o_items_q_parts USING (t_id, position)
                """, options: expand("o.items", "o.items.q.parts")),
        ImportExample(
            "arrays beside each other, and JSON", #"{"id":1,"items":[{"a":[1],"b":[2,3],"c":[4]}]}"#,
            rows: ["'[4]' 0 1 0 2", "'[4]' 0 1 1 3"],
            query: """
                SELECT c, a_position, t_items_a.value, b_position, t_items_b.value FROM t_items
                JOIN t_items_a USING (t_id, position) JOIN t_items_b USING (t_id, position)
                """, options: expand("items", "items.a", "items.b")),
        ImportExample(
            "objects in place of arrays", #"{"id":1,"items":{"parts":[1]}}"#,
            #"{"id":2,"items":[{"parts":{"a":[2]}}]}"#,
            rows: [#"1 '{"parts":[1]}' NULL"#, #"2 NULL '{"a":[2]}'"#],
            query: "SELECT id, items, parts FROM t LEFT JOIN t_items ON t_id = id",
            warnings: [
                "--expand: no record has an array with elements at items.parts, so there is no table t_items_parts"
            ], options: expand("items", "items.parts")),
        ImportExample(
            "keys that occur twice in elements",
            #"{"id":1,"items":[{"parts":[1]},{"parts":[2,{"s":[8]}],"n":1,"parts":[3]},{"parts":[4],"parts":5}]}"#,
            #"{"id":2,"items":[{"parts":[{"s":[9]}]}],"items":[{"parts":[6]},{"parts":[7],"parts":[]}]}"#,
            #"{"id":3,"items":[{"parts":[{"s":[0]}]}],"items":4}"#,
            rows: [
                "1 0 NULL 0 1", "1 1 NULL 0 3", "1 2 5 NULL NULL", "2 0 NULL 0 6",
                "2 1 NULL NULL NULL",
            ],
            query: """
                SELECT t_id, position, t_items.parts, parts_position, t_items_parts.value FROM t_items
                LEFT JOIN t_items_parts USING (t_id, position)
                """, childRows: [5, 3, 0],
            warnings: [
                "--expand: no record has an array with elements at items.parts.s, so there is no table t_items_parts_s"
            ], options: expand("items", "items.parts", "items.parts.s")),
        ImportExample(
            "equal keys at each level", #"{"id":1,"a":[{"a":[{"a":[5]}]}],"position":6}"#,
            rows: ["1 0 0 0 5"], query: "SELECT * FROM t_a_a_a", options: expand("a", "a.a", "a.a.a")),
        ImportExample(
            "a record that a table of inner elements rejects", #"{"id":1,"items":[{"parts":[1]}]}"#,
            #"{"id":2,"items":[{"parts":[1]},{"parts":[1,5]}]}"#, #"{"id":3,"items":[{"parts":[6]}]}"#,
            sql: """
                CREATE TABLE t_items_parts (t_id, position, parts_position, value CHECK (value <> 5),
                PRIMARY KEY (t_id, position, parts_position))
                """, rows: ["1 1", "3 6"],
            query: "SELECT id, value FROM t LEFT JOIN t_items_parts ON t_id = id",
            rejected: 1, rejection: "the table t_items_parts rejected the row", imported: 2,
            childRows: [2, 2],
            options: expand("items", "items.parts")),
        ImportExample(
            "an invalid value of an inner element", #"{"id":1,"items":[0,{"parts":[0,0,{"b":"\ud800"}]}]}"#,
            #"{"id":2,"items":[{"parts":[1]}]}"#, rows: ["2 0 0 1"], query: "SELECT * FROM t_items_parts",
            rejected: 1, rejection: "$.items[1].parts[2].b", imported: 1,
            options: expand("items", "items.parts")),
    ]

    @Test(arguments: imports + nestedImports)
    func childTableHasRows(example: ImportExample) throws {
        var example = example
        let change = example.options
        example.options = {
            Self.options(&$0)
            change(&$0)
        }
        try example.check()
    }

    @Test(arguments: importsWithoutKey)
    func tableNumbersRecordsWithoutKey(example: ImportExample) throws {
        var example = example
        let change = example.options
        example.options = {
            $0.expandedArrays = [ExpandedArray(path: ["items"])]
            change(&$0)
        }
        try example.check()
    }

    // MARK: - The child table

    @Test func primaryKeyOfChildTableFindsRowsOfRecord() throws {
        let workspace = try Workspace(#"{"a":1,"b":"x","items":[{"n":1}]}"#)
        workspace.run {
            Self.options(&$0)
            $0.keys = ["b", "a"]
        }
        #expect(
            try workspace.rows("SELECT sql FROM sqlite_master WHERE name = 't_items'") == [
                [
                    #"'CREATE TABLE "t_items" ("t_b" TEXT, "t_a" INTEGER, "position" INTEGER, "n" INTEGER, "#
                        + #"PRIMARY KEY ("t_b", "t_a", "position"))'"#
                ]
            ])
        let plan = try workspace.rows(
            "EXPLAIN QUERY PLAN SELECT * FROM t JOIN t_items ON t_b = b AND t_a = a WHERE b = 'x'")
        #expect("\(plan)".contains("SEARCH t_items USING INDEX"))
    }

    @Test func arrayWithoutElementsCreatesNoTable() throws {
        let workspace = try Workspace(#"{"id":1,"items":[]}"#)
        let result = workspace.run { Self.options(&$0) }
        #expect(
            result.warnings == [
                "--expand: no record has an array with elements at items, so there is no table t_items"
            ])
        #expect(try workspace.rows("SELECT name FROM sqlite_master WHERE name = 't_items'").isEmpty)
    }

    @Test func dryRunDescribesChildTable() throws {
        let workspace = try Workspace(#"{"id":1,"items":[{"n":1.5},{"n":2.5}]}"#)
        let result = workspace.run {
            Self.options(&$0)
            $0.isDryRun = true
        }
        #expect(result.definition == #"CREATE TABLE "t" ("id" INTEGER PRIMARY KEY)"#)
        #expect(result.children.map(\.rows) == [2])
        #expect(
            result.children.map(\.definition) == [
                #"CREATE TABLE "t_items" ("t_id" INTEGER, "position" INTEGER, "n" REAL, "#
                    + #"PRIMARY KEY ("t_id", "position"))"#
            ])
        #expect(!FileManager.default.fileExists(atPath: workspace.database))
    }

    @Test func batchCountsChildRows() throws {
        let workspace = try Workspace((1...10).map { "{\"id\":\($0),\"items\":[1,2,3,4]}\n" }.joined())
        let committed = CallbackLog<Int>()
        workspace.run {
            Self.options(&$0, batchSize: 10)
            $0.onCommit = { committed.add($0.children[0].rows) }
        }
        #expect(committed.all == [0, 8, 16, 24, 32, 40, 40])
    }

    @Test(arguments: [1, 2])
    func transactionHasRecordsWithAllTheirChildRows(threads: Int) throws {
        let workspace = try Workspace((1...50).map { "{\"id\":\($0),\"items\":[1,2,3,4]}\n" }.joined())
        let counts = CallbackLog<[String]>()
        workspace.run {
            Self.options(&$0, batchSize: 13)
            $0.readOptions.parallelism = .cores(threads)
            // Another connection sees committed rows only.
            $0.onCommit = {
                guard $0.rows > 0 else { return }
                let sql =
                    "SELECT count(DISTINCT id), count(*), count(t_id) FROM t LEFT JOIN t_items ON t_id = id"
                counts.add((try? workspace.rows(sql))?[0] ?? [])
            }
        }
        #expect(counts.all.count > 10)
        for (number, counts) in counts.all.enumerated() where number < 16 {
            let records = 3 * (number + 1)
            #expect(counts == ["\(records)", "\(4 * records)", "\(4 * records)"])
        }
    }

    // MARK: - Rejected records

    @Test func rejectedRecordHasNoChildRows() throws {
        let workspace = try Workspace(
            """
            {"id":1,"items":[{"a":1},{"a":
            {"id":2,"items":[{"a":1},{"b":"\\ud800"}]}
            {"items":[{"c":1}]}
            {"id":3,"items":[{"a":2},{"d":[[[[1]]]]}]}
            {"id":4,"items":[{"a":3}]}
            """)
        let messages = CallbackLog<String>()
        let result = workspace.run {
            Self.options(&$0)
            $0.readOptions.errorPolicy = .skip()
            $0.readOptions.format = .lines
            $0.readOptions.maximumDepth = 5
            $0.onRejected = { messages.add("\($0.error)") }
        }
        #expect(result.rejected == 4 && result.rows == 1)
        #expect(messages.all[1].contains("$.items[1].b"))
        #expect(try workspace.lines("SELECT * FROM t_items") == ["4 0 3"])
        #expect(try workspace.columns(of: "t_items") == ["t_id INTEGER", "position INTEGER", "a INTEGER"])
    }

    @Test(arguments: [ErrorPolicy.fail, .skip()], [1, 10])
    func rowThatChildTableRejectsRejectsRecord(policy: ErrorPolicy, batchSize: Int) throws {
        let workspace = try Workspace(
            (1...4).map { "{\"id\":\($0),\"items\":[{\"n\":1},{\"n\":\($0 % 3)},{\"n\":2}]}\n" }.joined(),
            sql: "CREATE TABLE t_items (t_id, position, n CHECK (n > 0), PRIMARY KEY (t_id, position))")
        let result = workspace.run {
            Self.options(&$0, batchSize: batchSize)
            $0.readOptions.errorPolicy = policy
        }
        let rows = policy == .fail ? [["1"], ["2"]] : [["1"], ["2"], ["4"]]
        #expect(result.rows == rows.count && result.children[0].rows == 3 * rows.count)
        #expect(try workspace.rows("SELECT id FROM t") == rows)
        #expect(try workspace.rows("SELECT DISTINCT t_id FROM t_items") == rows)
        #expect(try workspace.lines("SELECT count(*) FROM t_items") == ["\(3 * rows.count)"])
    }
}
