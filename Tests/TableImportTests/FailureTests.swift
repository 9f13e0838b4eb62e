import Foundation
import GRDB
import GRDBSQLite
import JSONRecords
import Testing

@testable import TableImport

/// Whatever fails, what was committed stays, and the database is in order.
@Suite struct FailureTests {
    private static let dump = (1...3000).map {
        "{\"n\":\($0),\"s\":\"\(String(repeating: "x", count: 100))\"}\n"
    }.joined()

    private func cause(_ result: TableImportResult) -> TableImportError.Cause? {
        (result.failure as? TableImportError)?.cause
    }

    @Test func aFileThatIsNoDatabaseIsLeftAsItIs() throws {
        let place = try Workplace("[{\"a\":1}]")
        let text = String(repeating: "no database at all\n", count: 100)
        try place.write(text, to: "test.sqlite")
        let result = place.run()
        #expect(
            result.complaint == """
                \(place.database): file is not a database; name a file of SQLite, or one that is not there yet
                """)
        #expect(cause(result) == .database)
        #expect(try String(contentsOfFile: place.database, encoding: .utf8) == text)
    }

    @Test func aFolderIsNoDatabase() throws {
        let place = try Workplace("[{\"a\":1}]")
        try FileManager.default.createDirectory(atPath: place.database, withIntermediateDirectories: true)
        let result = place.run()
        #expect(
            result.complaint == """
                \(place.database): unable to open database file; the folder must be there and be writable
                """)
        #expect(cause(result) == .database)
    }

    @Test func aDatabaseThatMayOnlyBeReadIsLeftAsItIs() throws {
        let place = try Workplace("[{\"a\":1}]", sql: "CREATE TABLE t (a)")
        let file = URL(filePath: place.database)
        var bytes = try Data(contentsOf: file)
        // A later version of the format than this SQLite can write.
        bytes[18] = 99
        try bytes.write(to: file)
        let result = place.run()
        #expect(
            result.complaint == """
                \(place.database): attempt to write a readonly database; the file, and its folder, must be writable
                """)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func aDatabaseThatIsInUseIsAnError() throws {
        let place = try Workplace("[{\"a\":1}]", sql: "CREATE TABLE t (a)")
        try place.read { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            let importer = place.importer()
            importer.configuration.busyMode = .immediateError
            let result = importer.run()
            #expect(
                result.complaint == """
                    \(place.database): database is locked; another program is using it; try again when that is done
                    """)
            try db.execute(sql: "COMMIT")
        }
        #expect(place.run().rows == 1)
    }

    @Test func aDiskThatIsFullKeepsWhatWasCommitted() throws {
        let place = try Workplace(Self.dump)
        let importer = place.importer { $0.batchSize = 500 }
        importer.configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 50") }
        let result = importer.run()
        #expect(
            result.complaint == """
                \(place.database): database or disk is full; make room and run the same command again: it goes on where it \
                stopped
                """)
        #expect(result.rows > 0 && result.rows % 500 == 0)
        #expect(try place.rows("SELECT count(*) FROM t") == [["\(result.rows)"]])
        #expect(try place.isIntact())
        let rest = place.run { $0.batchSize = 500 }
        #expect(rest.complaint == "" && rest.recordsBefore == result.rows)
        #expect(try place.rows("SELECT count(*), count(DISTINCT n) FROM t") == [["3000", "3000"]])
    }

    @Test(arguments: [1, 7, 10_000])
    func whatPrecedesAFaultIsWritten(batchSize: Int) throws {
        let place = try Workplace("[{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":\"x\",\"new\":}]")
        let result = place.run { $0.batchSize = batchSize }
        let error = try #require(result.failure as? ImportError)
        #expect(error.location?.offset == 40 && error.record == 4)
        #expect(result.rows == 3)
        #expect(try place.columns() == ["n INTEGER"])
        #expect(try place.rows() == [["1"], ["2"], ["3"]])
        #expect(try place.isIntact())
        // Nothing is written twice.
        #expect(place.run { $0.batchSize = batchSize }.complaint == result.complaint)
        #expect(try place.rows() == [["1"], ["2"], ["3"]])
    }

    @Test func anInputThatCannotBeReadLeavesNothing() throws {
        let place = try Workplace()
        let result = place.run(of: "nowhere.json")
        #expect((result.failure as? ImportError)?.category == .io)
        #expect(try place.rows("SELECT name FROM sqlite_master") == [])
    }

    @Test func aFileOfRejectedRecordsThatCannotBeWrittenIsAnError() throws {
        let place = try Workplace("1\n{\"a\":1}\n")
        let result = place.run {
            $0.reading.errorPolicy = .skip()
            $0.rejects = place.folder.path
        }
        #expect(result.complaint == "\(place.folder.path): cannot be written: Is a directory")
        #expect(try place.rows("SELECT name FROM sqlite_master") == [])
    }

    @Test func aTextThatIsTooLongForSQLiteIsRejectedNotForgotten() throws {
        let place = try Workplace(
            "[{\"a\":\"short\"},{\"a\":\"\(String(repeating: "x", count: 2000))\"},{\"a\":\"b\"}]")
        let importer = place.importer { $0.reading.errorPolicy = .skip() }
        importer.configuration.prepareDatabase { db in
            // SAFETY: the connection is open.
            unsafe _ = sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, 1999)
        }
        let result = importer.run()
        #expect(result.complaint == "" && result.rows == 2 && result.rejected == 1)
        #expect(try place.rows() == [["'short'"], ["'b'"]])
    }
}
