import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// Imports scanned the text again for each value, so that large inputs took minutes.
@Suite struct RescanTests {
    private static let count = 20_000

    /// Requires that the import in `body` scans each byte of its text only a few times.
    private func expectFewScans<Result>(of text: String, _ body: () throws -> Result) rethrows -> Result {
        let scanCount = Locked(0)
        let result = try ScanCount.$current.withValue(scanCount, operation: body)
        let scans = Double(scanCount.withLock { $0 }) / Double(text.utf8.count)
        #expect(0.9..<20 ~= scans, "each byte is scanned \(scans) times")
        return result
    }

    @Test(arguments: ["{x\n", "[1\n", "{\"b\":1}\n"])
    func brokenLinesDoNotRepeatUTF8Validation(line: String) throws {
        var options = ImportOptions()
        options.format = .lines
        options.errorPolicy = .skip()
        options.coercion = .strict
        let text = String(repeating: line, count: Self.count)
        let records = StreamImporter.objects(of: [String: Bool].self, from: text, options: options)
        let summary = try expectFewScans(of: text) { try records.forEach { _ in } }
        #expect(summary.rejectedCount == Self.count)
    }

    @Test func scalarRecordsAreLocatedInLinearTime() throws {
        let sequence = String(repeating: "1 ", count: Self.count)
        let numbers = StreamImporter.objects(of: Int.self, from: sequence)
        let sequenceSummary = try expectFewScans(of: sequence) { try numbers.forEach { _ in } }
        #expect(sequenceSummary.recordCount == Self.count)
        var options = ImportOptions()
        options.errorPolicy = .skip()
        let array = "[" + String(repeating: "\"\",", count: Self.count - 1) + "\"\"]"
        let strings = StreamImporter.objects(of: Int.self, from: array, options: options)
        let arraySummary = try expectFewScans(of: array) { try strings.forEach { _ in } }
        #expect(arraySummary.rejectedCount == Self.count)
    }

    @Test(arguments: [
        (#"[{"list":["#, #""x","#, "1]}]"), ("[{", #""number":true,"#, #""list":[1]}]"#),
    ])
    func mismatchesAreLocatedInLinearTime(start: String, repeated: String, end: String) throws {
        let text = start + String(repeating: repeated, count: Self.count) + end
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.coercion = .strict
        let records = StreamImporter.objects(of: Lists.self, from: text, options: options)
        let summary = try expectFewScans(of: text) { try records.forEach { #expect($0.list == [1]) } }
        #expect(summary.recordCount == 1 && summary.mismatchCount == Self.count)
    }

    /// The location of the nested value `x` is determined before the location of the object that contains `x`.
    @Test func lineAndColumnAreComputedInLinearTime() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.coercion = .strict
        options.errorPolicy = .skip()
        options.keepsRejectedText = true
        let text =
            "[{\"points\":[" + String(repeating: "{\"x\":\"a\"},\n", count: Self.count) + "{\"y\":1}]}]"
        let records = StreamImporter.objects(of: Line.self, from: text, options: options)
        let summary = try expectFewScans(of: text) {
            try records.forEach { #expect($0.points.map(\.y) == [1]) }
        }
        #expect(summary.recordCount == 1 && summary.mismatchCount == 2 * Self.count)
        #expect(summary.mismatches[2].error.location == SourceLocation(offset: 28, line: 2, column: 6))
        #expect(summary.mismatches[3].error.location == SourceLocation(offset: 23, line: 2, column: 1))
        #expect(summary.mismatches[5].error.location == SourceLocation(offset: 34, line: 3, column: 1))
    }

    @Test func longStringIsReadInLinearTime() throws {
        let text = "[\"" + String(repeating: "x", count: 1 << 18) + "\"]"
        var options = ImportOptions()
        options.chunkBytes = 1 << 10
        let records = StreamImporter.objects(of: String.self, from: text, options: options)
        let strings = try expectFewScans(of: text) { try records.collect() }
        #expect(strings.map(\.utf8.count) == [1 << 18])
    }

    @Test(arguments: [ImportFormat.json, .lines])
    func keptTextIsNotRescannedWithEachChunk(format: ImportFormat) throws {
        let record = "[" + String(repeating: "{\"a\":\"b\"},", count: Self.count) + "0]"
        var options = ImportOptions()
        options.format = format
        options.chunkBytes = 1024
        options.errorPolicy = .collect(limit: 1)
        options.keepsRejectedText = true
        let text = format == .json ? "[\(record),[1]]" : "\(record)\n[1]\n"
        let records = StreamImporter.objects(of: [Int].self, from: text, options: options)
        var found: [[Int]] = []
        let summary = try expectFewScans(of: text) { try records.forEach { found.append($0) } }
        #expect(found == [[1]])
        #expect(summary.rejectedRecords.map(\.text) == [record])
    }
}

@Importable
private struct Lists {
    var number: Int?
    @Lenient var list: [Int] = []
}

@Importable
private struct Line {
    @Lenient var points: [Place] = []

    @Importable
    struct Place {
        var x: Int?
        let y: Int
    }
}
