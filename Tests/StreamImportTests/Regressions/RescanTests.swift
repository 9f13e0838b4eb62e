import Foundation
import Testing

@testable import JSONRecords
@testable import StreamImport

/// Inputs whose imports took minutes, because the text was scanned again for each value.
@Suite(.timeLimit(.minutes(10)))
struct RescanTests {
    @Test(arguments: ["{x\n", "[1\n", "{\"b\":1}\n"])
    func brokenLinesDoNotRepeatUTF8Validation(line: String) throws {
        var options = ImportOptions()
        options.format = .lines
        options.errorPolicy = .skip()
        options.coercion = .strict
        let text = String(repeating: line, count: 100_000)
        let summary = try StreamImporter.objects(of: [String: Bool].self, from: text, options: options)
            .forEach { _ in }
        #expect(summary.rejectedCount == 100_000)
    }

    @Test func scalarRecordsAreLocatedInLinearTime() throws {
        let sequence = String(repeating: "1 ", count: 100_000)
        #expect(
            try StreamImporter.objects(of: Int.self, from: sequence).forEach { _ in }.recordCount == 100_000)
        var options = ImportOptions()
        options.errorPolicy = .skip()
        let array = "[" + String(repeating: "\"\",", count: 99_999) + "\"\"]"
        let summary = try StreamImporter.objects(of: Int.self, from: array, options: options).forEach { _ in }
        #expect(summary.rejectedCount == 100_000)
    }

    @Test(arguments: [
        ("[{\"list\":[\(String(repeating: "\"x\",", count: 200_000))1]}]", 200_000),
        ("[{\(String(repeating: "\"number\":true,", count: 200_000))\"list\":[1]}]", 200_000),
    ])
    func mismatchesAreLocatedInLinearTime(text: String, mismatches: Int) throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.coercion = .strict
        let summary = try StreamImporter.objects(of: Lists.self, from: text, options: options).forEach {
            #expect($0.list == [1])
        }
        #expect(summary.recordCount == 1 && summary.mismatchCount == mismatches)
    }

    /// The location of the nested value `x` is determined before the location of the object that contains `x`.
    @Test func lineAndColumnAreComputedInLinearTime() throws {
        var options = ImportOptions()
        options.mismatches = .skipValue
        options.coercion = .strict
        options.errorPolicy = .skip()
        options.keepsRejectedText = true
        let text = "[{\"points\":[" + String(repeating: "{\"x\":\"a\"},\n", count: 200_000) + "{\"y\":1}]}]"
        let summary = try StreamImporter.objects(of: Line.self, from: text, options: options).forEach {
            #expect($0.points.map(\.y) == [1])
        }
        #expect(summary.recordCount == 1 && summary.mismatchCount == 400_000)
        #expect(summary.mismatches[2].error.location == SourceLocation(offset: 28, line: 2, column: 6))
        #expect(summary.mismatches[3].error.location == SourceLocation(offset: 23, line: 2, column: 1))
        #expect(summary.mismatches[5].error.location == SourceLocation(offset: 34, line: 3, column: 1))
    }

    @Test func longStringIsReadInLinearTime() throws {
        let text = "[\"" + String(repeating: "x", count: 16 << 20) + "\"]"
        let iterator = StreamImporter.objects(of: String.self, from: text).makeIterator()
        #expect(try iterator.next()?.utf8.count == 16 << 20)
        #expect(try iterator.next() == nil)
    }

    @Test(arguments: [ImportFormat.json, .lines])
    func keptTextIsNotRescannedWithEachChunk(format: ImportFormat) throws {
        let record = "[" + String(repeating: "{\"a\":\"b\"},", count: 1_500_000) + "0]"
        var options = ImportOptions()
        options.format = format
        options.chunkBytes = 1024
        options.errorPolicy = .collect(limit: 1)
        options.keepsRejectedText = true
        let text = format == .json ? "[\(record),[1]]" : "\(record)\n[1]\n"
        var records: [[Int]] = []
        let summary = try StreamImporter.objects(of: [Int].self, from: text, options: options)
            .forEach { records.append($0) }
        #expect(records == [[1]])
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
