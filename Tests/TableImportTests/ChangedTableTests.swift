import GRDB
import JSONRecords
import Testing

@testable import TableImport

/// Changes of a table by another program or by the user, during an import or between two imports.
@Suite struct ChangedTableTests {
    private static let concurrentChangeMessage = """
        another program has changed the table t, or is importing the same input into it; run the same command again when it \
        has finished
        """

    private static func lines(_ count: Int) -> String {
        (1...count).map { "{\"a\":\($0)}\n" }.joined()
    }

    /// Runs an import, and calls `change` once, after the first rows are committed.
    private func run(
        _ workspace: Workspace, stop: InterruptFlag = InterruptFlag(),
        afterFirstCommit change: @escaping () throws -> Void
    ) -> TableImportResult {
        var hasCalledChange = false
        return workspace.run(stop: stop) {
            $0.batchSize = 10
            $0.onCommit = { result in
                guard result.rows > 0, !hasCalledChange else { return }
                hasCalledChange = true
                do { try change() } catch { Issue.record(error) }
            }
        }
    }

    @Test func columnAddedDuringImportIsKept() throws {
        let workspace = try Workspace(Self.lines(10) + "{\"a\":\"x\"}\n")
        let result = run(workspace) {
            try workspace.execute("ALTER TABLE t ADD COLUMN extra; UPDATE t SET extra = 'precious'")
        }
        #expect(result.errorDescription == Self.concurrentChangeMessage && result.rows == 10)
        #expect(try workspace.lines("SELECT count(*), count(extra) FROM t") == ["10 10"])
        // The import does not recreate the table, because another program has changed it.
        #expect(
            workspace.run { $0.batchSize = 10 }.errorDescription.hasPrefix(
                "the column a of the table t is declared INTEGER"))
        #expect(try workspace.lines("SELECT count(*), count(extra) FROM t") == ["10 10"])
    }

    @Test func concurrentRunsDoNotDuplicateRows() throws {
        let workspace = try Workspace(Self.lines(100))
        let first = run(workspace) { #expect(workspace.run { $0.batchSize = 10 }.rows == 90) }
        #expect(first.errorDescription == Self.concurrentChangeMessage && first.rows == 10)
        #expect(try workspace.lines("SELECT count(*), count(DISTINCT a) FROM t") == ["100 100"])
    }

    @Test func rejectedRowDuringInterruptDoesNotDuplicateRows() throws {
        let workspace = try Workspace(
            Self.lines(30) + "{\"a\":-1}\n" + Self.lines(30),
            sql: """
                CREATE TABLE t (a);
                CREATE TRIGGER reject BEFORE INSERT ON t WHEN new.a < 0
                BEGIN SELECT stop(); SELECT raise(ABORT, 'too small'); END
                """)
        let stop = InterruptFlag()
        let importer = workspace.pipe(stop: stop) { $0.batchSize = 31 }
        importer.database.configuration.prepareDatabase { db in
            db.add(
                function: DatabaseFunction("stop", argumentCount: 0) { _ in
                    stop.request()
                    return nil
                })
        }
        let result = importer.run()
        #expect(result.errorDescription.contains("the table t rejected the row: too small"))
        #expect(result.rows == 30)
        #expect(try workspace.lines("SELECT count(*), count(DISTINCT a) FROM t") == ["30 30"])
    }

    @Test func unknownIndexAfterFinishedImportIsWarning() throws {
        let workspace = try Workspace(Self.lines(3))
        #expect(workspace.run().rows == 3)
        let result = workspace.run { $0.indices = ["b"] }
        #expect(
            result.warnings == ["--index: no record has the key b, so there is no index; the columns are a"])
    }

    @Test func canonicallyEquivalentKeysKeepTheirColumns() throws {
        let (decomposed, composed) = ("e\u{301}", "\u{E9}")
        let workspace = try Workspace(
            "{\"\(decomposed)\":\"1\",\"\(composed)\":\"2\"}\n5\n"
                + "{\"\(composed)\":\"4\",\"\(decomposed)\":\"3\"}\n")
        #expect(workspace.run { $0.batchSize = 1 }.rows == 1)
        let second = workspace.run {
            $0.batchSize = 1
            $0.readOptions.errorPolicy = .skip()
        }
        #expect(second.rows == 1)
        #expect(try workspace.lines() == ["'1' '2'", "'3' '4'"])
    }
}
