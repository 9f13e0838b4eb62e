import Foundation
import Testing

/// The errors of `records`, in inputs and of outputs.
@Suite struct RecordsErrorTests {
    typealias Example = CheckTests.Example

    private static let advice =
        "dump: use --on-error skip to skip such records, or --rejects to also write them to a file\n"

    static let examples = [
        Example(
            "a syntax error", "[{\"a\": 1},\n {\"a\": [2, tru]}]", status: 65, output: "{\"a\":1}\n",
            messages:
                "dump, line 2, column 12 (byte 22), record 2, $[1].a: expected true, false or null, found tru\n"
        ),
        Example(
            "an invalid line", "{\"a\": 1}\n{\"a\":}\n2\n", status: 65, output: "{\"a\":1}\n",
            messages: "dump, line 2, column 6 (byte 14), record 2, $.a: expected a value, found '}'\n"
                + advice),
        Example(
            "an invalid line with --quiet", "1\nx\n2\n", ["-q"], status: 65, output: "1\n",
            messages: "dump, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'x'\n"),
        Example(
            "--on-error skip", "1\nx\n2\n[\n", ["--on-error", "skip"], status: 2, output: "1\n2\n",
            messages: "dump: 2 records rejected\n"),
        Example(
            "--on-error collect", "1\nx\n2\n", ["--on-error", "collect"], status: 2, output: "1\n2\n",
            messages: """
                dump, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'x'
                dump: 1 record rejected\n
                """),
        Example(
            "text after a record in its line", "1\n{} x\n2\n", ["--on-error", "skip", "-q"], status: 2,
            output: "1\n2\n"),
        Example(
            "an invalid line before the records to write", "1\nx\n2\n", ["--skip", "2"], status: 0,
            output: "2\n"),
        Example(
            "an invalid line after skipped ones", "x\n1\ny\n2\n", ["--skip", "1"], status: 65, output: "1\n",
            messages: "dump, line 3, column 1 (byte 4), record 3, $: expected JSON, found 'y'\n" + advice),
        Example(
            "an invalid line as the last one to write", "1\nx\n2\n", ["--limit", "2", "--on-error", "skip"],
            status: 2, output: "1\n", messages: "dump: 1 record rejected\n"),
        Example(
            "an unpaired surrogate", #"[{"a": 1}, {"b": "\ud83d\ude00", "a": "x\ud800"}, 2]"#, status: 65,
            output: "{\"a\":1}\n",
            messages: """
                dump, line 1, column 39 (byte 38), record 2, $[1].a: a \\u escape is an unpaired surrogate; to read it as \
                U+FFFD, use --unpaired-surrogates replace\n
                """ + advice),
        Example(
            "a record that is not an object with --columns", "[{\"a\":1},\n[2]]", ["--columns", "a"],
            status: 65,
            output: "{\"a\":1}\n",
            messages: "dump, line 2, column 1 (byte 10), record 2, $[1]: expected an object, found '['\n"
                + advice),
        Example(
            "several arrays", #"{"users": [{"a": 1}], "repos": [{"a": 2}]}"#, status: 64,
            messages: """
                dump: expected records, found an object with several arrays of objects: users (1 object), repos (1 object); \
                use --path users or --path repos, or --format json to read the object as one record\n
                """),
    ]

    @Test(arguments: examples)
    func errorIsReported(example: Example) throws {
        let folder = try TemporaryDirectory(["dump": example.text])
        for threads in ["1", "2"] {
            let outcome = try Program.run(
                ["records", "--threads", threads] + example.arguments + ["dump"], in: folder)
            #expect(outcome == example.outcome)
        }
    }

    private static let surrogates = [
        Example("in lines", "{\"a\":1,\"b\":\"\\ud800\"}\n{}\n{\"\\udc00\":1}\n", status: 2),
        Example("in arrays", #"[["\ud800"], [[], ["a", "\ud800"]], {"a": ["\ud800"]}]"#, status: 2),
        Example("in scalars", #"["\ud800\ud800", "\ud83d\ude00", "\\ud800"]"#, status: 2),
        Example(
            "at a path", "{\"x\":\n[{\"a\":1},\n{\"b\":\"\\ud800\"}]}", ["--path", "x"], status: 2),
    ]

    /// `check` collects rejected records, up to its limit.
    @Test(arguments: CheckTests.badTexts + CheckTests.invalidLines + surrogates)
    func errorsAreThoseOfCheck(example: Example) throws {
        let arguments = example.arguments.filter { !["--limit", "0", "1", "--quiet", "-q"].contains($0) }
        let folder = try TemporaryDirectory(["dump": example.text])
        let check = try Program.run("check -q dump", arguments, in: folder)
        let records = try Program.run("records -q --on-error collect dump", arguments, in: folder)
        #expect(records.messages.hasPrefix(check.messages))
        #expect(records.messages == check.messages || check.status == 65)
        #expect(records.status == check.status || check.status == 65)
    }

    @Test func allInputsAreReadAndWorstStatusIsReturned() throws {
        let folder = try TemporaryDirectory(["good": "[1]", "lines": "2\nx\n", "bad": "[3,}"])
        let outcome = try Program.run("records -q bad missing lines good", in: folder)
        #expect(outcome.output == "3\n2\n1\n")
        #expect(
            outcome.messages == """
                bad, line 1, column 4 (byte 3), record 2, $[1]: expected a value, found '}'
                missing: cannot be opened: the file does not exist; check the path
                lines, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'x'\n
                """)
        #expect(outcome.status == 66)
    }

    // MARK: - Rejected records

    /// The file is the one that an import of the same inputs writes.
    @Test func rejectsFileIsThatOfImport() throws {
        let folder = try TemporaryDirectory(["a": Dump.invalidLines(4000), "b": Array("x\n{} ]\n{}\n".utf8)])
        let records = try Program.run("records a b --columns id --rejects records.bad", in: folder)
        _ = try Program.run("import a b --into db --table t --rejects import.bad", in: folder)
        #expect(
            records.messages
                == "a: 108 records rejected, see records.bad\nb: 2 records rejected, see records.bad\n")
        #expect(records.status == 2)
        let rejects = try String(contentsOf: folder.file("records.bad"), encoding: .utf8)
        #expect(try rejects == String(contentsOf: folder.file("import.bad"), encoding: .utf8))
        #expect(rejects.split(separator: "\n").count == 110)
    }

    @Test func rejectsFileThatCannotBeWrittenEndsProgram() throws {
        let folder = try TemporaryDirectory(["dump": "[1]"])
        let outcome = try Program.run("records dump --rejects missing/bad", in: folder)
        #expect(outcome.messages.hasPrefix("missing/bad: cannot be written: "))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 74)
    }

    @Test func outputThatIsAnInputIsRejected() throws {
        let folder = try TemporaryDirectory(["dump": "[1]"])
        let outcome = try Program.run(script: #""$0" records ./dump >> dump"#, in: folder)
        #expect(
            outcome.messages.hasPrefix(
                "Error: Standard output is also an input; write the records to another file.\n"))
        #expect(outcome.status == 64)
        #expect(try String(contentsOf: folder.file("dump"), encoding: .utf8) == "[1]")
    }
}
