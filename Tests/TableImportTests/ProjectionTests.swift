import Testing

@testable import TableImport

/// If columns are requested by name, the table has exactly these columns.
@Suite struct ProjectionTests {
    private static func projected(
        _ testDescription: String, _ columns: [String], flattens: Bool = false, rows: [String],
        warnings: [String] = []
    ) -> ImportExample {
        ImportExample(
            testDescription,
            """
            [{"id":1,"name":"a","owner":{"login":"x","site":{"url":"u","n":1}},"tags":[1]},
             {"name":"b","owner":null,"id":2},{"owner":7,"owner_login":"direct"},{"other":1}]
            """, rows: rows,
            warnings: warnings.map {
                "--columns: no record has the key \($0), so its column contains NULL only"
            }
        ) { ($0.columns, $0.flattens) = (columns, flattens) }
    }

    private static let owner = #"'{"login":"x","site":{"url":"u","n":1}}'"#

    static let examples: [ImportExample] = [
        projected("another order", ["name", "id"], rows: ["'a' 1", "'b' 2", "NULL NULL", "NULL NULL"]),
        projected(
            "columns without members", ["nowhere", "id", "ID_"],
            rows: ["NULL 1 NULL", "NULL 2 NULL", "NULL NULL NULL", "NULL NULL NULL"],
            warnings: ["nowhere", "ID_"]),
        // The scalar `owner` is not requested.
        projected(
            "a nested member", ["owner_site_url", "id"], flattens: true,
            rows: ["'u' 1", "NULL 2", "NULL NULL", "NULL NULL"]),
        projected(
            "two members with a requested name", ["owner_login"], flattens: true,
            rows: ["'x'", "NULL", "NULL", "NULL"]),
        projected(
            "an object, flattened", ["owner"], flattens: true, rows: [owner, "NULL", "7", "NULL"]),
        projected("an object", ["owner"], rows: [owner, "NULL", "7", "NULL"]),
        projected(
            "a nested object and an array", ["owner_site", "tags"], flattens: true,
            rows: [#"'{"url":"u","n":1}' '[1]'"#, "NULL NULL", "NULL NULL", "NULL NULL"]),
        projected(
            "a nested member, not flattened", ["owner_login"], rows: ["NULL", "NULL", "'direct'", "NULL"]),
        ImportExample(
            "names that differ only in case", #"{"id":1,"ID":2}"#, columns: ["id INTEGER", "ID_2 INTEGER"],
            rows: ["1 2"]
        ) { $0.columns = ["id", "ID"] },
        ImportExample(
            "names that differ only in case, in another order", #"{"ID":2,"id":1}"#,
            columns: ["id INTEGER", "ID_2 INTEGER"], rows: ["1 2"]
        ) { $0.columns = ["id", "ID"] },
        ImportExample(
            "names are compared by bytes", #"{"\u00e9":1,"e\u0301":2,"A":3}"#, columns: ["é INTEGER", "a"],
            rows: ["1 NULL"],
            warnings: ["--columns: no record has the key a, so its column contains NULL only"]
        ) { $0.columns = ["é", "a"] },
    ]

    @Test(arguments: examples)
    func tableHasRequestedColumns(example: ImportExample) throws { try example.check() }

    @Test(arguments: [["name", "id"], ["nowhere", "id", "ID_"], ["owner_site_url", "id"]])
    func columnsHaveRequestedNamesAndOrder(columns: [String]) throws {
        let workspace = try Workspace(Self.examples[0].dump)
        workspace.run { ($0.columns, $0.flattens) = (columns, true) }
        #expect(try workspace.lines("SELECT name FROM pragma_table_info('t')") == columns.map { "'\($0)'" })
    }
}
