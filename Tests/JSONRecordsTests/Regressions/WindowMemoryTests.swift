import RecordInvariants
import Testing

@testable import JSONRecords

/// The window keeps its text while it grows and shrinks.
@Suite struct WindowMemoryTests {
    @Test(arguments: [1, 100, 50_000])
    func windowKeepsTextWhenItGrowsAndShrinks(restCount: Int) throws {
        let text = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let source = MemorySource(text)
        let window = TextWindow(capacity: 4096, maximumIdleCapacity: 80_000)
        while case .bytes = try window.read(10_000, from: source) {}
        window.slide(to: text.count - restCount)
        #expect(window.base == text.count - restCount && window.count == restCount)
        let isSame = window.withText { rest in
            rest[0] == text[text.count - restCount] && rest[restCount - 1] == text[text.count - 1]
        }
        #expect(isSame)
        _ = try window.read(4096, from: MemorySource([1, 2, 3]))
        #expect(window.count == restCount + 3 && window[restCount + 2] == 3)
    }

    @Test func windowDropsTextAfterRecords() throws {
        var options = ReadOptions()
        (options.chunkBytes, options.keepsRejectedText) = (64, true)
        let text = #"{"items":[{"a":1}],"rest":["# + String(repeating: "[1],", count: 10_000) + "0]}"
        let reader = RecordReader(
            MemorySource(Array(text.utf8)), paths: RecordPaths(JSONPath("items")), options: options,
            consumer: TranscriptConsumer())
        var bytes = 0
        while try reader.step() != .finished { bytes = max(bytes, reader.windowBytes) }
        #expect(reader.summary.recordCount == 1 && bytes < 1000)
    }
}
