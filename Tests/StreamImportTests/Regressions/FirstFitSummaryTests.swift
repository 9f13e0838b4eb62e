import StreamImport
import Testing

/// The mismatches and unknown keys of a case that does not fit are not in the summary.
struct FirstFitSummaryTests {
    @Importable(discriminator: .firstFit)
    enum Entry: Equatable, Sendable {
        case list(items: [Int], count: Int)
        case named(name: String)
    }

    @Importable
    struct Lenient: Equatable, Sendable {
        @Lenient var items: [Int]
        var count: Int
    }

    @Importable(discriminator: .firstFit)
    enum LenientEntry: Equatable, Sendable {
        case list(Lenient)
        case named(name: String)
    }

    @Test func unknownKeysOfOtherCasesAreNotReported() throws {
        var options = ImportOptions()
        options.unknownKeys = .report
        let text = #"[{"name": "a"}, {"items": [], "count": 1, "name": 2}, {"name": "a", "x": 1}]"#
        let summary = try StreamImporter.objects(of: Entry.self, from: text, options: options).forEach { _ in
        }
        #expect(summary.recordCount == 3)
        #expect(summary.unknownKeys.map(\.key) == ["name", "x"])
        #expect(summary.unknownKeys.map(\.location?.line) == [1, 1])
    }

    @Test func skippedElementsOfOtherCasesDoNotCount() throws {
        let text = #"[{"items": ["a", "b"], "name": "c"}, {"items": ["a", 1], "count": 1}]"#
        var records: [LenientEntry] = []
        let summary = try StreamImporter.objects(of: LenientEntry.self, from: text).forEach {
            records.append($0)
        }
        #expect(records == [.named(name: "c"), .list(.init(items: [1], count: 1))])
        #expect(summary.mismatchCount == 1)
        #expect(summary.mismatches.map(\.record) == [2])
    }
}
