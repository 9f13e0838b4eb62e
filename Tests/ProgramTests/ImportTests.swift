import Foundation
import Testing

/// The tables and the summaries of `import`.
@Suite struct ImportTests {
    private static let people = """
        [{"id": 1, "name": "Ada", "job": {"title": "x"}}, {"id": 2, "name": "Bo", "job": null}]
        """

    /// A text in the file `dump`, and the expected outcome.
    struct Example: CustomTestStringConvertible {
        let testDescription, text: String
        let arguments, rows: [String]
        let summary, query: String
        let status: Int32

        init(
            _ description: String, _ text: String = people, _ arguments: [String] = [], summary: String,
            rows: [String], status: Int32 = 0, query: String = "SELECT * FROM dump"
        ) {
            (testDescription, self.text, self.arguments) = (description, text, arguments)
            (self.summary, self.rows, self.status, self.query) = (summary, rows, status, query)
        }
    }

    private static let timeLine = "  TIME\n"

    static let examples = [
        Example(
            "an array",
            summary: "dump: 2 records imported into the table dump of db (3 columns)\n" + timeLine,
            rows: [#"1, Ada, {"title":"x"}"#, "2, Bo, NULL"]),
        Example(
            "lines", "{\"a\": 1}\n{\"a\": 2.5}\n",
            summary: "dump: 2 records imported into the table dump of db (1 column)\n" + timeLine,
            rows: ["1", "2.5"]),
        Example(
            "one record at a path", #"{"data": {"items": [{"a": true}]}}"#, ["--path", "data.items"],
            summary: "dump: 1 record imported into the table dump of db (1 column)\n" + timeLine, rows: ["1"]),
        Example(
            "flattened objects", people, ["--flatten", "--table", "people"],
            summary: "dump: 2 records imported into the table people of db (3 columns)\n" + timeLine,
            rows: ["1, Ada, x", "2, Bo, NULL"],
            query: "SELECT id, name, job_title FROM people"),
        Example(
            "a key with a dot", #"{"id.orig": 1}"#, ["--rename", "id.orig=src"],
            summary: "dump: 1 record imported into the table dump of db (1 column)\n" + timeLine, rows: ["1"],
            query: "SELECT src FROM dump"),
        Example(
            "some columns", people, ["--columns", "name,id"],
            summary: "dump: 2 records imported into the table dump of db (2 columns)\n" + timeLine,
            rows: ["1, Ada", "2, Bo"], query: "SELECT id, name FROM dump"),
        Example(
            "an index", people, ["--index", "name"],
            summary: "dump: 2 records imported into the table dump of db (3 columns)\n" + timeLine,
            rows: ["dump_name"],
            query: "SELECT name FROM sqlite_master WHERE tbl_name = 'dump' AND type = 'index'"
        ),
        Example(
            "a key", #"[{"id": 1, "a": "x"}, {"id": 2, "a": "y"}, {"id": 1, "a": "z"}]"#, ["--key", "id"],
            summary: "dump: 3 records imported into the table dump of db (2 columns)\n"
                + "  1 record replaced a row with the same key, so the table has 2 rows\n" + timeLine,
            rows: ["1, z", "2, y"]),
        Example(
            "no records", "[]",
            summary: "dump: 0 records imported, so there is no table dump\n" + timeLine,
            rows: ["1"], query: "SELECT finished FROM stream_import"),
        Example("--quiet", people, ["-q"], summary: "", rows: ["2"], query: "SELECT count(*) FROM dump"),
        Example(
            "skipped lines", "{\"a\": 1}\nx\n{\"a\": 2}\n[]\n", ["--on-error", "skip"],
            summary: "dump: 2 records imported into the table dump of db (1 column)\n  2 records rejected\n"
                + timeLine,
            rows: ["1", "2"], status: 2),
        Example(
            "rejected lines in a file", "{\"a\": 1}\nx\n{\"a\": 2}\n", ["--rejects", "bad"],
            summary:
                "dump: 2 records imported into the table dump of db (1 column)\n  1 record rejected, see bad\n"
                + timeLine,
            rows: ["1", "2"], status: 2),
    ]

    @Test(arguments: examples)
    func importWritesRowsAndPrintsSummary(example: Example) throws {
        let folder = try TemporaryDirectory(["dump": example.text])
        let outcome = try Program.run("import dump --into db", example.arguments, in: folder)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.withoutTimes.output == example.summary)
        #expect(outcome.status == example.status)
        #expect(try folder.rows(example.query) == example.rows)
    }

    @Test func collectPolicyReportsEachRejectedRecord() throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\": 1}\nx\n[]\n"])
        let outcome = try Program.run("import dump --into db --on-error collect", in: folder)
        #expect(
            outcome.messages == """
                dump, line 2, column 1 (byte 9), record 2, $: expected JSON, found 'x'
                dump, line 3, column 1 (byte 11), record 3, $: expected an object, found '['\n
                """)
        #expect(outcome.status == 2)
    }

    @Test func rejectsFileHasLinePerRejectedRecord() throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\": 1}\nx\n[]\n"])
        _ = try Program.run("import dump --into db --rejects bad", in: folder)
        let dump = folder.file("dump").resolvingSymlinksInPath().path
        #expect(
            try String(contentsOf: folder.file("bad"), encoding: .utf8) == """
                {"cause":"expected JSON, found 'x'","column":1,"end":10,"input":"\(dump)","line":2,"path":"$","record":2,"start":9,"text":"x"}
                {"cause":"expected an object, found '['","column":1,"end":13,"input":"\(dump)","line":3,"path":"$","record":3,"start":11,"text":"[]"}\n
                """)
    }

    @Test func rejectsFileCanBeNullDevice() throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\": 1}\nx\n"])
        let outcome = try Program.run("import dump --into db --rejects /dev/null", in: folder)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 2)
    }

    @Test func dryRunPrintsDefinitionWithoutCreatingFiles() throws {
        let folder = try TemporaryDirectory(["dump": Self.people + "\n"])
        let outcome = try Program.run("import dump --into db --rejects bad --dry-run", in: folder)
        #expect(
            outcome.withoutTimes.output == """
                CREATE TABLE "dump" ("id" INTEGER, "name" TEXT, "job" TEXT);
                dump: 2 records would be imported into the table dump of db (3 columns)
                  TIME\n
                """)
        #expect(outcome.status == 0)
        #expect(!folder.has("db") && !folder.has("bad"))
    }

    /// A dry run printed the definition of a table that the import does not create, and warnings that the import does not give.
    @Test(arguments: [([], ""), (["--dry-run"], " would be")])
    func importOfRejectedRecordsHasNoTable(option: [String], verb: String) throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\":1}\n{\"b\":2}\n"])
        let outcome = try Program.run(
            "import dump --into db --key id --columns id,c --on-error skip", option, in: folder)
        #expect(
            outcome.withoutTimes.output == """
                dump: 0 records\(verb) imported, so there is no table dump
                  2 records rejected
                  TIME\n
                """)
        #expect(outcome.messages == "" && outcome.status == 2)
    }
}
