import Testing

/// Widening the type of a column changes nothing else in the table.
@Suite struct WideningTests {
    private func lines(_ records: String...) -> String {
        records.map { $0 + "\n" }.joined()
    }

    @Test func wideningKeepsIndexesTriggersAndViews() throws {
        let workspace = try Workspace(lines("{\"a\":1,\"b\":1}", "{\"a\":2,\"b\":2}", "{\"a\":3,\"b\":3}"))
        workspace.run()
        // The statements spell the name of the table in two ways, because SQLite ignores the case of names.
        try workspace.execute(
            """
            CREATE INDEX a_index ON T (a);
            CREATE UNIQUE INDEX b_index ON t (b DESC) WHERE b > 0;
            CREATE TABLE log (a);
            CREATE TRIGGER logging AFTER INSERT ON T BEGIN INSERT INTO log VALUES (new.a); END;
            CREATE VIEW sums AS SELECT sum(a) AS total FROM t;
            DELETE FROM t WHERE a = 2;
            """)
        try workspace.write(lines("{\"a\":\"x\",\"b\":10}", "{\"a\":0.5,\"b\":\"y\"}"), to: "more.json")
        #expect(workspace.run(of: "more.json") { $0.batchSize = 1 }.errorDescription == "")
        #expect(
            try workspace.lines("SELECT rowid, a, b FROM t") == ["1 1 1", "3 3 3", "4 'x' 10", "5 0.5 'y'"])
        #expect(try workspace.columns() == ["a", "b"])
        #expect(try workspace.lines("SELECT a FROM log") == ["'x'", "0.5"])
        #expect(try workspace.lines("SELECT total FROM sums") == ["4.5"])
        let names = try workspace.rows(
            "SELECT name FROM sqlite_master WHERE lower(tbl_name) = 't' ORDER BY name")
        #expect(names == [["'a_index'"], ["'b_index'"], ["'logging'"], ["'t'"]])
        #expect(try workspace.isIntact())
    }

    /// Which rows a partial index contains depends on the type of the column.
    @Test(arguments: ["ON t (v) WHERE v > 5", "ON t (v || 'x')", "ON t (v) WHERE v = '200'"])
    func wideningKeepsIndexOfConditionIntact(index: String) throws {
        for records in [["\"10\"", "\"7\"", "3", "9"], ["3", "200", "\"200\"", "\"x\""]] {
            let workspace = try Workspace(records.prefix(2).map { "{\"v\":\($0)}\n" }.joined())
            workspace.run()
            try workspace.execute("CREATE INDEX i \(index)")
            try workspace.write(records.suffix(2).map { "{\"v\":\($0)}\n" }.joined(), to: "more.json")
            #expect(workspace.run(of: "more.json").errorDescription == "")
            #expect(try workspace.columns() == ["v"])
            #expect(try workspace.isIntact())
        }
    }

    @Test(arguments: [
        (["1", "2", "\"x\"", "\"1\"", "1.5"], ""), (["true", "false", "7"], "INTEGER"),
        (["\"a\"", "\"b\"", "1"], ""),
        (["1", "0.5", "9007199254740993"], "NUMERIC"), (["false", "true", "\"1\"", "2"], ""),
        (["0.5", "1", "\"1\""], ""),
    ])
    func keyColumnIsWidened(values: [String], type: String) throws {
        for batchSize in [1, 2, 10_000] {
            let workspace = try Workspace(values.map { "{\"id\":\($0),\"n\":\"\($0.count)\"}\n" }.joined())
            let result = workspace.run {
                $0.keys = ["id"]
                $0.batchSize = batchSize
            }
            #expect(result.errorDescription == "" && result.rows == values.count)
            let expected = values.map {
                [$0 == "true" ? "1" : $0 == "false" ? "0" : $0.replacing("\"", with: "'")]
            }
            let rows = try workspace.rows("SELECT id FROM t")
            #expect(Set(rows) == Set(expected) && rows.count == expected.count)
            if batchSize == 10_000 { #expect(try workspace.columns()[0].dropFirst(3) == type) }
            #expect(try workspace.lines("SELECT count(*) FROM pragma_table_info('t') WHERE pk") == ["1"])
            #expect(try workspace.isIntact())
        }
    }

    @Test func wideningKeepsPrimaryKeyWithoutKeyOption() throws {
        let workspace = try Workspace(lines("{\"a\":1,\"b\":2,\"c\":3}"))
        workspace.run { $0.keys = ["b", "a"] }
        try workspace.write(lines("{\"a\":\"x\",\"b\":2,\"c\":\"y\",\"d\":0}"), to: "more.json")
        #expect(workspace.run(of: "more.json").errorDescription == "")
        #expect(
            try workspace.lines("SELECT name, type, pk FROM pragma_table_info('t')") == [
                "'a' '' 2", "'b' 'INTEGER' 1", "'c' '' 0", "'d' 'INTEGER' 0",
            ])
    }

    @Test(arguments: [
        "CREATE INDEX i ON t (a)", "ALTER TABLE t ADD COLUMN own", "ALTER TABLE t RENAME COLUMN b TO other",
        "CREATE TABLE other AS SELECT * FROM t; DROP TABLE t; CREATE TABLE t (a INTEGER NOT NULL, b TEXT UNIQUE);"
            + "INSERT INTO t SELECT * FROM other",
    ])
    func tableAlteredByUserIsNotRebuilt(sql: String) throws {
        let workspace = try Workspace(lines("{\"a\":1,\"b\":\"x\"}"))
        workspace.run()
        try workspace.execute(sql)
        let schema = try workspace.rows("SELECT sql FROM sqlite_master WHERE tbl_name = 't'")
        try workspace.write(lines("{\"a\":\"z\"}"), to: "more.json")
        let result = workspace.run(of: "more.json")
        if sql.hasPrefix("CREATE INDEX") {
            #expect(result.errorDescription == "" && result.rows == 1)
        } else {
            #expect(try workspace.rows("SELECT sql FROM sqlite_master WHERE tbl_name = 't'") == schema)
        }
        #expect(try workspace.lines("SELECT a FROM t WHERE a = 1") == ["1"])
    }

    @Test(arguments: [[], ["a"], ["b", "a"]], ["t", "x\"y", "T of é"])
    func tableIsRebuiltOnEachWidening(keys: [String], table: String) throws {
        let workspace = try Workspace("[{\"a\":true,\"b\":1}]")
        let dumps = [
            "[{\"a\":5,\"b\":2}]", "[{\"a\":6,\"b\":3,\"c\":1}]", "[{\"a\":7,\"b\":0.5,\"c\":2.5}]",
            "[{\"a\":\"x\",\"b\":4,\"c\":\"y\"}]",
        ]
        for (number, dump) in dumps.enumerated() { try workspace.write(dump, to: "\(number).json") }
        for name in ["dump.json", "0.json", "1.json", "2.json", "3.json"] {
            let result = workspace.run(of: name) {
                $0.table = table
                $0.keys = keys
            }
            #expect(result.errorDescription == "" && result.rows == 1)
        }
        #expect(try workspace.columns(of: table) == ["a", "b NUMERIC", "c"])
        #expect(
            try workspace.lines("SELECT * FROM \"\(table.replacing("\"", with: "\"\""))\" ORDER BY b") == [
                "7 0.5 2.5", "1 1 NULL", "5 2 NULL", "6 3 1", "'x' 4 'y'",
            ])
    }

    @Test func rowidAliasesCanBeColumnNames() throws {
        for keys in [["rowid"], ["oid", "_rowid_"], ["rowid", "OID", "_RowId_"]] {
            let workspace = try Workspace(
                lines(
                    "{" + keys.map { "\"\($0)\":5" }.joined(separator: ",") + "}",
                    "{" + keys.map { "\"\($0)\":\"x\"" }.joined(separator: ",") + "}"))
            #expect(workspace.run { $0.batchSize = 1 }.errorDescription == "")
            #expect(try workspace.rows() == [keys.map { _ in "5" }, keys.map { _ in "'x'" }])
        }
    }
}
