import Foundation
import GRDB
import Testing

/// The effect of Ctrl-C on imports.
@Suite struct ImportInterruptTests {
    private static let batch = 2_500

    /// Returns a folder with a dump of several batches. The progress bar appears before the import has read the first
    /// batch.
    private func folder() throws -> TemporaryDirectory {
        try TemporaryDirectory(["dump": Dump.array(3 * Self.batch)])
    }

    private func arguments(_ database: String = "db") -> [String] {
        ["import", "dump", "--into", database, "--batch", "\(Self.batch)"]
    }

    /// Starts an import, and calls `body` while another connection locks the database: the import cannot write its
    /// first rows. Returns the session of the import.
    private func whileDatabaseIsLocked(
        in folder: TemporaryDirectory, _ arguments: [String], input: Any = FileHandle.nullDevice,
        _ body: (Session) throws -> Void
    ) throws -> Session {
        try folder.database().inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            defer { try? db.execute(sql: "ROLLBACK") }
            let session = try Session(arguments, in: folder, input: input)
            session.terminal.read(until: "records")
            try body(session)
            return session
        }
    }

    /// Resumes the import, and requires the same database as after an uninterrupted import.
    private func expectSameAsUninterruptedImport(_ folder: TemporaryDirectory) throws {
        #expect(try Program.run(arguments(), in: folder).status == 0)
        #expect(try Program.run(arguments("whole"), in: folder).status == 0)
        #expect(try folder.differences("whole", "db") == [])
    }

    @Test func interruptedImportKeepsReadRowsAndResumes() throws {
        let folder = try folder()
        // A connection that reads lets the import begin to write the first batch, and delays the commit.
        let session = try folder.database().inDatabase { db in
            try db.execute(sql: "BEGIN; SELECT * FROM sqlite_master")
            defer { try? db.execute(sql: "ROLLBACK") }
            let session = try Session(arguments(), in: folder)
            session.terminal.read(until: "records")
            wait { !session.isRunning || folder.has("db-journal") }
            session.interrupt()
            // The import must not commit before the program has handled the signal.
            Thread.sleep(forTimeInterval: 0.2)
            return session
        }
        let (status, screen) = session.finish()
        #expect(status == 130)
        let count = try Int(folder.rows("SELECT count(*) FROM dump")[0]) ?? 0
        #expect(count > 0 && count < 3 * Self.batch)
        let records = "\(count / 1000),\(String(count + 1_000_000).suffix(3))"
        #expect(
            screen.hasSuffix(
                """
                \r\u{1B}[Kinterrupted: \(records) records of dump were imported into the table dump of db; \
                run the same command again to resume\r\n
                """))
        #expect(try folder.rows("SELECT records, finished FROM stream_import") == ["\(count), 0"])
        try expectSameAsUninterruptedImport(folder)
    }

    @Test func repeatedInterruptEndsBlockedImport() throws {
        let folder = try folder()
        let session = try whileDatabaseIsLocked(in: folder, arguments()) { session in
            wait {
                session.interrupt()
                return !session.isRunning
            }
        }
        let (status, screen) = session.finish()
        #expect(status == 130)
        #expect(screen.hasSuffix("interrupted: no record of dump was imported into the table dump of db\r\n"))
        try expectSameAsUninterruptedImport(folder)
    }

    @Test func interruptWhileReadingPipeKeepsReadRows() throws {
        let folder = try TemporaryDirectory()
        let input = Pipe()
        let session = try Session(
            ["import", "-", "--into", "db", "--batch", "2", "--commit-interval", "86400", "--table", "t"],
            in: folder,
            input: input)
        try input.fileHandleForWriting.write(contentsOf: Array("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n".utf8))
        try wait { try !session.isRunning || folder.hasTable("t") }
        session.interrupt()
        let (status, screen) = session.finish()
        #expect(status == 130)
        #expect(
            screen.hasSuffix(
                "interrupted: 3 records of standard input were imported into the table t of db\r\n"))
        #expect(try folder.rows("SELECT a FROM t") == ["1", "2", "3"])
        try input.fileHandleForWriting.close()
    }

    @Test func interruptDuringLongWriteKeepsReadRows() throws {
        let folder = try TemporaryDirectory()
        let input = Pipe()
        try input.fileHandleForWriting.write(contentsOf: Array("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n".utf8))
        let arguments = ["import", "-", "--into", "db", "--table", "t", "--batch", "2", "--threads", "2"]
        let session = try whileDatabaseIsLocked(in: folder, arguments, input: input) { session in
            // The import cannot write the first two rows, and has read the third record.
            session.terminal.read(until: "3 records")
            session.interrupt()
            // The write takes longer than the time that the import has to stop by itself: 0.5 s.
            Thread.sleep(forTimeInterval: 0.6)
        }
        #expect(session.finish().status == 130)
        #expect(try folder.rows("SELECT a FROM t") == ["1", "2", "3"])
        try input.fileHandleForWriting.close()
    }

    @Test func interruptAfterSingleRecordReportsOneRecord() throws {
        let folder = try TemporaryDirectory()
        let input = Pipe()
        let session = try Session(["import", "-", "--into", "db", "--batch", "1"], in: folder, input: input)
        try input.fileHandleForWriting.write(contentsOf: Array("{\"a\":1}\n".utf8))
        try wait { try !session.isRunning || folder.hasTable("records") }
        session.interrupt()
        let (status, screen) = session.finish()
        #expect(status == 130)
        #expect(
            screen.hasSuffix(
                "interrupted: 1 record of standard input was imported into the table records of db\r\n"))
        try input.fileHandleForWriting.close()
    }

    @Test func interruptedDryRunReportsIncompleteInput() throws {
        let input = Pipe()
        let session = try Session(
            ["import", "-", "--into", "db", "--dry-run"], in: TemporaryDirectory(), input: input)
        try input.fileHandleForWriting.write(contentsOf: Array("{\"a\":1}\n".utf8))
        session.terminal.read(until: "record")
        session.interrupt()
        let (status, screen) = session.finish()
        #expect(status == 130)
        #expect(screen.hasSuffix("interrupted: standard input was not read to the end\r\n"))
        try input.fileHandleForWriting.close()
    }

    @Test func interruptEndsImportFromIdlePipe() throws {
        let folder = try TemporaryDirectory()
        // SAFETY: `mkfifo` reads the path during the call only.
        let status = unsafe mkfifo(folder.file("pipe").path, 0o600)
        try #require(status == 0)
        // Opening a pipe for reading and writing does not wait for another process.
        let pipe = try FileHandle(forUpdating: folder.file("pipe"))
        try pipe.write(contentsOf: Data("[    ".utf8))
        defer { try? pipe.close() }
        let session = try Session(["import", "pipe", "--into", "db", "--json"], in: folder)
        wait { !session.isRunning || folder.has("db") }
        session.interrupt()
        let (exitStatus, screen) = session.finish()
        #expect(exitStatus == 130)
        #expect(
            screen.contains("interrupted: no record of pipe was imported into the table pipe of db\r\n{"))
        #expect(screen.contains(#""error":"interrupted","finished":false"#))
    }

    @Test func ignoredInterruptSignalDoesNotStopImport() throws {
        let folder = try folder()
        let script = """
            trap '' INT; "$0" import dump --into db &
            while [ ! -e db ] && kill -0 $!; do sleep 0.01; done
            kill -INT $!; wait $!
            """
        let outcome = try Program.run(script: script, in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.rows("SELECT count(*) FROM dump") == ["\(3 * Self.batch)"])
    }
}
