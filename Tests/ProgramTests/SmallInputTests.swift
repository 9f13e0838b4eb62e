import Foundation
import Testing

/// Imports of small inputs, which share a transaction.
@Suite struct SmallInputTests {
    private static let names = (0..<40).map { "\(100 + $0).ndjson" }

    /// Returns a folder with files of ten records each, and a table of the user.
    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory(
            Dictionary(
                uniqueKeysWithValues: Self.names.enumerated().map { file, name in
                    (name, (0..<10).map { "{\"id\":\(10 * file + $0)}\n" }.joined())
                }))
        try folder.database().write { try $0.execute(sql: "CREATE TABLE t (id)") }
        return folder
    }

    /// Returns the arguments of an import that commits after the rows of three files.
    private func arguments(of names: [String] = names) -> [String] {
        ["import"] + names
            + "--into db --table t --batch 30 --commit-interval 86400".split(separator: " ").map(String.init)
    }

    /// Imports the files again, and requires each record once.
    private func expectWholeAfterRun(_ folder: TemporaryDirectory) throws {
        #expect(try Program.run(arguments(), in: folder).status == 0)
        #expect(try folder.rows("SELECT id FROM t ORDER BY id") == (0..<400).map(String.init))
        #expect(try folder.rows("SELECT count(*) FROM stream_import WHERE finished") == ["40"])
    }

    private static let lines = [#"{"n":1}"#, #"{"n":2}\n{"n":1}\n{"n":3}"#, #"{"n":4}"#]
    private static let invalid = [#"{"n":1}"#, #"{"n":2}\n{"n":}\n{"n":3}"#, #"{"n":4}"#]

    @Test(arguments: [
        (invalid, "", ""), (invalid, "--on-error skip", ""),
        (lines, "", "CREATE TABLE t (n UNIQUE)"), (lines, "--batch 1", "CREATE TABLE t (n UNIQUE)"),
        (lines, "--on-error skip --rejects bad", "CREATE TABLE t (n UNIQUE)"),
        (lines, "", "CREATE TABLE t (n UNIQUE ON CONFLICT ROLLBACK)"),
        ([#"{"n":1,"a":[1,2]}"#, #"{"n":2,"a":[3]}\n{"n":1}"#, #"{"n":"x"}"#], "--key n --expand a", ""),
        ([#"{"n":1}"#, #"{"m":2.5}"#, #"{"n":"x"}"#], "--table-by n", ""),
        ([#"{"n":1}"#, "", #"{"m":2}"#], "--index n", ""),
    ])
    func outcomeIsThatOfTransactionsForEachInput(texts: [String], options: String, sql: String) throws {
        let names = ["a", "b", "c"].prefix(texts.count)
        let files = texts.map { $0.replacing("\\n", with: "\n") + "\n" }
        let folder = try TemporaryDirectory(Dictionary(uniqueKeysWithValues: zip(names.map(\.self), files)))
        let outcomes = try [("one", "0"), ("two", "86400")].map { database, interval in
            try folder.database(database).write { try $0.execute(sql: sql) }
            return try (0..<2).map { _ in
                var outcome = try Program.run(
                    "import \(names.joined(separator: " ")) --into \(database) --table t --commit-interval "
                        + "\(interval) \(options)", in: folder
                ).withoutTimes
                outcome.output.replace("two", with: "one")
                outcome.messages.replace("two", with: "one")
                return outcome
            }
        }
        #expect(outcomes[0] == outcomes[1])
        #expect(try folder.differences("one", "two") == [])
    }

    @Test func killedImportResumesAndHasReportedCommittedInputsOnly() throws {
        let folder = try folder()
        for changeCount in [1, 4, 9, 16] {
            let process = Program.make(arguments(), in: folder)
            let output = try folder.emptyFile()
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run(andKillAfter: changeCount, changesOf: folder.file("db"))
            let count = try folder.rowsAfterKill(
                "SELECT count(*) FROM stream_import WHERE finished", of: "db", table: "stream_import")
            let reports = try String(contentsOf: output, encoding: .utf8).matches(of: /imported into|already/)
            #expect(reports.count <= count.first.flatMap(Int.init) ?? 0)
        }
        try expectWholeAfterRun(folder)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func interruptedImportCommitsAndReportsReadInputs(signal: Int32) throws {
        let folder = try folder()
        // A connection that reads delays the commit after three files.
        let session = try folder.database().inDatabase { db in
            try db.execute(sql: "BEGIN; SELECT * FROM sqlite_master")
            defer { try? db.execute(sql: "ROLLBACK") }
            let session = try Session(arguments(), in: folder)
            wait { !session.isRunning || folder.has("db-journal") }
            session.interrupt(by: signal)
            // The import must not commit before the program has handled the signal.
            Thread.sleep(forTimeInterval: 0.2)
            return session
        }
        let (status, screen) = session.finish()
        #expect(status == 130)
        let counts = try folder.rows("SELECT records FROM stream_import ORDER BY input").compactMap(Int.init)
        #expect(screen.matches(of: /: 10 records imported into the table t/).count == counts.count - 1)
        #expect(try folder.rows("SELECT count(*) FROM t") == ["\(counts.reduce(0, +))"])
        #expect(
            screen.contains(
                /interrupted: \d+ records? of \d+.ndjson (was|were) imported into the table t of db/))
        try expectWholeAfterRun(folder)
    }

    @Test func commitThatCannotBeDoneReportsNoRows() throws {
        let folder = try folder()
        let session = try folder.database().inDatabase { db in
            try db.execute(sql: "BEGIN; SELECT * FROM sqlite_master")
            defer { try? db.execute(sql: "ROLLBACK") }
            let session = try Session(arguments() + ["--json"], in: folder)
            wait { !session.isRunning || folder.has("db-journal") }
            try FileManager.default.moveItem(at: folder.file("db"), to: folder.file("other"))
            return session
        }
        let (status, screen) = session.finish()
        #expect(status == 74)
        #expect(screen.contains("db: another program has moved, replaced or removed the database"))
        #expect(screen.matches(of: /"rows":/).count == 1 && screen.contains(#""rows":0,"#))
        #expect(try folder.rows("SELECT * FROM t", of: "other") == [])
    }

    @Test func programsThatImportIntoTableOfUserAtOnceImportEachRecordOnce() throws {
        let folder = try folder()
        let programs = try [0, 1].map { half in
            let names = Self.names.enumerated().filter { $0.offset % 2 == half }.map(\.element)
            let process = Program.make(arguments(of: names), in: folder)
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            return process
        }
        for program in programs {
            program.waitUntilExit()
            #expect(program.status == 0)
        }
        try expectWholeAfterRun(folder)
    }

    @Test func inputsBeforePipeAreCommittedBeforeItIsRead() throws {
        let folder = try folder()
        let input = Pipe()
        let session = try Session(arguments(of: [Self.names[0], "-"]), in: folder, input: input)
        session.terminal.read(until: "10 records imported")
        #expect(try folder.rows("SELECT count(*) FROM t") == ["10"])
        try folder.database().write { try $0.execute(sql: "INSERT INTO t VALUES (0)") }
        try input.fileHandleForWriting.write(contentsOf: Array("{\"id\":10}\n".utf8))
        try input.fileHandleForWriting.close()
        #expect(session.finish().status == 0)
    }
}
