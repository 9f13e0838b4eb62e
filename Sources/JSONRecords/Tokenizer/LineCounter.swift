/// A position in the text, with its line and column.
struct LineCounter {
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Advances over the text after the position.
    mutating func advance(over text: Span<UInt8>) {
        let lines = Self.lineFeeds(in: text)
        if lines > 0 {
            line += lines
            var last = text.count - 1
            while text[last] != 0x0A { last -= 1 }
            lineStart = offset + last + 1
        }
        offset += text.count
    }

    /// Moves back to a position in `text`, which begins at the position of the counter `start` and ends at this one's.
    mutating func rewind(to position: Int, in text: Span<UInt8>, from start: LineCounter) {
        let lines = Self.lineFeeds(in: text.extracting(droppingFirst: position))
        offset = start.offset + position
        guard lines > 0 else { return }
        line -= lines
        var first = position
        while first > 0, text[first - 1] != 0x0A { first -= 1 }
        lineStart = first > 0 ? start.offset + first : start.lineStart
    }

    /// The location of the position.
    var location: SourceLocation {
        SourceLocation(offset: offset, line: line, column: offset - lineStart + 1)
    }

    private static func lineFeeds(in text: Span<UInt8>) -> Int {
        // SAFETY: the indices stay below the count. Without bounds checks, the compiler vectorises the loop.
        unsafe text.withUnsafeBufferPointer { bytes in
            // Compact JSON has no line feeds, which memchr detects at ten times the speed of counting.
            guard let first = unsafe bytes.firstIndex(ofByte: 0x0A) else { return 0 }
            var count = 0
            var index = first
            while index < bytes.count {
                // At most 255 bytes: their count fits a byte, so that each lane of a vector of bytes is a counter.
                let end = min(index + 255, bytes.count)
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
