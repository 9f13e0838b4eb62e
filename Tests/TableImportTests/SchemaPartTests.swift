import Foundation
import JSONRecords
import TestSupport
import Testing

@testable import TableImport

/// The imports of parts with one schema have the rows of one import.
@Suite struct SchemaPartTests {
    private static let lines = MixedLines.ofSchema.map(\.text)
    private static let columns = MixedLines.columns
    private static let rest = MixedLines.restColumn

    private static func options(
        _ options: inout TableImportOptions, _ schema: TableSchema, _ workspace: Workspace
    ) {
        options.schema = schema
        options.batchSize = 20
        options.indices = ["v"]
        options.rejects = workspace.rejects
        options.readOptions.errorPolicy = .skip()
        options.readOptions.format = .lines
        options.readOptions.chunkBytes = 64
    }

    @Test(arguments: [1, 2, 7, TestTier.count(20, full: 40)], ["", rest])
    func rowsOfPartsAreThoseOfOnePass(partCount: Int, rest: String) throws {
        let schema = try TableSchema.of(Self.columns + rest)
        let whole = try Workspace(Self.lines.joined())
        #expect(whole.run { Self.options(&$0, schema, whole) }.errorDescription == "")
        var random = Random(seed: UInt64(partCount))
        let cuts = (1..<partCount).map { _ in Int.random(in: 0...Self.lines.count, using: &random) }.sorted()
        var (rows, rejectedTexts): ([[String]], [String]) = ([], [])
        for (start, end) in zip([0] + cuts, cuts + [Self.lines.count]) {
            let part = try Workspace(Self.lines[start..<end].joined())
            #expect(part.run { Self.options(&$0, schema, part) }.errorDescription == "")
            #expect(try part.columns() == whole.columns())
            #expect(try part.table().first == whole.table().first)
            rows += try part.rows()
            rejectedTexts += try part.rejected().map(Self.text)
        }
        #expect(try rows == whole.rows())
        #expect(try rejectedTexts == whole.rejected().map(Self.text))
    }

    /// Returns the text of a rejected record, and the cause.
    private static func text(_ line: String) -> String {
        let members = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
        return "\(members["text"] ?? ""): \(members["cause"] ?? "")"
    }

    @Test func partsAreReadAsOneTable() throws {
        let schema = try TableSchema.of(Self.columns + Self.rest)
        let parts = try [Self.lines[..<(MixedLines.count / 2)], Self.lines[(MixedLines.count / 2)...]].map {
            lines in
            let part = try Workspace(lines.joined())
            #expect(part.run { Self.options(&$0, schema, part) }.errorDescription == "")
            return part
        }
        let whole = try Workspace(Self.lines.joined())
        whole.run { Self.options(&$0, schema, whole) }
        try parts[0].execute("ATTACH '\(parts[1].database)' AS other; INSERT INTO t SELECT * FROM other.t")
        #expect(try parts[0].rows() == whole.rows())
    }

    /// The rows that an import without a rest column accepts have no other members in the rest column.
    @Test func restColumnStoresWhatIsRejectedWithoutIt() throws {
        let with = try Workspace(Self.lines.joined())
        let schema = try TableSchema.of(Self.columns + Self.rest)
        let result = with.run { Self.options(&$0, schema, with) }
        let without = try Workspace(Self.lines.joined())
        let strictSchema = try TableSchema.of(Self.columns)
        let strictResult = without.run { Self.options(&$0, strictSchema, without) }
        #expect(strictResult.rejected > result.rejected)
        #expect(result.rows + result.rejected == Self.lines.count)
        #expect(strictResult.rows + strictResult.rejected == Self.lines.count)
        #expect(try without.rows() == with.rows("SELECT id, v, o_x, \"any\" FROM t WHERE rest IS NULL"))
    }

    // MARK: - Imports in several runs

    @Test func errorKeepsRowsBeforeIt() throws {
        let workspace = try Workspace(numberedLines(1...5) + "{\"n\":\"x\"}\n" + numberedLines(6...7))
        let schema = try TableSchema.of(#"{"name":"n","type":"INTEGER"}"#)
        let result = workspace.run { $0.schema = schema }
        #expect(
            result.errorDescription.hasSuffix(
                """
                line 6, column 6 (byte 45), record 6, $.n: expected an integer for the INTEGER column n, found "x"; make \
                the schema from all records, or give it a column for such values with --rest
                """))
        #expect(try workspace.numbers() == Array(1...5))
        #expect(
            workspace.run {
                $0.schema = schema
                $0.readOptions.errorPolicy = .skip()
            }.rows == 2)
        #expect(try workspace.numbers() == Array(1...7))
    }

    @Test(arguments: [
        (
            #"{"name":"n","path":["m"],"type":"INTEGER"}"#, "", "a schema with the column n INTEGER",
            "a schema with the column n INTEGER"
        ),
        (
            #"{"name":"n","type":"INTEGER"}"#, #","ignoresUnknownKeys":true"#, "another schema",
            "another schema"
        ),
    ])
    func otherSchemaDoesNotResume(columns: String, members: String, before: String, now: String) throws {
        let workspace = try Workspace(numberedLines(1...5))
        let schema = try TableSchema.of(#"{"name":"n","type":"INTEGER"}"#)
        workspace.run { ($0.schema, $0.maximumRecordCount) = (schema, 3) }
        let other = try TableSchema.of(columns, members)
        #expect(
            workspace.run { $0.schema = other }.errorDescription == """
                dump.json was imported into the table t with \(before), which is now \(now); \(changeChoices)
                """)
        #expect(
            workspace.run().errorDescription == """
                dump.json was imported into the table t with a schema, which is now no schema; \(changeChoices)
                """)
        #expect(workspace.run { $0.schema = schema }.rows == 2)
    }

    @Test func replacedRowsKeepTable() throws {
        let workspace = try Workspace(numberedLines(1...3))
        let schema = try TableSchema.of(#"{"name":"n","type":"REAL"}"#)
        workspace.run { $0.schema = schema }
        try workspace.write(numberedLines(4...5))
        #expect(workspace.run { ($0.schema, $0.changePolicy) = (schema, .replace) }.errorDescription == "")
        #expect(try workspace.lines() == ["4.0", "5.0"])
        #expect(try workspace.columns() == ["n REAL"])
    }
}
