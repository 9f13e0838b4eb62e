import Foundation
import Testing

@testable import TableImport

/// What an import does about what earlier ones have done.
@Suite struct ChangedInputTests {
    private static let dump = (1...30).map { "{\"n\":\($0)}\n" }.joined()

    /// A dump of which 10 records are in the table.
    private func begun() throws -> Workplace {
        let place = try Workplace(Self.dump)
        let stop = StopSignal()
        let result = place.run(stop: stop) {
            $0.batchSize = 10
            $0.reading.chunkBytes = 1
            $0.reading.progressInterval = .zero
            $0.reading.onProgress = { if $0.recordCount >= 15 { stop.request() } }
        }
        #expect(result.failure is Interrupted && result.rows == 10)
        return place
    }

    private func date(of file: URL) throws -> Date {
        try #require(file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
    }

    private func setDate(_ date: Date, of file: URL) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    @Test(arguments: ["size", "time", "start"])
    func aDumpThatHasChangedIsNotGoneOnWith(what: String) throws {
        let place = try begun()
        let date = try date(of: place.dump)
        switch what {
        case "size": try place.write(Self.dump + "{}")
        case "start": try place.write("{\"m\":" + Self.dump.dropFirst(5))
        default: break
        }
        try setDate(what == "time" ? date.addingTimeInterval(1) : date, of: place.dump)
        let result = place.run { $0.batchSize = 10 }
        #expect(
            result.complaint == """
                dump.json has changed since 10 of its records were imported into the table t; to begin again, remove the \
                table: DROP TABLE "t"
                """)
        #expect((result.failure as? TableImportError)?.cause == .usage)
        #expect(try place.rows("SELECT count(*) FROM t") == [["10"]])
        try place.execute("DROP TABLE t")
        #expect(place.run { $0.batchSize = 10 }.complaint == "")
    }

    @Test func otherOptionsAreAnError() throws {
        let place = try begun()
        let changes: [(String, String, (inout TableImportOptions) -> Void)] = [
            ("--batch 10", "--batch 11", { $0.batchSize = 11 }),
            ("no --flatten", "--flatten", { $0.flattens = true }),
            ("no --columns", "--columns n", { $0.columns = ["n"] }),
            ("--format automatic", "--format lines", { $0.reading.format = .lines }),
        ]
        for (before, now, change) in changes {
            let result = place.run {
                $0.batchSize = 10
                change(&$0)
            }
            #expect(
                result.complaint == """
                    the import of dump.json was begun with \(before), and cannot be gone on with \(now); finish it with \
                    the same options, or remove the table to begin again
                    """)
            #expect(result.rows == 0)
        }
        #expect(place.run { $0.batchSize = 10 }.rows == 20)
    }

    @Test func whatIsFinishedIsNotImportedAgain() throws {
        let place = try Workplace(Self.dump)
        place.run()
        // Another spelling of the same table's name, and other options.
        let result = place.run {
            $0.table = "T"
            $0.batchSize = 3
        }
        #expect(result.wasFinished && result.rows == 0 && result.recordsBefore == 30 && result.columns == 1)
        #expect(try place.rows("SELECT count(*) FROM t") == [["30"]])
    }

    @Test(arguments: [([], 31), (["n"], 16)])
    func whatIsFinishedAndChangesIsImportedAgain(keys: [String], rows: Int) throws {
        let place = try Workplace((1...15).map { "{\"n\":\($0)}\n" }.joined())
        place.run { $0.keys = keys }
        try place.write((1...16).map { "{\"n\":\($0),\"new\":1}\n" }.joined())
        #expect(place.run { $0.keys = keys }.rows == 16)
        #expect(try place.rows("SELECT count(*), count(new) FROM t") == [["\(rows)", "16"]])
    }

    @Test func aTableThatIsGoneIsMadeAnew() throws {
        for place in [try begun(), try Workplace(Self.dump)] {
            place.run { $0.batchSize = 10 }
            try place.execute("DROP TABLE t")
            let result = place.run { $0.columns = ["x", "n"] }
            #expect(result.complaint == "" && result.rows == 30 && result.recordsBefore == 0)
            #expect(try place.columns() == ["x", "n INTEGER"])
        }
    }

    @Test func twoInputsGoToOneTable() throws {
        let place = try begun()
        try place.write("[{\"n\":\"x\",\"m\":1}]", to: "other.json")
        #expect(place.run(of: "other.json").rows == 1)
        #expect(place.run { $0.batchSize = 10 }.rows == 20)
        #expect(place.run(of: "other.json").wasFinished)
        #expect(place.run { $0.batchSize = 10 }.wasFinished)
        #expect(try place.rows("SELECT count(*), sum(n = 'x') FROM t") == [["31", "1"]])
    }

    @Test func oneInputGoesToTwoTables() throws {
        let place = try Workplace(Self.dump)
        #expect(place.run().rows == 30)
        #expect(place.run { $0.table = "u" }.rows == 30)
        #expect(place.run { $0.table = "u" }.wasFinished)
    }

    @Test func aDryRunWritesNothing() throws {
        let place = try Workplace("{\"a\":1,\"b\":null}\n{\"a\":0.5,\"c\":[]}\n")
        let result = place.run {
            $0.isDryRun = true
            $0.keys = ["a"]
            $0.batchSize = 1
        }
        #expect(result.complaint == "" && result.rows == 2 && result.columns == 3)
        #expect(result.definition == #"CREATE TABLE "t" ("a" NUMERIC PRIMARY KEY, "b", "c" TEXT)"#)
        #expect(!FileManager.default.fileExists(atPath: place.database))
        try place.execute("CREATE TABLE t (a TEXT)")
        let bytes = try Data(contentsOf: URL(filePath: place.database))
        #expect(
            place.run { $0.isDryRun = true }.complaint.hasPrefix(
                "the column a of the table t is declared TEXT"))
        #expect(try Data(contentsOf: URL(filePath: place.database)) == bytes)
    }
}
