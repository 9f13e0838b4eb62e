import Testing

@testable import TableImport

/// An import inserts rows into an existing table exactly as an `INSERT` statement would, or inserts no rows.
@Suite struct ExistingTableTests {
    static let examples: [ImportExample] =
        [
            ImportExample(
                "columns match by name, and missing ones are added", #"{"ID":1,"name":"a"}"#,
                #"{"new":0.5,"id2":true}"#, #"{"new":"x"}"#,
                sql: #"CREATE TABLE T ("Id" INTEGER, own TEXT DEFAULT 'kept', "NAME" VARCHAR(10))"#,
                columns: ["Id INTEGER", "own TEXT", "NAME VARCHAR(10)", "new", "id2"],
                rows: ["1 'kept' 'a' NULL NULL", "NULL 'kept' NULL 0.5 1", "NULL 'kept' NULL 'x' NULL"],
                imported: 3),
            ImportExample(
                "an update keeps columns without members", #"{"id":1,"name":"new"}"#, #"{"id":2}"#,
                sql: """
                    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, note TEXT, rank INTEGER NOT NULL DEFAULT 7);
                    INSERT INTO t VALUES (1, 'old', 'mine', 3);
                    """, rows: ["1 'new' 'mine' 3", "2 NULL NULL 7"], imported: 2
            ) { $0.keys = ["id"] },
            ImportExample(
                "a strict table", #"{"i":1,"r":1,"t":"1","a":"007","new":true}"#,
                #"{"i":2,"r":0.5,"a":1.5,"new":"x"}"#, #"{"i":"x"}"#,
                sql: "CREATE TABLE t (i INTEGER, r REAL, t TEXT, a ANY) STRICT",
                columns: ["i INTEGER", "r REAL", "t TEXT", "a ANY", "new ANY"],
                rows: ["1 1.0 '1' '007' 1", "2 0.5 NULL 1.5 'x'"], rejected: 1, imported: 2),
            ImportExample(
                "a generated column", #"{"a":1}"#, #"{"b":2}"#, sql: generatedColumns,
                rows: ["1 2 3 NULL", "NULL NULL NULL 2"]),
            ImportExample(
                "a view", #"{"a":1}"#, sql: "CREATE VIEW T AS SELECT 1 AS a", rows: ["1"],
                error: "expected a table, found the view T; import into another table with --table"),
        ]
        + [false, true].flatMap { flattens in
            [
                ImportExample(
                    "missing members keep defaults, flattens \(flattens)",
                    """
                    [{"id":1},{"id":2,"note":"x"},5,{"id":3},{"id":4,"note":null},{"rank":"r","id":5},{"id":6,"new":1},
                     {"rank":null,"note":"y","id":7},{"id":2,"rank":"kept"},{"id":2,"note":null}]
                    """,
                    sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, note DEFAULT 'd', rank TEXT DEFAULT 'e')",
                    rows: [
                        "1 'd' 'e' NULL", "2 NULL 'kept' NULL", "3 'd' 'e' NULL", "4 NULL 'e' NULL",
                        "5 'd' 'r' NULL", "6 'd' 'e' 1", "7 'y' NULL NULL",
                    ], rejected: 1, imported: 9
                ) { ($0.keys, $0.flattens) = (["id"], flattens) },
                ImportExample(
                    "null overrides defaults, flattens \(flattens)", #"{"a":null}"#, "{}",
                    #"{"a":{"b":null}}"#,
                    #"{"a":{"b":1},"a":2}"#, sql: "CREATE TABLE t (a DEFAULT 'd', a_b DEFAULT 'e')",
                    rows: ["NULL 'e'", "'d' 'e'", flattens ? "'d' NULL" : #"'{"b":null}' 'e'"#, "2 'e'"]
                ) { $0.flattens = flattens },
            ]
        }
        + [
            [#"{"NAME":1,"x":0}"#, #"{"name":2}"#, #"{"NAME":3,"name":4}"#],
            [#"{"x":0,"NAME":1}"#, #"{"NAME":null,"name":2}"#, #"{"name":4,"NAME":3}"#],
        ].map {
            ImportExample(
                "the exact name of a column is preferred: \($0[0])", $0[0], $0[1], $0[2],
                sql: "CREATE TABLE t (name DEFAULT 'd')", rows: ["'d' 1 0", "2 NULL NULL", "4 3 NULL"],
                query: "SELECT name, NAME_2, x FROM t", batchSizes: [10_000])
        }
        + ["twice", "Thrice"].map { name in
            ImportExample(
                "a value for the generated column \(name)", #"{"a":1,"\#(name)":2}"#, sql: generatedColumns,
                rows: [],
                error: """
                    the column \(name.lowercased()) of the table t is a generated column, which cannot store values of \
                    the input; choose other columns with --columns, or import into another table with --table
                    """)
        }
        + ["stream_import", "STREAM_import_tables"].map { name in
            ImportExample(
                "the reserved table \(name)", #"{"a":1}"#, rows: [], query: "SELECT * FROM sqlite_master",
                error: """
                    the table \(name) is reserved for the checkpoints of imports; import into another table with --table
                    """
            ) { $0.table = name }
        }

    private static let generatedColumns =
        "CREATE TABLE t (a INTEGER, twice AS (a * 2), thrice AS (a * 3) STORED)"

    @Test(arguments: examples)
    func rowsAreThoseOfInsertions(example: ImportExample) throws {
        try example.check(batchSizes: [1, 2, 3, 10_000])
    }

    @Test func anySubsetOfColumnsMayBeMissing() throws {
        let columns = (0..<8).map { "c\($0)" }
        let records = (0..<256).map { set in
            let members = (0..<8).filter { set >> $0 & 1 == 1 }.map { "\"c\($0)\":\(set)" }
            return "{" + members.joined(separator: ",") + "}\n"
        }
        let workspace = try Workspace(
            (records + records).joined(),
            sql: "CREATE TABLE t (\(columns.map { $0 + " DEFAULT 'd'" }.joined(separator: ", ")))")
        #expect(workspace.run().errorDescription == "")
        let rows = (0..<256).map { set in (0..<8).map { set >> $0 & 1 == 1 ? "\(set)" : "'d'" } }
        #expect(try workspace.rows() == rows + rows)
    }

    @Test(arguments: [
        ("INTEGER", "\"7\""), ("INTEGER", "\"1e3\""), ("INTEGER", "\" 7 \""), ("DATETIME", "\"2024\""),
        ("DATE", "\"-1\""),
        ("DECIMAL(10,2)", "\"1.50\""), ("VARCHAR(20)", "1.5"), ("TEXT", "1.0"), ("TEXT", "0.5"),
        ("REAL", "9007199254740993"), ("DOUBLE", "\"007\""), ("FLOAT", "\"1\""), ("BOOLEAN", "\"1\""),
        ("NUMERIC", "18446744073709551616"),
    ])
    func columnTypeThatWouldConvertValueIsError(type: String, value: String) throws {
        for batchSize in [1, 10] {
            let workspace = try Workspace("[{\"v\":\(value)}]", sql: "CREATE TABLE t (v \(type))")
            let result = workspace.run { $0.batchSize = batchSize }
            #expect(
                result.errorDescription == """
                    the column v of the table t is declared \(type), which would convert values of the input; declare \
                    the column without a type, or import into another table with --table
                    """)
            #expect(try workspace.lines("SELECT name FROM sqlite_master") == ["'t'"])
            #expect(try workspace.rows() == [])
        }
    }

    @Test(arguments: [
        ("INTEGER", "7", "7"), ("INTEGER", "\"abc\"", "'abc'"), ("INT", "1.5", "1.5"),
        ("BIGINT", "true", "1"),
        ("DATETIME", "\"2024-01-01T00:00:00Z\"", "'2024-01-01T00:00:00Z'"),
        ("DATE", "1700000000", "1700000000"),
        ("DECIMAL(10,2)", "1.25", "1.25"), ("VARCHAR(2)", "\"007\"", "'007'"), ("TEXT", "12", "'12'"),
        ("CLOB", "[1]", "'[1]'"),
        ("REAL", "1", "1.0"), ("BLOB", "\"007\"", "'007'"), ("", "\"1\"", "'1'"),
        ("JSON", "{\"a\":1}", "'{\"a\":1}'"),
    ])
    func columnAcceptsValueThatItsTypePreserves(type: String, value: String, kept: String) throws {
        let workspace = try Workspace("[{\"v\":\(value)},{\"v\":null}]", sql: "CREATE TABLE t (v \(type))")
        #expect(workspace.run().errorDescription == "")
        #expect(try workspace.rows() == [[kept], ["NULL"]])
    }

    @Test func keyOptionWithoutUniqueKeyIsUsageError() throws {
        for sql in [
            "CREATE TABLE t (a, b)", "CREATE TABLE t (a, b, UNIQUE (a, b))",
            "CREATE TABLE t (a, b); CREATE INDEX i ON t (a)",
            "CREATE TABLE t (a, b); CREATE UNIQUE INDEX i ON t (a) WHERE b",
            "CREATE TABLE t (a, b); CREATE UNIQUE INDEX i ON t (lower(a))",
        ] {
            let workspace = try Workspace("[{\"a\":1}]", sql: sql)
            let result = workspace.run { $0.keys = ["a"] }
            #expect(
                result.errorDescription == """
                    --key: the table t has no unique index on a; create one first: CREATE UNIQUE INDEX "t_a" ON "t" ("a")
                    """)
            #expect((result.error as? TableImportError)?.cause == .usage)
        }
    }

    @Test(arguments: [
        "CREATE TABLE t (a PRIMARY KEY, b)", "CREATE TABLE t (b, A UNIQUE)",
        "CREATE TABLE t (a TEXT PRIMARY KEY, b) WITHOUT ROWID",
        "CREATE TABLE t (a, b); CREATE UNIQUE INDEX \"an index\" ON t (a)",
        """
        CREATE TABLE t (a, b); CREATE UNIQUE INDEX "\u{E9}" ON t (a);
        CREATE UNIQUE INDEX "e\u{301}" ON t (b)
        """,
    ])
    func keyOptionAcceptsAnyUniqueKey(sql: String) throws {
        let workspace = try Workspace("[{\"a\":\"x\",\"b\":1},{\"a\":\"y\"},{\"a\":\"x\",\"b\":2}]", sql: sql)
        #expect(workspace.run { $0.keys = ["a"] }.errorDescription == "")
        #expect(try workspace.lines("SELECT a, b FROM t ORDER BY a") == ["'x' 2", "'y' NULL"])
    }

    @Test(arguments: [
        "CREATE TABLE stream_import (a)", "CREATE TABLE stream_import_tables (a)",
        "CREATE VIEW stream_import AS SELECT 'x' AS input",
    ])
    func foreignTableWithCheckpointNameIsError(sql: String) throws {
        let workspace = try Workspace("[{\"a\":1}]", sql: sql + "; CREATE TABLE t (a)")
        #expect(!workspace.run().errorDescription.isEmpty)
        #expect(try workspace.rows() == [])
    }

    @Test(arguments: [
        "UPDATE stream_import_tables SET columns = ''",
        "UPDATE stream_import_tables SET columns = '{\"a\":1}'",
        "UPDATE stream_import_tables SET columns = 'a'", "UPDATE stream_import_tables SET columns = '[1]'",
        "ALTER TABLE stream_import ADD COLUMN rejects TEXT",
    ])
    func corruptCheckpointTableIsError(sql: String) throws {
        let workspace = try Workspace("[{\"a\":1}]")
        workspace.run()
        try workspace.execute(sql)
        #expect(
            workspace.run().errorDescription == """
                \(workspace.database): the tables stream_import, stream_import_tables and stream_import_rows have \
                contents that no import writes; remove them: DROP TABLE stream_import; DROP TABLE stream_import_tables; \
                DROP TABLE IF EXISTS stream_import_rows; the next import of each input then adds all its records again, so \
                import with --key, or into another table
                """)
    }
}
