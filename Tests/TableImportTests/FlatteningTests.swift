import Testing

@testable import TableImport

/// A member of a nested object becomes a column. The name of the column joins the keys on the member's path.
@Suite struct FlatteningTests {
    /// An import with `flattens`.
    private static func flattened(
        _ testDescription: String, _ lines: String..., columns: String, rows: [String]
    ) -> ImportExample {
        // The order and the types of the columns depend on the batches.
        var example = ImportExample(testDescription, rows: rows, query: "SELECT \(columns) FROM t") {
            $0.flattens = true
        }
        example.dump = lines.map { $0 + "\n" }.joined()
        return example
    }

    static let examples: [ImportExample] = [
        flattened(
            "nested objects", #"{"a":{"b":{"c":1,"d":[1, {"e": 2}]},"f":"x"},"g":0.5}"#,
            #"{"g":1,"a":{"f":"y"}}"#,
            columns: "a_b_c, a_b_d, a_f, g", rows: [#"1 '[1,{"e":2}]' 'x' 0.5"#, "NULL NULL 'y' 1"]),
        flattened(
            "empty objects and other values", #"{"a":{"b":1}}"#, #"{"a":null}"#, #"{"a":2}"#, #"{"a":{}}"#,
            #"{"a":{"b":3}}"#, "{}", columns: "a_b, a",
            rows: ["1 NULL", "NULL NULL", "NULL 2", "NULL '{}'", "3 NULL", "NULL NULL"]),
        flattened(
            "empty objects at any depth", #"{"a":{"b":{ }},"c":1}"#, #"{"a":{},"c":2}"#, columns: "a_b, a, c",
            rows: ["'{}' NULL 1", "NULL '{}' 2"]),
        flattened(
            "names that collide", #"{"a_b":1,"a":{"b":2}}"#, #"{"a":{"b":3,"B":4},"a_b":5}"#,
            columns: "a_b, a_b_2, a_B_3", rows: ["1 2 NULL", "5 3 4"]),
        flattened(
            "duplicate keys", #"{"a":{"b":1,"c":1},"a":{"c":2}}"#, #"{"a":{"b":3},"a":4}"#,
            #"{"a":5,"a":{"b":6}}"#,
            #"{"a":{"b":7},"a":null}"#, #"{"a":{"b":8}}"#, columns: "a_b, a_c, a",
            rows: ["NULL 2 NULL", "NULL NULL 4", "6 NULL NULL", "NULL NULL NULL", "8 NULL NULL"]),
        flattened(
            "nested duplicate keys", #"{"a":{"b":{"c":1},"d":2},"e":3,"a":{"b":{}},"a":{"b":{"c":4}}}"#,
            #"{"a":{"b":{"c":1},"b":5},"e":6,"e":{"f":7},"e":8}"#, #"{"a":{},"a":{"d":1},"a":{"d":9}}"#,
            columns: "a_b_c, a_d, e, a_b, e_f, a",
            rows: ["4 NULL 3 NULL NULL NULL", "NULL NULL 8 5 NULL NULL", "NULL 9 NULL NULL NULL NULL"]),
        flattened(
            "a deeply nested member", "{" + String(repeating: #""k":{"#, count: 199) + #""k":1"# + closings,
            columns: Array(repeating: "k", count: 200).joined(separator: "_"), rows: ["1"]),
    ]

    private static let closings = String(repeating: "}", count: 200)

    @Test(arguments: examples)
    func membersOfObjectsBecomeColumns(example: ImportExample) throws {
        try example.check(batchSizes: [1, 2, 3, 10_000])
        // The table has no other columns.
        let workspace = try Workspace(example.dump)
        #expect(workspace.run { $0.flattens = true }.errorDescription == "")
        let names = try workspace.rows("SELECT name FROM pragma_table_info('t')").map {
            $0[0].dropFirst().dropLast()
        }
        let list = example.query.dropFirst("SELECT ".count).dropLast(" FROM t".count)
        #expect(Set(list.split(separator: ", ")) == Set(names))
    }

    @Test func flattenedMemberCanBeKey() throws {
        let workspace = try Workspace("[{\"o\":{\"id\":1,\"v\":\"a\"}},{\"o\":{\"id\":1,\"v\":\"b\"}}]")
        workspace.run {
            $0.flattens = true
            $0.keys = ["o_id"]
        }
        #expect(try workspace.lines() == ["1 'b'"])
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
