import Foundation
import JSONRecords
import SystemPackage
import Testing

@testable import TableImport

/// Imports that follow a file, which another program appends to and rotates.
@Suite struct FollowedInputTests {
    /// Follows the dump on a thread of its own while `body` runs, and returns the result after the stop.
    private func follow(
        _ workspace: Workspace, _ change: @escaping (inout TableImportOptions) -> Void = { _ in },
        _ body: (FollowedImport) throws -> Void
    ) throws -> TableImportResult {
        let stop = InterruptFlag()
        let state = FollowedImport()
        let dump = workspace.dump
        var options = TableImportOptions(table: "t")
        options.follows = true
        options.commitInterval = .zero
        change(&options)
        options.onCommit = { _ in state.commit() }
        options.readOptions.progressInterval = .zero
        options.readOptions.onProgress = { state.report($0.bytesRead) }
        let input = TableInput(name: "dump.json", file: FilePath(dump.path)) {
            RecordInput(InputOrigin(.followedFile(dump)), options: $0)
        }
        // SAFETY: the importer is used only by the thread.
        nonisolated(unsafe) let importer = TableImporter(
            input, into: TableDatabase(workspace.database), options: options, interruptFlag: stop)
        Thread { state.end(with: unsafe importer.run()) }.start()
        do {
            try body(state)
        } catch {
            Issue.record(error)
        }
        stop.request()
        return state.result
    }

    private func count(_ workspace: Workspace) throws -> Int {
        try workspace.lines("SELECT count(*) FROM sqlite_master WHERE name = 't'") == ["0"]
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
        let result = try follow(workspace) { followed in
            try followed.wait { try count(workspace) == 1 }
            try append("{\"n\":2}\n{\"n\":", to: workspace.dump)
            try followed.wait { try count(workspace) == 2 }
            try append("3}\n", to: workspace.dump)
            try followed.wait { try count(workspace) == 3 }
        }
        #expect(result.errorDescription == "" && result.rows == 3)
        try append("{\"n\":4}\n", to: workspace.dump)
        let again = try follow(workspace) { try $0.wait { try count(workspace) == 4 } }
        #expect(again.errorDescription == "" && again.rows == 1 && again.recordsBefore == 3)
        #expect(workspace.run().wasFinished == false)
        #expect(try workspace.lines() == ["1", "2", "3", "4"])
    }

    @Test(arguments: ["renamed", "truncated", "replaced"])
    func followedFileIsImportedAcrossRotation(kind: String) throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}\n")
        let result = try follow(workspace) { followed in
            try followed.wait { try count(workspace) == 2 }
            switch kind {
            case "renamed":
                try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.1"))
                // A program may write to the file for a while after it was renamed.
                try append("{\"n\":3}\n", to: workspace.file("dump.1"))
                try followed.wait { try count(workspace) == 3 }
                try workspace.write("{\"n\":4}\n")
            case "truncated":
                try append("{\"n\":3}\n", to: workspace.dump)
                try followed.wait { try count(workspace) == 3 }
                let handle = try FileHandle(forWritingTo: workspace.dump)
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data("{\"n\":4}\n".utf8))
            default:
                try append("{\"n\":3}\n", to: workspace.dump)
                try Data("{\"n\":4}\n".utf8).write(to: workspace.dump, options: .atomic)
            }
            try followed.wait { try count(workspace) == 4 }
            try append("{\"n\":5}\n", to: workspace.dump)
            try followed.wait { try count(workspace) == 5 }
        }
        #expect(result.errorDescription == "" && result.rows == 5)
        #expect(try workspace.lines() == ["1", "2", "3", "4", "5"])
    }

    @Test func emptyFileBetweenRotationsIsSkipped() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        let result = try follow(workspace) { followed in
            try followed.wait { try count(workspace) == 1 }
            try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.1"))
            try workspace.write("")
            try followed.waitForPause(after: 0)
            try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.2"))
            try followed.waitForPause(after: 0)
            try workspace.write("{\"n\":2}\n")
            try followed.wait { try count(workspace) == 2 }
        }
        #expect(result.errorDescription == "" && result.rows == 2)
    }

    @Test func errorAfterRotationKeepsCounts() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        let result = try follow(workspace) { followed in
            try followed.wait { try count(workspace) == 1 }
            try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.1"))
            try workspace.write("")
            try followed.waitForPause(after: 0)
            try workspace.execute("DROP TABLE t; CREATE VIEW t AS SELECT 1")
            try FileManager.default.moveItem(at: workspace.dump, to: workspace.file("dump.2"))
            try workspace.write("{\"n\":2}\n")
            followed.waitForEnd()
        }
        #expect(result.errorDescription.contains("found the view t") && result.rows == 1)
    }

    @Test func followWithOtherSettingsIsError() throws {
        let workspace = try Workspace("{\"n\":1}\n")
        workspace.run()
        let result = try follow(workspace, { $0.flattens = true }) { $0.waitForEnd() }
        #expect(result.errorDescription.contains("with no --flatten, which is now --flatten"))
        #expect(try workspace.lines() == ["1"])
    }

    @Test func followedFileThatWasRotatedMeanwhileIsImportedFromItsStart() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}\n")
        workspace.run()
        try workspace.write("{\"n\":3}\n")
        let result = try follow(workspace) { try $0.wait { try count(workspace) == 3 } }
        #expect(result.errorDescription == "" && result.rows == 1)
        #expect(try workspace.lines() == ["1", "2", "3"])
    }

    @Test func followedFileContinuesAfterLastLineWithoutLineFeed() throws {
        let workspace = try Workspace("{\"n\":1}\n{\"n\":2}")
        #expect(workspace.run().rows == 2)
        let result = try follow(workspace) { followed in
            try followed.waitForPause(after: 15)
            try append("\n{\"n\":3}\n", to: workspace.dump)
            try followed.wait { try count(workspace) == 3 }
        }
        #expect(result.errorDescription == "" && result.rows == 1)
        #expect(try workspace.numbers() == [1, 2, 3])
    }
}

/// The state of an import on another thread, which signals each of its steps.
private final class FollowedImport: @unchecked Sendable {
    // SAFETY: the lock of `condition` protects the other properties.
    private let condition = NSCondition()
    private var stepCount = 0
    /// The number of bytes that were read before the last step, and the number of steps since then that read none.
    private var bytesRead = -1
    private var pauseCount = 0
    private var finalResult: TableImportResult?

    struct Ended: Error {}

    func commit() { condition.withLock { advance() } }

    func report(_ bytes: Int) {
        condition.withLock {
            pauseCount = bytes == bytesRead ? pauseCount + 1 : 0
            bytesRead = bytes
            advance()
        }
    }

    func end(with result: TableImportResult) {
        condition.withLock {
            finalResult = result
            advance()
        }
    }

    private func advance() {
        stepCount += 1
        condition.broadcast()
    }

    /// Waits until a condition is true, which is checked after each step.
    ///
    /// - Throws: ``Ended`` if the import has ended before.
    func wait(until isTrue: () throws -> Bool) throws {
        var checkedCount = -1
        while true {
            let hasEnded = condition.withLock {
                while stepCount == checkedCount, finalResult == nil { condition.wait() }
                checkedCount = stepCount
                return finalResult != nil
            }
            if try isTrue() { return }
            if hasEnded { throw Ended() }
        }
    }

    /// Waits until the import has read a number of bytes of a file, and then tries twice to read more.
    func waitForPause(after bytes: Int) throws {
        condition.withLock { pauseCount = 0 }
        try wait { condition.withLock { bytesRead == bytes && pauseCount >= 2 } }
    }

    func waitForEnd() {
        condition.withLock {
            while finalResult == nil { condition.wait() }
        }
    }

    /// The result of the import, after its end.
    var result: TableImportResult {
        condition.withLock {
            while true {
                if let finalResult { return finalResult }
                condition.wait()
            }
        }
    }
}
