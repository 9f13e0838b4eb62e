import Foundation
import Testing

/// The messages of `import` about stopped and resumed imports.
@Suite struct ImportResumeTests {
    private func run(_ arguments: [String] = [], in folder: TemporaryDirectory) throws -> Program.Outcome {
        try Program.run("import dump --into db", arguments, in: folder).withoutTimes
    }

    @Test func importStoppedAtInvalidRecordResumesAtThatRecord() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, {"a": 2}, 3, {"a": 4}]"#])
        let first = try run(in: folder)
        #expect(
            first.messages
                == "dump, line 1, column 22 (byte 21), record 3, $[2]: expected an object, found 3\n")
        #expect(
            first.output == """
                dump: stopped after 2 records, which were imported into the table dump of db (1 column)
                  TIME
                  use --on-error skip to skip such records, or --rejects to also write them to a file; the import then resumes here\n
                """)
        #expect(first.status == 65)
        let second = try run(["--on-error", "skip"], in: folder)
        #expect(
            second.output == """
                dump: 1 record imported into the table dump of db (1 column)
                  resumed after 2 records of an earlier run
                  1 record rejected
                  TIME\n
                """)
        #expect(second.status == 2)
        #expect(try folder.rows("SELECT * FROM dump") == ["1", "2", "4"])
    }

    @Test func finishedImportIsNotRepeated() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, {"a": 2}]"#])
        _ = try run(in: folder)
        let secondOutcome = try run(in: folder)
        #expect(
            secondOutcome.output
                == "dump: already imported, and unchanged since then (2 records in the table dump of db)\n")
        #expect(secondOutcome.status == 0)
        #expect(try folder.rows("SELECT * FROM dump") == ["1", "2"])
    }

    @Test func resumedImportWritesLaterRejectsToNewFile() throws {
        let folder = try TemporaryDirectory(["dump": #"[1, {"a": 1}, x]"#])
        #expect(try run(["--rejects", "bad"], in: folder).status == 65)
        try FileManager.default.removeItem(at: folder.file("bad"))
        #expect(try run(["--rejects", "bad"], in: folder).status == 65)
        #expect(try Data(contentsOf: folder.file("bad")).isEmpty)
    }

    @Test(arguments: [
        (
            "the input", #"[{"a": 2}, {"a": 2}, 0]"#, [],
            "dump has changed since its records were imported into the table dump"
        ),
        (
            "the options", #"[{"a": 1}, 0]"#, ["--flatten"],
            "dump was imported into the table dump with no --flatten, which is now --flatten"
        ),
    ])
    func changedInputOrOptionsNeedChoice(change: String, text: String, arguments: [String], message: String)
        throws
    {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, 0]"#])
        #expect(try run(in: folder).status == 65)
        try Data(text.utf8).write(to: folder.file("dump"))
        let outcome = try run(arguments, in: folder)
        #expect(
            outcome.messages == """
                \(message); use --replace to replace the rows of this input, --append to add all of its records, --key \
                to update rows, or --table to import into another table\n
                """)
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 64)
        #expect(try folder.rows("SELECT * FROM dump") == ["1"])
    }

    @Test func importResumesWithOtherBatchSize() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"a": 1}, 0, {"a": 2}]"#])
        #expect(try run(["--batch", "1"], in: folder).status == 65)
        #expect(try run(["--batch", "7", "--on-error", "skip"], in: folder).status == 2)
        #expect(try folder.rows("SELECT * FROM dump") == ["1", "2"])
    }
}
