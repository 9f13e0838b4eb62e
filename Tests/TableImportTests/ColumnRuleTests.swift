import Testing

@testable import TableImport

/// The names and the types that the options give to columns, and tables to which no record adds a column.
@Suite struct ColumnRuleTests {
    private static func example(
        _ testDescription: String, _ lines: String..., columns: [String]? = nil, rows: [String],
        error: String = "", rejected: Int = 0, rejection: String = "", sql: String? = nil,
        query: String = "SELECT * FROM t", warnings: [String] = [], batchSizes: [Int]? = nil,
        names: [[String]: String] = [:], types: [String: ColumnType] = [:], isStrict: Bool = false,
        options: @escaping @Sendable (inout TableImportOptions) -> Void = { _ in }
    ) -> ImportExample {
        var example = ImportExample(
            testDescription, sql: sql, columns: columns, rows: rows, query: query, error: error,
            rejected: rejected, rejection: rejection, warnings: warnings, batchSizes: batchSizes
        ) {
            ($0.columnRules.names, $0.columnRules.types, $0.columnRules.isStrict) = (names, types, isStrict)
            options(&$0)
        }
        example.dump = lines.map { $0 + "\n" }.joined()
        return example
    }

    static let types = [
        example(
            "text", #"{"a":501}"#, #"{"a":"00501"}"#, #"{"a":null}"#, #"{"a":true}"#, #"{"a":[1, 2]}"#,
            #"{"a":{}}"#,
            #"{"a":1.50}"#, columns: ["a TEXT"],
            rows: ["'501'", "'00501'", "NULL", "'true'", "'[1,2]'", "'{}'", "'1.50'"], types: ["a": .text]),
        example(
            "real", #"{"a":1}"#, #"{"a":"2.5"}"#, #"{"a":1e2}"#, columns: ["a REAL"],
            rows: ["1.0", "2.5", "100.0"],
            types: ["a": .real]),
        example(
            "integer", #"{"a":"7"}"#, #"{"a":2.0}"#, #"{"a":true}"#, columns: ["a INTEGER"],
            rows: ["7", "2", "1"], types: ["a": .integer]),
        example(
            "null instead of an earlier value of the same key", #"{"a":null}"#, #"{"a":5,"a":null}"#,
            columns: ["a INTEGER"], rows: ["NULL", "NULL"], types: ["a": .integer]
        ) { $0.flattens = true },
        example(
            "boolean", #"{"a":"true"}"#, #"{"a":0}"#, #"{"a":false}"#, #"{"a":"1"}"#, columns: ["a BOOLEAN"],
            rows: ["1", "0", "0", "1"], types: ["a": .boolean]),
        example(
            "values that cannot be converted", #"{"a":"x","b":1}"#, #"{"a":[],"b":2}"#, #"{"a":3,"b":3}"#,
            #"{"a":" 4","b":4}"#, rows: ["3 3"], rejected: 3,
            rejection: "expected an integer, also in a string, for the column a, found ",
            types: ["a": .integer]),
        example(
            "the last of duplicate keys", #"{"a":"x","a":1}"#, rows: ["1"], types: ["a": .integer]),
        example(
            "values in the rest", #"{"a":"x"}"#, #"{"a":2}"#, rows: [#"NULL '{"a":"x"}'"#, "2 NULL"],
            query: "SELECT a, more FROM t", types: ["a": .integer]
        ) { $0.rest = "more" },
        example(
            "null characters in keys of the rest", #"{"a":1,"b\u0000c":2,"b\ufffdc":3}"#,
            rows: [#"1 '{"b\u0000c":2,"b\#u{FFFD}c":3}'"#], query: "SELECT a, more FROM t"
        ) { ($0.columns, $0.rest) = (["a"], "more") },
        example(
            "a key", #"{"id":"7","v":1}"#, #"{"id":7,"v":2}"#, rows: ["7 2"], types: ["id": .integer]
        ) { $0.keys = ["id"] },
        example(
            "members of objects", #"{"u":{"zip":1}}"#, rows: ["'1'"], types: ["u_zip": .text]
        ) { $0.flattens = true },
        example(
            "columns of rejected records", #"{"b":1,"a":"x"}"#, #"{"a":2,"c":3}"#, rows: ["2.0 3"],
            rejected: 1,
            rejection: "expected a number", types: ["a": .real]),
        example(
            "a key that no record has", #"{"b":1}"#, rows: ["1"],
            warnings: ["--type: the table has no column a"],
            types: ["a": .text]),
        example(
            "a key in another case", #"{"a":1}"#, rows: ["1"],
            warnings: ["--type: the table has no column A, but a"], types: ["A": .text]),
    ]

    static let names = [
        example(
            "a key", #"{"full_name":"x","b":1}"#, columns: ["name TEXT", "b INTEGER"], rows: ["'x' 1"],
            names: [["full_name"]: "name"]),
        example(
            "a member of an object", #"{"user":{"id":1,"n":2}}"#, columns: ["uid INTEGER", "user_n INTEGER"],
            rows: ["1 2"], names: [["user", "id"]: "uid"]
        ) { $0.flattens = true },
        example(
            "a name that another key has", #"{"a":1,"b":2}"#, #"{"b":3,"a":4}"#, columns: nil,
            rows: ["1 2", "4 3"], query: "SELECT b, b_2 FROM t", names: [["a"]: "b"]),
        example(
            "a name that another key has before", #"{"b":2}"#, #"{"b":3,"a":4}"#, rows: ["NULL 2", "4 3"],
            query: "SELECT b, b_2 FROM t", names: [["a"]: "b"]),
        example(
            "the names in other options", #"{"a":1,"b":2,"c":3}"#, #"{"a":1,"b":4,"c":3}"#, rows: ["1 4"],
            names: [["a"]: "id"]
        ) {
            ($0.keys, $0.indices, $0.columns) = (["id"], ["id"], ["id", "b"])
        },
        example(
            "a member in a projection", #"{"user":{"id":1,"n":2},"x":3}"#, rows: ["1"],
            names: [["user", "id"]: "uid"]
        ) { ($0.flattens, $0.columns) = (true, ["uid"]) },
        example(
            "a name in a projection", #"{"a":1}"#, columns: ["b INTEGER"], rows: ["1"], names: [["a"]: "b"]
        ) { $0.columns = ["b"] },
        example(
            "a name that another key has, in a projection", #"{"b":2,"a":1}"#, #"{"a":3,"b":4}"#,
            columns: ["b INTEGER"], rows: ["1", "3"], names: [["a"]: "b"]
        ) { $0.columns = ["b"] },
        example(
            "a name that another key has, beside a column for the rest", #"{"b":2,"a":1}"#,
            rows: [#"1 '{"b":2}'"#], query: "SELECT b, r FROM t", names: [["a"]: "b"]
        ) { ($0.columns, $0.rest) = (["b"], "r") },
        example(
            "a name that another key has, with a type", #"{"b":"x","a":"1"}"#, rows: ["'x' 1"],
            query: "SELECT b_2, b FROM t", names: [["a"]: "b"], types: ["b": .integer]),
        example(
            "a name that another key has, as a key", #"{"b":2,"a":1}"#, #"{"b":3,"a":1}"#, rows: ["3 1"],
            query: "SELECT b_2, b FROM t", names: [["a"]: "b"]
        ) { ($0.keys, $0.indices) = (["b"], ["b"]) },
        example(
            "a name of a declared column that another key has", #"{"b":1,"a":2}"#, rows: ["'2' 1"],
            sql: "CREATE TABLE t (b TEXT)", query: "SELECT b, b_2 FROM t", names: [["a"]: "b"]),
        example(
            "two names that change places", #"{"a":1,"b":2}"#, rows: ["1 2"], query: "SELECT b, a FROM t",
            names: [["a"]: "b", ["b"]: "a"]
        ) { ($0.keys, $0.columns) = (["b"], ["b", "a"]) },
        example(
            "a column of an existing table", #"{"a":1}"#, rows: ["1"], sql: "CREATE TABLE t (b INTEGER)",
            names: [["a"]: "b"]),
    ]

    static let strict = [
        example(
            "values without a column in the first batch", "7", #"{"a":1}"#, #"{"a":2}"#, rows: ["1", "2"],
            rejected: 1,
            batchSizes: [1], isStrict: true),
        example(
            "new keys after the first batch", #"{"a":1}"#, #"{"a":2,"b":1}"#, #"{"a":3}"#,
            #"{"b":null,"a":4}"#,
            rows: ["1", "3", "4"], rejected: 1,
            rejection: "the record needs the column b, and --strict adds no column to the table",
            batchSizes: [1], isStrict: true),
        example(
            "new keys in the first batch", #"{"a":1}"#, #"{"b":1}"#, rows: ["1 NULL", "NULL 1"],
            batchSizes: [10_000], isStrict: true),
        example(
            "keys beyond an existing table", #"{"a":1}"#, #"{"a":2,"b":1}"#, rows: ["1"], rejected: 1,
            rejection: "the record needs the column b", sql: "CREATE TABLE t (a)", isStrict: true),
        example(
            "new keys in the rest", #"{"a":1}"#, #"{"a":2,"b":1}"#, rows: ["1 NULL", #"2 '{"b":1}'"#],
            query: "SELECT a, more FROM t", batchSizes: [1], isStrict: true
        ) { $0.rest = "more" },
        example(
            "keys beside a projection", #"{"a":1}"#, #"{"a":2,"b":1}"#, rows: ["1", "2"], batchSizes: [1],
            isStrict: true
        ) { $0.columns = ["a"] },
    ]

    @Test(arguments: types + names + strict)
    func columnsFollowTheirRules(example: ImportExample) throws { try example.check() }

    @Test func otherRulesAreOtherSettings() throws {
        let workspace = try Workspace("{\"a\":1}\n")
        #expect(workspace.run { $0.columnRules.types = ["a": .text] }.errorDescription == "")
        let result = workspace.run { $0.columnRules.names = [["a"]: "b"] }
        #expect(result.errorDescription.contains("--rename a=b"))
        #expect(try workspace.lines() == ["'1'"])
    }
}
