import Foundation
import Testing

/// Names of files that are not UTF-8. macOS does not allow such names.
#if os(Linux)
    @Suite struct FileNameTests {
        /// Runs a line of shell script in which `$name` is `caf\xE9.json`, the name of a file with one record.
        private func run(_ script: String, in folder: TemporaryDirectory) throws -> Program.Outcome {
            try Program.run(
                script: #"name="$(printf 'caf\351.json')"; printf '{"a":1}\n' > "$name"; "# + script,
                in: folder)
        }

        @Test func nameThatIsNotUTF8IsRead() throws {
            let outcome = try run(#""$0" check "$name""#, in: TemporaryDirectory())
            #expect(
                outcome
                    == .init(status: 0, output: "caf\u{FFFD}.json: 1 record, 8 bytes of text\n", messages: "")
            )
        }

        @Test func pathBelowFolderThatIsNotUTF8IsRead() throws {
            let script = #"mkdir "$name.d" && mv "$name" "$name.d/dump" && "$0" check "./$name.d/dump""#
            let outcome = try run(script, in: TemporaryDirectory())
            #expect(outcome.status == 0)
        }

        @Test func nameThatIsNotUTF8IsImported() throws {
            let folder = try TemporaryDirectory()
            let outcome = try run(#""$0" import "$name" --into db --quiet"#, in: folder)
            #expect(outcome == .init(status: 0, output: "", messages: ""))
            #expect(try folder.rows("SELECT a FROM \"caf\u{FFFD}\"") == ["1"])
        }

        @Test func fileOfFolderIsNotOmitted() throws {
            let folder = try TemporaryDirectory(["a.json": "[{}]"])
            let outcome = try run(#""$0" check ."#, in: folder)
            #expect(outcome.status == 66 && outcome.output.contains("a.json: 1 record"))
            #expect(outcome.messages.contains("caf\u{FFFD}.json"))
        }

        @Test func missingFileOfNameThatIsNotUTF8IsNamed() throws {
            let outcome = try run(#""$0" check "x$name""#, in: TemporaryDirectory())
            #expect(
                outcome.messages.hasPrefix("xcaf\u{FFFD}.json: cannot be opened: the file does not exist"))
            #expect(outcome.status == 66)
        }

        /// A private character, by which the program represents a byte, is an ordinary character of a name.
        @Test(arguments: ["\u{EFE9}", "\u{EF00}", "\u{FFFD}", "é", "e\u{301}", "😀", " ", "\\", "\n"])
        func nameInUTF8IsRead(name: String) throws {
            let folder = try TemporaryDirectory([name: "[1]"])
            let outcome = try Program.run(["check", "--quiet", name], in: folder)
            #expect(outcome == .init(status: 0, output: "", messages: ""))
        }

        @Test(arguments: ["\u{EFE9}.db", "e\u{301}.db", "é.db"])
        func nameInUTF8IsThatOfOutput(name: String) throws {
            let folder = try TemporaryDirectory(["dump": "{\"n\":1}\nx\n"])
            _ = try Program.run(
                ["import", "dump", "--into", name, "--table", name, "--rejects", name + "x"], in: folder)
            #expect(try folder.rows("SELECT n FROM \"\(name)\"", of: name) == ["1"])
            #expect(try Data(contentsOf: folder.file(name + "x")).count > 0)
        }

        @Test(arguments: ["--into", "--rejects"])
        func databaseAndRejectsHaveNamesInUTF8(option: String) throws {
            let outcome = try run(
                #""$0" import "$name" --into db \#(option) "x$name""#, in: TemporaryDirectory())
            #expect(
                outcome.messages.hasPrefix(
                    "Error: \(option) expects a name in UTF-8, found xcaf\u{FFFD}.json; choose another name.\n"
                ))
            #expect(outcome.status == 64)
        }
    }
#endif
