import Testing

@testable import TableImport

/// A member of a nested object becomes a column. The name of the column joins the keys on the member's path.
@Suite struct FlatteningTests {
    /// Returns the values of the given columns for each row. Requires the rows of all batch sizes to be equal.
    private func rows(_ records: [String], columns: [String]) throws -> [[String]] {
        var rowsOfBatchSizes: [[[String]]] = []
        for batchSize in [1, 2, 3, 10_000] {
            let workspace = try Workspace(records.map { $0 + "\n" }.joined())
            let result = workspace.run {
                $0.flattens = true
                $0.batchSize = batchSize
            }
            #expect(result.errorDescription == "" && result.rows == records.count)
            let names = try workspace.rows("SELECT name FROM pragma_table_info('t')").map {
                $0[0].dropFirst().dropLast()
            }
            #expect(Set(names.map(String.init)) == Set(columns))
            let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            rowsOfBatchSizes.append(try workspace.rows("SELECT \(list) FROM t"))
        }
        #expect(Set(rowsOfBatchSizes).count == 1)
        return rowsOfBatchSizes[0]
    }

    @Test func nestedObjectsAreFlattened() throws {
        let rows = try rows(
            [
                "{\"a\":{\"b\":{\"c\":1,\"d\":[1, {\"e\": 2}]},\"f\":\"x\"},\"g\":0.5}",
                "{\"g\":1,\"a\":{\"f\":\"y\"}}",
            ],
            columns: ["a_b_c", "a_b_d", "a_f", "g"])
        #expect(rows == [["1", "'[1,{\"e\":2}]'", "'x'", "0.5"], ["NULL", "NULL", "'y'", "1"]])
    }

    @Test func emptyObjectOrNonObjectUsesColumnOfItsKey() throws {
        let rows = try rows(
            ["{\"a\":{\"b\":1}}", "{\"a\":null}", "{\"a\":2}", "{\"a\":{}}", "{\"a\":{\"b\":3}}", "{}"],
            columns: ["a_b", "a"])
        #expect(
            rows == [
                ["1", "NULL"], ["NULL", "NULL"], ["NULL", "2"], ["NULL", "'{}'"], ["3", "NULL"],
                ["NULL", "NULL"],
            ])
    }

    @Test func emptyObjectAtAnyDepthIsStoredAsJSON() throws {
        #expect(
            try rows(["{\"a\":{\"b\":{ }},\"c\":1}", "{\"a\":{},\"c\":2}"], columns: ["a_b", "a", "c"]) == [
                ["'{}'", "NULL", "1"], ["NULL", "'{}'", "2"],
            ])
    }

    @Test func collidingColumnNamesGetNumberSuffix() throws {
        #expect(
            try rows(
                ["{\"a_b\":1,\"a\":{\"b\":2}}", "{\"a\":{\"b\":3,\"B\":4},\"a_b\":5}"],
                columns: ["a_b", "a_b_2", "a_B_3"]) == [["1", "2", "NULL"], ["5", "3", "4"]])
    }

    @Test func duplicateKeyKeepsLastValue() throws {
        #expect(
            try rows(
                [
                    "{\"a\":{\"b\":1,\"c\":1},\"a\":{\"c\":2}}", "{\"a\":{\"b\":3},\"a\":4}",
                    "{\"a\":5,\"a\":{\"b\":6}}",
                    "{\"a\":{\"b\":7},\"a\":null}", "{\"a\":{\"b\":8}}",
                ], columns: ["a_b", "a_c", "a"]) == [
                    ["NULL", "2", "NULL"], ["NULL", "NULL", "4"], ["6", "NULL", "NULL"],
                    ["NULL", "NULL", "NULL"],
                    ["8", "NULL", "NULL"],
                ])
    }

    @Test func nestedDuplicateKeyKeepsLastValue() throws {
        #expect(
            try rows(
                [
                    "{\"a\":{\"b\":{\"c\":1},\"d\":2},\"e\":3,\"a\":{\"b\":{}},\"a\":{\"b\":{\"c\":4}}}",
                    "{\"a\":{\"b\":{\"c\":1},\"b\":5},\"e\":6,\"e\":{\"f\":7},\"e\":8}",
                    "{\"a\":{},\"a\":{\"d\":1},\"a\":{\"d\":9}}",
                ], columns: ["a_b_c", "a_d", "e", "a_b", "e_f", "a"]) == [
                    ["4", "NULL", "3", "NULL", "NULL", "NULL"],
                    ["NULL", "NULL", "8", "5", "NULL", "NULL"],
                    ["NULL", "9", "NULL", "NULL", "NULL", "NULL"],
                ])
    }

    @Test func deeplyNestedMemberIsFlattened() throws {
        let depth = 200
        let keys = Array(repeating: "\"k\":", count: depth)
        let record = "{" + keys.joined(separator: "{") + "1" + String(repeating: "}", count: depth)
        let name = Array(repeating: "k", count: depth).joined(separator: "_")
        #expect(try rows([record, record], columns: [name]) == [["1"], ["1"]])
    }

    @Test func flattenedMemberCanBeKey() throws {
        let workspace = try Workspace("[{\"o\":{\"id\":1,\"v\":\"a\"}},{\"o\":{\"id\":1,\"v\":\"b\"}}]")
        workspace.run {
            $0.flattens = true
            $0.keys = ["o_id"]
        }
        #expect(try workspace.rows() == [["1", "'b'"]])
    }
}

/// Resumed imports with members that were objects in an earlier run.
@Suite struct FlatteningResumeTests {
    @Test(arguments: [1, 2, 10])
    func nullAfterResumeDoesNotAddColumn(batchSize: Int) throws {
        let dump = "{\"a\":{\"b\":{\"c\":1}}}\n{\"a\":{\"b\":null}}\n5\n{\"a\":null}\n{\"a\":{\"b\":null}}\n"
        let uninterrupted = try Workspace(dump)
        let skip = { (options: inout TableImportOptions) in
            options.flattens = true
            options.batchSize = batchSize
            options.readOptions.errorPolicy = .skip()
        }
        #expect(uninterrupted.run(skip).rows == 4)
        let resumed = try Workspace(dump)
        #expect(
            resumed.run {
                skip(&$0); $0.readOptions.errorPolicy = .fail
            }.rows == 2)
        #expect(resumed.run(skip).rows == 2)
        #expect(try resumed.columns() == uninterrupted.columns() && resumed.columns() == ["a_b_c INTEGER"])
    }

    @Test func keyWithNullBeforeResumeAndValueAfterItHasOneColumn() throws {
        let workspace = try Workspace("{\"id\":1,\"a\":null}\n{\"id\":2,\"a\":5}\n")
        workspace.run {
            $0.flattens = true
            $0.maximumRecordCount = 1
        }
        #expect(workspace.run { $0.flattens = true }.rows == 1)
        #expect(try workspace.columns() == ["id INTEGER", "a INTEGER"])
    }
}
