/// The division of a text into segments, at boundaries between records.
///
/// A segmenter is also the source of the reader that reads text outside of segments: before the first boundary, after the
/// last one, and the rest of a record that is longer than a segment.
///
/// Used by one thread at a time.
final class Segmenter: ByteSource {
    private let source: any ByteSource
    private let segmentBytes: Int
    /// The maximum number of bytes to read at a time.
    private let chunkBytes: Int
    /// The scanner; `nil` while the text is not divided.
    private var scanner: BoundaryScanner?
    /// Whether a reader has read all text before ``start``, and no text after it.
    private(set) var isAtBoundary = false
    /// The boundary at which the next segment begins.
    private var start = Boundary()
    /// The scanned text after the boundary.
    private var rest: Segment
    /// Text that was read already, and is to be read again before the text of the source.
    private var returnedText: ArraySlice<UInt8> = []
    /// Whether the source has ended, or has thrown an error.
    private var hasEnded = false
    private var readError: ImportError?

    init(_ source: any ByteSource, segmentBytes: Int, chunkBytes: Int) {
        self.source = source
        self.segmentBytes = segmentBytes
        self.chunkBytes = chunkBytes
        rest = Segment(capacity: segmentBytes)
    }

    var bytesRead: Int { source.bytesRead }
    var totalBytes: Int? { source.totalBytes }
    var textBytes: Int? { source.textBytes }

    /// Whether boundaries are searched for.
    private var isScanning: Bool { scanner != nil }

    /// Whether text follows that may have boundaries.
    private var hasMoreText: Bool { !hasEnded || !returnedText.isEmpty }

    /// Begins to search for boundaries after the text that a reader has parsed, if the text can be divided there.
    func scan(after reader: RecordReader) {
        guard !isScanning, !isAtBoundary, hasMoreText, let scanner = reader.makeScanner() else { return }
        self.scanner = scanner
        returnedText = reader.removeUnparsedText() + returnedText
    }

    /// Divides the text after the boundary that a reader has reached into segments.
    func resume(at boundary: Boundary) {
        start = boundary
        isAtBoundary = false
    }

    /// Ends the division into segments. All text that no reader has read follows.
    ///
    /// - Parameter segments: the segments that were not read.
    func stopScanning(returning segments: [Segment] = []) {
        var text: [UInt8] = []
        for segment in segments + [rest] { segment.withText { text.append(copying: $0) } }
        rest.removeText()
        returnedText = text + returnedText
        scanner = nil
        isAtBoundary = false
    }

    // MARK: - Segments

    /// Reads the next segment.
    ///
    /// - Parameters:
    ///   - reusable: a segment to use again.
    ///   - isCancelled: returns whether to stop waiting for text.
    /// - Returns: the segment; `nil` if waiting for text was cancelled. The segment has no end if the text up to the next
    ///   boundary is longer than a segment, or if no boundary follows.
    func next(reusing reusable: Segment?, isCancelled: () -> Bool) -> Segment? {
        guard let boundaries = fill(rest, isCancelled) else { return nil }
        let segment = rest
        rest = reusable ?? Segment(capacity: segmentBytes)
        rest.removeText()
        (segment.start, segment.end) = (start, nil)
        guard let last = boundaries.last else { return segment }
        segment.moveText(from: last, to: rest)
        segment.withText { start.counter.advance(over: $0) }
        start.recordNumber += boundaries.recordCount
        segment.end = start
        return segment
    }

    /// Fills a segment with text, and searches for the last boundary.
    ///
    /// - Returns: the last boundary, and the number of records before it; `nil` if waiting for text was cancelled.
    private func fill(_ segment: Segment, _ isCancelled: () -> Bool) -> BoundaryScanner.Boundaries? {
        var boundaries = BoundaryScanner.Boundaries()
        while segment.count < segment.capacity, isScanning {
            let position = segment.count
            switch try? segment.append(atMost: chunkBytes, readText) {
            case .bytes:
                let found = segment.withText(from: position, scanNext)
                guard let last = found.last else { continue }
                boundaries.last = position + last
                boundaries.recordCount += found.recordCount
            case .needMoreData:
                // Records that have arrived are parsed at once, also one whose end is not known yet.
                if segment.count > 0 { return boundaries }
                if isCancelled() { return nil }
            case .end, nil: return boundaries
            }
        }
        return boundaries
    }

    private func scanNext(_ text: Span<UInt8>) -> BoundaryScanner.Boundaries {
        guard let found = scanner?.scan(text) else { preconditionFailure("the text is not divided") }
        if found.isEnd { scanner = nil }
        return found
    }

    // MARK: - Boundaries

    /// Searches for the next boundary at or after an offset. The text before that boundary is not read into segments.
    ///
    /// - Returns: one of the first boundaries after the offset; `nil` if no boundary follows.
    func nextBoundary(after offset: Int) throws(ImportError) -> Boundary? {
        var next = start
        rest.withText { next.counter.advance(over: $0) }
        while isScanning {
            rest.removeText()
            switch try rest.append(atMost: chunkBytes, readText) {
            case .needMoreData: continue
            case .end: return nil
            case .bytes: break
            }
            let found = rest.withText(scanNext)
            next.recordNumber += found.recordCount
            if let last = found.last, next.offset + last >= offset {
                rest.withText { next.counter.advance(over: $0.extracting(first: last)) }
                rest.removeText(before: last)
                start = next
                return next
            }
            rest.withText { next.counter.advance(over: $0) }
        }
        return nil
    }

    // MARK: - The text outside of segments

    /// Reads text up to the next boundary, and at most the size of a segment.
    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        guard !isAtBoundary else { return .needMoreData }
        let start = buffer.count
        guard case .bytes(let count) = try buffer.append(atMost: segmentBytes, readText) else {
            return hasEnded ? .end : .needMoreData
        }
        guard isScanning else { return .bytes(count) }
        guard let last = scanNext(buffer.span.extracting(start...)).last else { return .bytes(count) }
        rest.removeText()
        rest.append(buffer.span.extracting((start + last)...))
        buffer.removeLast(count - last)
        isAtBoundary = true
        return .bytes(last)
    }

    /// Reads returned text, and then text of the source.
    private func readText(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        guard returnedText.isEmpty else {
            let count = buffer.append(prefixOf: returnedText)
            returnedText.removeFirst(count)
            // An empty slice would keep the memory of the whole array.
            if returnedText.isEmpty { returnedText = [] }
            return .bytes(count)
        }
        if let readError { throw readError }
        guard !hasEnded else { return .end }
        do {
            let read = try source.read(into: &buffer)
            hasEnded = read == .end
            return read
        } catch {
            (hasEnded, readError) = (true, error)
            throw error
        }
    }
}
