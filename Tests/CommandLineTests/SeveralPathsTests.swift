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
        let outcome = try Program.run(["import", "export.json", "--into", "db"] + Self.paths, in: folder)
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
        let outcome = try Program.run(
            ["import", "export.json", "--into", "db"] + Self.paths + tables, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM people") == ["3"])
        #expect(try folder.rows("SELECT count(*) FROM projects") == ["1"])
    }

    @Test func severalInputsShareTables() throws {
        let folder = try TemporaryDirectory(["a.json": Self.export, "b.json": Self.export])
        let outcome = try Program.run(
            ["import", "a.json", "b.json", "--into", "db"] + Self.paths, in: folder)
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
        let outcome = try Program.run(
            ["import", "dump.json", "--into", "db", "--path", "a", "--path", "b"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("record 2, $.a[1]: expected an object, found 2"))
        #expect(try folder.rows("SELECT x FROM a") == ["1"])
        #expect(try folder.rows("SELECT y FROM b") == ["3"])
    }

    @Test func missingPathIsNamed() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let outcome = try Program.run(
            [
                "import", "export.json", "--into", "db", "--path", "users", "--path", "data.users", "--table",
                "a", "--table", "b",
            ],
            in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages == "export.json: expected a value at $.data.users, found none\n")
        #expect(try folder.rows("SELECT count(*) FROM a") == ["3"])
    }

    @Test func namedPipeIsError() throws {
        let folder = try TemporaryDirectory([:] as [String: String])
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        let outcome = try Program.run(["import", "pipe", "--into", "db"] + Self.paths, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("found pipe; write it to a file first"))
    }

    @Test func objectsInJSONHaveGivenPaths() throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let outcome = try Program.run(
            ["import", "export.json", "--into", "db", "--json"] + Self.paths, in: folder)
        #expect(outcome.output.matches(of: /"path":"([^"]*)"/).map(\.1) == ["users", "data.repos"])
    }

    /// SQLite ignores the case of ASCII letters only, and distinguishes strings that are canonically equivalent.
    @Test(arguments: [("É", "é"), ("\u{E9}", "e\u{301}"), ("K", "\u{212A}")])
    func namesThatSQLiteDistinguishesAreTables(first: String, second: String) throws {
        let folder = try TemporaryDirectory(["export.json": Self.export])
        let tables = ["--table", first, "--table", second]
        let outcome = try Program.run(
            ["import", "export.json", "--into", "db"] + Self.paths + tables, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM \"\(first)\"") == ["3"])
        #expect(try folder.rows("SELECT count(*) FROM \"\(second)\"") == ["1"])
    }

    // MARK: - Proposals

    @Test(arguments: [
        (
            export, [],
            """
            dump.json: 2 arrays of objects
              --path users       3 objects
              --path data.repos  1 object
              stream-import import dump.json --path users --path data.repos --into db\n
            """
        ),
        (
            #"{"a b": [{"items": [{}]}, 1, {}], "empty": [], "n": [[{}]]}"#, [],
            "dump.json: 1 array of objects\n  --path 'a b'  2 objects\n"
                + "  stream-import import dump.json --path 'a b' --into db\n"
        ),
        (
            #"{"x": {"items": [{}]}, "y": {"Items": [{}, {}]}}"#, [],
            """
            dump.json: 2 arrays of objects
              --path x.items  1 object
              --path y.Items  2 objects
              stream-import import dump.json --path x.items --path y.Items --table x_items --table y_Items --into db\n
            """
        ),
        (
            "[{}, {\"a\": [{}]}]", [],
            "dump.json: 1 array of objects\n  --path '$'  2 objects\n  stream-import import dump.json --into db\n"
        ),
        ("{\"a\": 1}", [], "dump.json: no array of objects; it is imported without --path\n"),
        ("7", [], "dump.json: no array of objects; it is imported without --path\n"),
        (
            "{\"a\": [{}]}\n{\"a\": [{}, {}]}\n", ["--format", "lines"],
            "dump.json: 1 array of objects\n  --path a  3 objects\n  stream-import import dump.json --path a --into db\n"
        ),
    ])
    func arraysOfObjectsAreProposed(text: String, options: [String], output: String) throws {
        let folder = try TemporaryDirectory(["dump.json": text])
        let outcome = try Program.run(
            ["import", "dump.json", "--into", "db", "--tables"] + options, in: folder)
        #expect(outcome == .init(status: 0, output: output, messages: ""))
        #expect(!folder.has("db"))
    }

    @Test func proposedCommandImportsAllArrays() throws {
        let folder = try TemporaryDirectory([
            "a b.json": #"{"x": {"t": [{"i": 1}]}, "y's": {"t": [{"i": 2}]}, "z": [{"i": 3}]}"#
        ])
        let proposal = try Program.run(["import", "a b.json", "--into", "my.db", "--tables"], in: folder)
        let command = try #require(proposal.output.split(separator: "\n").last)
        let outcome = try Program.run(script: #"PATH="${0%/*}:$PATH"; "# + command, in: folder)
        #expect(outcome.status == 0)
        for (table, row) in [("x_t", "1"), ("\"y's_t\"", "2"), ("z", "3")] {
            #expect(try folder.rows("SELECT i FROM \(table)", of: "my.db") == [row])
        }
    }

    @Test(arguments: [
        (
            "{\"a\": [{}], \"b\": [{", 65,
            "line 1, column 20 (byte 19), record 1, $.b: expected the rest of the JSON value"
        ),
        (
            "{\"a\": 1}\n{\"a\": 2}\n", 65,
            "line 2, column 1 (byte 9), $: expected the end of the input after the JSON value"
        ),
        ("", 65, "expected a JSON value, found an empty input"),
    ])
    func errorEndsProposal(text: String, status: Int32, message: String) throws {
        let folder = try TemporaryDirectory(["dump.json": text])
        let outcome = try Program.run(["import", "dump.json", "--into", "db", "--tables"], in: folder)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains(message))
    }
}
