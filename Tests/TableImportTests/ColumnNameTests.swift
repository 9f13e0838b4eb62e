import Testing

@testable import TableImport

/// Every key has its own column, whatever characters the key has.
@Suite struct ColumnNameTests {
    static let examples: [ImportExample] = [
        ImportExample(
            "NUL in a key is replaced", #"{"a\u0000b":1,"a\ufffdb":2}"#,
            columns: ["a\u{FFFD}b INTEGER", "a\u{FFFD}b_2 INTEGER"], rows: ["1 2"]),
        ImportExample(
            "keys are compared by bytes", #"{"\u00e9":1,"e\u0301":2}"#, #"{"e\u0301":3}"#,
            columns: ["é INTEGER", "e\u{301} INTEGER"], rows: ["1 2", "NULL 3"]
        ) { $0.indices = ["e\u{301}"] },
        ImportExample(
            "a key in a later record adds a column", #"{"a":1}"#, #"{"b":"x"}"#, #"{"c":null,"a":2}"#,
            #"{"d":[]}"#,
            columns: ["a INTEGER", "b TEXT", "c", "d TEXT"],
            rows: ["1 NULL NULL NULL", "NULL 'x' NULL NULL", "2 NULL NULL NULL", "NULL NULL NULL '[]'"]),
        ImportExample(
            "columns keep the order of keys, including nulls", #"{"id":1,"home":null,"name":"a"}"#,
            #"{"home":"x"}"#,
            columns: ["id INTEGER", "home TEXT", "name TEXT"], rows: ["1 NULL 'a'", "NULL 'x' NULL"]),
        ImportExample(
            "a duplicate key keeps its last value", #"{"a":1,"a":2}"#, #"{"a":"x","b":0,"a":2}"#,
            #"{"a":null,"a":2}"#,
            #"{"a":[1],"a":{},"a":2}"#, rows: ["2 NULL", "2 0", "2 NULL", "2 NULL"]),
        ImportExample(
            "a duplicate key keeps its last null", #"{"a":1,"a":null}"#, #"{"a":2,"a":null}"#,
            rows: ["NULL", "NULL"]),
        ImportExample(
            "an empty object becomes a row of nulls", "[{},{},{\"a\":1},{},{\"b\":2}]",
            rows: ["NULL NULL", "NULL NULL", "1 NULL", "NULL NULL", "NULL 2"]),
        ImportExample(
            "only empty objects", "[{},{}]", rows: [], query: "SELECT * FROM sqlite_master WHERE name = 't'",
            error: "expected a record with a key, found only empty objects"),
        ImportExample(
            "full batches of empty objects are written", "{}", "{}", "{\"a\":1}", "{\"empty\":2}",
            columns: ["empty INTEGER", "a INTEGER"],
            rows: ["NULL NULL", "NULL NULL", "NULL 1", "2 NULL"], batchSizes: [1, 2]
        ) { $0.batchBytes = 1 },
    ]

    @Test(arguments: examples)
    func keysBecomeColumns(example: ImportExample) throws { try example.check() }

    @Test(arguments: [
        "select", "from", "a b", "a\\\"b", "\\\"", "\\\"\\u0301", "x\\\"\\u0301) --", "'", "`", "[a]", "]",
        "", " ", "rowid",
        "oid", "_rowid_", "😀", "a.b", "a,b", ";", "--", "?1", ":a", "null", "1", "é", "\\n", "\\\\", "%s",
        "sqlite_x",
    ])
    func anyKeyBecomesColumn(key: String) throws {
        for batchSize in [1, 10] {
            let workspace = try Workspace("{\"\(key)\":1}\n{\"z\":2}\n{\"\(key)\":\"x\",\"z\":3}\n")
            #expect(workspace.run { $0.batchSize = batchSize }.errorDescription == "")
            #expect(try workspace.lines() == ["1 NULL", "NULL 2", "'x' 3"])
            let name = try workspace.rows("SELECT name FROM pragma_table_info('t') LIMIT 1")
            #expect(try workspace.rows("SELECT '\(sqlText(key))'") == name)
        }
    }

    /// Returns a key, which is spelled as in JSON, as the contents of an SQL string literal.
    private func sqlText(_ key: String) -> String {
        var key = key.replacing("\\\"\\u0301", with: "\"\u{301}").replacing("\\n", with: "\n")
        key = key.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
        return key.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
    }

    @Test(arguments: [1, 10])
    func keysDifferingOnlyInCaseGetNumberSuffix(batchSize: Int) throws {
        let workspace = try Workspace(
            "{\"id\":1,\"ID\":2}\n{\"Id\":3,\"ID\":4}\n{\"id_2\":5,\"É\":6,\"é\":7}\n")
        #expect(workspace.run { $0.batchSize = batchSize }.errorDescription == "")
        #expect(
            try workspace.columns() == ["id", "ID_2", "Id_3", "id_2_2", "É", "é"].map { $0 + " INTEGER" })
        #expect(
            try workspace.lines() == [
                "1 2 NULL NULL NULL NULL", "NULL 4 3 NULL NULL NULL", "NULL NULL NULL 5 6 7",
            ])
        // The next import finds each of the columns.
        try workspace.write("[{\"ID\":8,\"id_2\":9}]", to: "more.json")
        workspace.run(of: "more.json")
        #expect(try workspace.rows().last == ["NULL", "8", "NULL", "9", "NULL", "NULL"])
    }

    @Test(arguments: ["a b", "x\"y", "select", "x\"\u{301}", "é", "t'"])
    func anyTableNameIsAccepted(name: String) throws {
        let workspace = try Workspace("{\"a\":1}\n{\"a\":\"x\"}\n")
        let result = workspace.run {
            $0.table = name
            $0.batchSize = 1
            $0.indices = ["a"]
        }
        #expect(result.errorDescription == "")
        #expect(try workspace.columns(of: name) == ["a"])
        let sql =
            "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name NOT LIKE 'stream_import%'"
        #expect(try workspace.lines(sql) == ["1"])
    }

    @Test func emptyArrayFinishesWithoutTable() throws {
        let workspace = try Workspace("[]")
        let change = { (options: inout TableImportOptions) in
            options.keys = ["id"]
            options.columns = ["id", "name"]
            options.indices = ["name"]
        }
        let result = workspace.run(change)
        #expect(result.errorDescription == "" && result.rows == 0)
        #expect(try workspace.rows("SELECT name FROM sqlite_master WHERE name = 't'") == [])
        #expect(workspace.run(change).wasFinished && workspace.run().errorDescription == "")
    }
}
