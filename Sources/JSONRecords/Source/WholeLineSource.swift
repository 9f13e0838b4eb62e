/// A source that buffers the beginning of a line until the rest of it arrives, so that a reader that waits for a pipe or a
/// followed file does not wait within a record.
///
/// A line that fills the caller's buffer is not buffered, nor is text before the first line feed, which may be that of an
/// array on one line.
final class WholeLineSource: ByteSource {
    private let upstream: any ByteSource
    /// The beginning of a line, without a line feed.
    private var partialLine: [UInt8] = []
    private var hasReadLine = false
    private var hasEnded = false

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

    init(_ upstream: any ByteSource) {
        self.upstream = upstream
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while !hasEnded, partialLine.count < buffer.freeCapacity {
            let (start, maximumCount) = (buffer.count, buffer.freeCapacity - partialLine.count)
            let read = try buffer.append(atMost: maximumCount) { part throws(ImportError) in
                try upstream.read(into: &part)
            }
            switch read {
            case .needMoreData: return .needMoreData
            case .end: hasEnded = true
            case .bytes(let count):
                ScanCount.add(count)
                let whole = deliverableByteCount(
                    in: buffer.span.extracting(start...), isFull: count == maximumCount)
                guard whole < count || !partialLine.isEmpty else { return .bytes(count) }
                let line = [UInt8](copying: buffer.span.extracting(start...))
                buffer.removeLast(count)
                // Each byte of the line is searched once, in however many pieces it arrives.
                guard whole > 0 else {
                    partialLine += line
                    continue
                }
                ScanCount.add(partialLine.count)
                let added = buffer.append(prefixOf: partialLine) + buffer.append(prefixOf: line[..<whole])
                partialLine = Array(line[whole...])
                return .bytes(added)
            }
        }
        return readPartialLine(into: &buffer)
    }

    /// Returns the number of bytes that are not buffered.
    ///
    /// - Parameter isFull: whether the text fills the buffer, so that more bytes are probably available at once.
    private func deliverableByteCount(in text: Span<UInt8>, isFull: Bool) -> Int {
        // Forwards first: the search from the end would examine each byte of a text on one line.
        let lineFeed = text.firstIndex(of: UInt8(ascii: "\n"))
        if lineFeed != nil { hasReadLine = true }
        guard hasReadLine, !isFull else { return text.count }
        guard let lineFeed else { return 0 }
        var last = text.count - 1
        while last > lineFeed, text[last] != UInt8(ascii: "\n") { last -= 1 }
        return last + 1
    }

    private func readPartialLine(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        guard !partialLine.isEmpty else { return .end }
        let count = buffer.append(prefixOf: partialLine)
        partialLine.removeFirst(count)
        return .bytes(count)
    }
}
