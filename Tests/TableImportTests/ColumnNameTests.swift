import Testing

@testable import TableImport

/// Every key has its own column, whatever characters the key has.
@Suite struct ColumnNameTests {
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
            #expect(try workspace.rows() == [["1", "NULL"], ["NULL", "2"], ["'x'", "3"]])
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

    @Test func nulInKeyIsReplacedInColumnName() throws {
        let workspace = try Workspace("[{\"a\\u0000b\":1,\"a\\ufffdb\":2}]")
        workspace.run()
        #expect(try workspace.columns() == ["a\u{FFFD}b INTEGER", "a\u{FFFD}b_2 INTEGER"])
        #expect(try workspace.rows() == [["1", "2"]])
    }

    @Test(arguments: [1, 10])
    func keysDifferingOnlyInCaseGetNumberSuffix(batchSize: Int) throws {
        let workspace = try Workspace(
            "{\"id\":1,\"ID\":2}\n{\"Id\":3,\"ID\":4}\n{\"id_2\":5,\"É\":6,\"é\":7}\n")
        #expect(workspace.run { $0.batchSize = batchSize }.errorDescription == "")
        #expect(
            try workspace.columns() == ["id", "ID_2", "Id_3", "id_2_2", "É", "é"].map { $0 + " INTEGER" })
        #expect(
            try workspace.rows() == [
                ["1", "2", "NULL", "NULL", "NULL", "NULL"], ["NULL", "4", "3", "NULL", "NULL", "NULL"],
                ["NULL", "NULL", "NULL", "5", "6", "7"],
            ])
        // The next import finds each of the columns.
        try workspace.write("[{\"ID\":8,\"id_2\":9}]", to: "more.json")
        workspace.run(of: "more.json")
        #expect(try workspace.rows().last == ["NULL", "8", "NULL", "9", "NULL", "NULL"])
    }

    @Test func keysAreComparedByBytes() throws {
        let workspace = try Workspace("[{\"\\u00e9\":1,\"e\\u0301\":2},{\"e\\u0301\":3}]")
        workspace.run { $0.indices = ["e\u{301}"] }
        #expect(try workspace.rows() == [["1", "2"], ["NULL", "3"]])
        #expect(try workspace.rows("SELECT count(*) FROM pragma_table_info('t')") == [["2"]])
    }

    @Test(arguments: [1, 2, 10])
    func keyInLaterRecordAddsColumn(batchSize: Int) throws {
        let workspace = try Workspace("{\"a\":1}\n{\"b\":\"x\"}\n{\"c\":null,\"a\":2}\n{\"d\":[]}\n")
        #expect(workspace.run { $0.batchSize = batchSize }.columns == 4)
        #expect(try workspace.columns() == ["a INTEGER", "b TEXT", "c", "d TEXT"])
        #expect(
            try workspace.rows() == [
                ["1", "NULL", "NULL", "NULL"], ["NULL", "'x'", "NULL", "NULL"],
                ["2", "NULL", "NULL", "NULL"],
                ["NULL", "NULL", "NULL", "'[]'"],
            ])
    }

    @Test func columnsKeepKeyOrderIncludingNulls() throws {
        let workspace = try Workspace("[{\"id\":1,\"home\":null,\"name\":\"a\"},{\"home\":\"x\"}]")
        workspace.run()
        #expect(try workspace.columns() == ["id INTEGER", "home TEXT", "name TEXT"])
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
        #expect(try workspace.rows(sql) == [["1"]])
    }

    @Test(arguments: [
        "[{\"a\":1,\"a\":2}]", "[{\"a\":\"x\",\"b\":0,\"a\":2}]", "[{\"a\":null,\"a\":2}]",
        "[{\"a\":[1],\"a\":{},\"a\":2}]",
    ])
    func duplicateKeyKeepsLastValue(dump: String) throws {
        let workspace = try Workspace(dump)
        workspace.run()
        #expect(try workspace.rows("SELECT a FROM t") == [["2"]])
    }

    @Test func duplicateKeyKeepsLastNull() throws {
        let workspace = try Workspace("[{\"a\":1,\"a\":null},{\"a\":2,\"a\":null}]")
        workspace.run()
        #expect(try workspace.rows() == [["NULL"], ["NULL"]])
    }

    @Test(arguments: [1, 2, 10])
    func emptyObjectBecomesRowOfNulls(batchSize: Int) throws {
        let workspace = try Workspace("[{},{},{\"a\":1},{},{\"b\":2}]")
        #expect(workspace.run { $0.batchSize = batchSize }.rows == 5)
        let empty = ["NULL", "NULL"]
        #expect(try workspace.rows() == [empty, empty, ["1", "NULL"], empty, ["NULL", "2"]])
    }

    @Test func dumpOfEmptyObjectsIsError() throws {
        let workspace = try Workspace("[{},{}]")
        #expect(
            workspace.run { $0.batchSize = 1 }.errorDescription
                == "expected a record with a key, found only empty objects")
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
