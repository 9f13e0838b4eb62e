import Foundation
import GRDBSQLite
import JSONRecords
import Testing

@testable import TableImport

/// An import with a schema creates exactly the table of the schema.
@Suite struct SchemaImportTests {
    /// Records, and the rows that they become in a table of a schema.
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The columns of the schema.
        var columns: String
        var keys: [String] = []
        var ignoresUnknownKeys = false
        var records: [String]
        var rows: [String]
        /// The errors of the records that become no rows, without their advice.
        var errors: [String] = []
    }

    private static let typed = #"{"name":"id","type":"INTEGER"},{"name":"name","type":"TEXT"}"#
    private static let rest = #",{"name":"rest","path":[],"type":"TEXT"}"#
    private static let nested = #"{"name":"a"},{"name":"o_x","path":["o","x"],"type":"INTEGER"}"#

    static let examples: [Example] = [
        Example(
            testDescription: "members in another order, missing members and null", columns: typed,
            records: [#"{"name":"a","id":1}"#, #"{"id":2}"#, #"{"id":null,"name":null}"#, "{}"],
            rows: ["1 'a'", "2 NULL", "NULL NULL", "NULL NULL"]),
        Example(
            testDescription: "an unknown key", columns: typed,
            records: [#"{"id":1,"x":{"y":1},"name":5}"#, #"{"id":2}"#], rows: ["2 NULL"],
            errors: [
                #"line 1, column 13 (byte 12), record 1, $.x: the schema has no column for the key "x""#
            ]),
        Example(
            testDescription: "an unknown key with null", columns: typed,
            records: [#"{"id":1,"x":null}"#], rows: ["1 NULL"]),
        Example(
            testDescription: "an ignored unknown key", columns: typed, ignoresUnknownKeys: true,
            records: [#"{"x":1,"id":1,"y":{"id":2},"z":[3]}"#, #"{"x":1,"id":"2"}"#], rows: ["1 NULL"],
            errors: [
                #"line 2, column 13 (byte 48), record 2, $.id: expected an integer for the INTEGER column id, found "2""#
            ]),
        Example(
            testDescription: "a key that differs in case", columns: typed,
            records: [#"{"ID":1}"#], rows: [],
            errors: [
                #"line 1, column 7 (byte 6), record 1, $.ID: the schema has no column for the key "ID""#
            ]),
        Example(
            testDescription: "a name that differs from the key",
            columns: #"{"name":"id_2","path":["ID"]},{"name":"ID","path":["id"]}"#,
            records: [#"{"id":1,"ID":2}"#], rows: ["2 1"]),
        Example(
            testDescription: "the rest column", columns: typed + rest,
            records: [
                #"{"x":[1, 2],"id":"1","name":"a"}"#, #"{"id":2,"y":null}"#, #"{"id":3}"#,
                #"{"id":1.5,"name":{"n": 1},"é":"\n"}"#,
            ],
            rows: [
                #"NULL 'a' '{"x":[1,2],"id":"1"}'"#, #"2 NULL '{"y":null}'"#, "3 NULL NULL",
                #"NULL '{"n":1}' '{"id":1.5,"é":"\n"}'"#,
            ]),
        Example(
            testDescription: "a rest column before other columns",
            columns: #"{"name":"r","path":[]},"# + typed,
            records: [#"{"r":1,"id":2}"#], rows: [#"'{"r":1}' 2 NULL"#]),
        Example(
            testDescription: "members of an object", columns: nested,
            records: [
                #"{"o":{"x":1},"a":{"b":[]}}"#, #"{"o":null}"#, #"{"o":{"x":null}}"#, #"{"o":{"x":2,"y":3}}"#,
                #"{"o":"x"}"#, #"{"o":{ }}"#, #"{"o":[{"x":1}]}"#, #"{"o":{"x":{"x":1}}}"#,
            ],
            rows: [#"'{"b":[]}' 1"#, "NULL NULL", "NULL NULL"],
            errors: [
                #"line 4, column 17 (byte 71), record 4, $.o.y: the schema has no column for the key "y""#,
                #"line 5, column 6 (byte 80), record 5, $.o: expected an object with members for the column o_x, found "x""#,
                "line 6, column 8 (byte 92), record 6, $.o: expected an object with members for the column o_x, found {}",
                "line 7, column 6 (byte 100), record 7, $.o: expected an object with members for the column o_x, found an array",
                "line 8, column 11 (byte 121), record 8, $.o.x: expected an integer for the INTEGER column o_x, found an object",
            ]),
        Example(
            testDescription: "members of an object, and the rest column", columns: nested + rest,
            records: [
                #"{"o":{"x":1,"y":{"z":1}}}"#, #"{"o":"x"}"#, #"{"o":{ }}"#, #"{"o":{"x":{"x":1}}}"#,
                #"{"p":{"x":1}}"#,
            ],
            rows: [
                #"NULL 1 '{"o_y":{"z":1}}'"#, #"NULL NULL '{"o":"x"}'"#, #"NULL NULL '{"o":{}}'"#,
                #"NULL NULL '{"o_x":{"x":1}}'"#, #"NULL NULL '{"p":{"x":1}}'"#,
            ]),
        Example(
            testDescription: "members with one name in the rest column", columns: nested + rest,
            records: [#"{"p_x":1,"o":{"y":2},"o_y":3,"o_y_2":4}"#, #"{"o_y":1,"o":{"y":2},"o_y":3}"#],
            rows: [
                #"NULL NULL '{"p_x":1,"o_y":2,"o_y_2":3,"o_y_2_2":4}'"#, #"NULL NULL '{"o_y":2,"o_y_2":3}'"#,
            ]),
        Example(
            testDescription: "an object and its members in columns",
            columns: #"{"name":"o","type":"TEXT"},"# + nested,
            records: [
                #"{"o":{"x":1}}"#, #"{"o":"x"}"#, #"{"o":{}}"#, #"{"o":[1]}"#, #"{"o":{"x":1},"o":"y"}"#,
            ],
            rows: ["NULL NULL 1", "'x' NULL NULL", "'{}' NULL NULL", "'[1]' NULL NULL", "'y' NULL NULL"]),
        Example(
            testDescription: "duplicate keys", columns: typed,
            records: [
                #"{"id":"x","id":1}"#, #"{"id":2,"id":"y"}"#, #"{"x":1,"x":null,"id":3}"#,
                #"{"x":null,"x":1,"id":4}"#,
            ],
            rows: ["1 NULL", "3 NULL"],
            errors: [
                #"line 2, column 14 (byte 31), record 2, $.id: expected an integer for the INTEGER column id, found "y""#,
                #"line 4, column 15 (byte 74), record 4, $.x: the schema has no column for the key "x""#,
            ]),
        Example(
            testDescription: "duplicate keys, and the rest column", columns: typed + rest,
            records: [
                #"{"id":"x","id":1}"#, #"{"id":2,"id":"y"}"#, #"{"id":3,"id":"y","id":null}"#,
                #"{"x":1,"x":2,"id":4}"#,
            ],
            rows: ["1 NULL NULL", #"NULL NULL '{"id":"y"}'"#, "NULL NULL NULL", #"4 NULL '{"x":2}'"#]),
        Example(
            testDescription: "duplicate objects", columns: nested,
            records: [#"{"o":{"x":"y","z":1},"o":{"x":2}}"#, #"{"o":{"x":"y"},"o":null}"#],
            rows: ["NULL 2", "NULL NULL"]
        ),
        Example(
            testDescription: "a key column with another type, and the rest column", columns: typed + rest,
            keys: ["id"],
            records: [#"{"id":1,"name":"a"}"#, #"{"id":"2"}"#, #"{"name":"b"}"#, #"{"id":1,"name":"c"}"#],
            rows: ["1 'c' NULL"],
            errors: [
                #"line 2, column 7 (byte 26), record 2, $.id: expected an integer for the INTEGER column id, found "2""#,
                "line 3, column 1 (byte 31), record 3, $: the record has no value for the key column id",
            ]),
        Example(
            testDescription: "a record that is no object", columns: typed, records: ["[1]", #"{"id":1}"#],
            rows: ["1 NULL"],
            errors: ["line 1, column 1 (byte 0), record 1, $: expected an object, found '['"]),
    ]

    @Test(arguments: examples, [1, 2, 1000])
    func recordsBecomeRowsOrErrors(example: Example, batchSize: Int) throws {
        let workspace = try Workspace(example.records.map { $0 + "\n" }.joined())
        let schema = try TableSchema.of(
            example.columns, keys: example.keys,
            example.ignoresUnknownKeys ? #","ignoresUnknownKeys":true"# : "")
        let errors = CallbackLog<String>()
        let result = workspace.run {
            $0.schema = schema
            $0.batchSize = batchSize
            $0.readOptions.format = .lines
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { errors.add($0.error.description) }
        }
        #expect(result.errorDescription == "" && result.rejected == example.errors.count)
        #expect(try workspace.lines() == example.rows)
        #expect(errors.all.map { $0.prefix { $0 != ";" } } == example.errors.map { $0[...] })
        #expect(try workspace.isIntact())
        // Smaller chunks, and one thread.
        let other = try Workspace(example.records.map { $0 + "\n" }.joined())
        let otherErrors = CallbackLog<String>()
        other.run {
            $0.schema = schema
            $0.readOptions.format = .lines
            $0.readOptions.chunkBytes = 3
            $0.readOptions.parallelism = .none
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { otherErrors.add($0.error.description) }
        }
        #expect(try other.table() == workspace.table() && otherErrors.all == errors.all)
    }

    @Test func tableIsThatOfSchemaWhateverRecords() throws {
        let schema = try TableSchema.of(
            #"{"name":"b","type":"REAL"},{"name":"a"},{"name":"x\"y","path":["q"],"type":"NUMERIC"},{"name":"id","type":"INTEGER"},{"name":"f","type":"BOOLEAN"}"#,
            keys: ["id", "a"])
        let statement =
            #"CREATE TABLE "t" ("b" REAL, "a", "x""y" NUMERIC, "id" INTEGER, "f" BOOLEAN, PRIMARY KEY ("id", "a"))"#
        for dump in [
            "[]", "[7]", #"[{"id":1,"a":"x","b":2,"q":1.5}]"#, #"[{"a":0.5,"id":2},{"a":1,"id":2}]"#,
        ] {
            for isRunTwice in [false, true] {
                let workspace = try Workspace(dump)
                let change = { (options: inout TableImportOptions) in
                    options.schema = schema
                    options.readOptions.errorPolicy = .skip()
                }
                #expect(workspace.run(change).errorDescription == "")
                if isRunTwice { #expect(workspace.run(change).wasFinished) }
                let sql = try workspace.rows("SELECT sql FROM sqlite_master WHERE name = 't'")
                #expect(sql == [["'\(statement)'"]])
                #expect(try workspace.isIntact())
            }
        }
    }

    @Test(arguments: ["[]", "[7]"])
    func droppedTableWithoutRowsIsCreatedAgain(dump: String) throws {
        let workspace = try Workspace(dump)
        let schema = try TableSchema.of(#"{"name":"a"}"#)
        let change = { (options: inout TableImportOptions) in
            options.schema = schema
            options.readOptions.errorPolicy = .skip()
        }
        workspace.run(change)
        try workspace.execute("DROP TABLE t")
        #expect(workspace.run(change).errorDescription == "")
        #expect(try workspace.columns() == ["a"])
    }

    @Test func dryRunPrintsStatementOfSchema() throws {
        let workspace = try Workspace("[]")
        let schema = try TableSchema.of(#"{"name":"a","type":"REAL"}"#)
        let result = workspace.run {
            $0.schema = schema
            $0.isDryRun = true
        }
        #expect(result.definition == #"CREATE TABLE "t" ("a" REAL)"# && result.errorDescription == "")
        #expect(!FileManager.default.fileExists(atPath: workspace.database))
    }

    @Test func laterInputsExtendTableOfSchema() throws {
        let workspace = try Workspace(#"{"a":1}"#)
        try workspace.write(#"{"a":2.5}"# + "\n", to: "more.json")
        let schema = try TableSchema.of(#"{"name":"a","type":"NUMERIC"}"#)
        workspace.run { $0.schema = schema }
        #expect(workspace.run(of: "more.json") { $0.schema = schema }.errorDescription == "")
        #expect(try workspace.lines() == ["1", "2.5"])
        #expect(try workspace.columns() == ["a NUMERIC"])
        // An import without a schema knows the values.
        try workspace.write(#"{"a":true,"b":"x"}"#, to: "other.json")
        #expect(workspace.run(of: "other.json").errorDescription == "")
        #expect(try workspace.columns() == ["a NUMERIC", "b TEXT"])
    }

    private static let otherTable = """
        the table t exists, and has other columns or types than the schema, or was not created by an import; rename or drop \
        that table, or import into another table with --table
        """

    private static func of(
        _ schema: String, _ testDescription: String, sql: String? = nil, rows: [String] = [],
        query: String = "SELECT * FROM t", error: String = "",
        cause: TableImportError.Cause = .usage, warnings: [String] = [], limits: [Int32: Int32] = [:],
        options: @escaping @Sendable (inout TableImportOptions) -> Void = { _ in }
    ) -> ImportExample {
        var example = ImportExample(
            testDescription, #"{"a":1}"#, sql: sql, rows: rows, query: query, error: error,
            warnings: warnings, limits: limits
        ) {
            $0.schema = try? .of(schema)
            options(&$0)
        }
        if !error.isEmpty { example.cause = cause }
        return example
    }

    private static let otherOptions: [(String, ImportScript.Change)] = [
        ("--key", { $0.keys = ["a"] }), ("--columns", { $0.columns = ["a"] }),
        ("--rest", { $0.rest = "r" }),
        ("--flatten", { $0.flattens = true }),
        ("--expand", { $0.expandedArrays = [ExpandedArray(path: ["a"])] }),
    ]

    /// Imports into a table that no import with the schema has created, and then into another table.
    private static let foreignTables: [ImportExample] = [
        "CREATE TABLE t (a)", #"CREATE TABLE "t" ("a" TEXT)"#, #"CREATE TABLE "t" ("a" INTEGER, "b")"#,
        #"CREATE TABLE "t" ("a" INTEGER PRIMARY KEY)"#,
        #"CREATE TABLE "t" ("a" INTEGER); INSERT INTO t VALUES (1)"#, "CREATE TABLE T (a INTEGER)",
    ].flatMap { (sql: String) -> [ImportExample] in
        let schema = #"{"name":"a","type":"INTEGER"}"#
        let name = sql.contains("TABLE T") ? "table T " : "table t "
        return [
            of(
                schema, sql, sql: sql, rows: sql.contains("INSERT") ? ["1"] : [],
                error: otherTable.replacing("table t ", with: name)),
            of(
                schema, "another table than that of \(sql)", sql: sql, rows: ["1 'INTEGER'"],
                query: "SELECT a, type FROM other, pragma_table_info('other')"
            ) { $0.table = "other" },
        ]
    }

    static let imports: [ImportExample] =
        [
            of(
                #"{"name":"a","type":"INTEGER"}"#, "its table", sql: #"CREATE TABLE "t" ("a" INTEGER)"#,
                rows: ["1"]),
            of(
                #"{"name":"a"}"#, "a view", sql: "CREATE VIEW t AS SELECT 1 AS a", rows: ["1"],
                error: "expected a table, found the view t; import into another table with --table"),
            of(
                "", "a schema of a reserved table", query: "SELECT * FROM sqlite_master",
                error: """
                    the table stream_import is reserved for the checkpoints of imports; import into another table \
                    with --table
                    """
            ) {
                $0.schema = try? TableSchema.read(#"{"table":"stream_import","columns":[{"name":"a"}]}"#)
            },
            of(
                (0...40).map { #"{"name":"k\#($0)"}"# }.joined(separator: ","), "too many columns",
                query: "SELECT * FROM sqlite_master",
                error: """
                    the schema of the table t has 41 columns, more than the 40 that it can have; make a schema with \
                    fewer columns with --columns
                    """, cause: .data, limits: [SQLITE_LIMIT_COLUMN: 40]),
            of(
                #"{"name":"b"},{"name":"a"}"#, "an index", rows: ["'t_a'"],
                query: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 't'",
                warnings: ["--index: no record has the key x, so there is no index; the columns are b, a"]
            ) { $0.indices = ["a", "x"] },
        ]
        + foreignTables
        + otherOptions.map { option, change in
            of(
                #"{"name":"a"}"#, option, query: "SELECT * FROM sqlite_master",
                error: """
                    \(option) cannot be combined with a schema, which fixes the columns of the table; remove \
                    \(option), or make another schema
                    """, options: change)
        }

    @Test(arguments: imports)
    func tableMustBeThatOfSchema(example: ImportExample) throws { try example.check() }

    @Test func changedTableIsError() throws {
        let workspace = try Workspace(#"{"a":1}"#)
        let schema = try TableSchema.of(#"{"name":"a","type":"INTEGER"}"#)
        workspace.run { $0.schema = schema }
        try workspace.execute("ALTER TABLE t ADD COLUMN own")
        #expect(workspace.run { $0.schema = schema }.errorDescription == Self.otherTable)
    }

    @Test func manyUnknownKeysTakeNoColumns() throws {
        let keys = (0..<3000).map { "\"k\($0)\":" }
        let record = "{\"a\":1,\(keys.map { $0 + "1" }.joined(separator: ","))}\n"
        let nulls = "{\"a\":2,\(keys.map { $0 + "null" }.joined(separator: ","))}\n"
        let workspace = try Workspace(record + nulls + nulls + record)
        let schema = try TableSchema.of(#"{"name":"a"}"#)
        let result = workspace.run {
            $0.schema = schema
            $0.readOptions.errorPolicy = .skip()
        }
        #expect(result.rows == 2 && result.rejected == 2 && result.columns == 1)
        let rest = try Workspace(record + nulls)
        let restSchema = try TableSchema.of(#"{"name":"a"},{"name":"r","path":[]}"#)
        #expect(rest.run { $0.schema = restSchema }.errorDescription == "")
        #expect(
            try rest.lines("SELECT a, json_extract(r, '$.k2999'), json_type(r, '$.k2999') FROM t") == [
                "1 1 'integer'", "2 NULL 'null'",
            ])
    }
}
