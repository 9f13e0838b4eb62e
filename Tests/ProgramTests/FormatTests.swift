import Testing

/// The names of `--format`, and the advice to set a format.
@Suite struct FormatTests {
    @Test(arguments: ["lines", "ndjson", "jsonl"])
    func namesOfLinesAreSynonyms(name: String) throws {
        let folder = try TemporaryDirectory(["dump": "[1]\n[2]\n"])
        let outcome = try Program.run(["check", "--format", name, "dump"], in: folder)
        #expect(outcome.output == "dump: 2 records, 8 bytes of text\n")
    }

    @Test(arguments: [[], ["--format", "json-seq"]])
    func textSequenceIsRead(arguments: [String]) throws {
        let folder = try TemporaryDirectory(["dump": "\u{1E}{\"a\":\n1}\n\u{1E}{\"a\":2\n\u{1E}{\"a\":3}\n"])
        let outcome = try Program.run("check dump", arguments, in: folder)
        #expect(outcome.output == "dump: 2 records, 1 rejected, 27 bytes of text\n")
        #expect(
            outcome.messages == """
                dump, line 4, column 1 (byte 18), record 2, $.a: expected the rest of the value, \
                found the end of the text\n
                """)
        #expect(outcome.status == 2)
    }

    @Test(arguments: [
        (["import", "dump", "--into", "db"], "if each line is a record, use --format lines --on-error skip"),
        (
            ["inspect", "dump"],
            "if each line is a record, write the records with stream-import records --format lines --on-error skip"
        ),
        (
            ["import", "dump", "--into", "db", "--on-error", "collect"],
            "if a record has several lines, use --format json or sequence"
        ),
    ])
    func brokenFirstLineAdvisesFormat(arguments: [String], advice: String) throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\":1,2}\n{\"a\":2}\n"])
        let outcome = try Program.run(arguments, in: folder)
        #expect(
            outcome.messages.hasPrefix(
                "dump, line 1, column 8 (byte 7), record 1, $.a: expected a key in double quotes, found 2; \(advice)\n"
            ))
    }
}
