import Foundation
import Testing

/// The output and the exit status of `inspect`.
@Suite struct InspectTests {
    private static let lines = "{\"id\": 1, \"tags\": [\"a\"]}\n{\"id\": null}\n"

    private func run(_ arguments: [String], _ text: String) throws -> Program.Outcome {
        try Program.run("inspect", arguments + ["dump"], in: TemporaryDirectory(["dump": text]))
    }

    @Test func tableIsWrittenToStandardOutput() throws {
        let outcome = try run([], Self.lines)
        #expect(
            outcome.output == """
                path       present  null  type     range      example
                ─────────  ───────  ────  ───────  ─────────  ───────
                $             100%        object
                $.id          100%   50%  integer  1          1
                $.tags         50%        array    1 element
                $.tags[*]     100%        string   1 byte     "a"

                2 records, 4 paths

                """)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 0)
    }

    /// The values have characters that are escaped in HTML and in JSON.
    @Test func discriminatorIsShownInEachForm() throws {
        let lines = [
            #"{"type":"a<b","x":1}"#, #"{"type":"a<b","x":2}"#, #"{"p":1,"type":"\""}"#,
            #"{"type":"\"","p":2}"#,
        ]
        let text = lines.joined(separator: "\n")
        let table = try run([], text)
        #expect(table.output.hasSuffix("\n4 records, 4 paths\n$.type tells the records apart: a<b 2, \" 2\n"))
        let json = try run(["--json"], text)
        #expect(
            json.output.hasSuffix(
                #"""
                ,"discriminator":{"path":"$.type","values":[{"value":"a<b","records":2},{"value":"\"","records":2}],\#
                "dependentPaths":["$.x","$.p"]}}

                """#))
        let page = try run(["--html", "-"], text)
        #expect(page.output.contains("<p>$.type tells the records apart: a&lt;b 2, &quot; 2</p>"))
    }

    @Test func arraysOfOnlyObjectAreShownInEachForm() throws {
        let text = #"{"a":[{"x":1},{}],"c d":[{}]}"#
        let json = try run(["--json"], text)
        #expect(
            json.output.hasSuffix(
                #","arrays":[{"path":"$.a","objects":2},{"path":"$.c d","objects":1}]}"# + "\n"))
        let page = try run(["--html", "-"], text)
        #expect(
            page.output.contains(
                "<li><code>--path a</code>: 2 objects</li><li><code>--path &#39;c d&#39;</code>: 1 object</li>"
            ))
    }

    @Test func tableFitsTerminalWidth() throws {
        let folder = try TemporaryDirectory([
            "dump": "[{\"a key of some length\": \"a value that is longer than all the rest\"}]"
        ])
        let screen = try Session(["inspect", "--quiet", "dump"], in: folder, columns: 60).finish().screen
        #expect(screen.split(separator: "\r\n").map(\.count).max() == 60)
        #expect(screen.contains("\"a val…"))
    }

    @Test func jsonOptionPrintsSingleObject() throws {
        let outcome = try run(["--json", "--path", "data"], "{\"data\": [1, 2]}")
        #expect(
            outcome.output == """
                {"records":2,"omittedMembers":0,"paths":[{"path":"$","present":2,"of":2,"types":{"integer":2},\
                "numbers":{"least":1,"greatest":2,"fit":["Int64","UInt64","Double","Decimal"]},"example":"1"}]}

                """)
        #expect(outcome.status == 0)
    }

    @Test(
        arguments: [
            (
                ["--max-paths", "1"],
                "1 record, 1 path, 2 members omitted because of --max-paths or the length of the keys"
            ),
            (
                ["--max-paths", "2"],
                "1 record, 2 paths, 1 member omitted because of --max-paths or the length of the keys"
            ),
            (["--max-keys", "1"], "1 record, 2 paths"), ([], "1 record, 3 paths"),
        ])
    func lastLineCountsRecordsAndPaths(arguments: [String], line: String) throws {
        let outcome = try run(arguments, "{\"a\": 1, \"b\": 2}")
        #expect(outcome.output.hasSuffix("\n\n\(line)\n"))
        #expect(outcome.status == 0)
    }

    @Test(
        arguments: [
            (
                "[{\"a\": 1}, {\"a\": tru}]", 65 as Int32,
                "dump, line 1, column 18 (byte 17), record 2, $[1].a: "
            ),
            ("", 65, "dump, line 1, column 1 (byte 0): expected a JSON value, found an empty input"),
        ])
    func firstErrorStopsInspection(text: String, status: Int32, message: String) throws {
        let outcome = try run([], text)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix(message))
        #expect(outcome.status == status)
    }

    @Test func unpairedSurrogatesAreShownAsReplacementCharacters() throws {
        let outcome = try run(["--unpaired-surrogates", "replace"], #"[{"\ud800": "\udc00"}]"#)
        #expect(outcome.output.contains("\u{FFFD}"))
        #expect(outcome.status == 0)
    }

    @Test func controlCharactersAreNotPrinted() throws {
        let outcome = try run([], "[{\"\u{9B}2J\": \"\u{9B}2J\\u001b\"}]")
        #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
        #expect(outcome.status == 0)
    }

    @Test func bidiControlsAndLineSeparatorsAreNotPrinted() throws {
        let marks = "\u{202E}\u{2066}\u{2028}\u{2029}\u{FEFF}\u{E0041}"
        let outcome = try run([], "[{\"a\(marks)\": \"b\(marks)\", \"👩\u{200D}👧\": 1}]")
        #expect(!outcome.output.unicodeScalars.contains(where: marks.unicodeScalars.contains))
        #expect(outcome.output.contains(#""b\u202e\u2066\u2028\u2029\ufeff\udb40\udc41""#))
        #expect(outcome.output.contains("👩\u{200D}👧"))
        #expect(outcome.status == 0)
    }

    @Test func interruptDuringOutputExitsWith130() throws {
        // The output exceeds the buffer of a pipe, so the program still waits to write when the first byte arrives.
        let members = (0..<5_000).map { "\"a key of some length \($0)\":\($0 % 2 == 0 ? "1" : "true")" }
        let folder = try TemporaryDirectory(["dump": "{\(members.joined(separator: ","))}"])
        let process = Program.make(["inspect", "dump"], in: folder)
        let (output, messages) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = messages
        // If the process that started the tests ignores the signal, the program would ignore the signal too.
        signal(SIGINT, SIG_DFL)
        try process.run()
        #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.status == 130)
        #expect(
            try messages.fileHandleForReading.readToEnd()
                == Data("interrupted: dump was read up to record 1\n".utf8))
    }

    @Test func missingFileExitsWith66() throws {
        let outcome = try Program.run("inspect dump", in: TemporaryDirectory([String: String]()))
        #expect(
            outcome.messages
                == "dump: cannot be opened: the file does not exist; check the path\n")
        #expect(outcome.status == 66)
    }
}
