import Foundation
import Testing

/// The texts that no other suite of this target states: errors in arguments, advice and summaries.
///
/// `HelpTextTests` states the help. The other suites state the messages of their subjects.
@Suite struct MessageTests {
    @Test(arguments: [
        (#""$0" check --limit=-1 dump"#, "--limit must be at least 0, found -1."),
        (#""$0" check --max-depth 0 dump"#, "--max-depth must be at least 1, found 0."),
        (#""$0" check --max-token-bytes 0 dump"#, "--max-token-bytes must be at least 1, found 0."),
        (#""$0" check --threads 0 dump"#, "--threads must be from 1 to 1024, found 0."),
        (#""$0" check --threads 1025 dump"#, "--threads must be from 1 to 1024, found 1025."),
        (#""$0" check - -"#, "Standard input can be read only once, found - more than once."),
        (#""$0" inspect --max-paths 0 dump"#, "--max-paths must be at least 1, found 0."),
        (#""$0" inspect --max-keys 0 dump"#, "--max-keys must be at least 1, found 0."),
        (
            #""$0" inspect --json --html - dump"#,
            "--json and --html - both write to standard output; write the page to a file."
        ),
        (
            #""$0" inspect --html ./dump dump"#,
            "--html names the same file as the input; choose another file."
        ),
        (
            #""$0" import dump --into db --columns a --index id"#,
            "--columns does not contain id, which --index names; add it to --columns."
        ),
        (
            #""$0" import dump --into db --rejects bad --on-error fail"#,
            "--rejects implies --on-error collect, found fail; remove --on-error."
        ),
        (
            #""$0" import dump --into db --table stream_import_tables"#,
            "\"stream_import_tables\" is not a valid name for a table; choose another one with --table."
        ),
        (#""${0%/*}/make-fixture" people"#, "Expected either --size or --count, found neither."),
        (
            #""${0%/*}/make-fixture" people --size 1KB --count 1"#,
            "Expected either --size or --count, found both."
        ),
        (#""${0%/*}/make-fixture" people --count=-1"#, "--count must be at least 0, found -1."),
        (
            #""${0%/*}/make-fixture" people --count 1 --shape lines --pretty"#,
            "--pretty writes a record in several lines, --shape lines in one; remove one of the options."
        ),
    ])
    func invalidArgumentIsNamedInError(script: String, message: String) throws {
        let outcome = try Program.run(script: script, in: TemporaryDirectory(["dump": "[]"]))
        #expect(outcome.messages.hasPrefix("Error: \(message)\n"))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 64)
    }

    @Test(arguments: [
        ("[1] [2]", "if the input has several values, use --format lines or sequence"),
        (
            "[\"" + String(repeating: "x", count: 300_000) + "\"]",
            "if the input is correct, raise --max-token-bytes"
        ),
    ])
    func adviceNamesProgramOption(text: String, advice: String) throws {
        let outcome = try Program.run(
            ["check", "--max-token-bytes", "1", "dump"], in: TemporaryDirectory(["dump": text]))
        #expect(outcome.messages.hasSuffix("; \(advice)\n"))
        #expect(outcome.status == 65)
    }

    @Test func unpairedSurrogateErrorNamesOption() throws {
        let outcome = try Program.run(
            ["model", "--name", "Item", "dump"], in: TemporaryDirectory(["dump": #"[{"a": "\ud800"}]"#]))
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
    private static let truncatedGzip = Array(Gzip.compress(Array(#"[{"a": 1}, {"a": 2}]"#.utf8)).dropLast(4))

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
        let outcome = try Program.run(["import", "dump", "--into", "db"] + arguments, in: folder)
        #expect(outcome.withoutTimes.output == summary)
        #expect(outcome.status == 65)
    }
}
