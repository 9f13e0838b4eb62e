import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// A stopped import resumes where it stopped, and has the same result as an uninterrupted import.
@Suite struct ResumeTests {
    /// An import whose records have everything that can affect a resume.
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [MixedLines.Line]
        let change: @Sendable (inout TableImportOptions) throws -> Void
    }

    static let examples: [Example] =
        [[], ["id"]].map { keys in
            Example(testDescription: "table, keys \(keys)", lines: MixedLines.plain) { $0.keys = keys }
        }
        + [("", []), ("", ["id"]), (MixedLines.restColumn, []), (MixedLines.restColumn, ["id"])].map {
            (rest, keys) in
            Example(
                testDescription: "schema, keys \(keys)\(rest.isEmpty ? "" : ", rest")",
                lines: MixedLines.ofSchema
            ) { $0.schema = try TableSchema.of(MixedLines.columns + rest, keys: keys) }
        }
        + [false, true].map { flattens in
            Example(testDescription: "child tables, flattens \(flattens)", lines: MixedLines.withArrays) {
                ($0.keys, $0.flattens) = (["id"], flattens)
                $0.expandedArrays = [["o", "tags"], ["items"]].map(ExpandedArray.init(path:))
            }
        }
        + [
            Example(testDescription: "arrays in arrays, without a key", lines: MixedLines.withArrays) {
                $0.expandedArrays = [["items", "p", "q"], ["items", "p"], ["items"]].map(
                    ExpandedArray.init(path:))
            }
        ]

    /// The numbers of records after which an import is interrupted: those before and after the first record of each kind;
    /// in the full tier, all. One run ends before it reads a record after those of earlier runs.
    private static func stops(in lines: [MixedLines.Line]) -> [Int] {
        let kinds = Set(lines.map(\.kind))
        let points = kinds.flatMap { kind in
            lines.firstIndex { $0.kind == kind }.map { [$0, $0 + 1] } ?? []
        }
        let stops = TestTier.isFull ? Set(1..<lines.count) : Set(points + [2])
        return [2] + stops.filter { 1..<lines.count ~= $0 }.sorted()
    }

    @Test(arguments: TestTier.sample(0..<examples.count * 4, count: 12))
    func interruptedImportResumesToSameResult(index: Int) throws {
        let (example, batchSize) = (Self.examples[index / 4], [1, 7, 50, 1000][index % 4])
        let dump = example.lines.map(\.text).joined()
        let change = { (options: inout TableImportOptions, workspace: Workspace) in
            #expect(throws: Never.self) { try example.change(&options) }
            options.batchSize = batchSize
            options.indices = ["v"]
            options.rejects = workspace.rejects
            options.readOptions.errorPolicy = .skip()
            options.readOptions.format = .lines
        }
        let uninterrupted = try Workspace(dump)
        #expect(uninterrupted.run { change(&$0, uninterrupted) }.errorDescription == "")
        let expected = try ImportedContents(uninterrupted)
        let workspace = try Workspace(dump)
        let results = try workspace.runUntilFinished(interruptedAfter: Self.stops(in: example.lines)) {
            change(&$0, workspace)
        }
        #expect(try ImportedContents(workspace) == expected)
        #expect(workspace.run { change(&$0, workspace) }.wasFinished)
        #expect(try ImportedContents(workspace) == expected && workspace.isIntact())
        // Runs have ended and begun at records of all kinds.
        let interrupted = results.filter { $0.error is Interrupted }
        let points = Set(interrupted.map { $0.recordsBefore + $0.rows + $0.rejected })
        let kinds = Set(example.lines.map(\.kind))
        #expect(Set(points.filter { $0 > 0 }.map { example.lines[$0 - 1].kind }) == kinds)
        #expect(Set(points.map { example.lines[$0].kind }) == kinds)
        #expect(interrupted.contains { $0.rows + $0.rejected == 0 })
        let childRows = results.flatMap(\.children).map(\.rows).reduce(0, +)
        #expect(results[0].children.isEmpty || childRows > example.lines.count / 2)
    }

    @Test func rejectedRecordsAreReportedOnce() throws {
        let workspace = try Workspace((1...100).map { $0 % 10 == 0 ? "\($0)\n" : "{\"n\":\($0)}\n" }.joined())
        let seen = CallbackLog<Int>()
        let results = try workspace.runUntilFinished(interruptedAfter: [35]) {
            $0.batchSize = 5
            $0.readOptions.errorPolicy = .skip()
            $0.onRejected = { seen.add($0.number) }
        }
        #expect(results[0].error is Interrupted && results[0].rejected == 3)
        #expect(seen.all == Array(stride(from: 10, through: 100, by: 10)))
    }

    @Test func unseekableInputWritesReadRowsOnInterrupt() throws {
        let workspace = try Workspace(numberedLines(1...100))
        let stop = InterruptFlag()
        let result = workspace.pipe(stop: stop) {
            $0.readOptions.chunkBytes = 1
            $0.readOptions.progressInterval = .zero
            $0.readOptions.onProgress = { if $0.recordCount >= 35 { stop.request() } }
        }.run()
        #expect(result.error is Interrupted && !result.canResume)
        #expect(result.rows >= 35 && result.rows < 100)
        #expect(try workspace.lines("SELECT count(*) FROM t") == ["\(result.rows)"])
    }

    @Test func importWithMissingRejectsFileWritesLaterRejects() throws {
        let workspace = try Workspace("{\"n\":1}\n2\n{\"n\":3}\n4\n{\"n\":5}\n6\n")
        let stop = InterruptFlag()
        let change = { (options: inout TableImportOptions) in
            options.batchSize = 1
            options.readOptions.errorPolicy = .skip()
            options.rejects = workspace.rejects
        }
        let first = workspace.run(stop: stop) {
            change(&$0)
            $0.readOptions.chunkBytes = 1
            $0.readOptions.progressInterval = .zero
            // In the line of record 5.
            $0.readOptions.onProgress = { if $0.bytesRead > 20 { stop.request() } }
        }
        #expect(first.error is Interrupted && first.rejected == 2)
        try FileManager.default.removeItem(atPath: workspace.rejects)
        #expect(workspace.run(change).errorDescription == "")
        #expect(try workspace.lines("SELECT count(*) FROM t") == ["3"])
        #expect(try workspace.rejected().map { $0.contains(#""record":6"#) } == [true])
    }
}
