/// Knows at which line and column the text that is still at hand begins.
struct LineCounter {
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Moves on over text that is about to be forgotten.
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

    /// Goes back to a position in the text between the place of another counter and this one's.
    mutating func rewind(to position: Int, in text: Span<UInt8>, from start: LineCounter) {
        let lines = Self.lineFeeds(in: text.extracting(droppingFirst: position))
        offset = start.offset + position
        guard lines > 0 else { return }
        line -= lines
        var first = position
        while first > 0, text[first - 1] != 0x0A { first -= 1 }
        lineStart = first > 0 ? start.offset + first : start.lineStart
    }

    /// The place the counter has come to.
    var location: SourceLocation {
        SourceLocation(offset: offset, line: line, column: offset - lineStart + 1)
    }

    private static func lineFeeds(in text: Span<UInt8>) -> Int {
        // SAFETY: the indices stay below the count. Without bounds checks the loop becomes vector instructions.
        unsafe text.withUnsafeBufferPointer { bytes in
            // Compact JSON has none, which memchr finds out at ten times the speed of counting.
            guard let first = unsafe bytes.firstIndex(ofByte: 0x0A) else { return 0 }
            var count = 0
            var index = first
            while index < bytes.count {
                // Few enough to be counted in a byte, so that a vector counts as many as it has bytes.
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
