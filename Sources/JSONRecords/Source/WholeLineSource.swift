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
                let text = Array(buffer, from: start)
                ScanCount.add(count)
                let whole = deliverableByteCount(in: text, isFull: count == maximumCount)
                guard whole < count || !partialLine.isEmpty else { return .bytes(count) }
                buffer.removeLast(count)
                // Each byte is searched and copied once, in however many pieces the line arrives.
                guard whole > 0 else {
                    partialLine += text
                    continue
                }
                ScanCount.add(partialLine.count)
                let added = buffer.append(prefixOf: partialLine) + buffer.append(prefixOf: text[..<whole])
                partialLine = Array(text[whole...])
                return .bytes(added)
            }
        }
        return readPartialLine(into: &buffer)
    }

    /// Returns the number of bytes that are not buffered.
    ///
    /// - Parameter isFull: whether the text fills the buffer, so that more bytes are probably available at once.
    private func deliverableByteCount(in text: [UInt8], isFull: Bool) -> Int {
        let lineEnd = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        if lineEnd != nil { hasReadLine = true }
        return !hasReadLine || isFull ? text.count : lineEnd ?? 0
    }

    private func readPartialLine(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        guard !partialLine.isEmpty else { return .end }
        let count = buffer.append(prefixOf: partialLine)
        partialLine.removeFirst(count)
        return .bytes(count)
    }
}

extension [UInt8] {
    /// Creates an array with the bytes of a buffer from a position on.
    fileprivate init(_ buffer: borrowing OutputSpan<UInt8>, from start: Int) {
        self.init()
        reserveCapacity(buffer.count - start)
        for index in start..<buffer.count { append(buffer[index]) }
    }
}
