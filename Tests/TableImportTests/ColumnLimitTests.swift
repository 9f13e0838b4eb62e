import Foundation
import Testing

@testable import TableImport

/// SQLite allows at most 2,000 columns in a table.
@Suite struct ColumnLimitTests {
    private func record(_ keys: Range<Int>, value: (Int) -> String = { "\($0)" }) -> String {
        "{" + keys.map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}\n"
    }

    @Test(arguments: [1, 10])
    func maximumColumnCountIsImported(batchSize: Int) throws {
        let workspace = try Workspace(record(0..<2000) + record(1000..<2000) { "\"\($0)\"" })
        let result = workspace.run { $0.batchSize = batchSize }
        #expect(result.errorDescription == "" && result.columns == 2000)
        #expect(
            try workspace.rows("SELECT k0, k1000, k1999 FROM t") == [
                ["0", "1000", "1999"], ["NULL", "'1000'", "'1999'"],
            ])
        #expect(try workspace.isIntact())
    }

    @Test(arguments: [1, 10])
    func recordBeyondLimitIsRejectedWithNumber(batchSize: Int) throws {
        let dump = record(0..<1000) + record(1000..<2000) + record(1999..<3000) + "{\"k7\":7}\n"
        let message = """
            the record needs the column k2000 beyond the 2000 columns of an SQLite table; choose columns with --columns, \
            or store further members as JSON with --rest
            """
        let failed = try Workspace(dump)
        let result = failed.run { $0.batchSize = batchSize }
        #expect(result.errorDescription.hasSuffix("record 3, $: \(message)") && result.rows == 2)
        #expect(try failed.rows("SELECT k0, k1999 FROM t") == [["0", "NULL"], ["NULL", "1999"]])
        let skipping = try Workspace(dump)
        let seen = CallbackLog<Int>()
        let skipped = skipping.run {
            $0.batchSize = batchSize
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { seen.add($0.number) }
        }
        #expect(skipped.errorDescription == "" && skipped.rows == 3 && seen.all == [3])
        #expect(try skipping.rows("SELECT k7 FROM t WHERE k7") == [["7"], ["7"]])
        #expect(try failed.isIntact() && skipping.isIntact())
    }

    @Test func recordBeyondLimitInFirstBatchLeavesDatabaseEmpty() throws {
        let workspace = try Workspace(record(0..<3000))
        #expect(workspace.run().errorDescription.contains("needs the column k2000 beyond the 2000 columns"))
        #expect(!FileManager.default.fileExists(atPath: workspace.database))
        #expect(workspace.run { $0.columns = ["k2999", "k0"] }.rows == 1)
        #expect(try workspace.rows() == [["2999", "0"]])
    }

    @Test func moreRequestedColumnsThanAllowedIsError() throws {
        let workspace = try Workspace("{\"a\":1}")
        #expect(
            workspace.run { $0.columns = (0...2000).map { "k\($0)" } }.errorDescription == """
                the records need more than 2000 columns, the maximum of an SQLite table; choose columns with --columns, or \
                a part of the records with --path
                """)
    }

    @Test(arguments: [1, 3, 10])
    func membersBeyondLimitAreStoredInRestColumn(batchSize: Int) throws {
        let workspace = try Workspace(
            record(0..<1500) + record(1400..<3000) { "\"\($0)\"" } + "{\"k2500\":[1, null],\"k1\":1}\n")
        let result = workspace.run {
            $0.batchSize = batchSize
            $0.rest = "more"
        }
        #expect(result.errorDescription == "" && result.rows == 3 && result.columns == 2000)
        #expect(
            try workspace.rows(
                "SELECT k1998, json_extract(more, '$.k1999'), json_extract(more, '$.k2999'), more -> '$.k2500' FROM t"
            ) == [
                ["NULL", "NULL", "NULL", "NULL"], ["'1998'", "'1999'", "'2999'", "'\"2500\"'"],
                ["NULL", "NULL", "NULL", "'[1,null]'"],
            ])
    }

    @Test func lastValueOfDuplicateKeyCountsInRestColumn() throws {
        let workspace = try Workspace(
            #"{"a":1,"z":1,"z":2,"o":{"x":1},"o":{"y":2},"o_y":7}"# + "\n" + #"{"z":[],"a":2}"# + "\n")
        #expect(
            workspace.run {
                $0.columns = ["a", "o_q"]
                $0.flattens = true
                $0.rest = "rest"
            }.errorDescription == "")
        #expect(
            try workspace.rows("SELECT a, rest FROM t") == [
                ["1", #"'{"z":2,"o_y":2,"o_y_2":7}'"#], ["2", #"'{"z":[]}'"#],
            ])
    }

    @Test(arguments: [
        (#"{"b":0,"a_y":1,"a":{"x":2},"a":{}}"#, #"{"a_y":1,"a":{}}"#),
        (#"{"b":0,"a":5,"a":{"x":2}}"#, #"{"a_x":2}"#),
        (#"{"b":0,"a":{"x":2},"a":5}"#, #"{"a":5}"#),
        (#"{"b":0,"a":{"x":{"z":1},"x":3},"c":1}"#, #"{"a_x":3,"c":1}"#),
        (#"{"b":0,"a":{},"a":{"x":2},"c":1,"a":{"x":3}}"#, #"{"c":1,"a_x":3}"#),
    ])
    func laterValueOfKeyReplacesOnlyEarlierValueInRestColumn(record: String, rest: String) throws {
        let workspace = try Workspace(record + "\n" + record + "\n")
        let result = workspace.run {
            $0.columns = ["b", "a_q", "a_x_q"]
            $0.flattens = true
            $0.rest = "rest"
        }
        #expect(result.errorDescription == "")
        #expect(try workspace.rows("SELECT rest FROM t") == [["'\(rest)'"], ["'\(rest)'"]])
    }

    @Test func invalidRecordDoesNotCountAgainstColumnLimit() throws {
        let workspace = try Workspace("{\"id\":1}\n" + record(0..<3000).dropLast(2) + "\n{\"id\":2}\n")
        #expect(workspace.run { $0.readOptions.errorPolicy = .skip() }.errorDescription == "")
        #expect(try workspace.rows() == [["1"], ["2"]])
    }

    @Test func recordWithoutKeyDoesNotCountAgainstColumnLimit() throws {
        let workspace = try Workspace("{\"id\":1}\n" + record(0..<3000) + "{\"id\":2}\n")
        #expect(
            workspace.run {
                $0.keys = ["id"]
                $0.readOptions.errorPolicy = .skip()
            }.rejected == 1)
        #expect(try workspace.rows() == [["1"], ["2"]])
    }

    @Test func manyNullMembersAreImported() throws {
        let nulls = (0..<500).map { _ in record(0..<1500) { _ in "null" } }.joined()
        let workspace = try Workspace(nulls)
        let result = workspace.run { $0.flattens = true }
        #expect(result.errorDescription == "" && result.rows == 500 && result.columns == 1500)
    }
}
