import Foundation
import TestSupport
import Testing

/// The inputs of `import`, and the tables that they are imported into.
@Suite struct ImportInputTests {
    private static let text = Array(#"[{"a": 1}]"#.utf8)

    private static let tables =
        "SELECT name FROM sqlite_master WHERE name NOT LIKE '%stream_import%' ORDER BY rowid"

    @Test(arguments: [
        ("users.json", text, "users"),
        ("users.JSON.GZ", Compressed.gzip(text), "users"),
        ("users.ndjson.zst", Compressed.zstd(text), "users"),
        ("users.json.bz2", Compressed.bzip2(text), "users"),
        ("users.json.xz", Compressed.xz(text), "users"),
        ("users.json.lz4", Compressed.lz4(text), "users"),
        ("users.2024-05.jsonl", text, "users.2024-05"),
        ("page.har.gz", Compressed.gzip(text), "page"),
        ("folder.json", text, "folder"),
        (".json", text, "records"),
        ("json", text, "json"),
        ("users.csv", text, "users.csv"),
        ("with \"quotes\"; and 'all'", text, "with \"quotes\"; and 'all'"),
    ])
    func tableIsNamedAfterFile(file: String, bytes: [UInt8], table: String) throws {
        let folder = try TemporaryDirectory([file: bytes])
        let outcome = try Program.run(["import", file, "--into", "db"], in: folder)
        #expect(
            outcome.withoutTimes.output
                == "\(file): 1 record imported into the table \(table) of db (1 column)\n  TIME\n")
        #expect(try folder.rows(Self.tables) == [table])
    }

    @Test(arguments: [text, Compressed.gzip(text)])
    func dashImportsStandardInput(bytes: [UInt8]) throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.run("import - --into db", in: folder, input: bytes)
        #expect(
            outcome.withoutTimes.output
                == "standard input: 1 record imported into the table records of db (1 column)\n  TIME\n")
        #expect(outcome.status == 0)
    }

    @Test func standardInputIsImportedOnEveryRun() throws {
        let folder = try TemporaryDirectory()
        for _ in 0..<2 { _ = try Program.run("import - --into db", in: folder, input: Self.text) }
        #expect(try folder.rows("SELECT * FROM records") == ["1", "1"])
        #expect(try folder.rows("SELECT * FROM stream_import").isEmpty)
    }

    @Test func eachInputGetsOwnTable() throws {
        let folder = try TemporaryDirectory([
            "one.json": #"[{"a": 1}]"#, "two.json": #"[{"b": 2}, {"b": 3}]"#,
        ])
        let outcome = try Program.run("import one.json two.json --into db", in: folder)
        #expect(
            outcome.withoutTimes.output == """
                one.json: 1 record imported into the table one of db (1 column)
                  TIME
                two.json: 2 records imported into the table two of db (1 column)
                  TIME\n
                """)
        #expect(try folder.rows("SELECT a FROM one UNION ALL SELECT b FROM two") == ["1", "2", "3"])
    }

    @Test func tableOptionImportsAllInputsIntoOneTable() throws {
        let folder = try TemporaryDirectory(["one": #"[{"a": 1}]"#, "two": #"[{"a": 2, "b": "x"}]"#])
        let arguments = ["import", "one", "two", "--into", "db", "--table", "all"]
        #expect(try Program.run(arguments, in: folder).status == 0)
        #expect(try folder.rows(#"SELECT a, b FROM "all""#) == ["1, NULL", "2, x"])
        #expect(try Program.run(arguments, in: folder).output.contains("one: already imported"))
        #expect(try folder.rows(#"SELECT count(*) FROM "all""#) == ["2"])
    }

    @Test func allInputsAreImportedAndWorstStatusIsReturned() throws {
        let folder = try TemporaryDirectory(["bad": "[1]", "lines": "{\"a\": 1}\n", "good": #"[{"a": 1}]"#])
        let outcome = try Program.run("import bad missing lines good --into db", in: folder)
        #expect(
            outcome.messages == """
                bad, line 1, column 2 (byte 1), record 1, $[0]: expected an object, found 1; to import values, name their column: --header value
                missing: cannot be opened: the file does not exist; check the path\n
                """)
        #expect(outcome.status == 66)
        #expect(try folder.rows(Self.tables) == ["lines", "good"])
    }

    @Test func controlCharactersInNamesAreEscaped() throws {
        let folder = try TemporaryDirectory(["\u{1B}[2Jdump": #"[{"a": 1}]"#])
        let outcome = try Program.run(["import", "\u{1B}[2Jdump", "--into", "\u{1B}db"], in: folder)
        #expect(
            outcome.output.hasPrefix(
                #"\u{1B}[2Jdump: 1 record imported into the table \u{1B}[2Jdump of \u{1B}db (1 column)"#))
        #expect(outcome.status == 0)
    }

    @Test func existingDatabaseOfAnyNameIsTarget() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a":1}]"#])
        try folder.database("x.csv").write { try $0.execute(sql: "CREATE TABLE other (a)") }
        let outcome = try Program.run("import dump --into x.csv", in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT a FROM dump", of: "x.csv") == ["1"])
    }
}
