import JSONRecords
import Testing

@testable import TableImport

/// A record replaces the row that has the same key.
@Suite struct KeyTests {
    private static let dump = """
        {"id":1,"a":"x","b":1}
        {"id":2,"a":"y","b":2}
        {"id":1,"a":"z"}
        {"b":3,"id":3}
        {"id":2,"c":true,"a":null}

        """

    @Test(arguments: [1, 2, 3, 10])
    func lastRecordWithKeyReplacesRow(batchSize: Int) throws {
        let workspace = try Workspace(Self.dump)
        let result = workspace.run {
            $0.keys = ["ID"]
            $0.batchSize = batchSize
        }
        #expect(result.errorDescription == "" && result.rows == 5)
        #expect(
            try workspace.rows("SELECT id, a, b, c FROM t ORDER BY id") == [
                ["1", "'z'", "NULL", "NULL"], ["2", "NULL", "NULL", "1"], ["3", "NULL", "3", "NULL"],
            ])
    }

    @Test(arguments: [1, 10])
    func compositeKeyIdentifiesRows(batchSize: Int) throws {
        let workspace = try Workspace(
            "[{\"a\":1,\"b\":\"x\",\"v\":1},{\"a\":1,\"b\":\"y\",\"v\":2},{\"b\":\"x\",\"a\":1,\"v\":3},{\"a\":\"1\",\"b\":\"x\"}]"
        )
        let result = workspace.run {
            $0.keys = ["b", "a"]
            $0.batchSize = batchSize
        }
        #expect(result.errorDescription == "")
        #expect(
            try workspace.rows("SELECT a, b, v FROM t ORDER BY v") == [
                ["'1'", "'x'", "NULL"], ["1", "'y'", "2"], ["1", "'x'", "3"],
            ])
    }

    @Test func tableWithOnlyKeyColumnsKeepsEachKeyOnce() throws {
        let workspace = try Workspace("[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"a\"}]")
        #expect(workspace.run { $0.keys = ["id"] }.errorDescription == "")
        #expect(try workspace.rows() == [["'a'"], ["'b'"]])
    }

    @Test func keyColumnNamedTwiceIsUsedOnce() throws {
        let workspace = try Workspace("[{\"id\":1},{\"id\":1}]")
        #expect(workspace.run { $0.keys = ["id", "ID"] }.errorDescription == "")
        #expect(
            try workspace.rows("SELECT sql FROM sqlite_master WHERE name = 't'") == [
                ["'CREATE TABLE \"t\" (\"id\" INTEGER PRIMARY KEY)'"]
            ])
        #expect(try workspace.rows() == [["1"]])
    }

    @Test(arguments: [1, 10])
    func recordWithoutKeyIsRejected(batchSize: Int) throws {
        let workspace = try Workspace(
            "[{\"id\":1},{\"x\":5},{\"id\":null,\"id2\":1},{\"id\":2},{\"id\":3,\"id\":null}]")
        let seen = CallbackLog<String>()
        let result = workspace.run {
            $0.keys = ["id"]
            $0.batchSize = batchSize
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { seen.add("\($0.byteRange) \($0.error)") }
        }
        #expect(result.errorDescription == "" && result.rows == 2 && result.rejected == 3)
        let message =
            "the record has no value for the key column id; "
            + "choose columns with --key that have a value in every record"
        #expect(
            seen.all == [
                "10..<17 line 1, column 11 (byte 10), record 2, $[1]: \(message)",
                "18..<37 line 1, column 19 (byte 18), record 3, $[2]: \(message)",
                "47..<65 line 1, column 48 (byte 47), record 5, $[4]: \(message)",
            ])
        // A rejected record adds no column.
        #expect(try workspace.rows() == [["1"], ["2"]])
    }

    @Test func recordWithoutKeyStopsImportAfterEarlierRows() throws {
        let workspace = try Workspace("[{\"id\":1},{\"id\":2},{\"x\":5},{\"id\":3}]")
        let result = workspace.run { $0.keys = ["id"] }
        #expect((result.error as? ImportError)?.code == .missingKeys)
        #expect((result.error as? ImportError)?.record == 3)
        #expect(result.rows == 2)
        #expect(try workspace.rows() == [["1"], ["2"]])
    }

    @Test(arguments: [true, false])
    func unknownColumnIsReportedBeforeWriting(isKey: Bool) throws {
        for policy in [ErrorPolicy.fail, .skip()] {
            let workspace = try Workspace("[{\"a\":1,\"b\":2},{\"a\":2}]")
            let result = workspace.run {
                if isKey { $0.keys = ["nowhere"] } else { $0.indices = ["nowhere"] }
                $0.readOptions.errorPolicy = policy
            }
            let option = isKey ? "--key" : "--index"
            #expect(result.errorDescription == "\(option) nowhere: unknown column; the columns are a, b")
            #expect((result.error as? TableImportError)?.cause == .usage)
            #expect(try workspace.rows("SELECT name FROM sqlite_master") == [])
        }
    }

    @Test func columnIsIndexedOnce() throws {
        let workspace = try Workspace(
            "[{\"b_c\":1,\"d\":2}]", sql: "CREATE TABLE t_d (x); CREATE INDEX t_b_c ON t_d (x)")
        for name in ["dump.json", "more.json"] {
            try workspace.write("[{\"b_c\":1,\"d\":2}]", to: name)
            #expect(workspace.run(of: name) { $0.indices = ["b_c", "D"] }.errorDescription == "")
        }
        let sql = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 't'"
        #expect(
            try workspace.rows(sql) == [
                ["'t_b_c_2'", "'CREATE INDEX \"t_b_c_2\" ON \"t\" (\"b_c\")'"],
                ["'t_D_2'", "'CREATE INDEX \"t_D_2\" ON \"t\" (\"D\")'"],
            ])
    }
}
