import Foundation
import TestSupport
import Testing

/// An array of records in an outermost object, which `import` finds without `--path`.
@Suite struct EnvelopeTests {
    private static let envelope = #"{"total": 2, "items": [{"a": 1}, {"a": 2}]}"#
    private static let summary = """
        : 2 records imported into the table t of db (1 column)
          the records are at items, as with --path items
          TIME\n
        """

    @Test(arguments: [envelope, envelope + "\n", "\n" + envelope.replacing(",", with: ",\n")])
    func onlyArrayOfObjectsContainsRecords(text: String) throws {
        let folder = try TemporaryDirectory(["dump.json": text, "dump.json.gz": ""])
        try Data(Compressed.gzip(Array(text.utf8))).write(to: folder.file("dump.json.gz"))
        for (database, input) in [("db", "dump.json"), ("db", "dump.json.gz"), ("db", "-")] {
            let folder = folder
            try? FileManager.default.removeItem(at: folder.file(database))
            let outcome = try Program.run(
                ["import", input, "--into", database, "--table", "t"], in: folder,
                input: input == "-" ? Array(text.utf8) : nil)
            let name = input == "-" ? "standard input" : input
            #expect(outcome.withoutTimes == .init(status: 0, output: name + Self.summary, messages: ""))
            #expect(try folder.rows("SELECT a FROM t") == ["1", "2"])
        }
    }

    @Test func severalArraysAreNamed() throws {
        let folder = try TemporaryDirectory(["dump.json": #"{"users": [{"a": 1}], "my repos": [{"a": 2}]}"#])
        let outcome = try Program.run("import dump.json --into db", in: folder)
        #expect(
            outcome.messages == """
                dump.json: expected records, found an object with several arrays of objects: users (1 object), \
                'my repos' (1 object); use --path users or --path 'my repos', or --format json to read the object as \
                one record\n
                """)
        #expect(outcome.output.isEmpty && outcome.status == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.file("db").path))
    }

    @Test func arraysInInnerObjectsAreNamed() throws {
        let text = #"{"users": [{"a": 1}, {"a": 2}], "data": {"my repos": [{"b": 3}]}}"#
        let folder = try TemporaryDirectory(["dump.json": text])
        let note =
            "the records are at users, as with --path users; other arrays are read with --path 'data.my repos' (1 object)"
        let imported = try Program.run("import dump.json --into db --table t", in: folder)
        #expect(imported.output.contains(note))
        #expect(try folder.rows("SELECT a FROM t") == ["1", "2"])
        let checked = try Program.run("check dump.json", in: folder)
        #expect(checked.output == "dump.json: 2 records, \(text.utf8.count) bytes of text; \(note)\n")
    }

    @Test(arguments: ["inspect", "model"])
    func arraysOfOnlyObjectAreListedWithCommands(command: String) throws {
        let arguments = [command, "--quiet"] + (command == "model" ? ["--name", "Item"] : [])
        let folder = try TemporaryDirectory([
            "dump.json": #"{"users": [{"a": 1}, {"a": 2}], "my repos": [{"b": 3}], "n": [1]}"#,
            "array.json": #"[{"users": [{"a": 1}]}]"#,
            "lines.ndjson": "{\"users\": [{}]}\n{\"users\": [{}]}\n",
        ])
        let rest = arguments.dropFirst().joined(separator: " ")
        let advice = """
            The input is one record. To read one of its arrays of objects:
              users: 2 objects      stream-import \(command) --path users \(rest) dump.json
              'my repos': 1 object  stream-import \(command) --path 'my repos' \(rest) dump.json\n
            """
        let outcome = try Program.run(arguments + ["dump.json"], in: folder)
        #expect((command == "model" ? outcome.messages : outcome.output).hasSuffix(advice))
        for other in [["array.json"], ["lines.ndjson"], ["dump.json", "--path", "users"]] {
            let outcome = try Program.run(arguments + other, in: folder)
            #expect(!(outcome.messages + outcome.output).contains("The input is one record"))
        }
    }

    @Test(arguments: [
        ("dump.json", "{\"a\": [{}]}\n{\"a\": [{}]}\n", [], 2), ("dump.ndjson", envelope, [], 1),
        ("dump.jsonl.gz", envelope, [], 1), ("dump.json", envelope, ["--format", "json"], 1),
        ("dump.json", #"{"a": [1], "b": {"c": [[{}]]}}"#, [], 1),
    ])
    func otherObjectIsRecord(name: String, text: String, options: [String], count: Int) throws {
        let folder = try TemporaryDirectory([name: Array(text.utf8)])
        let outcome = try Program.run(["import", name, "--into", "db", "--table", "t"] + options, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM t") == ["\(count)"])
    }

    @Test(arguments: [#"$["a.b"].c"#, #"["a.b"].c[*]"#, "*.c"])
    func pathInEachNotationIsRead(path: String) throws {
        let folder = try TemporaryDirectory(["dump.json": #"{"a.b": {"c": [{"n": 1}, {"n": 2}]}}"#])
        let outcome = try Program.run(
            ["import", "dump.json", "--into", "db", "--table", "t", "--path", path], in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT n FROM t") == ["1", "2"])
    }

    @Test func checkAndImportAgreeOnUnpairedSurrogates() throws {
        for text in [
            #"[{"a": "\ud800"}, {"a": 1}]"#, #"[{"\udc00": 1}, {"a": 1}]"#, #"[{"a": {"b": "\ud800"}}]"#,
        ] {
            for policy in ["reject", "replace"] {
                let folder = try TemporaryDirectory(["dump": text])
                let options = ["--unpaired-surrogates", policy]
                let checked = try Program.run("check dump", options, in: folder)
                let imported = try Program.run(
                    "import dump --into db --on-error collect", options, in: folder)
                #expect(checked.messages == imported.messages && checked.status == imported.status)
            }
        }
    }
}
