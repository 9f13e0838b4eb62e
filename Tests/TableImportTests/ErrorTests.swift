import Foundation
import GRDB
import GRDBSQLite
import JSONRecords
import Testing

@testable import TableImport

/// After an error, all committed rows remain and the database is intact.
@Suite struct ErrorTests {
    private static let dump = (1...300).map {
        "{\"n\":\($0),\"s\":\"\(String(repeating: "x", count: 1000))\"}\n"
    }.joined()

    private func cause(_ result: TableImportResult) -> TableImportError.Cause? {
        (result.error as? TableImportError)?.cause
    }

    @Test func nonDatabaseFileIsReportedAndUnchanged() throws {
        let workspace = try Workspace("[{\"a\":1}]")
        let text = String(repeating: "no database at all\n", count: 100)
        try workspace.write(text, to: "test.sqlite")
        let result = workspace.run()
        #expect(
            result.errorDescription == """
                \(workspace.database): file is not a database; name an SQLite database, or a file that does not exist
                """)
        #expect(cause(result) == .database)
        #expect(try String(contentsOfFile: workspace.database, encoding: .utf8) == text)
    }

    @Test func folderAsDatabaseIsError() throws {
        let workspace = try Workspace("[{\"a\":1}]")
        try FileManager.default.createDirectory(atPath: workspace.database, withIntermediateDirectories: true)
        let result = workspace.run()
        #expect(
            result.errorDescription == """
                \(workspace.database): unable to open database file; name a file in a folder that exists and is writable
                """)
        #expect(cause(result) == .database)
    }

    @Test func readOnlyDatabaseIsReportedAndUnchanged() throws {
        let workspace = try Workspace("[{\"a\":1}]", sql: "CREATE TABLE t (a)")
        let file = URL(filePath: workspace.database)
        var bytes = try Data(contentsOf: file)
        // A write version that is later than those of this SQLite makes the database read-only.
        bytes[18] = 99
        try bytes.write(to: file)
        let result = workspace.run()
        #expect(
            result.errorDescription == """
                \(workspace.database): attempt to write a readonly database; make the file and its folder writable
                """)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func lockedDatabaseIsError() throws {
        let workspace = try Workspace("[{\"a\":1}]", sql: "CREATE TABLE t (a)")
        try workspace.read { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            let importer = workspace.importer()
            importer.database.configuration.busyMode = .immediateError
            let result = importer.run()
            #expect(
                result.errorDescription == """
                    \(workspace.database): database is locked; another program is using the database; run \
                    the same command again when it has finished
                    """)
            try db.execute(sql: "COMMIT")
        }
        #expect(workspace.run().rows == 1)
    }

    @Test func fullDiskKeepsCommittedRows() throws {
        let workspace = try Workspace(Self.dump)
        let importer = workspace.importer { $0.batchSize = 50 }
        importer.database.configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 50") }
        let result = importer.run()
        #expect(
            result.errorDescription == """
                \(workspace.database): database or disk is full; free some disk space, and run the same command again to \
                resume
                """)
        #expect(result.rows > 0 && result.rows % 50 == 0)
        #expect(try workspace.lines("SELECT count(*) FROM t") == ["\(result.rows)"])
        #expect(try workspace.isIntact())
        let resumed = workspace.run { $0.batchSize = 50 }
        #expect(resumed.errorDescription == "" && resumed.recordsBefore == result.rows)
        #expect(try workspace.lines("SELECT count(*), count(DISTINCT n) FROM t") == ["300 300"])
    }

    @Test(arguments: [1, 7, 10_000])
    func rowsBeforeSyntaxErrorAreWritten(batchSize: Int) throws {
        let workspace = try Workspace("[{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":\"x\",\"new\":}]")
        let result = workspace.run { $0.batchSize = batchSize }
        let error = try #require(result.error as? ImportError)
        #expect(error.location?.offset == 40 && error.record == 4)
        #expect(result.rows == 3)
        #expect(try workspace.columns() == ["n INTEGER"])
        #expect(try workspace.lines() == ["1", "2", "3"])
        #expect(try workspace.isIntact())
        // No row is written twice.
        #expect(workspace.run { $0.batchSize = batchSize }.errorDescription == result.errorDescription)
        #expect(try workspace.lines() == ["1", "2", "3"])
    }

    @Test func missingInputLeavesDatabaseEmpty() throws {
        let workspace = try Workspace()
        let result = workspace.run(of: "nowhere.json")
        #expect((result.error as? ImportError)?.category == .io)
        #expect(try workspace.rows("SELECT name FROM sqlite_master") == [])
    }

    @Test func unwritableRejectsFileIsError() throws {
        let workspace = try Workspace("1\n{\"a\":1}\n")
        let result = workspace.run {
            $0.readOptions.errorPolicy = .skip()
            $0.rejects = workspace.folder.path
        }
        #expect(result.errorDescription == "\(workspace.folder.path): cannot be written: Is a directory")
        #expect(try workspace.rows("SELECT name FROM sqlite_master") == [])
    }

    @Test func recordWithTooLongTextIsRejected() throws {
        let workspace = try Workspace(
            "[{\"a\":\"short\"},{\"a\":\"\(String(repeating: "x", count: 2000))\"},{\"a\":\"b\"}]",
            limits: [SQLITE_LIMIT_LENGTH: 1999])
        let result = workspace.run { $0.readOptions.errorPolicy = .skip() }
        #expect(result.errorDescription == "" && result.rows == 2 && result.rejected == 1)
        #expect(try workspace.lines() == ["'short'", "'b'"])
    }
}
