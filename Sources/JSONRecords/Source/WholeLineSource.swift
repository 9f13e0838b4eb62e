internal import Foundation

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

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead {
        // SAFETY, here and below: the partial line is shorter than the buffer, which the caller keeps valid for the call.
        while !hasEnded, partialLine.count < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[partialLine.count...])
            switch unsafe try upstream.read(into: rest) {
            case .needMoreData: return .needMoreData
            case .end: hasEnded = true
            case .bytes(let count):
                let text = unsafe rest[..<count]
                let whole = unsafe deliverableByteCount(in: text, isFull: count == rest.count)
                // Each byte is searched and copied once, in however many pieces the line arrives.
                guard whole > 0 else {
                    unsafe partialLine += text
                    continue
                }
                unsafe buffer.copyBytes(from: partialLine)
                defer { partialLine = unsafe Array(text[whole...]) }
                return .bytes(partialLine.count + whole)
            }
        }
        return unsafe readPartialLine(in: buffer)
    }

    /// Returns the number of bytes that are not buffered.
    ///
    /// - Parameter isFull: whether the text fills the buffer, so that more bytes are probably available at once.
    private func deliverableByteCount(in text: Slice<UnsafeMutableRawBufferPointer>, isFull: Bool) -> Int {
        // SAFETY, here and below: the caller lends the text for the call.
        let count = unsafe text.count
        // `memchr` first: the search from the end would read each byte of a text on one line.
        let hasLineFeed = unsafe text.base.baseAddress.flatMap { unsafe memchr($0, 0x0A, count) } != nil
        if hasLineFeed { hasReadLine = true }
        guard hasReadLine, !isFull else { return count }
        return hasLineFeed ? unsafe text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 : 0
    }

    private func readPartialLine(in buffer: UnsafeMutableRawBufferPointer) -> SourceRead {
        guard !partialLine.isEmpty else { return .end }
        let part = partialLine.prefix(buffer.count)
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        partialLine.removeFirst(part.count)
        return .bytes(part.count)
    }
}
