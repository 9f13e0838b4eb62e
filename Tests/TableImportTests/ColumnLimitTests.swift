import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import TableImport

/// SQLite allows at most 2,000 columns in a table. Most tests lower this limit to 40.
@Suite struct ColumnLimitTests {
    private static let limits = [SQLITE_LIMIT_COLUMN: 40 as Int32]

    private static func record(_ keys: Range<Int>, value: (Int) -> String = { "\($0)" }) -> String {
        "{" + keys.map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}\n"
    }

    @Test func limitIsThatOfSQLite() throws {
        #expect(try DatabaseQueue().inDatabase { $0.maximumColumns } == 2000)
    }

    @Test(arguments: [1, 10])
    func recordBeyondLimitIsRejectedWithNumber(batchSize: Int) throws {
        let dump = Self.record(0..<20) + Self.record(20..<40) + Self.record(39..<60) + "{\"k7\":7}\n"
        let message = """
            the record needs the column k40 beyond the 40 columns that the table can have; choose columns with --columns, \
            or store further members as JSON with --rest
            """
        let failed = try Workspace(dump, limits: Self.limits)
        let result = failed.run { $0.batchSize = batchSize }
        #expect(result.errorDescription.hasSuffix("record 3, $: \(message)") && result.rows == 2)
        #expect(try failed.lines("SELECT k0, k39 FROM t") == ["0 NULL", "NULL 39"])
        let skipping = try Workspace(dump, limits: Self.limits)
        let seen = CallbackLog<Int>()
        let skipped = skipping.run {
            $0.batchSize = batchSize
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { seen.add($0.number) }
        }
        #expect(skipped.errorDescription == "" && skipped.rows == 3 && seen.all == [3])
        #expect(try skipping.lines("SELECT k7 FROM t WHERE k7") == ["7", "7"])
        #expect(try failed.isIntact() && skipping.isIntact())
    }

    @Test func recordBeyondLimitInFirstBatchLeavesDatabaseEmpty() throws {
        let workspace = try Workspace(Self.record(0..<60), limits: Self.limits)
        #expect(workspace.run().errorDescription.contains("needs the column k40 beyond the 40 columns"))
        #expect(!FileManager.default.fileExists(atPath: workspace.database))
        #expect(workspace.run { $0.columns = ["k59", "k0"] }.rows == 1)
        #expect(try workspace.lines() == ["59 0"])
    }

    private static func limited(
        _ testDescription: String, _ dump: String, columns: [String]? = nil, rows: [String],
        query: String = "SELECT * FROM t", error: String = "", rejected: Int = 0, unknown: [String] = [],
        warnings: [String] = [],
        options: @escaping @Sendable (inout TableImportOptions) -> Void = { _ in }
    ) -> ImportExample {
        ImportExample(
            testDescription, dump, columns: columns, rows: rows, query: query, error: error,
            rejected: rejected,
            warnings: warnings
                + unknown.map {
                    "--columns: no record has the key \($0), so its column contains NULL only"
                },
            limits: limits, options: options)
    }

    static let examples: [ImportExample] =
        [
            limited(
                "the maximum number of columns", record(0..<40) + record(20..<40) { "\"\($0)\"" },
                columns: (0..<40).map { $0 < 20 ? "k\($0) INTEGER" : "k\($0)" },
                rows: ["0 20 39 40", "NULL '20' '39' 40"],
                query: "SELECT k0, k20, k39, (SELECT count(*) FROM pragma_table_info('t')) FROM t"),
            limited(
                "more requested columns", #"{"a":1}"#, rows: [], query: "SELECT * FROM sqlite_master",
                error: """
                    the records need more than 40 columns, the maximum of the table; choose columns with \
                    --columns, or a part of the records with --path
                    """
            ) { $0.columns = (0...40).map { "k\($0)" } },
            limited(
                "members beyond the limit, with a rest column",
                record(0..<30) + record(28..<60) { "\"\($0)\"" } + #"{"k50":[1, null],"k1":1}"#,
                rows: [
                    "40 NULL NULL NULL NULL", #"40 '38' '39' '59' '"50"'"#, "40 NULL NULL NULL '[1,null]'",
                ],
                query: """
                    SELECT (SELECT count(*) FROM pragma_table_info('t')), k38, json_extract(more, '$.k39'),
                    json_extract(more, '$.k59'), more -> '$.k50' FROM t
                    """,
                warnings: [
                    "--index: the table has no column k45, so there is no index; it has no room for further columns, so their values "
                        + "are in the column more; choose the columns with --columns"
                ]
            ) {
                ($0.rest, $0.indices) = ("more", ["k45"])
            },
            limited(
                "an invalid record does not count",
                "{\"id\":1}\n" + record(0..<60).dropLast(2) + "\n{\"id\":2}",
                columns: ["id INTEGER"], rows: ["1", "2"], rejected: 1),
            limited(
                "a record without the key does not count", "{\"id\":1}\n" + record(0..<60) + "{\"id\":2}",
                columns: ["id INTEGER"], rows: ["1", "2"], rejected: 1
            ) { $0.keys = ["id"] },
            limited(
                "many nulls", (0..<50).map { _ in record(0..<30) { _ in "null" } }.joined(), rows: ["50 30"],
                query: "SELECT count(*), (SELECT count(*) FROM pragma_table_info('t')) FROM t"
            ) { $0.flattens = true },
            limited(
                "the last value of a duplicate key is in the rest column",
                #"{"a":1,"z":1,"z":2,"o":{"x":1},"o":{"y":2},"o_y":7}"# + "\n" + #"{"z":[],"a":2}"#,
                rows: [#"1 '{"z":2,"o_y":2,"o_y_2":7}'"#, #"2 '{"z":[]}'"#], query: "SELECT a, rest FROM t",
                unknown: ["o_q"]
            ) { ($0.columns, $0.flattens, $0.rest) = (["a", "o_q"], true, "rest") },
        ]
        + [
            (#"{"b":0,"a_y":1,"a":{"x":2},"a":{}}"#, #"{"a_y":1,"a":{}}"#),
            (#"{"b":0,"a":5,"a":{"x":2}}"#, #"{"a_x":2}"#), (#"{"b":0,"a":{"x":2},"a":5}"#, #"{"a":5}"#),
            (#"{"b":0,"a":{"x":{"z":1},"x":3},"c":1}"#, #"{"a_x":3,"c":1}"#),
            (#"{"b":0,"a":{},"a":{"x":2},"c":1,"a":{"x":3}}"#, #"{"c":1,"a_x":3}"#),
        ].map { record, rest in
            limited(
                "a later value replaces only the earlier one: \(record)", record + "\n" + record,
                rows: ["'\(rest)'", "'\(rest)'"], query: "SELECT rest FROM t",
                unknown: ["a_q", "a_x_q"]
            ) { ($0.columns, $0.flattens, $0.rest) = (["b", "a_q", "a_x_q"], true, "rest") }
        }

    @Test(arguments: examples)
    func tableHasAtMostMaximumColumns(example: ImportExample) throws {
        try example.check(batchSizes: [1, 3, 10])
    }
}
