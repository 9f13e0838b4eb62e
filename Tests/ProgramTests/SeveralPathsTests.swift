import Foundation
import Testing

/// Imports of several arrays of an envelope, each into a table of its own.
@Suite struct SeveralPathsTests {
    private static let export = """
        {"total": 3, "users": [{"id": 1, "name": "Ada"}, {"id": 2}], "tags": ["a"],
         "data": {"repos": [{"id": 7, "stars": 1.5}], "next": null}, "users": [{"id": 3, "name": null}]}
        """
    private static let paths = ["--path", "users", "--path", "data.repos"]

    @Test func eachPathHasTableNamedAfterItsLastKey() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let outcome = try Program.run("import export.json --into db", Self.paths, in: folder)
        #expect(
            outcome.withoutTimes
                == .init(
                    status: 0,
                    output: """
                        export.json: 3 records imported into the table users of db (2 columns)
                          TIME
                        export.json: 1 record imported into the table repos of db (2 columns)
                          TIME\n
                        """, messages: ""))
        #expect(try folder.rows("SELECT id, name FROM users") == ["1, Ada", "2, NULL", "3, NULL"])
        #expect(try folder.rows("SELECT id, stars FROM repos") == ["7, 1.5"])
        #expect(try !folder.hasTable("export"))
    }

    @Test func tableOptionsNameTablesInOrderOfPaths() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let tables = ["--table", "people", "--table", "projects"]
        let outcome = try Program.run("import export.json --into db", Self.paths + tables, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM people") == ["3"])
        #expect(try folder.rows("SELECT count(*) FROM projects") == ["1"])
    }

    @Test func severalInputsShareTables() throws {
        let folder = try TemporaryDirectory(["a.json": Self.export, "b.json": Self.export])
        let outcome = try Program.run("import a.json b.json --into db", Self.paths, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM users") == ["6"])
        #expect(try folder.rows("SELECT count(*) FROM repos") == ["2"])
    }

    @Test(arguments: [1, 2])
    func databaseEqualsThatOfOneCommandForEachPath(threads: Int) throws {
        let folder = try TemporaryDirectory(["dump.json": Dump.envelope(500)])
        let options = ["--batch", "100", "--threads", "\(threads)", "--quiet"]
        let arguments = { ["import", "dump.json", "--into", $0] + options }
        #expect(try Program.run(arguments("one") + Self.paths, in: folder).status == 0)
        for (path, table) in [("users", "users"), ("data.repos", "repos")] {
            let command = arguments("two") + ["--path", path, "--table", table]
            #expect(try Program.run(command, in: folder).status == 0)
        }
        #expect(try folder.differences("one", "two") == [])
    }

    @Test func secondRunIsFinishedForEachPath() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let arguments = ["import", "export.json", "--into", "db"] + Self.paths
        #expect(try Program.run(arguments, in: folder).status == 0)
        let outcome = try Program.run(arguments, in: folder)
        #expect(
            outcome.output == """
                export.json: already imported, and unchanged since then (3 records in the table users of db)
                export.json: already imported, and unchanged since then (1 record in the table repos of db)\n
                """)
    }

    @Test func errorInOneArrayDoesNotEndOthers() throws {
        let folder = try TemporaryDirectory(["dump.json": #"{"a": [{"x": 1}, 2], "b": [{"y": 3}]}"#])
        let outcome = try Program.run("import dump.json --into db --path a --path b", in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("record 2, $.a[1]: expected an object, found 2"))
        #expect(try folder.rows("SELECT x FROM a") == ["1"])
        #expect(try folder.rows("SELECT y FROM b") == ["3"])
    }

    @Test func missingPathIsNamed() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let outcome = try Program.run(
            "import export.json --into db --path users --path data.users --table a --table b", in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages == "export.json: expected a value at $.data.users, found none\n")
        #expect(try folder.rows("SELECT count(*) FROM a") == ["3"])
    }

    @Test func objectsInJSONHaveGivenPaths() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let outcome = try Program.run("import export.json --into db --json", Self.paths, in: folder)
        #expect(outcome.output.matches(of: /"path":"([^"]*)"/).map(\.1) == ["users", "data.repos"])
    }

    @Test(arguments: [#"$["my items"]"#, "my items"]) func pathInJSONIsNotQuoted(path: String) throws {
        let folder = try TemporaryDirectory(["export.json": #"{"my items":[{"a":1}]}"#])
        let outcome = try Program.run("import export.json --into db --json --path", [path], in: folder)
        #expect(outcome.output.contains(#""path":"my items","#), "\(outcome)")
    }

    /// SQLite ignores the case of ASCII letters only, and distinguishes strings that are canonically equivalent.
    @Test(arguments: [("É", "é"), ("\u{E9}", "e\u{301}"), ("K", "\u{212A}")])
    func namesThatSQLiteDistinguishesAreTables(first: String, second: String) throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let tables = ["--table", first, "--table", second]
        let outcome = try Program.run("import export.json --into db", Self.paths + tables, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM \"\(first)\"") == ["3"])
        #expect(try folder.rows("SELECT count(*) FROM \"\(second)\"") == ["1"])
    }

    // MARK: - Proposals

    private func proposal(for file: String, _ options: [String], in folder: TemporaryDirectory) throws
        -> Program.Outcome
    {
        try Program.run(["import", file, "--into", "db", "--tables"] + options, in: folder)
    }

    @Test(arguments: [
        (
            export, [],
            """
            dump.json: 2 arrays of objects
              --path users: 3 objects
              --path data.repos: 1 object
              stream-import import --path users --path data.repos dump.json --into db\n
            """
        ),
        (
            #"{"@context": ["u", {}], "users": [{}, null, {}], "n": [{}, []], "data": {"repos": [{}]}}"#, [],
            """
            dump.json: 2 arrays of objects
              --path users: 2 objects
              --path data.repos: 1 object
              stream-import import --path users --path data.repos dump.json --into db\n
            """
        ),
        (
            #"{"a b": [{"items": [{}]}, null, {}], "empty": [], "n": [[{}]]}"#,
            ["--format", "lines", "--limit", "1"],
            """
            dump.json: 1 array of objects
              --path 'a b': 2 objects
              stream-import import --path 'a b' dump.json --into db --format lines --limit 1\n
            """
        ),
        (
            #"{"x": {"items": [{}]}, "y": {"Items": [{}, {}]}}"#, [],
            """
            dump.json: 2 arrays of objects
              --path x.items: 1 object
              --path y.Items: 2 objects
              stream-import import --path x.items --path y.Items --table x_items --table y_Items dump.json --into db\n
            """
        ),
        ("{\"a\": 1}", [], "dump.json: 1 record, imported without --path\n"),
        ("7", [], "dump.json: 1 record, imported without --path\n"),
        (
            "[{}, {\"a\": [{}]}]", [],
            "dump.json: 2 records, imported without --path\n  --expand a: 1 object\n"
        ),
        ("[[{}], [{}]]", [], "dump.json: 2 records, imported without --path\n"),
        (
            "{\"a\": {\"b\": [{}]}}\n{\"a\": {\"b\": [{}, {}]}}\n", [],
            "dump.json: 2 records, imported without --path\n  --expand a.b: 3 objects\n"
        ),
        (
            "{}\nx\n{}\n", ["--format", "lines", "--on-error", "skip"],
            "dump.json: 2 records, imported without --path\n"
        ),
    ])
    func arraysOfObjectsAreProposed(text: String, options: [String], output: String) throws {
        let folder = try TemporaryDirectory(["dump.json": text])
        let outcome = try proposal(for: "dump.json", options, in: folder)
        #expect(outcome == .init(status: 0, output: output, messages: ""))
        #expect(!folder.has("db"))
    }

    @Test func proposedCommandImportsAllArrays() throws {
        let folder = try TemporaryDirectory([
            "a b.json": #"{"x": {"t": [{"i": 1}]}, "y's": {"t": [{"i": 2}]}, "z": [{"i": 3}, {"i": 4}]}"#
        ])
        let options = ["--format", "lines", "--limit", "1", "--key", "i"]
        let proposal = try proposal(for: "a b.json", options, in: folder)
        let command = try #require(proposal.output.split(separator: "\n").last)
        let outcome = try Program.run(script: #"PATH="${0%/*}:$PATH"; "# + command, in: folder)
        #expect(outcome.status == 0)
        for (table, row) in [("x_t", "1"), ("\"y's_t\"", "2"), ("z", "3")] {
            #expect(try folder.rows("SELECT i FROM \(table)") == [row])
        }
    }

    @Test(arguments: [
        (
            "{\"a\": [{}], \"b\": [{", 65,
            "line 1, column 20 (byte 19), record 1, $.b: expected the rest of the JSON value"
        ),
        ("{}\nx\n", 65, "line 2, column 1 (byte 3), record 2, $: expected JSON, found 'x'"),
        ("", 65, "expected a JSON value, found an empty input"),
    ])
    func errorEndsProposal(text: String, status: Int32, message: String) throws {
        let folder = try TemporaryDirectory(["dump.json": text])
        let outcome = try proposal(for: "dump.json", [], in: folder)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains(message))
    }
}
