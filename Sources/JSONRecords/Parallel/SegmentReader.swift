/// A reader of the records of one segment after another.
///
/// Used by one thread at a time.
final class SegmentReader<Collector: RecordCollector> {
    let collector: Collector
    private let source: SegmentSource
    /// The reader, which is released before the collector.
    private(set) var reader: RecordReader!
    private let rejections = Locked<[Rejection]>([])
    /// The number of the first record of the current batch.
    private var firstNumber: Int

    typealias Rejection = SegmentBatch<Collector.Batch>.Rejection

    /// The state of a reader after a segment.
    enum End {
        /// The reader is at the end of the segment, between two records.
        case atBoundary
        /// The reader is at the end of the segment, within a record or after the last one.
        case open
        case failed
    }

    /// - Parameters:
    ///   - part: the part of the text that this reader reads, unless it is moved to a segment first.
    ///   - options: the options of the import. The reader reports rejected records to the batch.
    init(
        _ collector: Collector, inputName: String?, paths: RecordPaths, part: TextPart, options: ReadOptions
    ) {
        self.collector = collector
        source = SegmentSource()
        firstNumber = part.start?.recordNumber ?? 1
        var options = options
        options.onProgress = nil
        // The limit holds for each segment here, and for all records where they are delivered.
        if case .collect(let limit) = options.errorPolicy { options.errorPolicy = .skip(limit: limit) }
        options.onRejected = { [rejections] record in
            rejections.withLock { $0.append(Rejection(record: record, text: nil)) }
        }
        if options.retainsRejectedText {
            options.rejectedTexts = .lent { [rejections] record, text in
                var bytes: [UInt8]?
                if let text { bytes = [UInt8](copying: text) }
                rejections.withLock { $0.append(Rejection(record: record, text: bytes)) }
            }
        }
        reader = RecordReader(
            source, inputName: inputName, paths: paths, part: part, options: options,
            consumer: collector.consumer)
    }

    deinit {
        reader = nil
    }

    /// Reads the records of a segment.
    func read(_ segment: Segment) -> (batch: SegmentBatch<Collector.Batch>, end: End) {
        reader.move(to: segment.start)
        firstNumber = segment.start.recordNumber
        source.begin(segment)
        do {
            while try reader.step() != .needMoreData {}
        } catch {
            return (takeBatch(error: error), .failed)
        }
        let isAtBoundary = segment.end.map(reader.isAt) ?? false
        return (takeBatch(), isAtBoundary ? .atBoundary : .open)
    }

    /// Continues to read with the text of a segmenter.
    func step(from segmenter: Segmenter) throws -> RecordReader.Step {
        source.following = segmenter
        defer { source.following = nil }
        return try reader.step()
    }

    /// Returns the outcome of the records since the last call.
    func takeBatch(error: (any Error)? = nil) -> SegmentBatch<Collector.Batch> {
        let rejections = rejections.withLock { rejections in
            defer { rejections = [] }
            return rejections
        }
        let summary = reader.summary
        defer { firstNumber = summary.nextNumber }
        return SegmentBatch(
            outcome: collector.takeBatch(), firstNumber: firstNumber,
            recordCount: summary.nextNumber - firstNumber - rejections.count, rejections: rejections,
            error: error, textEnd: reader.parsedOffset)
    }
}

/// The source of a reader of segments: the text of a segment, and then that of a segmenter.
private final class SegmentSource: ByteSource {
    private var segment: Segment?
    private var position = 0
    /// The source after the segment; `nil` if the reader must not read past the segment's end.
    var following: Segmenter?

    func begin(_ segment: Segment) { (self.segment, position) = (segment, 0) }

    var bytesRead: Int { following?.bytesRead ?? 0 }
    var totalBytes: Int? { following?.totalBytes }
    // Not known: a segment is a part of the text.
    var textBytes: Int? { nil }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        if let segment, position < segment.count {
            let count = segment.copyText(from: position, into: &buffer)
            position += count
            return .bytes(count)
        }
        segment = nil
        return try following?.read(into: &buffer) ?? .needMoreData
    }
}
