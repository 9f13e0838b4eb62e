import Foundation
import GRDB
import StreamImport
import StreamImportGRDB
import Synchronization
import Testing

/// The transactions and statements of batches.
@Suite struct BatchTests {
    @Importable
    struct Number {
        var id: Int
        var big: UInt64 = 0
    }

    /// Returns records with the IDs from 1 to `count`. The record with the ID `outOfRange` has a value that exceeds
    /// SQLite's integers.
    private func numbers(_ count: Int, outOfRange: Int? = nil) -> ImportSequence<Number> {
        let lines = (1...count).map { id in
            #"{"id":\#(id),"big":\#(id == outOfRange ? "18446744073709551615" : "1")}"#
        }
        return records(lines.joined(separator: "\n"))
    }

    @Test(arguments: [(1, 7), (3, 6), (7, 7), (8, 0), (100, 0)])
    func batchesBeforeErrorAreKept(size: Int, rows: Int) throws {
        try forEachDatabase { database in
            let error = #expect(throws: ImportError.self) {
                try numbers(9, outOfRange: 8).write(to: database, table: ImportTable(batchSize: size))
            }
            #expect(
                "\(error.map { "\($0)" } ?? "")" == """
                    record 8, $.big: expected an integer from -9223372036854775808 to 9223372036854775807, found \
                    18446744073709551615; declare the property as Decimal, which is stored as text
                    """)
            let hasTable = try database.read { try $0.tableExists("number") }
            #expect(hasTable == (rows > 0))
            if hasTable {
                #expect(try database.lines("SELECT count(*), max(id) FROM number") == ["\(rows) \(rows)"])
            }
        }
    }

    @Test func errorRecordNumberCountsRejectedRecords() throws {
        var options = ImportOptions()
        options.errorPolicy = .skip()
        let text = #"[{"id":1},{"id":"x"},{"id":2,"big":18446744073709551615}]"#
        let numbers = StreamImporter.objects(of: Number.self, from: text, options: options)
        let error = #expect(throws: ImportError.self) { try numbers.write(to: DatabaseQueue()) }
        #expect(error?.record == 3)
        #expect(error?.code == .numberOutOfRange)
    }

    @Test func syntaxErrorKeepsEarlierBatches() throws {
        let queue = try DatabaseQueue()
        let error = #expect(throws: ImportError.self) {
            try records("[{\"id\":1},{\"id\":2},{\"id\":3},}", of: Number.self)
                .write(to: queue, table: ImportTable(batchSize: 2))
        }
        #expect(error?.category == .syntax)
        #expect(try queue.lines("SELECT id FROM number") == ["1", "2"])
    }

    @Test(arguments: [
        #"[{"id":1},{"id":2},}"#, #"[{"id":1},{"id":2},{"id":"x"}]"#, #"[{"id":1},{"id":2}"#,
    ])
    func completeBatchBeforeErrorIsKept(text: String) throws {
        try forEachDatabase { database in
            let message = errorMessage {
                try records(text, of: Number.self).write(to: database, table: ImportTable(batchSize: 2))
            }
            #expect(message != nil)
            let rows = try database.lines("SELECT id FROM number")
            #expect(rows == ["1", "2"])
        }
    }

    /// A value that calls a function when it is read.
    struct ReportedValue: ImportableScalar {
        @TaskLocal static var report: @Sendable () -> Void = {}

        let number: Int

        init(_ token: borrowing ImportToken) throws {
            number = try Int(token)
            Self.report()
        }

        func exported(dates: DateStrategy) -> ExportedScalar { .integer(number) }
    }

    @Importable
    struct Reported {
        var id: ReportedValue
    }

    @Test(arguments: [1, 2, 3]) func completeBatchIsCommittedBeforeNextRecord(size: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "pool.sqlite").path
        let pool = try DatabasePool(path: path)
        let other = try DatabasePool(path: path)
        let counts = Mutex<[Int]>([])
        let report = { @Sendable in
            let count = try? other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reported") }
            counts.withLock { $0.append((count ?? nil) ?? 0) }
        }
        try ReportedValue.$report.withValue(report) {
            _ = try records(#"[{"id":0},{"id":1},{"id":2},{"id":3}]"#, of: Reported.self)
                .write(to: pool, table: ImportTable(batchSize: size))
        }
        #expect(counts.withLock { $0 } == (0..<4).map { $0 / size * size })
        #expect(try pool.lines("SELECT count(*) FROM reported") == ["4"])
    }

    @Test(arguments: [0, -1]) func nonPositiveBatchSizeIsInvalidOption(size: Int) throws {
        let table = ImportTable(batchSize: size)
        let queue = try DatabaseQueue()
        let error = #expect(throws: ImportError.self) { try numbers(1).write(to: queue, table: table) }
        #expect(error?.code == .invalidOption)
        #expect(error?.message == "batchSize must be at least 1, found \(size)")
    }

    @Test func oneStatementWritesAllRecords() throws {
        let few = try executedStatements(records: 10)
        let many = try executedStatements(records: 500)
        #expect(few.runs == 10)
        #expect(many.runs == 500)
        #expect(many.otherStatements == few.otherStatements)
    }

    /// Writes records in one batch. Returns the maximum number of runs of one statement, and the statements that are
    /// not insertions.
    private func executedStatements(records: Int) throws -> (runs: Int, otherStatements: [String]) {
        let queue = try DatabaseQueue()
        var (runs, otherStatements): (Int, [String]) = (0, [])
        try queue.writeWithoutTransaction { database in
            database.trace { event in
                if !"\(event)".hasPrefix("INSERT INTO \"number\"") { otherStatements.append("\(event)") }
                runs = max(runs, database.maximumStatementRuns)
            }
            try numbers(records).write(to: database)
            database.trace()
        }
        return (runs, otherStatements)
    }

    @Test func writeUsesTransactionOfCaller() throws {
        struct Stop: Error {}
        let queue = try DatabaseQueue()
        #expect(throws: Stop.self) {
            try queue.write { database in
                try numbers(5).write(to: database, table: ImportTable(batchSize: 2))
                #expect(database.isInsideTransaction)
                throw Stop()
            }
        }
        #expect(try queue.read { try $0.tableExists("number") } == false)
    }

    @Test func rowsBeforeErrorStayInTransactionOfCaller() throws {
        let queue = try DatabaseQueue()
        try queue.write { database in
            _ = #expect(throws: ImportError.self) { try numbers(5, outOfRange: 3).write(to: database) }
        }
        #expect(try queue.lines("SELECT id FROM number") == ["1", "2"])
    }

    @Test func writeOutsideTransactionOpensOne() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { database in
            #expect(throws: ImportError.self) { try numbers(5, outOfRange: 3).write(to: database) }
            #expect(!database.isInsideTransaction)
            #expect(try !database.tableExists("number"))
            try numbers(5).write(to: database)
        }
        #expect(try queue.lines("SELECT count(*) FROM number") == ["5"])
    }

    @Test func observersAreNotifiedOfWrites() throws {
        let queue = try DatabaseQueue()
        try numbers(1).write(to: queue)
        let counts = Mutex<[Int?]>([])
        // The observation calls the closure after each transaction, before the write continues.
        let cancellable = DatabaseRegionObservation(tracking: Table("number")).start(
            in: queue, onError: { Issue.record($0) },
            onChange: { database in
                let count = try? Int.fetchOne(database, sql: "SELECT count(*) FROM number")
                counts.withLock { $0.append(count) }
            })
        defer { cancellable.cancel() }
        let table = ImportTable(primaryKey: ["id"], conflict: .ignore, batchSize: 2)
        try numbers(5).write(to: queue, table: table)
        #expect(counts.withLock { $0 } == [3, 5, 6])
    }

    @Test func emptyInputCreatesTable() throws {
        let queue = try DatabaseQueue()
        #expect(try records("[]", of: Number.self).write(to: queue).recordCount == 0)
        #expect(try queue.lines("SELECT count(*) FROM number") == ["0"])
    }
}
