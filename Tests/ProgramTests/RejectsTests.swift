import Foundation
import Testing

/// The files of `--rejects`, which several imports may share.
@Suite struct RejectsTests {
    private static let files = [
        "a.ndjson": "{\"n\": 1}\n\"name\":\"x\",\"b\":2}\n", "b.ndjson": "7\n{\"n\": 2}\n",
    ]

    private static let lines = [
        #"{"cause":"expected a value, found ':'","column":7,"end":26,"input":"a.ndjson","line":2,"#
            + #""path":"$","record":2,"start":9,"text":"\"name\":\"x\",\"b\":2}"}"#,
        #"{"cause":"expected an object, found 7","column":1,"end":1,"input":"b.ndjson","line":1,"path":"$","#
            + #""record":1,"start":0,"text":"7"}"#,
    ]

    private static let summary = """
        a.ndjson: 1 record imported into the table t of db (1 column)
          1 record rejected, see FILE
          TIME
        b.ndjson: 1 record imported into the table t of db (1 column)
          1 record rejected, see FILE
          TIME\n
        """

    private func summary(_ file: String) -> String { Self.summary.replacing("FILE", with: file) }

    @Test func unchangedInputNamesHowToWriteItsRejectedRecords() throws {
        let folder = try TemporaryDirectory(["a.ndjson": "{\"a\":1}\nx\n"])
        #expect(try Program.run("import a.ndjson --into db --on-error skip", in: folder).status == 2)
        let again = try Program.run("import a.ndjson --into db --rejects bad", in: folder)
        #expect(again.output.contains("into another table, with --table\n"), "\(again)")
        #expect(try Program.run("import a.ndjson --into db --rejects bad --table b", in: folder).status == 2)
        #expect(try !String(contentsOf: folder.file("bad"), encoding: .utf8).isEmpty)
    }

    @Test func inputsShareFile() throws {
        let folder = try TemporaryDirectory(Self.files)
        let outcome = try Program.run(
            "import a.ndjson b.ndjson --into db --table t --rejects bad", in: folder
        )
        #expect(outcome.withoutTimes == .init(status: 2, output: summary("bad"), messages: ""))
        #expect(try folder.lines(of: "bad") == Self.lines)
        #expect(try folder.rows("SELECT n FROM t") == ["1", "2"])
    }

    @Test(arguments: [
        ("--rejects -", "standard output"), ("--rejects /dev/stdout", "/dev/stdout"),
    ])
    func rejectsOnStandardOutputMoveSummaryToMessages(option: String, name: String) throws {
        for redirection in ["| cat > all", "> all", ">> all"] {
            let folder = try TemporaryDirectory(Self.files)
            if redirection == ">> all" { try Data("{}\n".utf8).write(to: folder.file("all")) }
            let outcome = try Program.run(
                script: #""$0" import a.ndjson b.ndjson --into db --table t \#(option) \#(redirection)"#,
                in: folder)
            let messages = outcome.messages.replacing(/[0-9.]+ s(, [0-9.]+ MB\/s of JSON)?\n/, with: "TIME\n")
            #expect(messages == summary(name))
            #expect(try folder.lines(of: "all") == (redirection == ">> all" ? ["{}"] : []) + Self.lines)
        }
    }

    /// The program shares the offset of standard output with the programs before and after it.
    @Test(arguments: ["-", "/dev/stdout"])
    func otherOutputInSameFileIsKept(file: String) throws {
        let folder = try TemporaryDirectory(Self.files)
        _ = try Program.run(
            script: #"{ echo 1; "$0" import a.ndjson --into db --rejects \#(file); echo 2; } > all"#,
            in: folder)
        #expect(try folder.lines(of: "all") == ["1", Self.lines[0], "2"])
    }

    @Test func importIntoSecondDatabaseAppendsToFile() throws {
        let folder = try TemporaryDirectory(Self.files)
        for (input, database) in [("a.ndjson", "one"), ("b.ndjson", "two")] {
            _ = try Program.run(["import", input, "--into", database, "--rejects", "bad"], in: folder)
        }
        #expect(try folder.lines(of: "bad") == Self.lines)
    }

    @Test func rejectsOfStandardInputAreAppendedByEachRun() throws {
        let folder = try TemporaryDirectory([:] as [String: String])
        for _ in 1...2 {
            _ = try Program.run(
                "import - --into db --rejects bad", in: folder,
                input: Array("{\"n\": 1}\nx\n".utf8))
        }
        let lines = try folder.lines(of: "bad")
        #expect(lines.count == 2 && lines[0] == lines[1] && lines[0].contains(#""input":"-""#))
    }

    /// The line has the full path of the input: two inputs of the same name, in two folders, have the same rejected line.
    @Test func inputsWithSameNameShareFile() throws {
        let folder = try TemporaryDirectory()
        _ = try Program.run(
            script: """
                for name in eu us; do
                    mkdir $name; echo 'id,name' > $name/users.ndjson
                    (cd $name; "$0" import users.ndjson --into db --rejects ../bad --quiet)
                done
                """, in: folder)
        let lines = try folder.lines(of: "bad")
        #expect(lines.count == 2)
        for (name, line) in zip(["eu", "us"], lines) {
            #expect(line.contains(#""input":"\#(name)/users.ndjson""#))
        }
    }

    /// No line is divided by a line of the other import, although long lines are written in pieces.
    @Test func concurrentImportsShareFile() throws {
        let names = ["a", "b"]
        let folder = try TemporaryDirectory(
            Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let lines = (1...20).map { "\(String(repeating: name, count: 300_000))\n\(name)\($0)\n" }
                    return ("\(name).ndjson", lines.joined())
                }))
        let processes = names.map {
            Program.make(
                ["import", "\($0).ndjson", "--into", "\($0).db", "--rejects", "bad", "--quiet"], in: folder)
        }
        for process in processes { try process.run() }
        for process in processes { process.waitUntilExit() }
        let lines = try folder.lines(of: "bad")
        #expect(lines.count == 80)
        for line in lines {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }
}

extension TemporaryDirectory {
    /// Returns the lines of a file, in which the names of inputs have no folder.
    fileprivate func lines(of name: String) throws -> [String] {
        let folder = url.resolvingSymlinksInPath().path + "/"
        return try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").map {
            String($0).replacing(folder, with: "")
        }
    }
}
