import Foundation
import GRDB
import Testing

/// The messages of `import` for invalid arguments, inputs and databases, and the files and tables after the error.
@Suite struct ImportErrorTests {
    private static let text = #"[{"id": 1, "name": "Ada"}]"#

    @Test(arguments: [
        (["--key", "uid"], "--key uid: unknown column; the columns are id, name"),
        (
            ["--table", "taken", "--key", "id"],
            "--key: the table taken has no unique index on id; create one first: CREATE UNIQUE INDEX "
                + #""taken_id" ON "taken" ("id")"#
        ),
    ])
    func unknownOrNonUniqueColumnIsUsageError(arguments: [String], message: String) throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        try folder.database().write { try $0.execute(sql: "CREATE TABLE taken (id, name)") }
        let outcome = try Program.run("import dump --into db", arguments, in: folder)
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
            "dump, line 1, column 1 (byte 0), record 1, $: expected JSON, found 'x'"
        ),
        (
            "[1]",
            "dump, line 1, column 2 (byte 1), record 1, $[0]: expected an object, found 1; to import values, name their column: --header value"
        ),
        ("[{}]", "dump: expected a record with a key, found only empty objects"),
    ])
    func invalidDataIsReportedAndExitsWith65(text: String, message: String) throws {
        let outcome = try Program.run("import dump --into db", in: TemporaryDirectory(["dump": text]))
        #expect(outcome == .init(status: 65, output: "", messages: message + "\n"))
    }

    @Test func valueAfterRecordsHasNoAdviceToSkipRecords() throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\":[{\"i\":1}],\"c\":\"x\"}\n{\"a\":[]}\n"])
        let outcome = try Program.run(
            "import dump --into db --path a --with c --type c=integer --on-error skip", in: folder)
        #expect(outcome.status == 65 && !outcome.messages.contains("--on-error skip"), "\(outcome)")
        #expect(outcome.output.contains("correct the input, and run the same command"), "\(outcome)")
    }

    @Test(arguments: ["", "--type id=text"])
    func columnTypeThatWouldConvertValueIsDataError(options: String) throws {
        let folder = try TemporaryDirectory(["dump": #"[{"id": "1"}]"#])
        try folder.database().write { try $0.execute(sql: "CREATE TABLE dump (id INTEGER)") }
        let outcome = try Program.run("import dump --into db \(options)", in: folder)
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
            "import dump --into db --rejects no/bad", in: TemporaryDirectory(["dump": Self.text]))
        #expect(outcome.messages == "no/bad: cannot be written: No such file or directory\n")
        #expect(outcome.status == 74)
    }

    /// The test suspends during the timeout, so that other tests run meanwhile.
    @Test func lockedDatabaseReportsErrorAfterTimeout() async throws {
        let folder = try TemporaryDirectory(["dump": Self.text])
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let lock = try DatabaseQueue(path: folder.file("db").path, configuration: configuration)
        try lock.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let outcome = try await Program.runSuspending(["import", "dump", "--into", "db"], in: folder)
        try lock.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(
            outcome.messages
                == "db: database is locked; another program is using the database; "
                + "run the same command again when it has finished\n")
        #expect(outcome.status == 74)
        #expect(try Program.run("import dump --into db", in: folder).status == 0)
    }
}
