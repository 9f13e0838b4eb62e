import Foundation
import TestSupport
import Testing

/// Repeated imports of inputs that stay the same, grow, or change.
@Suite struct ImportChangeTests {
    private func run(_ arguments: [String] = [], in folder: TemporaryDirectory) throws -> Program.Outcome {
        try Program.run("import log.ndjson --into db", arguments, in: folder).withoutTimes
    }

    private func append(_ text: String, in folder: TemporaryDirectory) throws {
        let file = try FileHandle(forWritingTo: folder.file("log.ndjson"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func rows(_ folder: TemporaryDirectory, _ table: String = "log") throws -> [String] {
        try folder.hasTable(table) ? folder.rows("SELECT a FROM \(table)") : []
    }

    @Test func grownLogAddsItsNewLines() throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"a\":1}\n{\"a\":2}\n"])
        _ = try run(in: folder)
        try append("{\"a\":3}\n", in: folder)
        let outcome = try run(in: folder)
        #expect(
            outcome.output == """
                log.ndjson: 1 record imported into the table log of db (1 column)
                  resumed after 2 records of an earlier run
                  TIME\n
                """)
        #expect(try rows(folder) == ["1", "2", "3"])
    }

    @Test func grownLogIsNotAnEnvelopeThatItWasBefore() throws {
        let folder = try TemporaryDirectory(["app.txt": "{\"id\":1,\"tags\":[{\"k\":7}]}\n"])
        let arguments = ["import", "app.txt", "--into", "db", "--table", "t"]
        #expect(try Program.run(arguments, in: folder).status == 0)
        try Data("{\"id\":1,\"tags\":[{\"k\":7}]}\n{\"id\":2}\n".utf8).write(to: folder.file("app.txt"))
        let outcome = try Program.run(arguments, in: folder)
        #expect(
            outcome.messages == """
                the records of app.txt were at $.tags when they were imported into the table t, and are now at $; use \
                --replace to replace the rows of this input, --append to add all of its records, --key to update rows, or \
                --table to import into another table\n
                """)
        #expect(outcome.status == 64)
        #expect(try folder.rows("SELECT * FROM t") == ["7"])
    }

    @Test func replaceExchangesRowsOfOneInput() throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"a\":1}\n", "other.ndjson": "{\"a\":9}\n"])
        _ = try run(["other.ndjson", "--table", "t"], in: folder)
        try Data("{\"a\":5}\n{\"a\":6}\n".utf8).write(to: folder.file("log.ndjson"))
        #expect(try run(["--table", "t"], in: folder).status == 64)
        #expect(try run(["--table", "t", "--replace"], in: folder).status == 0)
        #expect(try folder.rows("SELECT a FROM t ORDER BY a") == ["5", "6", "9"])
        try Data("{\"a\":7}\n".utf8).write(to: folder.file("log.ndjson"))
        #expect(try run(["--table", "t", "--append"], in: folder).status == 0)
        #expect(try folder.rows("SELECT a FROM t ORDER BY a") == ["5", "6", "7", "9"])
    }

    /// Runs an import repeatedly, and kills it after some changes of the database, until that many kills have interrupted it.
    ///
    /// - Parameters:
    ///   - duringRun: called after the start.
    ///   - wasInterrupted: called after the end. Returns whether the import had not finished.
    private func kill(
        _ count: Int, in folder: TemporaryDirectory, _ random: inout Random, _ arguments: () -> [String],
        duringRun: () throws -> Void = {}, wasInterrupted: () throws -> Bool
    ) throws {
        var (killCount, runCount) = (0, 0)
        while killCount < count {
            runCount += 1
            try #require(runCount <= 10 * count, "only \(killCount) imports were killed")
            let process = Program.make(
                ["import", "log.ndjson", "--into", "db", "-q"] + arguments(), in: folder)
            process.standardInput = FileHandle.nullDevice
            try process.run(
                andKillAfter: .random(in: 1...20, using: &random), changesOf: folder.file("db"), duringRun)
            if try wasInterrupted() { killCount += 1 }
        }
    }

    /// The rows are replaced in one transaction: after a kill, the table has all old rows or all new ones. The rows exceed the
    /// cache of SQLite, so that the database changes during the transaction.
    @Test func killedReplaceKeepsOldRowsOrHasNewOnes() throws {
        let old = (1...500).map { "{\"a\":\($0)}\n" }.joined()
        let text = String(repeating: "x", count: 4000)
        let new = (1...2500).map { "{\"a\":-\($0),\"text\":\"\(text)\"}\n" }.joined()
        let folder = try TemporaryDirectory(["log.ndjson": old, "other.ndjson": "{\"a\":9}\n"])
        let arguments = ["--table", "t", "--replace", "--batch", "100"]
        for options in [[], ["other.ndjson"]] { _ = try run(options + ["--table", "t"], in: folder) }
        try FileManager.default.copyItem(at: folder.file("db"), to: folder.file("old"))
        try Data(new.utf8).write(to: folder.file("log.ndjson"))
        let counts = "SELECT count(*), sum(a < 0), sum(a = 9) FROM t"
        let (oldCounts, newCounts) = (["501, 0, 2"], ["2501, 2500, 1"])
        var random = Random(seed: TestTier.seed)
        try kill(TestTier.count(3, full: 20), in: folder, &random, { arguments }) {
            let found = try folder.rowsAfterKill(counts, of: "db", table: "t")
            #expect(found == oldCounts || found == newCounts)
            guard found == newCounts else { return true }
            try folder.removeDatabase("db")
            try FileManager.default.copyItem(at: folder.file("old"), to: folder.file("db"))
            return false
        }
        #expect(try run(arguments, in: folder).status == 0)
        #expect(try folder.rows(counts) == newCounts)
        #expect(try folder.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// Lines are appended between and during imports, which are killed while they write rows.
    @Test(arguments: 1...UInt64(TestTier.count(2, full: 5)))
    func killedImportsOfGrowingLogEqualOneImport(number: UInt64) throws {
        var random = Random(seed: TestTier.seed &+ number)
        var sizes = random
        let folder = try TemporaryDirectory(["log.ndjson": ""])
        let lines = Dump.lines(20_000)
        var written = 0
        let appendLines = {
            let added = min(Int.random(in: 1...1000, using: &sizes), lines.count - written)
            try append(lines[written..<written + added].joined(separator: "\n") + "\n", in: folder)
            written += added
        }
        try appendLines()
        try kill(
            TestTier.count(5, full: 20), in: folder, &random,
            { ["--batch", "\(Int.random(in: 20...200, using: &sizes))"] }, duringRun: appendLines,
            wasInterrupted: {
                let records = "SELECT records FROM stream_import"
                return try folder.rowsAfterKill(records, of: "db", table: "stream_import") != ["\(written)"]
            })
        #expect(try run(in: folder).status == 0)
        #expect(try Program.run("import log.ndjson --into whole", in: folder).status == 0)
        #expect(try folder.differences("whole", "db") == [])
    }

    // MARK: - Pipes and followed files

    @Test func rowsOfSlowPipeAreCommittedBeforeItsEnd() throws {
        let folder = try TemporaryDirectory()
        let input = Pipe()
        let session = try Session(
            ["import", "-", "--into", "db", "--table", "log"], in: folder, input: input)
        for number in 1...3 {
            try input.fileHandleForWriting.write(contentsOf: Array("{\"a\":\(number)}\n".utf8))
            try wait { try !session.isRunning || rows(folder).count == number }
        }
        session.interrupt()
        #expect(session.finish().status == 130)
        #expect(try rows(folder) == ["1", "2", "3"])
    }

    @Test func followedLogIsImportedAcrossRotationUntilInterrupt() throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"a\":1}\n"])
        let session = try Session(["import", "log.ndjson", "--follow", "--into", "db"], in: folder)
        try wait { try !session.isRunning || rows(folder).count == 1 }
        try append("{\"a\":2}\n", in: folder)
        try wait { try !session.isRunning || rows(folder).count == 2 }
        try FileManager.default.moveItem(at: folder.file("log.ndjson"), to: folder.file("log.1"))
        try Data("{\"a\":3}\n".utf8).write(to: folder.file("log.ndjson"))
        try wait { try !session.isRunning || rows(folder).count == 3 }
        session.interrupt()
        let (status, screen) = session.finish()
        #expect(status == 0)
        #expect(screen.contains("log.ndjson: 3 records imported into the table log of db (1 column)"))
        #expect(try rows(folder) == ["1", "2", "3"])
    }

    @Test func errorInFirstLinesEndsFollowing() throws {
        let folder = try TemporaryDirectory(["log": "{\"a\":1}\nbad\n{\"a\":2}\n"])
        let outcome = try Program.run("import --follow log --into db", in: folder)
        #expect(outcome.status == 65 && outcome.messages.contains("line 2, column 1"), "\(outcome)")
    }

    @Test func followedLinesAreReadAtPath() throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"s\":{\"n\":1}}\n{\"s\":{\"n\":2}}\nend\n"])
        let outcome = try Program.run("import --follow log.ndjson --path s --into db", in: folder)
        #expect(outcome.status == 65 && outcome.messages.contains("line 3, column 1"), "\(outcome)")
        #expect(try folder.rows("SELECT n FROM log") == ["1", "2"])
    }

    @Test func followOfPipeIsError() throws {
        let folder = try TemporaryDirectory()
        let outcome = try Program.run(
            script: "mkfifo pipe; (echo '{}' > pipe &); \"$0\" import pipe --follow --into db", in: folder)
        #expect(
            outcome.messages == """
                pipe: cannot be followed, because it is not a regular file; import it without following: a pipe is read \
                until it is closed\n
                """)
        #expect(outcome.status == 66)
    }

    // MARK: - Options

    @Test func namesInListsMayHaveBlanks() throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"a\":1,\"b\":2,\"c\":3}\n{\"b\":2,\"a\":1}\n"])
        let outcome = try run(["--columns", "a, b, x", "--key", "a, b", "--index", "b"], in: folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.messages
                == "log.ndjson: --columns: no record has the key x, so its column contains NULL only\n")
        #expect(try folder.rows("SELECT * FROM log") == ["1, 2, NULL"])
    }

    @Test func skipAndLimitSelectRecords() throws {
        let folder = try TemporaryDirectory(["log.ndjson": (1...9).map { "{\"a\":\($0)}\n" }.joined()])
        #expect(try run(["--skip", "2", "--limit", "3"], in: folder).status == 0)
        #expect(try rows(folder) == ["3", "4", "5"])
        #expect(try run(["--skip", "2"], in: folder).status == 0)
        #expect(try rows(folder) == ["3", "4", "5", "6", "7", "8", "9"])
    }

    @Test func membersBesideColumnsAreStoredAsJSON() throws {
        let folder = try TemporaryDirectory([
            "log.ndjson":
                "{\"a\":1,\"b\":\"\u{E9}\\n\\\"\",\"c\":{\"d\": [1, null]},\"e\":false}\n{\"a\":2}\n"
        ])
        #expect(try run(["--columns", "a", "--rest", "more"], in: folder).status == 0)
        #expect(
            try folder.rows("SELECT * FROM log") == [
                "1, {\"b\":\"\u{E9}\\n\\\"\",\"c\":{\"d\":[1,null]},\"e\":false}", "2, NULL",
            ])
    }

    private static let damages = [
        "UPDATE stream_import SET records = -1", "UPDATE stream_import SET records = 9e18",
        "UPDATE stream_import SET records = 'x'", "UPDATE stream_import SET rejected = 99",
        "UPDATE stream_import SET text_bytes = -9e18", "UPDATE stream_import SET digest = x'00ff'",
        "UPDATE stream_import SET settings = '{}'", "UPDATE stream_import SET null_paths = '[1]'",
        "UPDATE stream_import_tables SET columns = x'ff'",
        "UPDATE stream_import_tables SET definition = x'ff00'",
        "UPDATE stream_import_rows SET first = 'x'", "UPDATE stream_import_rows SET row_count = -9e18",
        "UPDATE stream_import_rows SET last = x''",
        "DROP TABLE stream_import_rows; CREATE TABLE stream_import_rows (table_name)",
    ]

    @Test(arguments: TestTier.sample(damages, count: 5))
    func damagedCheckpointsAreErrors(sql: String) throws {
        let folder = try TemporaryDirectory(["log.ndjson": "{\"a\":1}\n"])
        #expect(try run(in: folder).status == 0)
        try folder.database().inDatabase { try $0.execute(sql: sql) }
        try append("{\"a\":2}\n", in: folder)
        for arguments in [[], ["--replace"], ["--append"], ["--rejects", "bad"]] {
            // A damaged checkpoint may also look like that of another input. The program never ends with a signal, and
            // never loses a row of the table.
            #expect(try [0, 64, 65, 74].contains(run(arguments, in: folder).status))
        }
        #expect(try rows(folder).contains("1"))
    }

    @Test func skippedRecordsAreNotCountedAsImported() throws {
        let folder = try TemporaryDirectory(["log.ndjson": (1...5).map { "{\"a\":\($0)}\n" }.joined()])
        #expect(try run(["--skip", "3"], in: folder).status == 0)
        #expect(
            try run(["--skip", "3"], in: folder).output
                == "log.ndjson: already imported, and unchanged since then (2 records in the table log of db)\n"
        )
    }

    @Test func changedInputDoesNotPreventImportOfNextInput() throws {
        let folder = try TemporaryDirectory(["a": "{\"n\":1}\n", "b": "{\"n\":2}\n"])
        _ = try Program.run("import a --into db", in: folder)
        try Data("{\"n\":9}\n".utf8).write(to: folder.file("a"))
        let outcome = try Program.run("import a b --into db --quiet", in: folder)
        #expect(outcome.status == 64 && outcome.messages.hasPrefix("a has changed since"))
        #expect(try folder.rows("SELECT n FROM b") == ["2"])
    }
}
