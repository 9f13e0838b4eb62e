import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// A record replaces the row that has the same key.
@Suite struct KeyTests {
    static let examples: [ImportExample] = [
        ImportExample(
            "the last record with a key replaces the row", #"{"id":1,"a":"x","b":1}"#,
            #"{"id":2,"a":"y","b":2}"#,
            #"{"id":1,"a":"z"}"#, #"{"b":3,"id":3}"#, #"{"id":2,"c":true,"a":null}"#,
            rows: ["1 'z' NULL NULL", "2 NULL NULL 1", "3 NULL 3 NULL"],
            query: "SELECT id, a, b, c FROM t ORDER BY id", imported: 5
        ) { $0.keys = ["id"] },
        ImportExample(
            "a composite key", #"{"a":1,"b":"x","v":1}"#, #"{"a":1,"b":"y","v":2}"#,
            #"{"b":"x","a":1,"v":3}"#,
            #"{"a":"1","b":"x"}"#, rows: ["'1' 'x' NULL", "1 'y' 2", "1 'x' 3"],
            query: "SELECT a, b, v FROM t ORDER BY v", imported: 4
        ) { $0.keys = ["b", "a"] },
        ImportExample(
            "only key columns", #"{"id":"a"}"#, #"{"id":"b"}"#, #"{"id":"a"}"#, rows: ["'a'", "'b'"],
            imported: 3
        ) { $0.keys = ["id"] },
        ImportExample(
            "a key column that is named twice", #"{"id":1}"#, #"{"id":1}"#,
            rows: [#"'CREATE TABLE "t" ("id" INTEGER PRIMARY KEY)' 1"#],
            query: "SELECT sql, id FROM sqlite_master, t WHERE name = 't'", imported: 2
        ) { $0.keys = ["id", "id"] },
        ImportExample(
            "an unknown index and an unknown column", #"{"a":1,"b":2}"#, #"{"a":2}"#,
            rows: ["1 NULL", "2 NULL"],
            warnings: [
                "--columns: no record has the key c, so its column contains NULL only",
                "--index: no record has the key nowhere, so there is no index; the columns are a",
            ]
        ) { ($0.columns, $0.indices) = (["a", "c"], ["nowhere"]) },
        ImportExample(
            "a key in another case", #"{"ID":2}"#, #"{"id":1}"#, rows: ["2"],
            error:
                "the record has no value for the key column ID; the case of letters counts, so write --key id"
        ) { $0.keys = ["ID"] },
        ImportExample(
            "a key in several cases", #"{"ID":2}"#, #"{"id":1,"Id":3}"#, rows: ["2"],
            error: """
                the record has no value for the key column ID; the case of letters counts, so write --key id or --key Id
                """
        ) { $0.keys = ["ID"] },
        ImportExample(
            "a key in another case that comes first", #"{"id":1}"#, #"{"ID":2}"#, rows: [],
            query: "SELECT * FROM sqlite_master WHERE name = 't'",
            error: "--key ID: unknown column; the columns are id"
        ) { $0.keys = ["ID"] },
        ImportExample(
            "an integer key column gets no index", #"{"id":1}"#, rows: [], query: indices
        ) { ($0.keys, $0.indices) = (["id"], ["id"]) },
        ImportExample(
            "a text key column gets no index", #"{"id":"x"}"#, rows: [], query: indices
        ) { ($0.keys, $0.indices) = (["id"], ["id"]) },
    ]

    private static let indices = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE INDEX%'"

    @Test(arguments: examples)
    func recordsUpdateRowsOfTheirKeys(example: ImportExample) throws { try example.check() }

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
        #expect(try workspace.lines() == ["1", "2"])
    }

    @Test func recordWithoutKeyStopsImportAfterEarlierRows() throws {
        let workspace = try Workspace("[{\"id\":1},{\"id\":2},{\"x\":5},{\"id\":3}]")
        let result = workspace.run { $0.keys = ["id"] }
        #expect((result.error as? ImportError)?.code == .missingKeys)
        #expect((result.error as? ImportError)?.record == 3)
        #expect(result.rows == 2)
        #expect(try workspace.lines() == ["1", "2"])
    }

    @Test(arguments: [ErrorPolicy.fail, .skip()])
    func unknownKeyIsReportedBeforeWriting(policy: ErrorPolicy) throws {
        for batchSize in [1, 10] {
            let workspace = try Workspace("[{\"a\":1,\"b\":2},{\"a\":2}]")
            let result = workspace.run {
                $0.keys = ["nowhere"]
                $0.batchSize = batchSize
                $0.readOptions.errorPolicy = policy
            }
            #expect(result.errorDescription == "--key nowhere: unknown column; the columns are a, b")
            #expect((result.error as? TableImportError)?.cause == .usage)
            if policy == .fail {
                #expect(!FileManager.default.fileExists(atPath: workspace.database))
            } else {
                #expect(try workspace.rows("SELECT name FROM sqlite_master WHERE name = 't'") == [])
            }
        }
    }

    @Test(arguments: [50, 500])
    func keyAndIndexMayComeAfterFirstBatch(batchSize: Int) throws {
        let count = TestTier.count(2_000, full: 20_000)
        let dump = String(repeating: "{\"id\":1}\n", count: count) + "{\"id\":2,\"email\":\"x\"}\n"
        let indexed = try Workspace(dump)
        #expect(
            indexed.run {
                $0.batchSize = batchSize
                $0.indices = ["email"]
            }.warnings == [])
        #expect(
            try indexed.lines("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 't'") == [
                "'t_email'"
            ])
        let keyed = try Workspace(dump)
        let result = keyed.run {
            $0.keys = ["email"]
            $0.batchSize = batchSize
            $0.readOptions.errorPolicy = .skip()
        }
        #expect(result.errorDescription == "" && result.rows == 1 && result.rejected == count)
        #expect(try keyed.lines() == ["2 'x'"])
    }

    @Test(arguments: [1, 10])
    func keyIsMemberWithExactName(batchSize: Int) throws {
        let dump = "{\"id\":1,\"ID\":7}\n{\"id\":2,\"ID\":7}\n{\"ID\":8,\"id\":1,\"id_2\":5}\n"
        let cases: [(String, [[String]])] = [
            ("ID", [["2", "7", "NULL"], ["1", "8", "5"]]), ("id", [["1", "8", "5"], ["2", "7", "NULL"]]),
        ]
        for (key, rows) in cases {
            let workspace = try Workspace(dump)
            #expect(
                workspace.run {
                    $0.keys = [key]
                    $0.batchSize = batchSize
                }.errorDescription == "")
            let columns = key == "ID" ? "id_2, ID, id_2_2" : "id, ID_2, id_2_2"
            #expect(try workspace.rows("SELECT \(columns) FROM t") == rows, "\(key)")
            // The names mean the same keys when the table exists.
            try workspace.write("{\"ID\":8,\"id\":1,\"id_2\":6}\n", to: "more.json")
            #expect(workspace.run(of: "more.json") { $0.keys = [key] }.errorDescription == "")
            #expect(try workspace.lines("SELECT count(*), max(id_2_2) FROM t") == ["2 6"])
        }
        let named = try Workspace("{\"id\":1,\"ID\":7,\"id_2\":5}\n{\"id\":2,\"ID\":8,\"id_2\":5}\n")
        #expect(named.run { $0.keys = ["id_2"] }.errorDescription == "")
        #expect(try named.lines("SELECT id, ID_3, id_2 FROM t") == ["2 8 5"])
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
            try workspace.lines(sql) == [
                "'t_b_c_2' 'CREATE INDEX \"t_b_c_2\" ON \"t\" (\"b_c\")'",
                "'t_d_2' 'CREATE INDEX \"t_d_2\" ON \"t\" (\"d\")'",
            ])
    }
}
