import Foundation
import Testing

@testable import TableImport

/// Imports during which another program uses the database.
@Suite struct ConcurrentImportTests {
    /// Calls a function once, at the first commit, or before the first record.
    private func once(_ body: @escaping () throws -> Void) -> (TableImportResult) -> Void {
        var isCalled = false
        return { _ in
            guard !isCalled else { return }
            isCalled = true
            do { try body() } catch { Issue.record(error) }
        }
    }

    @Test(arguments: ["removed", "renamed", "replaced"])
    func databaseThatIsNoLongerAtItsPathIsError(change: String) throws {
        let workspace = try Workspace("{\"n\":1}\n")
        let database = URL(filePath: workspace.database)
        let result = workspace.run {
            $0.onCommit = once {
                let other = workspace.file("other")
                try FileManager.default.moveItem(at: database, to: other)
                if change == "removed" { try FileManager.default.removeItem(at: other) }
                if change == "replaced" { try FileManager.default.copyItem(at: other, to: database) }
            }
        }
        // SQLite reports a missing file, but not another file at the path.
        let message =
            "another program has moved, replaced or removed the database; run the same command again"
        #expect(
            result.errorDescription
                == "\(workspace.database): \(change == "replaced" ? message : "disk I/O error")")
        #expect(workspace.run().rows == 1)
        #expect(try workspace.lines() == ["1"])
    }

    @Test func failedImportRemovesOnlyDatabaseWithoutContents() throws {
        let workspace = try Workspace("{\"n\":}")
        #expect(workspace.run().error != nil)
        #expect(!FileManager.default.fileExists(atPath: workspace.database))
        try workspace.write("{\"n\":2}\n", to: "other.json")
        let result = workspace.run { $0.onCommit = once { workspace.run(of: "other.json") } }
        #expect(result.error != nil)
        #expect(try workspace.lines() == ["2"])
    }

    @Test func importIntoTableOfUserKeepsCheckpointOfOtherImport() throws {
        let workspace = try Workspace("{\"n\":1}\n", sql: "CREATE TABLE t (n)")
        try workspace.write("{\"n\":2}\n", to: "other.json")
        #expect(workspace.run { $0.onCommit = once { workspace.run(of: "other.json") } }.rows == 1)
        #expect(workspace.run(of: "other.json").wasFinished)
        #expect(try workspace.lines("SELECT n FROM t ORDER BY n") == ["1", "2"])
    }

    /// The type of a column holds the values of both imports.
    @Test func importsIntoOneTableKeepTypesOfEachOther() throws {
        let workspace = try Workspace("{\"v\":1.5}\n{\"v\":2.5}\n")
        try workspace.write("{\"v\":\"007\"}\n", to: "other.json")
        var commits = 0
        let result = workspace.run {
            $0.batchSize = 1
            $0.onCommit = { _ in
                commits += 1
                if commits == 2 { #expect(workspace.run(of: "other.json").rows == 1) }
            }
        }
        // The first import began before the second one changed the definition of the table.
        let definitionChanged = result.errorDescription.contains("another program has changed the table")
        #expect(definitionChanged || result.errorDescription == "")
        if definitionChanged { #expect(workspace.run().errorDescription == "") }
        #expect(try workspace.lines("SELECT v FROM t ORDER BY 1") == ["1.5", "2.5", "'007'"])
        #expect(try workspace.lines("SELECT count(*) FROM t WHERE v = '007'") == ["1"])
        #expect(try workspace.columns() == ["v"])
    }
}
