import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// Inputs to which another program appends between and during imports.
@Suite struct GrowingInputTests {
    /// Lines of all kinds: types that drift, new keys, keys that are only null, and rejected records.
    private static func line(_ number: Int) -> String {
        switch number {
        case _ where number % 31 == 0: "\(number)\n"
        case _ where number % 37 == 0: "\"name\":\"x\",\"b\":2}\n"
        case _ where number % 100 == 0: "{\"n\":\(number),\"v\":\"\(number)\",\"k\(number / 200)\":true}\n"
        case _ where number % 7 == 0: "{\"n\":\(number),\"v\":\(number).5,\"never\":null}\n"
        default: "{\"n\":\(number),\"v\":\(number)}\n"
        }
    }

    /// The columns in the order of their names: a key that is only null until the end of a run gets its column then.
    private struct Outcome: Equatable {
        var rows: [[String]]
        var columns: [String]
        var checkpoint: [[String]]

        init(_ workspace: Workspace) throws {
            columns = try workspace.columns().sorted()
            let names = columns.map { $0.prefix { $0 != " " } }.joined(separator: ", ")
            rows = try workspace.rows("SELECT rowid, \(names) FROM t")
            checkpoint = try workspace.rows(
                "SELECT records, rejected, text_bytes, digest, finished FROM stream_import")
        }
    }

    /// What the runs of an import of a growing file met.
    private struct Reached {
        var interruptedRuns = 0
        var unfinishedLines = 0
        var wideningRuns = 0
        var rejectedRecords = 0
    }

    @Test func importOfGrownInputEqualsOneImport() throws {
        let count = TestTier.count(8, full: 100)
        var reached = Reached()
        for seed in 1...UInt64(count) { try expectGrownInputEqualsOneImport(seed: seed, &reached) }
        #expect(reached.interruptedRuns >= count / 2 && reached.unfinishedLines >= count / 2)
        #expect(reached.wideningRuns >= count / 2 && reached.rejectedRecords >= 5 * count)
    }

    /// Imports while lines are appended, with interruptions, and compares with one import of the final file.
    private func expectGrownInputEqualsOneImport(seed: UInt64, _ reached: inout Reached) throws {
        var random = Random(seed: seed)
        let workspace = try Workspace()
        let log = try FileHandle(forWritingTo: workspace.dump)
        let options = { (options: inout TableImportOptions, batchSize: Int) in
            options.flattens = true
            options.batchSize = batchSize
            options.readOptions.format = .lines
            options.readOptions.errorPolicy = .skip()
            options.readOptions.progressInterval = .zero
        }
        var (lines, columns) = (0, [String]())
        for round in 0..<4 {
            // A long first input has all types, so later inputs widen no column.
            let maximum = seed.isMultiple(of: 4) ? TestTier.count(120, full: 1000) : 120
            let added = Int.random(in: 1...maximum, using: &random)
            let text = (lines + 1...lines + added).map(Self.line).joined()
            lines += added
            // The file may end within a line, which the program completes after the run.
            let isUnfinished = round < 3 && Bool.random(using: &random)
            let rest = isUnfinished ? text.suffix(Int.random(in: 1...5, using: &random)) : ""
            try log.write(contentsOf: Data(text.dropLast(rest.count).utf8))
            if round < 3, !isUnfinished, Bool.random(using: &random) {
                try log.write(contentsOf: Data("\n".utf8))
            }
            let stop = InterruptFlag()
            let stopRecord = Int.random(in: 1...lines, using: &random)
            let isInterrupted = Bool.random(using: &random)
            let (chunkBytes, batchSize) = (
                Int.random(in: 16...4096, using: &random), Int.random(in: 1...500, using: &random)
            )
            let result = workspace.run(stop: stop) {
                options(&$0, batchSize)
                $0.readOptions.chunkBytes = chunkBytes
                $0.readOptions.onProgress = {
                    if isInterrupted, $0.recordCount >= stopRecord { stop.request() }
                }
            }
            #expect(result.error == nil || result.error is Interrupted, "seed \(seed)")
            if result.error is Interrupted { reached.interruptedRuns += 1 }
            if isUnfinished { reached.unfinishedLines += 1 }
            reached.rejectedRecords += result.rejected
            let columnsBefore = columns
            columns = try workspace.columns()
            if !columnsBefore.isEmpty, !columns.starts(with: columnsBefore) { reached.wideningRuns += 1 }
            try log.write(contentsOf: Data(rest.utf8))
        }
        #expect(workspace.run { options(&$0, 1000) }.errorDescription == "", "seed \(seed)")
        let once = try Workspace(String(contentsOf: workspace.dump, encoding: .utf8))
        #expect(once.run { options(&$0, 1000) }.errorDescription == "", "seed \(seed)")
        #expect(try Outcome(workspace) == Outcome(once), "seed \(seed)")
        #expect(try workspace.isIntact(), "seed \(seed)")
    }

    /// The import reads the white space after the last record in chunks of their own.
    @Test(arguments: 1...12)
    func inputThatEndedWithWhiteSpaceIsContinued(chunkBytes: Int) throws {
        let workspace = try Workspace("{\"n\":1}   \n \n")
        let change = { (options: inout TableImportOptions) in
            options.readOptions.format = .lines
            options.readOptions.chunkBytes = chunkBytes
        }
        #expect(workspace.run(change).errorDescription == "")
        let log = try FileHandle(forWritingTo: workspace.dump)
        try log.seekToEnd()
        try log.write(contentsOf: Data("{\"n\":2}\n".utf8))
        let result = workspace.run(change)
        #expect(result.errorDescription == "" && result.recordsBefore == 1 && result.rows == 1)
    }

    @Test(arguments: [1, 64, 1 << 16])
    func linesAppendedDuringImportAreImported(chunkBytes: Int) throws {
        let workspace = try Workspace((1...500).map(Self.line).joined())
        let log = try FileHandle(forWritingTo: workspace.dump)
        try log.seekToEnd()
        var next = 501
        let result = workspace.run {
            $0.batchSize = 100
            $0.readOptions.chunkBytes = chunkBytes
            $0.readOptions.errorPolicy = .skip()
            $0.onCommit = { _ in
                guard next < 900 else { return }
                for number in next..<next + 50 { try? log.write(contentsOf: Data(Self.line(number).utf8)) }
                next += 50
            }
        }
        #expect(result.errorDescription == "")
        let expected = try Workspace((1..<next).map(Self.line).joined())
        expected.run { $0.readOptions.errorPolicy = .skip() }
        // Lines may also have been appended after the end was reached.
        workspace.run { $0.readOptions.errorPolicy = .skip() }
        #expect(try Outcome(workspace) == Outcome(expected))
    }
}
