import Foundation
import GRDB
import Testing

/// What `import` refuses, how it says so, and that nothing is left behind.
@Suite struct ImportErrorTests {
    private static let text = #"[{"id": 1, "name": "Ada"}]"#

    @Test(arguments: [
        (["import", "dump"], "Missing expected argument '--into <file>'"),
        (["import", "--into", "db"], "Missing expected argument '<inputs> ...'"),
        (
            ["import", "dump", "--into", ""],
            "--into needs the name of a file; what is in memory would be gone at once."
        ),
        (["import", "dump", "--into", ":memory:"], "--into needs the name of a file; what is in memory"),
        (["import", "dump", "--into", "./dump"], "--into is one of the inputs."),
        (
            ["import", "dump", "--into", "db", "--rejects", "dump"],
            "--rejects would overwrite an input or the database."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "link"],
            "--rejects would overwrite an input or the database."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "./db"],
            "--rejects would overwrite an input or the database."
        ),
        (["import", "dump", "--into", "db", "--batch", "0"], "--batch must be at least 1."),
        (
            ["import", "dump", "--into", "db", "--columns", "a,,b"],
            "--columns names a column without a name."
        ),
        (
            ["import", "dump", "--into", "db", "--columns", "a", "--key", "id"],
            "--columns leaves out id, which --key or --index names."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "bad", "--on-error", "skip"],
            "--rejects needs --on-error collect, which is what it means anyway."
        ),
        (
            ["import", "dump", "--into", "db", "--on-error", "ignore"],
            "The value 'ignore' is invalid for '--on-error"
        ),
        (["import", "dump", "--into", "db", "--path", "a..b"], "the path \"a..b\" is malformed"),
        (
            ["import", "dump", "--into", "db", "--table", ""],
            #"No table can be called ""; give another name with --table."#
        ),
        (
            ["import", "dump", "--into", "db", "--table", "SQLite_x"],
            #"No table can be called "SQLite_x"; give another name with --table."#
        ),
        (
            ["import", "stream_import.json", "--into", "db"],
            #"No table can be called "stream_import"; give another"#
        ),
        (["import", "-", "-", "--into", "db", "--table", "t"], "Standard input can be read only once."),
        (
            ["import", "dump", "DUMP.json", "--into", "db"],
            "Several inputs have one name; say which table they go to with --table."
        ),
        (
            ["import", "dump", "other", "--into", "db", "--rejects", "bad"],
            "--rejects takes the records of one input."
        ),
    ])
    func invalidArgumentsPrintErrorAndUsage(arguments: [String], message: String) throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: folder.file("dump"))
        let outcome = try Program.run(arguments, in: folder)
        #expect(outcome.messages.contains(message))
        #expect(outcome.messages.contains("Usage: stream-import import"))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 64)
        #expect(!folder.has("db") && !folder.has("bad"))
        #expect(try String(contentsOf: folder.file("dump"), encoding: .utf8) == Self.text)
    }

    @Test(arguments: [
        (["--key", "uid"], "--key uid: there is no such column; there are id, name"),
        (["--index", "uid"], "--index uid: there is no such column; there are id, name"),
        (
            ["--table", "taken", "--key", "id"],
            "the table taken lets several rows have the same id; create a unique index first: CREATE UNIQUE INDEX … "
                + #"ON "taken" ("id")"#
        ),
    ])
    func unknownOrNonUniqueColumnIsUsageError(arguments: [String], message: String) throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        try folder.database().write { try $0.execute(sql: "CREATE TABLE taken (id, name)") }
        let outcome = try Program.run(["import", "dump", "--into", "db"] + arguments, in: folder)
        #expect(outcome == .init(status: 64, output: "", messages: message + "\n"))
        #expect(try folder.rows("SELECT name FROM sqlite_master") == ["taken"])
    }

    @Test(arguments: [
        (
            "",
            "dump, line 1, column 1 (byte 0): the input is empty; give --format lines if no records are fine"
        ),
        ("<html>", "dump, line 1, column 1 (byte 0), record 1, $: expected JSON, found '<'"),
        ("[1]", "dump, line 1, column 2 (byte 1), record 1, $[0]: expected an object, found 1"),
        ("[{}]", "no record has a key that could be a column"),
    ])
    func invalidDataIsReportedAndExitsWith65(text: String, message: String) throws {
        let outcome = try Program.run(
            ["import", "dump", "--into", "db"], in: TemporaryDirectory(["dump": text]))
        #expect(outcome == .init(status: 65, output: "", messages: message + "\n"))
    }

    @Test func columnTypeThatWouldConvertValueIsDataError() throws {
        let folder = try TemporaryDirectory(["dump": #"[{"id": "1"}]"#])
        try folder.database().write { try $0.execute(sql: "CREATE TABLE dump (id INTEGER)") }
        let outcome = try Program.run(["import", "dump", "--into", "db"], in: folder)
        #expect(
            outcome.messages == """
                the column id of the table dump is declared INTEGER, and would change values of the input; declare it \
                without a type, or import into another table with --table\n
                """)
        #expect(outcome.status == 65)
    }

    @Test(arguments: ["missing", "dump/inside"])
    func unopenableInputDoesNotCreateFiles(path: String) throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        let outcome = try Program.run(["import", path, "--into", "db", "--rejects", "bad"], in: folder)
        #expect(outcome.messages.hasPrefix("\(path): cannot be opened: "))
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 66)
        #expect(!folder.has("db") && !folder.has("bad"))
    }

    @Test(arguments: [
        (".", "unable to open database file; the folder must be there and be writable"),
        ("no/db", "unable to open database file; the folder must be there and be writable"),
        ("text", "file is not a database; name a file of SQLite, or one that is not there yet"),
    ])
    func unopenableDatabaseIsNamedInError(database: String, message: String) throws {
        let text = String(repeating: "This is no database. ", count: 50)
        let folder = try TemporaryDirectory(["dump": Self.text, "text": text])
        let outcome = try Program.run(["import", "dump", "--into", database], in: folder)
        #expect(outcome == .init(status: 74, output: "", messages: "\(database): \(message)\n"))
        #expect(try String(contentsOf: folder.file("text"), encoding: .utf8) == text)
    }

    @Test func unwritableRejectsFileIsNamedInError() throws {
        let outcome = try Program.run(
            ["import", "dump", "--into", "db", "--rejects", "no/bad"],
            in: TemporaryDirectory(["dump": Self.text]))
        #expect(outcome.messages == "no/bad: cannot be written: No such file or directory\n")
        #expect(outcome.status == 74)
    }

    @Test func lockedDatabaseReportsErrorAfterTimeout() throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        let outcome = try folder.database().inDatabase { db in
            try db.execute(sql: "BEGIN EXCLUSIVE")
            defer { try? db.execute(sql: "ROLLBACK") }
            return try Program.run(["import", "dump", "--into", "db"], in: folder)
        }
        #expect(
            outcome.messages
                == "db: database is locked; another program is using it; try again when that is done\n")
        #expect(outcome.status == 74)
        #expect(try Program.run(["import", "dump", "--into", "db"], in: folder).status == 0)
    }
}
