/// A source that keeps back the beginning of a line until the rest of it arrives, so that a reader that waits for a pipe or
/// a followed file does not wait within a record.
///
/// A line that fills the buffer is not kept back, nor is text before the first line feed, which may be that of an array on
/// one line.
final class WholeLineSource: ByteSource {
    private let upstream: any ByteSource
    /// The beginning of a line, without a line feed.
    private var kept: [UInt8] = []
    private var hasReadLine = false
    private var hasEnded = false

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

    init(_ upstream: any ByteSource) {
        self.upstream = upstream
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead {
        // SAFETY, here and below: the kept bytes are fewer than those of the buffer, which the caller keeps valid for the
        // call.
        while !hasEnded, kept.count < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[kept.count...])
            switch unsafe try upstream.read(into: rest) {
            case .needMoreData: return .needMoreData
            case .end: hasEnded = true
            case .bytes(let count):
                unsafe buffer.copyBytes(from: kept)
                let text = unsafe buffer[..<(kept.count + count)]
                let isFull = kept.count + count == buffer.count
                let whole = unsafe countOfWholeLines(in: text, isFull: isFull)
                kept = unsafe Array(text[whole...])
                if whole > 0 { return .bytes(whole) }
            }
        }
        return unsafe returnKept(in: buffer)
    }

    /// Returns the number of bytes not to keep back.
    ///
    /// - Parameter isFull: whether the text fills the buffer, so that more bytes are probably available at once.
    private func countOfWholeLines(in text: Slice<UnsafeMutableRawBufferPointer>, isFull: Bool) -> Int {
        // SAFETY, here and below: the caller lends the text for the call.
        let count = unsafe text.count
        guard !isFull else { return count }
        if let last = unsafe text.lastIndex(of: UInt8(ascii: "\n")) {
            hasReadLine = true
            return last + 1
        }
        return hasReadLine ? 0 : count
    }

    private func returnKept(in buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
        guard !kept.isEmpty else { return .end }
        let part = kept.prefix(buffer.count)
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        kept.removeFirst(part.count)
        return .bytes(part.count)
    }
}
