import Foundation
import GRDB
import JSONRecords
import SystemPackage
import Synchronization
import TestSupport
import Testing

@testable import TableImport

/// Inputs to which another program appends, before, between and during imports.
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

    /// Imports while lines are appended, with interruptions, and compares with one import of the final file.
    @Test(arguments: 1...100)
    func importOfGrownInputEqualsOneImport(seed: UInt64) throws {
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
        var lines = 0
        for round in 0..<4 {
            let added = Int.random(in: 1...1000, using: &random)
            for number in lines + 1...lines + added {
                try log.write(contentsOf: Data(Self.line(number).utf8))
            }
            lines += added
            if round < 3, Bool.random(using: &random) { try log.write(contentsOf: Data("\n".utf8)) }
            let stop = InterruptFlag()
            let reached = Int.random(in: 1...lines, using: &random)
            let isInterrupted = Bool.random(using: &random)
            let (chunkBytes, batchSize) = (
                Int.random(in: 16...4096, using: &random), Int.random(in: 1...500, using: &random)
            )
            let result = workspace.run(stop: stop) {
                options(&$0, batchSize)
                $0.readOptions.chunkBytes = chunkBytes
                $0.readOptions.onProgress = { if isInterrupted, $0.recordCount >= reached { stop.request() } }
            }
            #expect(result.error == nil || result.error is Interrupted)
        }
        #expect(workspace.run { options(&$0, 1000) }.errorDescription == "")
        let once = try Workspace(String(contentsOf: workspace.dump, encoding: .utf8))
        #expect(once.run { options(&$0, 1000) }.errorDescription == "")
        #expect(try Outcome(workspace) == Outcome(once))
        #expect(try workspace.isIntact())
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

    // MARK: - Following

    /// Follows the dump on a thread of its own while `body` runs, and returns the result after the stop.
    private func follow(
        _ workspace: Workspace, _ change: @escaping (inout TableImportOptions) -> Void = { _ in },
        _ body: (CallbackLog<Int>) throws -> Void
    ) throws -> TableImportResult {
        let stop = InterruptFlag()
        let committed = CallbackLog<Int>()
        let dump = workspace.dump
        var options = TableImportOptions(table: "t")
        options.follows = true
        options.commitInterval = .milliseconds(10)
        change(&options)
        options.onCommit = { committed.add($0.recordsBefore + $0.rows) }
        let input = TableInput(name: "dump.json", file: FilePath(dump.path)) {
            RecordInput(InputOrigin(.followedFile(dump)), options: $0)
        }
        let importer = TableImporter(input, into: workspace.database, options: options, interruptFlag: stop)
        let result = Mutex<TableImportResult?>(nil)
        // SAFETY: the importer is used only by the thread.
        nonisolated(unsafe) let followed = importer
        let thread = Thread {
            let ended = unsafe followed.run()
            result.withLock { $0 = ended }
        }
        thread.start()
        defer { stop.request() }
        try body(committed)
        stop.request()
        while result.withLock({ $0 == nil }) { usleep(10_000) }
        return try #require(result.withLock { $0 })
    }

    private func wait(until condition: () throws -> Bool) rethrows {
        for _ in 0..<1000 {
            if try condition() { return }
            usleep(10_000)
        }
        Issue.record("the condition did not become true")
    }

    private func count(_ workspace: Workspace) throws -> Int {
        try workspace.rows("SELECT count(*) FROM sqlite_master WHERE name = 't'") == [["0"]]
            ? 0 : Int(try workspace.rows("SELECT count(*) FROM t")[0][0]) ?? 0
    }

    private func append(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test func followedFileIsImportedAsItGrows() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        let result = try follow(workspace) { _ in
            try wait { try count(workspace) == 1 }
            try append("{\"n\":2}\n{\"n\":", to: workspace.dump)
            try wait { try count(workspace) == 2 }
            try append("3}\n", to: workspace.dump)
            try wait { try count(workspace) == 3 }
        }
        #expect(result.errorDescription == "" && result.rows == 3)
        try append("{\"n\":4}\n", to: workspace.dump)
        let again = try follow(workspace) { _ in try wait { try count(workspace) == 4 } }
        #expect(again.errorDescription == "" && again.rows == 1 && again.recordsBefore == 3)
        #expect(workspace.run().wasFinished == false)
        #expect(try workspace.rows() == [["1"], ["2"], ["3"], ["4"]])
    }

    @Test(arguments: ["renamed", "truncated", "replaced"])
    func followedFileIsImportedAcrossRotation(kind: String) throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}\n")
        let result = try follow(workspace) { _ in
            try wait { try count(workspace) == 2 }
            switch kind {
            case "renamed":
                try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.1"))
                // A program may write to the file for a while after it was renamed.
                try append("{\"n\":3}\n", to: workspace.file("dump.1"))
                usleep(300_000)
                try workspace.write("{\"n\":4}\n")
            case "truncated":
                try append("{\"n\":3}\n", to: workspace.dump)
                try wait { try count(workspace) == 3 }
                let handle = try FileHandle(forWritingTo: workspace.dump)
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data("{\"n\":4}\n".utf8))
            default:
                try append("{\"n\":3}\n", to: workspace.dump)
                try Data("{\"n\":4}\n".utf8).write(to: workspace.dump, options: .atomic)
            }
            try wait { try count(workspace) == 4 }
            try append("{\"n\":5}\n", to: workspace.dump)
            try wait { try count(workspace) == 5 }
        }
        #expect(result.errorDescription == "" && result.rows == 5)
        #expect(try workspace.rows() == [["1"], ["2"], ["3"], ["4"], ["5"]])
    }

    @Test func emptyFileBetweenRotationsIsSkipped() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        let result = try follow(workspace) { _ in
            try wait { try count(workspace) == 1 }
            try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.1"))
            try workspace.write("")
            usleep(300_000)
            try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.2"))
            usleep(300_000)
            try workspace.write("{\"n\":2}\n")
            try wait { try count(workspace) == 2 }
        }
        #expect(result.errorDescription == "" && result.rows == 2)
    }

    @Test func followWithOtherSettingsIsError() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        workspace.run()
        let result = try follow(workspace, { $0.flattens = true }) { _ in usleep(100_000) }
        #expect(result.errorDescription.contains("with no --flatten, which is now --flatten"))
        #expect(try workspace.rows() == [["1"]])
    }

    @Test func followedFileThatWasRotatedMeanwhileIsImportedFromItsStart() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}\n")
        workspace.run()
        try workspace.write("{\"n\":3}\n")
        let result = try follow(workspace) { _ in try wait { try count(workspace) == 3 } }
        #expect(result.errorDescription == "" && result.rows == 1)
        #expect(try workspace.rows() == [["1"], ["2"], ["3"]])
    }

    @Test func followedFileContinuesAfterLastLineWithoutLineFeed() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}")
        #expect(workspace.run().rows == 2)
        let result = try follow(workspace) { _ in
            usleep(300_000)
            try append("\n{\"n\":3}\n", to: workspace.dump)
            try wait { try count(workspace) == 3 }
        }
        #expect(result.errorDescription == "" && result.rows == 1)
        #expect(try workspace.numbers() == [1, 2, 3])
    }
}
