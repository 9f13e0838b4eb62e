import Foundation
import TestSupport
import Testing

/// The texts that no other suite of this target states: advice and summaries.
///
/// `HelpTests` states the help, and `WrongUsageTests` errors in arguments. The other suites state the messages of their subjects.
@Suite struct MessageTests {
    @Test(arguments: [
        ("[1] [2]", "if the input has several values, use --format lines or sequence"),
        (
            "[\"" + String(repeating: "x", count: 300_000) + "\"]",
            "if the input is correct, raise --max-token-bytes"
        ),
    ])
    func adviceNamesProgramOption(text: String, advice: String) throws {
        let outcome = try Program.run(
            "check --max-token-bytes 1 dump", in: TemporaryDirectory(["dump": text]))
        #expect(outcome.messages.hasSuffix("; \(advice)\n"))
        #expect(outcome.status == 65)
    }

    @Test func unpairedSurrogateErrorNamesOption() throws {
        let outcome = try Program.run(
            "model --name Item dump", in: TemporaryDirectory(["dump": #"[{"a": "\ud800"}]"#]))
        #expect(
            outcome.messages.hasSuffix(
                ", $[0].a: a \\u escape is an unpaired surrogate; to read it as U+FFFD, use --unpaired-surrogates replace\n"
            ))
        #expect(outcome.status == 65)
    }

    @Test(arguments: [
        (
            #""${0%/*}/make-fixture" people --count 1 --output no/file"#,
            "no/file: cannot be written: No such file or directory"
        ),
        (
            #""${0%/*}/make-fixture" people --count 1 1< dump"#,
            "standard output: cannot be written: Bad file descriptor"
        ),
    ])
    func unwritableFixtureIsNamedInError(script: String, message: String) throws {
        let outcome = try Program.run(script: script, in: TemporaryDirectory(["dump": "[]"]))
        #expect(outcome.messages == "Error: \(message)\n")
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 1)
    }

    private static let invalidLines = Array("{\"a\": 1}\n{\"a\": x}\n".utf8)
    private static let invalidArray = Array(#"[{"a": 1}, {"a": 2}, {"a": x}]"#.utf8)
    /// gzip data without the length at its end, so that all records are read before the error.
    private static let truncatedGzip = Array(
        Compressed.gzip(Array(#"[{"a": 1}, {"a": 2}]"#.utf8)).dropLast(4))

    @Test(
        arguments: [
            (
                invalidLines, [],
                """
                dump: stopped after 1 record, which was imported into the table dump of db (1 column)
                  TIME
                  use --on-error skip to skip such records, or --rejects to also write them to a file; the import then resumes here\n
                """
            ),
            (
                invalidLines, ["--dry-run"],
                """
                CREATE TABLE "dump" ("a" INTEGER);
                dump: stopped after 1 record, which would be imported into the table dump of db (1 column)
                  TIME
                  use --on-error skip to skip such records, or --rejects to also write them to a file\n
                """
            ),
            (
                invalidArray, [],
                """
                dump: stopped after 2 records, which were imported into the table dump of db (1 column)
                  TIME
                  correct the input, and run the same command again to resume\n
                """
            ),
            (
                truncatedGzip, [],
                """
                dump: stopped after 2 records, which were imported into the table dump of db (1 column)
                  TIME
                  run the same command again to resume\n
                """
            ),
        ] as [([UInt8], [String], String)])
    func summaryOfStoppedImportSuggestsNextStep(bytes: [UInt8], arguments: [String], summary: String) throws {
        let folder = try TemporaryDirectory(["dump": bytes])
        let outcome = try Program.run("import dump --into db", arguments, in: folder)
        #expect(outcome.withoutTimes.output == summary)
        #expect(outcome.status == 65)
    }
}
