import Foundation
import Testing

/// The option `--relaxed`, and the messages that name it.
@Suite struct RelaxedTests {
    /// Texts that are nearly JSON, with the error of reading them as JSON, and the records.
    private static let rows = [
        (
            "[{\"a\":1,\"v\":[NaN]},{\"a\":2,\"v\":-Infinity}]",
            "dump, line 1, column 14 (byte 13), record 1, $[0].v: expected JSON, found NaN; to read it, use --relaxed",
            "{\"a\":1,\"v\":[null]}\n{\"a\":2,\"v\":null}\n"
        ),
        (
            "[{\"a\":1},\n{\"a\":2},\n]",
            "dump, line 3, column 1 (byte 19), record 3, $[2]: expected a value, found ']'; to read it, use --relaxed",
            "{\"a\":1}\n{\"a\":2}\n"
        ),
        (
            "{\"a\":1,}",
            "dump, line 1, column 8 (byte 7), record 1, $.a: expected a key in double quotes, found '}'; to read it, use --relaxed",
            "{\"a\":1}\n"
        ),
        (
            "{\"a\":1},\n{\"a\":2},\n",
            "dump: expected JSON, found lines that end with a comma; to read it, use --relaxed",
            "{\"a\":1}\n{\"a\":2}\n"
        ),
        (
            "[1, /* x */ 2]",
            "dump, line 1, column 5 (byte 4), record 2, $[1]: expected JSON, found a comment: '/'; to read it, use --relaxed",
            "1\n2\n"
        ),
        ("// x\n[1]", "dump: expected JSON, found JSON with comments; to read it, use --relaxed", "1\n"),
        (
            "{\"a\":1}\n\u{FEFF}{\"a\":2}\n",
            "dump, line 2, column 1 (byte 8), record 2, $: expected JSON, found a byte order mark; remove the mark: only the "
                + "first bytes of the input may be one; or use --relaxed", "{\"a\":1}\n{\"a\":2}\n"
        ),
        (
            "window.YTD.tweets.part0 = [1]",
            "dump: expected JSON, found JavaScript that assigns a value; to read it, use --relaxed", "1\n"
        ),
        (
            "cb([1]);", "dump: expected JSON, found JSONP, a call of a function; to read it, use --relaxed",
            "1\n"
        ),
        (
            ")]}'\n[1]",
            "dump: expected JSON, found a prefix against execution as a script; to read it, use --relaxed",
            "1\n"
        ),
    ]

    @Test(arguments: rows)
    func textThatIsNearlyJSONIsReadOnRequest(text: String, message: String, records: String) throws {
        let folder = try TemporaryDirectory(["dump": text])
        let outcome = try Program.run("records dump --quiet", in: folder)
        #expect(outcome.messages == message + "\n")
        #expect(outcome.status == 65)
        #expect(
            try Program.run("records dump --quiet --relaxed", in: folder)
                == .init(status: 0, output: records, messages: ""))
        for command in [
            "check dump", "inspect dump", "model dump --name Dump", "import dump --into db --on-error skip",
        ] {
            #expect(try Program.run(command + " --relaxed", in: folder).messages == "", "\(command)")
        }
    }

    @Test func standardInputIsRead() throws {
        let outcome = try Program.run(
            "records - --relaxed", in: TemporaryDirectory(),
            input: Array("f({\"items\":[{\"a\":1,},],});".utf8))
        #expect(outcome.output == "{\"a\":1}\n")
    }

    @Test(arguments: [
        ([], ["NULL, 1, [null,\"NaN\"]", "NaN, 0.0, NULL"]),
        (["--nan", "text"], ["NaN, 1, [\"NaN\",\"NaN\"]", "NaN, 0.0, NULL"]),
    ])
    func nonFiniteNumberIsNullOrText(arguments: [String], rows: [String]) throws {
        let text = #"[{"v":NaN,"n":1,"j":[NaN,"NaN"]},{"v":"NaN","n":0E7,"j":null}]"#
        let folder = try TemporaryDirectory(["dump": text])
        #expect(try Program.run("import dump --into db --relaxed", arguments, in: folder).status == 0)
        #expect(try folder.rows("SELECT v, n, j FROM dump") == rows)
    }

    @Test func locationsAreThoseOfInput() throws {
        let folder = try TemporaryDirectory(["dump": "/* x\n */ var y = [NaN, {\"a\": 1,}, // z\n x]"])
        #expect(
            try Program.run("check dump --relaxed", in: folder).messages
                == "dump, line 3, column 2 (byte 40), record 3, $[2]: expected JSON, found 'x'\n")
    }

    @Test func rejectedTextHasSpellingOfInput() throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\":NaN,\"b\":x}\n{\"a\":1}\n"])
        _ = try Program.run("records dump --relaxed --rejects bad", in: folder)
        #expect(try String(contentsOf: folder.file("bad"), encoding: .utf8).contains(#"{\"a\":NaN,\"b\":x}"#))
    }

    @Test func importOfJSONResumesAsRelaxed() throws {
        let folder = try TemporaryDirectory(["dump": "[{\"a\": 0}, {\"a\": 1}, {\"a\": NaN},]"])
        let command = "import dump --into db"
        #expect(try Program.run(command, in: folder).status == 65)
        let outcome = try Program.run(command + " --relaxed --nan text", in: folder)
        #expect(outcome.messages.contains("--nan text"))
        let resumed = try Program.run(command + " --relaxed", in: folder)
        #expect(resumed.output.contains("resumed after 2 records of an earlier run"), "\(resumed)")
        #expect(try folder.rows("SELECT count(*), count(a) FROM dump") == ["3, 2"])
    }

    @Test(arguments: [
        (
            "split dump --relaxed",
            "split divides JSON only, found --relaxed; write the records to a file first: stream-import records --relaxed FILE > records.ndjson"
        ),
        (
            "check dump --parts dump --relaxed",
            "--relaxed expects whole inputs, because only JSON is divided into parts; remove --parts."
        ),
        ("check dump --nan text", "--nan expects --relaxed, because JSON has no NaN; add --relaxed."),
    ])
    func optionThatDoesNotFitIsError(command: String, message: String) throws {
        let folder = try TemporaryDirectory(["dump": "[1]"])
        let outcome = try Program.run(command, in: folder)
        #expect(outcome.messages.contains(message))
        #expect(outcome.status == 64)
    }
}
