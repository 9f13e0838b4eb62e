import Testing

/// The output, the messages and the exit status of `check`.
@Suite struct CheckTests {
    /// A text in the file `dump`, and the expected outcome.
    struct Example: CustomTestStringConvertible {
        let testDescription, text: String
        let arguments: [String]
        let outcome: Program.Outcome

        init(
            _ description: String, _ text: String, _ arguments: [String] = [], status: Int32,
            output: String = "", messages: String = ""
        ) {
            (testDescription, self.text, self.arguments) = (description, text, arguments)
            outcome = Program.Outcome(status: status, output: output, messages: messages)
        }
    }

    static let goodTexts = [
        Example(
            "an array", "[{\"a\": 1}, {\"a\": 2}]\n", status: 0, output: "dump: 2 records, 21 bytes of text\n"
        ),
        Example("no records", "[]", status: 0, output: "dump: 0 records, 2 bytes of text\n"),
        Example("one object", "{\n\"a\": [1, 2]\n}", status: 0, output: "dump: 1 record, 15 bytes of text\n"),
        Example(
            "any value", "[1, [[2]], \"x\", null, true, {}]", status: 0,
            output: "dump: 6 records, 31 bytes of text\n"),
        Example(
            "lines", "{\"a\": 1}\n\n{\"a\": 2}\n", status: 0, output: "dump: 2 records, 19 bytes of text\n"),
        Example(
            "an array in an envelope", #"{"n": 3, "data": {"items": [1, 2, 3]}}"#, ["--path", "data.items"],
            status: 0, output: "dump: 3 records, 38 bytes of text\n"),
        Example(
            "a JSON Pointer to an array", #"{"data": [1, 2]}"#, ["--path", "/data"], status: 0,
            output: "dump: 2 records, 16 bytes of text\n"),
        Example(
            "lines without records", "", ["--format", "lines"], status: 0,
            output: "dump: 0 records, 0 bytes of text\n"),
        Example(
            "replaced surrogates", #"[{"\ud800": "\ud800"}]"#, ["--unpaired-surrogates", "replace"],
            status: 0,
            output: "dump: 1 record, 22 bytes of text\n"),
        Example(
            "an envelope", #"{"total": 2, "items": [{"a": 1}, {"a": 2}]}"#, status: 0,
            output: "dump: 2 records, 43 bytes of text; the records are at items, as with --path items\n"),
        Example(
            "several arrays", #"{"users": [{"a": 1}], "repos": [{"a": 2}]}"#, status: 0,
            output: """
                dump: 1 record, 42 bytes of text; the object is one record; its arrays are read with --path users \
                (1 object) or --path repos (1 object)\n
                """),
        Example(
            "a sequence", "1 2\n3", ["--format", "sequence"], status: 0,
            output: "dump: 3 records, 5 bytes of text\n"),
        Example("--quiet", "[1]", ["--quiet"], status: 0),
    ]

    static let badTexts = [
        Example(
            "a syntax error in an array", "[{\"a\": 1},\n {\"a\": tru}]", status: 65,
            output: "dump: stopped after 1 record\n",
            messages:
                "dump, line 2, column 8 (byte 18), record 2, $[1].a: expected true, false or null, found tru\n"
        ),
        Example(
            "an element after an object", "[[{\"a\": 1}, tru]]", status: 65,
            messages:
                "dump, line 1, column 13 (byte 12), record 1, $[0][1]: expected true, false or null, found tru\n"
        ),
        Example(
            "a truncated text", "[1, 2", status: 65, output: "dump: stopped after 2 records\n",
            messages: """
                dump, line 1, column 6 (byte 5), record 3, $[2]: expected the rest of the JSON value, found \
                the end of the input; check whether the input is truncated\n
                """),
        Example(
            "an empty file", "", status: 65,
            messages:
                "dump, line 1, column 1 (byte 0): expected a JSON value, found an empty input; if an input without records is correct, use --format lines\n"
        ),
        Example(
            "lines of which none is JSON", "x\ny\n", status: 65,
            messages: """
                dump, line 1, column 1 (byte 0), record 1, $: expected JSON, found 'x'; if a record has several lines, \
                use --format json or sequence\n
                """),
        Example(
            "an HTML page", "<html>\n<body>\n</html>\n", status: 65,
            messages: """
                dump: expected JSON, found an HTML page; the server may have sent an error page instead of the dump: \
                read it, and download the dump again\n
                """),
        Example(
            "a path without a value", "{}", ["--path", "data.items"], status: 65,
            messages: "dump: expected a value at $.data.items, found none\n"),
        Example(
            "deep nesting", "[[[[]]]]", ["--max-depth", "3"], status: 65,
            messages: """
                dump, line 1, column 4 (byte 3), record 1, $[0][0][0]: arrays and objects are nested deeper \
                than the limit of 3; if the input is correct, raise --max-depth\n
                """),
        Example(
            "a syntax error with --quiet", "[1, }", ["-q"], status: 65,
            messages: "dump, line 1, column 5 (byte 4), record 2, $[1]: expected a value, found '}'\n"),
    ]

    static let invalidLines = [
        Example(
            "invalid lines", "{\"a\": 1}\n{\"a\":}\n[\n2\n", status: 2,
            output: "dump: 2 records, 2 rejected, 20 bytes of text\n",
            messages: """
                dump, line 2, column 6 (byte 14), record 2, $.a: expected a value, found '}'
                dump, line 3, column 2 (byte 17), record 3, $[0]: expected the rest of the value, found the end of the line\n
                """),
        Example(
            "no valid line with --format lines", "x\ny\n", ["--format", "lines"], status: 2,
            output: "dump: 0 records, 2 rejected, 4 bytes of text\n",
            messages: """
                dump, line 1, column 1 (byte 0), record 1, $: expected JSON, found 'x'
                dump, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'y'\n
                """),
        Example(
            "more invalid lines than the limit", "1\nx\ny\n2\n", ["--limit", "1"], status: 65,
            output: "dump: stopped after 1 record, 1 rejected\n",
            messages: """
                dump, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'x'
                dump, line 3, column 1 (byte 4), record 3, $: more records were rejected than the \
                limit of 1; last error: expected JSON, found 'y'; raise --limit to report more\n
                """),
        Example(
            "an invalid line with a limit of 0", "1\nx\n2\n", ["--limit", "0"], status: 65,
            output: "dump: stopped after 1 record\n",
            messages: "dump, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'x'\n"),
    ]

    @Test(arguments: goodTexts + badTexts + invalidLines)
    func checkReportsRecordCountAndErrors(example: Example) throws {
        let folder = try TemporaryDirectory(["dump": example.text])
        let outcome = try Program.run("check", example.arguments + ["dump"], in: folder)
        #expect(outcome == example.outcome)
    }

    @Test func allInputsAreCheckedAndWorstStatusIsReturned() throws {
        let folder = try TemporaryDirectory(["good": "[1]", "lines": "1\nx\n", "bad": "[}"])
        let outcome = try Program.run("check bad lines missing good", in: folder)
        #expect(
            outcome.output
                == "lines: 1 record, 1 rejected, 4 bytes of text\ngood: 1 record, 3 bytes of text\n")
        #expect(
            outcome.messages == """
                bad, line 1, column 2 (byte 1), record 1, $[0]: expected a value, found '}'
                lines, line 2, column 1 (byte 2), record 2, $: expected JSON, found 'x'
                missing: cannot be opened: the file does not exist; check the path\n
                """)
        #expect(outcome.status == 66)
    }

    @Test func controlCharactersInMessagesAreEscaped() throws {
        let folder = try TemporaryDirectory(["\u{1B}[2Jdump": "[{\"\u{9B}2J\": x}]"])
        let outcome = try Program.run(["check", "\u{1B}[2Jdump"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.hasPrefix(#"\u{1B}[2Jdump, line 1"#))
        #expect(!outcome.messages.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
    }
}
