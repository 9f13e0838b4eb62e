import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// Rejected records are written to a file, and all other records to the table.
@Suite struct RejectTests {
    private struct Line: Codable, Equatable {
        var record: Int
        var start: Int
        var end: Int
        var path: String?
        var line: Int?
        var column: Int?
        var cause: String
        var text: String?
    }

    private func lines(of workspace: Workspace) throws -> [Line] {
        try workspace.rejected().map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// Records that are rejected in every format, and the causes.
    private static let invalidRecords: [(text: String, cause: String)] = [
        ("7", "expected an object, found 7"), ("[1]", "expected an object, found '['"),
        ("\"x\"", "expected an object, found \"x\""), ("null", "expected an object, found null"),
        ("{\"n\":1,\"s\":\"\\ud800\"}", "a \\u escape is an unpaired surrogate"),
    ]

    private static let invalidLines: [(text: String, cause: String)] = [
        ("{\"n\":}", "expected a value, found '}'"),
        ("{\"n\":1", "expected the rest of the value, found the end of the line"),
        ("{\"n\":1} 2", "expected the end of the line, found another value"),
    ]

    /// Imports a dump in which the record at each multiple of `interval` is invalid. Requires rows for the other
    /// records, and the invalid records in the file.
    private func expectRejects(
        of invalidRecords: [(text: String, cause: String)], lines: Bool, recordCount: Int, interval: Int,
        keys: [String] = []
    ) throws {
        var dump = lines ? "" : "["
        var (rejected, rows): ([Line], [[String]]) = ([], [])
        var bytes = dump.utf8.count
        for number in 1...recordCount {
            let isInvalid = number % interval == 0
            let invalidRecord = invalidRecords[number / interval % invalidRecords.count]
            let text = isInvalid ? invalidRecord.text : "{\"n\":\(number)}"
            let end = bytes + text.utf8.count
            if isInvalid {
                let line = Line(
                    record: number, start: bytes, end: end, cause: invalidRecord.cause, text: text)
                rejected.append(line)
            } else {
                rows.append(["\(number)"])
            }
            let separator = lines ? "\n" : number == recordCount ? "]" : ","
            dump += text + separator
            bytes = end + separator.utf8.count
        }
        let workspace = try Workspace(dump)
        let result = workspace.run {
            $0.readOptions.errorPolicy = .skip()
            $0.readOptions.format = lines ? .lines : .json
            $0.rejects = workspace.rejects
            $0.keys = keys
            $0.batchSize = 999
        }
        #expect(
            result.errorDescription == "" && result.rows == rows.count && result.rejected == rejected.count)
        #expect(try workspace.rows() == rows)
        let found = try self.lines(of: workspace)
        #expect(found.allSatisfy { $0.path != nil && $0.line != nil && $0.column != nil })
        let foundWithoutLocations = found.map {
            Line(record: $0.record, start: $0.start, end: $0.end, cause: $0.cause, text: $0.text)
        }
        #expect(foundWithoutLocations == rejected)
    }

    /// The number of records, of which 1,000 are rejected. Their lines exceed the buffer of the file.
    private static let recordCount = TestTier.count(4_000, full: 100_000)

    @Test func rejectedLinesAreWrittenToRejectsFile() throws {
        try expectRejects(
            of: Self.invalidRecords + Self.invalidLines, lines: true, recordCount: Self.recordCount,
            interval: Self.recordCount / 1_000)
        try expectRejects(
            of: Self.invalidRecords + Self.invalidLines, lines: true, recordCount: 50, interval: 2)
    }

    @Test func rejectedArrayRecordsAreWrittenToRejectsFile() throws {
        let withoutKey = ("{\"x\":1}", "the record has no value for the key column n")
        try expectRejects(
            of: Self.invalidRecords + [withoutKey], lines: false, recordCount: Self.recordCount,
            interval: Self.recordCount / 1_000, keys: ["n"])
    }

    @Test func rejectsFileLineHasCauseLocationAndText() throws {
        let workspace = try Workspace("[{\"a\":{\"b\":\"\\ud800\"}}]")
        let result = workspace.run {
            $0.readOptions.errorPolicy = .skip()
            $0.rejects = workspace.rejects
            $0.flattens = true
        }
        #expect(result.rejected == 1 && result.rows == 0)
        #expect(
            try workspace.rejected() == [
                #"{"cause":"a \\u escape is an unpaired surrogate","column":12,"end":21,"input":"\#(workspace.dump.path)","line":1,"#
                    + #""path":"$[0].a.b","record":1,"start":1,"text":"{\"a\":{\"b\":\"\\ud800\"}}"}"#
            ])
    }

    static let examples: [ImportExample] = [
        ImportExample(
            "a rejected record overrides no default", #"{"note":"x"}"#, #"{"id":2}"#, #"{"note":"y"}"#,
            #"{"id":3}"#,
            sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, note DEFAULT 'd')", rows: ["2 'd'", "3 'd'"],
            rejected: 2, imported: 2
        ) { $0.keys = ["id"] },
        ImportExample(
            "a rejected record reserves no requested column", #"{"a_b":1}"#, #"{"id":1,"a":{"b":2}}"#,
            columns: ["id INTEGER", "a_b INTEGER"], rows: ["1 2"], rejected: 1,
            imported: 1
        ) { ($0.keys, $0.columns, $0.flattens) = (["id"], ["id", "a_b"], true) },
    ]

    @Test(arguments: examples)
    func rejectedRecordChangesNothing(example: ImportExample) throws { try example.check() }

    @Test func unknownKeyErrorListsTwentyColumns() throws {
        let workspace = try Workspace((1...100).map { "{\"k\($0)\":1}\n" }.joined())
        let result = workspace.run {
            $0.keys = ["id"]
            $0.readOptions.errorPolicy = .skip()
        }
        let names = (1...20).map { "k\($0)" }.joined(separator: ", ")
        #expect(result.errorDescription == "--key id: unknown column; the columns are \(names)")
    }

    // MARK: - Constraint violations

    @Test(arguments: [
        ("a INTEGER NOT NULL, b", "NOT NULL constraint failed: t.a", "{\"b\":1}"),
        ("a INTEGER CHECK (a < 100), b", "CHECK constraint failed: a < 100", "{\"a\":100}"),
        ("a UNIQUE, b", "UNIQUE constraint failed: t.a", "{\"a\":1,\"b\":2}"),
        ("a INTEGER PRIMARY KEY, b", "UNIQUE constraint failed: t.a", "{\"a\":3,\"b\":2}"),
        ("a INTEGER PRIMARY KEY, b", "datatype mismatch", "{\"a\":\"x\"}"),
    ])
    func recordViolatingTableConstraintIsRejected(columns: String, cause: String, record: String) throws {
        for batchSize in [1, 2, 10] {
            let dump = "{\"a\":1}\n{\"a\":3}\n\(record)\n{\"a\":4}\n"
            let workspace = try Workspace(dump, sql: "CREATE TABLE t (\(columns))")
            let result = workspace.run {
                $0.batchSize = batchSize
                $0.readOptions.errorPolicy = .skip()
                $0.rejects = workspace.rejects
            }
            #expect(result.errorDescription == "" && result.rows == 3 && result.rejected == 1)
            #expect(try workspace.lines("SELECT a FROM t ORDER BY a") == ["1", "3", "4"])
            let line = try #require(try lines(of: workspace).first)
            #expect(line.record == 3 && line.start == 16 && line.end == 16 + record.utf8.count)
            #expect(line.cause == "the table t rejected the row: \(cause)" && line.text == record)
        }
    }

    @Test(arguments: [1, 2, 10])
    func constraintViolationStopsImportAfterEarlierRows(batchSize: Int) throws {
        let workspace = try Workspace(
            "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":3}\n", sql: "CREATE TABLE t (a UNIQUE)")
        let result = workspace.run { $0.batchSize = batchSize }
        #expect(
            result.errorDescription
                == "record 3: the table t rejected the row: UNIQUE constraint failed: t.a")
        #expect((result.error as? ImportError)?.code == .rejectedByModel)
        #expect(result.rows == 2)
        #expect(try workspace.lines() == ["1", "2"])
        // After the conflicting row is deleted, the same import resumes.
        try workspace.execute("DELETE FROM t WHERE a = 1")
        #expect(workspace.run { $0.batchSize = batchSize }.rows == 2)
        #expect(try workspace.lines("SELECT a FROM t ORDER BY a") == ["1", "2", "3"])
    }

    @Test func conflictRollbackStopsImport() throws {
        let workspace = try Workspace(
            "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n{\"a\":3}\n",
            sql: "CREATE TABLE t (a UNIQUE ON CONFLICT ROLLBACK)")
        let result = workspace.run { $0.readOptions.errorPolicy = .skip() }
        #expect(result.errorDescription == "\(workspace.database): UNIQUE constraint failed: t.a")
        #expect(result.rows == 0)
        #expect(try workspace.rows() == [])
    }

    @Test(arguments: ["\n", "\u{FEFF}", " \n\n"])
    func invalidOnlyLineAfterStartOfTextIsRejected(start: String) throws {
        let workspace = try Workspace(start + "{\"a\" 1}")
        let skip = { (options: inout TableImportOptions) in options.readOptions.errorPolicy = .skip() }
        let result = workspace.run(skip)
        #expect(result.errorDescription == "" && result.rejected == 1 && result.rows == 0)
        try workspace.write(start + "{\"a\" 1}\n{\"a\":2}\n")
        #expect(workspace.run(skip).rows == 1)
    }

    @Test func invalidSkippedLineDoesNotEndImport() throws {
        let workspace = try Workspace("id,name\n{\"n\":2}\n{\"n\":}\n")
        let skip = { (options: inout TableImportOptions) in options.skippedRecordCount = 1 }
        for rows in [1, 0] {
            let result = workspace.run(skip)
            #expect(result.rows == rows && result.errorDescription.contains("line 3"))
        }
        #expect(try workspace.numbers() == [2])
    }
}
