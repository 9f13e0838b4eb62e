import Foundation
import Testing

/// Imports of records of several kinds, each kind into a table of its own.
@Suite struct TableByTests {
    private static let events = """
        {"type":"push","id":1,"size":2}
        {"type":"fork","id":2}
        {"id":3,"note":"no kind"}
        {"type":7,"id":4}
        {"id":5,"type":"fork","type":"push"}
        {"type":["push"],"id":6}
        {"type":"7","id":7}
        {"type":true,"id":8}
        {"t\\u0079pe":"fo\\u0072k","id":9}

        """

    @Test(arguments: ["", "--batch 1", "--threads 1", "--flatten"])
    func recordsOfEachKindHaveTable(options: String) throws {
        let folder = try TemporaryDirectory(["log.ndjson": Self.events])
        let command = "import log.ndjson --into db --table-by type \(options)"
        #expect(try Program.run(command, in: folder).status == 0)
        let ids = { (table: String) in try folder.rows("SELECT id FROM \"\(table)\" ORDER BY id") }
        #expect(try ids("push") == ["1", "5"])
        #expect(try ids("fork") == ["2", "9"])
        #expect(try ids("7") == ["4", "7"])
        #expect(try ids("log") == ["3", "6", "8"])
        // Columns of other kinds are not added.
        #expect(try folder.rows("SELECT * FROM fork") == ["fork, 2", "fork, 9"])
        let again = try Program.run(command, in: folder)
        #expect(again.output.matches(of: /already imported/).count == 4)
        #expect(again.output.contains("(3 records in the table log of db)"))
    }

    @Test func namesHaveNameOfTableBeforeThem() throws {
        let folder = try TemporaryDirectory(["a.ndjson": Self.events, "b.ndjson": Self.events])
        let command = "import a.ndjson b.ndjson --into db --table-by type --table log --key id"
        #expect(try Program.run(command, in: folder).status == 0)
        #expect(try folder.rows("SELECT count(*) FROM log_push") == ["2"])
        #expect(try folder.rows("SELECT count(*) FROM log") == ["3"])
    }

    /// No record is lost, whatever the names of the kinds.
    @Test(arguments: [
        ("{\"t\":\"Info\",\"x\":1}\n{\"t\":\"info\",\"x\":2}\n{\"t\":\"warn\",\"x\":3}\n", "", "Info", 2),
        ("{\"t\":\"log\",\"x\":1}\n{\"t\":\"warn\",\"x\":2}\n{\"x\":3}\n", "", "log", 2),
        ("{\"t\":\"a\"}\n{\"t\":true}\n{\"t\":1.5}\n{\"t\":null}\n", "--type t=text", "true", 1),
        ("{\"t\":\"a\"}\n{\"t\":1e400}\n{\"t\":[1]}\n", "", "1e400", 1),
        ("{\"t\":\"a\"}\n{\"t\":-0}\n", "", "0", 1),
        ("{\"t\":\"a\"}\n{\"t\":true}\n", "--rename t=kind --type kind=text", "true", 1),
        ("{\(manyKeys),\"t\":\"a\"}\n{\"t\":\"b\"}\n", "--rest more", "a", 1),
        ("{\(manyKeys),\"t\":7}\n{\(manyKeys),\"t\":null}\n", "--rest more", "7", 1),
        ("{\(manyKeys),\"t\":true}\n{\"t\":\"b\"}\n", "--rest more --type t=text", "true", 1),
    ])
    func eachRecordIsInTable(lines: String, options: String, table: String, count: Int) throws {
        let folder = try TemporaryDirectory(["log.ndjson": lines])
        let command = "import log.ndjson --into db --table-by t \(options)"
        #expect(try Program.run(command, in: folder).status == 0)
        #expect(try folder.rows("SELECT count(*) FROM \"\(table)\"") == ["\(count)"])
        let tables = try folder.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'stream_import%'")
        let counts = try tables.map { try folder.rows("SELECT count(*) FROM \"\($0)\"")[0] }
        #expect(counts.compactMap(Int.init).reduce(0, +) == lines.split(separator: "\n").count)
    }

    private static let manyKeys = (0..<2100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")

    @Test func recordWithTooManyKeysBeforeItsKindIsError() throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"t\":\"b\"}\n{\(Self.manyKeys),\"t\":\"a\"}\n"])
        let outcome = try Program.run("import log.ndjson --into db --table-by t", in: folder)
        #expect(outcome.status == 65 && outcome.messages.contains("line 2, "), "\(outcome.messages)")
    }

    @Test func recordsWithErrorsAreSkippedOrEndImport() throws {
        let lines =
            "{\"t\":\"a\",\"n\":1}\n{\"t\":\"b\",\"n\":1}\n{\"t\":\"a\",\"n\":\n{\"t\":\"b\",\"n\":2}\n"
        let folder = try TemporaryDirectory(["log.ndjson": lines])
        #expect(
            try Program.run("import log.ndjson --into db --table-by t --on-error skip", in: folder).status
                == 2)
        #expect(try folder.rows("SELECT n FROM b") == ["1", "2"])
        #expect(try Program.run("import log.ndjson --into e --table-by t", in: folder).status == 65)
    }

    @Test func kindWithNullRejectsItsRecord() throws {
        let lines = "{\"t\":\"a\"}\n{\"t\":\"b\\u0000c\"}\n{\"t\":\"d\"}\n"
        let folder = try TemporaryDirectory(["log.ndjson": lines])
        let outcome = try Program.run("import log.ndjson --into db --table-by t --rejects bad", in: folder)
        #expect(
            outcome.status == 2 && outcome.output.matches(of: /1 record rejected/).count == 1, "\(outcome)")
        #expect(try String(contentsOf: folder.file("bad"), encoding: .utf8).contains("\"line\":2,"))
        #expect(try folder.rows("SELECT a.t, d.t FROM a, d") == ["a, d"])
    }

    /// A record of one kind has no effect on the tables of the others, whatever it lacks or needs.
    @Test func errorsOfOneKindAreNotThoseOfAnother() throws {
        let lines = "{\"t\":\"a\",\"id\":1}\n{\"t\":\"b\",\"n\":1}\n{\"t\":\"a\",\"id\":2}\n"
        let folder = try TemporaryDirectory(["log.ndjson": lines])
        let command = "import log.ndjson --into db --table-by t --key id --strict --batch 1 --on-error skip"
        let outcome = try Program.run(command, in: folder)
        #expect(outcome.status == 2 && outcome.output.matches(of: /1 record rejected/).count == 1)
        #expect(try folder.rows("SELECT id FROM a") == ["1", "2"])
    }

    @Test func rowsOfKindsThatAreGoneAreReplaced() throws {
        let folder = try TemporaryDirectory(["k.ndjson": "{\"k\":\"a\",\"v\":1}\n{\"k\":\"B\",\"v\":2}\n"])
        try Data("{\"k\":\"B\",\"v\":9}\n".utf8).write(to: folder.file("other.ndjson"))
        let command = "import --table-by k --into db "
        #expect(try Program.run(command + "k.ndjson other.ndjson", in: folder).status == 0)
        try Data("{\"k\":\"a\",\"v\":3}\n{\"k\":\"c\",\"v\":4}\n".utf8).write(to: folder.file("k.ndjson"))
        for _ in 1...2 {
            let outcome = try Program.run(command + "k.ndjson --replace", in: folder)
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(try folder.rows("SELECT v FROM a UNION ALL SELECT v FROM c") == ["3", "4"])
            #expect(try folder.rows("SELECT v FROM B") == ["9"])
        }
    }

    /// No table of a new kind is created beside rows of the earlier input.
    @Test func changedInputChangesNoTable() throws {
        let folder = try TemporaryDirectory(["r": "{\"type\":\"b\",\"n\":1}\n"])
        #expect(try Program.run("import r --into db --table-by type", in: folder).status == 0)
        try Data("{\"type\":\"a\",\"n\":2}\n{\"type\":\"b\",\"n\":3}\n".utf8).write(to: folder.file("r"))
        let outcome = try Program.run("import r --into db --table-by type", in: folder)
        #expect(outcome.status == 64 && outcome.messages.contains("--replace"), "\(outcome)")
        #expect(try folder.rows("SELECT n FROM b") == ["1"] && !folder.hasTable("a", of: "db"))
        #expect(try Program.run("import r --into db --table-by type --replace", in: folder).status == 0)
        #expect(try folder.rows("SELECT a.n, b.n FROM a, b") == ["2, 3"])
    }

    @Test func kindsOfOtherNotationsAreFound() throws {
        let folder = try TemporaryDirectory([
            "d.ndjson": "{\"t\":{\"S\":\"a\"}}\n{\"t\":{\"S\":\"b\"}}\n", "r.json": #"[["t"],["a"],["b"]]"#,
        ])
        for command in ["d.ndjson --unwrap dynamodb --into x", "r.json --header first --into y"] {
            #expect(try Program.run("import \(command) --table-by t", in: folder).status == 0)
        }
        #expect(try folder.rows("SELECT t FROM a", of: "x") == ["a"])
        #expect(try folder.rows("SELECT t FROM b", of: "y") == ["b"])
    }

    @Test(arguments: [
        ("import log.ndjson --into db --table-by type --type type=real", "--type must be text for type"),
        ("import log.ndjson --into db --table-by kind", "no string or integer at kind in log.ndjson"),
        (
            "import log.ndjson --into db --table-by a.b",
            "no string or integer at a.b in log.ndjson; for objects in the records, use --path a --table-by b"
        ),
        ("import log.ndjson --into db --table-by type --columns id", "--columns does not contain type"),
        ("import log.ndjson --into db --table-by type --follow", "--follow cannot be combined with"),
        ("import - --into db --table-by type", "which needs a file, found standard input"),
        ("import reserved.ndjson --into db --table-by t", "\"sqlite_a\" is not a valid name for a table"),
        ("import many.ndjson --into db --table-by t", "more than 1000 values of t in many.ndjson"),
        (
            "import child.ndjson --into db --table-by t --expand b",
            "\"a_b\" has the name of a child table"
        ),
    ])
    func kindsThatCannotBeTablesAreWrongUsage(command: String, message: String) throws {
        let folder = try TemporaryDirectory([
            "log.ndjson": Self.events, "reserved.ndjson": #"{"t":"sqlite_a"}"#,
            "child.ndjson": "{\"t\":\"a\",\"b\":[1]}\n{\"t\":\"a_b\"}\n",
            "many.ndjson": (0...1000).map { "{\"t\":\($0)}\n" }.joined(),
        ])
        let outcome = try Program.run(command, in: folder, input: Array(Self.events.utf8))
        #expect(outcome.status == 64 && outcome.messages.contains(message), "\(outcome.messages)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
    }
}
