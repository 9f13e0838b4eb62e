import Testing

@testable import JSONRecords

/// The location of an offset does not depend on the offset that was requested before.
@Suite struct TextWindowTests {
    private static let text = Array("a\n\nbc\nd\n\u{FEFF}\n\n".utf8)

    /// Returns the location of an offset, counted from the beginning of the text.
    private static func expectedLocation(of offset: Int) -> JSONRecords.SourceLocation {
        let precedingText = text.prefix(offset)
        let lineStart = precedingText.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONRecords.SourceLocation(
            offset: offset, line: precedingText.count { $0 == 0x0A } + 1, column: offset - lineStart + 1)
    }

    @Test(arguments: 0...text.count)
    func locationIsIndependentOfPreviousRequest(start: Int) throws {
        let window = TextWindow(capacity: 64)
        _ = try window.read(Self.text.count, from: MemorySource(Self.text))
        window.slide(to: start)
        for previousOffset in start...Self.text.count {
            for offset in start...Self.text.count {
                _ = window.location(of: previousOffset)
                #expect(window.location(of: offset) == Self.expectedLocation(of: offset))
            }
        }
    }
}
