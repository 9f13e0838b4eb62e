import Foundation
import GRDB
import StreamImport
import StreamImportGRDB
import TestSupport
import Testing

/// Records that several threads parse, compared with records that one thread parses.
@Suite struct ParallelWriteTests {
    @Importable
    struct Visit {
        var id: Int
        var size: UInt64 = 0
        var at: Date?
        var page: Page?
        var tags: [String] = []

        @Importable
        struct Page {
            var title: String
            var rank: Double?
        }
    }

    /// The rows, the summary and the error of an import.
    private struct Outcome: Equatable {
        var rows: [String] = []
        var summary = ""
        var error: String?
    }

    private static let count = TestTier.count(120, full: 400)
    private static let middle = count * 5 / 8

    /// Returns a valid record. Some are longer than a segment.
    private static func record(_ id: Int) -> String {
        let tags = (0..<id % 40).map { #""\#($0)\"\u0001é""# }.joined(separator: ",")
        return """
            {"id":\(id),"size":\(id * 7),"at":"2014-05-01T08:00:\(10 + id % 50).\(id)Z",\
            "page":{"title":"[\(id)},","rank":\(id % 3 == 0 ? "null" : "\(id).5")},"tags":[\(tags)]}
            """
    }

    /// Returns records of which one is replaced.
    private static func records(middle record: String? = nil) -> [String] {
        (1...count).map { id in id == middle ? record ?? self.record(id) : self.record(id) }
    }

    /// Texts in which all records are valid, one is not valid, one cannot be written, or the syntax has an error.
    static let texts: [String] = [
        nil, #"{"id":"x"}"#, #"{"id":1,"size":18446744073709551615}"#, #"{"id":1,"#, #"{"id":1}}"#,
    ].flatMap { middle in
        let records = records(middle: middle)
        return ["[" + records.joined(separator: ",") + "]", records.joined(separator: "\n")]
    }

    private func outcome(
        of text: String, _ policy: ErrorPolicy, _ parallelism: Parallelism
    ) throws -> Outcome {
        let queue = try DatabaseQueue()
        var options = ImportOptions()
        (options.errorPolicy, options.parallelism, options.segmentBytes) = (policy, parallelism, 300)
        let visits = StreamImporter.objects(of: Visit.self, from: text, options: options)
        var outcome = Outcome()
        outcome.error = errorMessage {
            let summary = try visits.write(to: queue, table: ImportTable(primaryKey: ["id"], batchSize: 30))
            let rejected = summary.rejectedRecords.map { "\($0.number) \($0.byteRange) \($0.error)" }
            outcome.summary =
                "\(summary.recordCount) \(summary.textBytes) \(summary.rejectedCount) \(rejected)"
            #expect(1...parallelism.count ~= summary.workerCount)
        }
        outcome.rows = try queue.lines("SELECT rowid, * FROM visit")
        return outcome
    }

    @Test(arguments: texts.indices, [ErrorPolicy.fail, .collect()])
    func severalThreadsWriteSameRows(_ index: Int, _ policy: ErrorPolicy) throws {
        let text = Self.texts[index]
        let expected = try outcome(of: text, policy, .none)
        for parallelism in [Parallelism.cores(2), .cores(3)] {
            #expect(try outcome(of: text, policy, parallelism) == expected)
            #expect(expected.rows.count >= Self.middle / 30 * 30)
        }
    }

    @Importable
    struct Place: ImportUniquing {
        var id: Int

        static func existing(_ values: borrowing LookupDraft) throws -> Place? { nil }
    }

    @Test func uniquingTypeIsWrittenByOneThread() throws {
        let queue = try DatabaseQueue()
        var options = ImportOptions()
        (options.parallelism, options.segmentBytes) = (.cores(3), 50)
        let text = (1...100).map { #"{"id":\#($0)}"# }.joined(separator: "\n")
        let summary = try StreamImporter.objects(of: Place.self, from: text, options: options).write(
            to: queue)
        #expect(summary.workerCount == 1)
        #expect(try queue.lines("SELECT id FROM place") == (1...100).map(String.init))
    }
}

extension Parallelism {
    /// The number of threads.
    fileprivate var count: Int {
        if case .cores(let count) = self { count } else { 1 }
    }
}
