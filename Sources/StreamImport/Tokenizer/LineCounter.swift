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

    /// The place behind `text`, which begins where this counter stands.
    func location(behind text: Span<UInt8>) -> SourceLocation {
        var counter = self
        counter.advance(over: text)
        return SourceLocation(
            offset: counter.offset, line: counter.line, column: counter.offset - counter.lineStart + 1)
    }

    private static func lineFeeds(in text: Span<UInt8>) -> Int {
        typealias Block = SIMD32<UInt8>
        let bytes = unsafe text.bytes
        var count = 0
        var index = 0
        while index + Block.scalarCount <= bytes.byteCount {
            // A lane counts at most 255 line feeds before the lanes are added up.
            var lanes = Block.zero
            let end = min(bytes.byteCount, index + 255 * Block.scalarCount)
            while index + Block.scalarCount <= end {
                // SAFETY: the loop's condition keeps the load inside of the span.
                let block = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Block.self)
                lanes = lanes.replacing(with: lanes &+ 1, where: block .== 0x0A)
                index += Block.scalarCount
            }
            for lane in lanes.indices { count += Int(lanes[lane]) }
        }
        while index < text.count {
            if text[index] == 0x0A { count += 1 }
            index += 1
        }
        return count
    }
}
