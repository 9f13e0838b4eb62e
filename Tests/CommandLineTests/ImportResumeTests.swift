import Foundation
import Testing

/// What `import` says of imports that stopped, and of those that go on.
@Suite struct ImportResumeTests {
    private func run(_ arguments: [String] = [], in folder: TemporaryDirectory) throws -> Program.Outcome {
        try Program.run(["import", "dump", "--into", "db"] + arguments, in: folder).withoutTimes
    }

    @Test func importStoppedAtInvalidRecordResumesAtThatRecord() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, {"a": 2}, 3, {"a": 4}]"#])
        let first = try run(in: folder)
        #expect(
            first.messages
                == "dump, line 1, column 22 (byte 21), record 3, $[2]: expected an object, found 3\n")
        #expect(
            first.output == """
                dump: stopped after 2 records, which had gone into the table dump of db (1 column)
                  TIME
                  --on-error skip leaves such records out, --rejects keeps them in a file; the import then goes on from here\n
                """)
        #expect(first.status == 65)
        let second = try run(["--on-error", "skip"], in: folder)
        #expect(
            second.output == """
                dump: 1 record went into the table dump of db (1 column)
                  behind 2 records of an earlier run
                  1 record rejected
                  TIME\n
                """)
        #expect(second.status == 2)
        #expect(try folder.rows("SELECT * FROM dump") == ["1", "2", "4"])
    }

    @Test(arguments: [
        (
            "{\"a\": 1}\n{\"a\": x}\n",
            "--on-error skip leaves such records out, --rejects keeps them in a file"
        ),
        (#"[{"a": 1}, {"a": x}]"#, "to begin again with a mended file, remove the table first"),
    ])
    func summaryOfStoppedImportSuggestsRemedy(text: String, advice: String) throws {
        let outcome = try run(in: TemporaryDirectory(["dump": text]))
        #expect(outcome.status == 65)
        #expect(outcome.output.hasPrefix("dump: stopped after 1 record, "))
        #expect(outcome.output.contains("  TIME\n  " + advice))
    }

    @Test func finishedImportIsNotRepeated() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, {"a": 2}]"#])
        _ = try run(in: folder)
        let again = try run(in: folder)
        #expect(
            again.output
                == "dump: nothing to do, it was imported before (2 records in the table dump of db)\n")
        #expect(again.status == 0)
        #expect(try folder.rows("SELECT * FROM dump") == ["1", "2"])
    }

    @Test func missingRejectsFileOfEarlierRunIsUsageError() throws {
        let folder = try TemporaryDirectory(["dump": #"[1, {"a": 1}, x]"#])
        #expect(try run(["--rejects", "bad"], in: folder).status == 65)
        try FileManager.default.removeItem(at: folder.file("bad"))
        let outcome = try run(["--rejects", "bad"], in: folder)
        #expect(
            outcome.messages == """
                bad has not the records that were rejected before; name the file of the earlier run with --rejects, or \
                remove the table to begin again\n
                """)
        #expect(outcome.status == 64)
    }

    @Test(arguments: [
        (
            "the input", #"[{"a": 1}, {"a": 2}, 0]"#, [],
            """
            dump has changed since 1 of its records were imported into the table dump; to begin again, remove the \
            table: DROP TABLE "dump"\n
            """
        ),
        (
            "the options", #"[{"a": 1}, 0]"#, ["--batch", "7"],
            """
            the import of dump was begun with --batch 20000, and cannot be gone on with --batch 7; finish it with the \
            same options, or remove the table to begin again\n
            """
        ),
    ])
    func changedInputOrOptionsPreventResume(what: String, text: String, arguments: [String], message: String)
        throws
    {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, 0]"#])
        #expect(try run(in: folder).status == 65)
        // Only another text is written, which would change when it was modified.
        if arguments.isEmpty { try Data(text.utf8).write(to: folder.file("dump")) }
        let outcome = try run(arguments, in: folder)
        #expect(outcome.messages == message)
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 64)
        #expect(try folder.rows("SELECT * FROM dump") == ["1"])
    }
}
