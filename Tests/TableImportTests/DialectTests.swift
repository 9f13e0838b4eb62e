import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// Imports of records in other notations than one object for each record.
@Suite struct DialectTests {
    /// Returns an example with the records in the lines of a dump.
    private static func example(
        _ dialect: Dialect, _ lines: String, columns: [String]? = nil, rows: [String], rejected: Int = 0,
        rejection: String = "", warnings: [String] = [], flattens: Bool = false
    ) -> ImportExample {
        ImportExample(
            dialect.argument, lines, columns: columns, rows: rows, rejected: rejected, rejection: rejection,
            warnings: warnings
        ) {
            ($0.readOptions.dialect, $0.readOptions.format) = (dialect, .lines)
            $0.flattens = flattens
        }
    }

    static let examples = [
        example(
            .wrapped(.extendedJSON),
            """
            {"_id":{"$oid":"a"},"n":{"$numberLong":"12"},"o":{"d":{"$date":0},"t":{"$timestamp":{"t":1,"i":2}}}}
            {"_id":"b","n":{"$numberDouble":"NaN"},"o":{"d":null}}
            """,
            columns: [
                "_id TEXT", "n INTEGER", "o_d TEXT", "o_t_$timestamp_t INTEGER", "o_t_$timestamp_i INTEGER",
            ],
            rows: ["'a' 12 '1970-01-01T00:00:00Z' 1 2", "'b' NULL NULL NULL NULL"], flattens: true),
        example(
            .wrapped(.dynamoDB),
            """
            {"Item":{"id":{"S":"a"},"n":{"N":"12"},"l":{"L":[{"N":"1"}]}}}
            {"Item":{"id":"b"}}
            {"Item":{"id":{"S":"c"},"n":{"N":"-1"}}}
            """, columns: ["id TEXT", "n INTEGER", "l TEXT"], rows: ["'a' 12 '[1]'", "'c' -1 NULL"],
            rejected: 1,
            rejection: "record 2, $: expected a value of DynamoDB JSON"),
        example(
            .bulk,
            """
            {"index":{"_index":"i","_id":"1"}}
            {"a":1}
            {"delete":{"_index":"i","_id":"9"}}
            {"update":{"_id":"2"}}
            {"doc":{"a":2}}
            {"index":{"_id":"3"}}
            {"index":{"_id":"4"}}
            {"a":4,"_id":"5"}
            {"index":{"_id":"6"}}
            """, rows: ["'i' '1' 1", "NULL '2' 2", "NULL '4' 4"], rejected: 2,
            rejection: "add the line of the source, or remove that of the action",
            warnings: [
                "--format bulk: 1 deletion and 1 partial update not applied: a deletion removes no row, and a partial update is a "
                    + "record with the members of its doc only"
            ]),
        example(
            .rows(.first), "[\"a\",\"b\"]\n[1]\n[1,2,3]\n[null,\"x\"]", columns: ["a INTEGER", "b TEXT"],
            rows: ["1 NULL", "NULL 'x'"], rejected: 1, rejection: "expected at most one value for each column"
        ),
        example(.rows(.names(["x", "y"])), "[1,2]\n3\n[]", rows: ["1 2", "3 NULL", "NULL NULL"]),
    ]

    @Test(arguments: examples)
    func recordsBecomeRows(example: ImportExample) throws { try example.check() }

    @Test(arguments: examples)
    func interruptedImportResumesToSameResult(example: ImportExample) throws {
        let change = { (options: inout TableImportOptions, workspace: Workspace) in
            example.options(&options)
            (options.batchSize, options.rejects) = (1, workspace.rejects)
            options.readOptions.errorPolicy = .skip()
        }
        let uninterrupted = try Workspace(example.dump)
        #expect(uninterrupted.run { change(&$0, uninterrupted) }.errorDescription == "")
        let workspace = try Workspace(example.dump)
        let results = try workspace.runUntilFinished(interruptedAfter: [2, 3]) { change(&$0, workspace) }
        #expect(results.contains { $0.error is Interrupted })
        #expect(try workspace.lines() == uninterrupted.lines())
        #expect(workspace.run { change(&$0, workspace) }.wasFinished)
        // New lines are imported.
        let added = example.dump.split(separator: "\n").dropFirst(example.dump.hasPrefix("[\"a\"") ? 1 : 0)
        try workspace.write(example.dump + added.joined(separator: "\n") + "\n")
        #expect(workspace.run { change(&$0, workspace) }.errorDescription == "")
        let rows = try uninterrupted.lines()
        #expect(try workspace.lines() == rows + rows)
    }

    /// The names of the columns, and a member around the rows, stand before the rows.
    @Test func rowsHaveAddedColumns() throws {
        let workspace = try Workspace(#"{"at":7,"names":["a","b"],"rows":[[1,2],[3]]}"#)
        workspace.run {
            ($0.path, $0.readOptions.dialect) = ("rows", .rows(.path("names")))
            $0.addedColumns = [AddedColumn("at", .enclosing(.member("at")))]
        }
        #expect(try workspace.lines("SELECT a, b, at FROM t") == ["1 2 7", "3 NULL 7"])
    }

    @Test(arguments: [
        (Dialect.wrapped(.extendedJSON), "no --unwrap, which is now --unwrap extended-json;"),
        (.bulk, "--format lines, which is now --format bulk;"),
    ])
    func otherDialectIsAnError(dialect: Dialect, difference: String) throws {
        let workspace = try Workspace("{\"a\":{\"$oid\":\"x\"}}\n")
        workspace.run { $0.readOptions.format = .lines }
        let result = workspace.run { ($0.readOptions.dialect, $0.readOptions.format) = (dialect, .lines) }
        #expect(result.errorDescription.contains(difference), "\(result.errorDescription)")
    }
}
