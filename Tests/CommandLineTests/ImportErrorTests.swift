import Foundation
import GRDB
import Testing

/// The messages of `import` for invalid arguments, inputs and databases, and the files and tables after the error.
@Suite struct ImportErrorTests {
    private static let text = #"[{"id": 1, "name": "Ada"}]"#

    @Test(arguments: [
        (["import", "dump"], "Missing expected argument '--into <file>'"),
        (["import", "--into", "db"], "Missing expected argument '<inputs> ...'"),
        (
            ["import", "dump", "--into", ""],
            #"--into expects the path of a file, found ""."#
        ),
        (
            ["import", "dump", "--into", ":memory:"],
            #"--into expects the path of a file, found ":memory:"."#
        ),
        (
            ["import", "dump", "--into", "./dump"],
            "--into names the same file as an input; choose another file for the database."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "dump"],
            "--rejects names the same file as an input or the database; choose another file."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "link"],
            "--rejects names the same file as an input or the database; choose another file."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "./db"],
            "--rejects names the same file as an input or the database; choose another file."
        ),
        (["import", "dump", "--into", "db", "--batch", "0"], "--batch must be at least 1, found 0."),
        (
            ["import", "dump", "--into", "db", "--columns", "a,,b"],
            "--columns expects names separated by commas, found an empty name."
        ),
        (
            ["import", "dump", "--into", "db", "--columns", "a", "--key", "id"],
            "--columns does not contain id, which --key names; add it to --columns."
        ),
        (
            ["import", "dump", "--into", "db", "--rejects", "bad", "--on-error", "skip"],
            "--rejects implies --on-error collect, found skip; remove --on-error."
        ),
        (
            ["import", "dump", "--into", "db", "--on-error", "ignore"],
            "The value 'ignore' is invalid for '--on-error"
        ),
        (["import", "dump", "--into", "db", "--path", "a..b"], "invalid path \"a..b\""),
        (
            ["import", "dump", "--into", "db", "--table", ""],
            "\"\" is not a valid name for a table; choose another one with --table."
        ),
        (
            ["import", "dump", "--into", "db", "--table", "SQLite_x"],
            "\"SQLite_x\" is not a valid name for a table; choose another one with --table."
        ),
        (
            ["import", "stream_import.json", "--into", "db"],
            "\"stream_import\" is not a valid name for a table; choose another one with --table."
        ),
        (
            ["import", "-", "-", "--into", "db", "--table", "t"],
            "Standard input can be read only once, found - more than once."
        ),
        (
            ["import", "dump", "DUMP.json", "--into", "db"],
            #"Several inputs have the table name "DUMP"; name one table with --table."#
        ),
        (
            ["import", "dump", "--into", "db", "--path", "a", "--path", "b", "--table", "t"],
            "--table expects one name for each of the 2 paths, found 1."
        ),
        (
            ["import", "dump", "--into", "db", "--table", "t", "--table", "u"],
            "--table expects one name, found 2."
        ),
        (
            ["import", "dump", "--into", "db", "--path", "a.x", "--path", "b.X"],
            "Several paths have the table name \"X\"; choose other names with --table."
        ),
        (
            ["import", "dump", "--into", "db", "--path", "a", "--path", "[0][*]"],
            "The path $[0][*] has no key to name a table after; name the tables with --table."
        ),
        (
            ["import", "dump", "--into", "db", "--path", "a", "--path", "sqlite_b"],
            "\"sqlite_b\" is not a valid name for a table; choose another one with --table."
        ),
        (
            ["import", "-", "--into", "db", "--path", "a", "--path", "b"],
            "Several paths are read one after another, which needs a file, found standard input; write it to a file first"
        ),
        (
            ["import", "--follow", "dump", "--into", "db", "--path", "a", "--path", "b"],
            "--follow expects at most one --path, found 2."
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
        (["--key", "uid"], "--key uid: unknown column; the columns are id, name"),
        (
            ["--table", "taken", "--key", "id"],
            "--key: the table taken has no unique index on id; create one first: CREATE UNIQUE INDEX … "
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
            "dump, line 1, column 1 (byte 0): expected a JSON value, found an empty input; if an input without records is correct, use --format lines"
        ),
        (
            "x",
            "dump, line 1, column 1 (byte 0), record 1, $: expected JSON, found 'x'; if each line is a record, use --format lines"
        ),
        ("[1]", "dump, line 1, column 2 (byte 1), record 1, $[0]: expected an object, found 1"),
        ("[{}]", "expected a record with a key, found only empty objects"),
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
                the column id of the table dump is declared INTEGER, which would convert values of the input; declare the \
                column without a type, or import into another table with --table\n
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
        (".", "unable to open database file; name a file in a folder that exists and is writable"),
        ("no/db", "unable to open database file; name a file in a folder that exists and is writable"),
        ("text", "file is not a database; name an SQLite database, or a file that does not exist"),
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
                == "db: database is locked; another program is using the database; "
                + "run the same command again when it has finished\n")
        #expect(outcome.status == 74)
        #expect(try Program.run(["import", "dump", "--into", "db"], in: folder).status == 0)
    }
}
