import Foundation
import GRDBSQLite
import JSONRecords
import Testing

@testable import TableImport

/// The messages that no other suite of this target states.
@Suite struct MessageTests {
    /// An import, and its error.
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var dump: String
        var sql: String?
        /// The maximum size of a value and of a row in the database.
        var maximumBytes: Int32 = 1_000_000_000
        var change: @Sendable (inout TableImportOptions) -> Void = { _ in }
        /// The text of the error. `INPUT` and `DATABASE` stand for the paths of the dump and of the database.
        var message: String
    }

    static let examples: [Example] = [
        Example(
            testDescription: "an unknown key column of many",
            dump: "[{" + (1...25).map { "\"c\($0)\":1" }.joined(separator: ",") + "}]",
            change: { $0.keys = ["id"] },
            message: """
                --key id: unknown column; the columns are c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, \
                c15, c16, c17, c18, c19, c20
                """),
        Example(
            testDescription: "a key of two columns without an index", dump: "[{\"a\":1,\"b\":2}]",
            sql: "CREATE TABLE t (a, b)", change: { $0.keys = ["a", "b"] },
            message: """
                --key: the table t has no unique index on a, b; create one first: CREATE UNIQUE INDEX "t_a_b" ON "t" ("a", "b")
                """),
        Example(
            testDescription: "a record without values for two key columns",
            dump: "[{\"a\":1,\"b\":1},{\"x\":5}]", change: { $0.keys = ["a", "b"] },
            message: """
                INPUT, line 1, column 16 (byte 15), record 2, $[1]: the record has no value for the key columns a, b; \
                choose columns with --key that have a value in every record
                """),
        Example(
            testDescription: "a value that exceeds the limit of SQLite",
            dump: "[{\"a\":\"short\"},{\"a\":\"\(String(repeating: "x", count: 2000))\"}]",
            maximumBytes: 1999,
            message: "record 2: the table t rejected the row: string or blob too big"),
        Example(
            testDescription: "a statement of an import that exceeds the limit of SQLite", dump: "[{\"a\":1}]",
            maximumBytes: 300,
            message: """
                DATABASE: string or blob too big; the maximum size of a value in SQLite is one billion bytes
                """),
    ]

    @Test(arguments: examples)
    func errorStatesCauseAndAdvice(example: Example) throws {
        let workspace = try Workspace(
            example.dump, sql: example.sql, limits: [SQLITE_LIMIT_LENGTH: example.maximumBytes])
        let message = example.message.replacing("DATABASE", with: workspace.database)
            .replacing("INPUT", with: workspace.dump.path)
        #expect(workspace.run(example.change).errorDescription == message)
    }

    @Test(arguments: [false, true])
    func inputChangedDuringImportIsDataError(isReplacing: Bool) throws {
        let workspace = try Workspace("{\"a\":1}\n")
        workspace.run()
        try workspace.write("{\"a\":\(isReplacing ? 3 : 1)}\n{\"a\":2}\n")
        let path = workspace.dump.path
        var seconds = 0.0
        let result = workspace.run {
            $0.batchSize = 1
            $0.changePolicy = isReplacing ? .replace : .fail
            $0.onCommit = { _ in
                seconds += 1
                try? FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
            }
        }
        #expect(
            result.errorDescription == """
                dump.json changed while it was read; the table \
                \(isReplacing ? "is unchanged" : "contains the records that were read"); import the file when no program \
                writes to it
                """)
        #expect((result.error as? TableImportError)?.cause == .data)
        #expect(try workspace.rows() == (isReplacing ? [["1"]] : [["1"], ["2"]]))
    }

    @Test(arguments: [false, true])
    func fileRenamedOrRemovedDuringImportIsReadToItsEnd(isRemoved: Bool) throws {
        let workspace = try Workspace(numberedLines(1...3))
        let (path, other) = (workspace.dump.path, workspace.file("other.json").path)
        var commits = 0
        let result = workspace.run {
            $0.batchSize = 1
            $0.onCommit = { _ in
                commits += 1
                guard commits == 2 else { return }
                if isRemoved {
                    try? FileManager.default.removeItem(atPath: path)
                } else {
                    try? FileManager.default.moveItem(atPath: path, toPath: other)
                }
            }
        }
        #expect(result.errorDescription == "" && result.rows == 3)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    #if os(Linux)
        @Test func fullDiskOfRejectsFileIsError() throws {
            let workspace = try Workspace("1\n{\"a\":1}\n")
            let result = workspace.run {
                $0.readOptions.errorPolicy = .skip()
                $0.rejects = "/dev/full"
            }
            #expect(result.errorDescription == "/dev/full: cannot be written: No space left on device")
        }
    #endif
}
