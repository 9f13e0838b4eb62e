/// A position in the text, with its line and column.
struct LineCounter {
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Creates a counter at the beginning of a text.
    init() {}

    /// Creates a counter at a location.
    init(at location: SourceLocation) {
        (offset, line) = (location.offset, location.line)
        lineStart = location.offset - location.column + 1
    }

    /// Advances over `text`, which begins at the position.
    mutating func advance(over text: Span<UInt8>) {
        let lineFeeds = Self.countOfLineFeeds(in: text)
        if lineFeeds > 0 {
            line += lineFeeds
            var last = text.count - 1
            while text[last] != 0x0A { last -= 1 }
            lineStart = offset + last + 1
        }
        offset += text.count
    }

    /// Moves back to a position in `text`. The text begins at the position of `start`, and ends at the position of this
    /// counter.
    mutating func rewind(to position: Int, in text: Span<UInt8>, from start: LineCounter) {
        let lineFeeds = Self.countOfLineFeeds(in: text.extracting(droppingFirst: position))
        offset = start.offset + position
        guard lineFeeds > 0 else { return }
        line -= lineFeeds
        var beginning = position
        while beginning > 0, text[beginning - 1] != 0x0A { beginning -= 1 }
        lineStart = beginning > 0 ? start.offset + beginning : start.lineStart
    }

    /// The position, as an offset, a line and a column.
    var location: SourceLocation {
        SourceLocation(offset: offset, line: line, column: offset - lineStart + 1)
    }

    private static func countOfLineFeeds(in text: Span<UInt8>) -> Int {
        ScanCount.add(text.count)
        // SAFETY: the indices stay below the count. Without bounds checks, the compiler vectorizes the loop.
        return unsafe text.withUnsafeBufferPointer { bytes in
            // Compact JSON has no line feeds; memchr detects this ten times as fast as the loop.
            guard let first = text.firstIndex(of: 0x0A) else { return 0 }
            var count = 0
            var index = first
            while index < bytes.count {
                // At most 255 bytes, so that the count fits a byte and each lane of a vector is a counter. 192 is a multiple
                // of the sizes of vectors, so that only the last block has single bytes.
                let end = min(index + 192, bytes.count)
                var block: UInt8 = 0
                while index < end {
                    block &+= unsafe bytes.baseAddress.unsafelyUnwrapped[index] == 0x0A ? 1 : 0
                    index += 1
                }
                count += Int(block)
            }
            return count
        }
    }
}
