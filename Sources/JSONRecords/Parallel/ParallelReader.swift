/// A reader that reads the records of a text on several threads, and returns what they become in the order of the text.
///
///     ByteSource -> Segmenter -> SegmentQueue -> SegmentReader (one for each thread) -> ParallelReader
///
/// The calling thread reads the text up to the records. From then on, the text is divided into segments at boundaries
/// between records, which a scanner finds without parsing. Each segment is parsed by one thread, with a tokenizer, a record
/// reader and a consumer of its own, which start at a known byte, line and record number.
///
/// A batch is returned after the reader of the segment before has come to the boundary between the two, with all records
/// complete and as many as the scanner has counted. So each segment was read from the state in which a single reader would
/// have come to it, and values, errors and locations are those of a single reader. A reader that comes to the end of its
/// segment in another state continues to read on the calling thread: in a record that is longer than a segment up to the next
/// boundary; after the end of the records, and in a text that is not valid JSON, up to the end of the text or to the error.
///
/// Used by one thread at a time.
package final class ParallelReader<Collector: RecordCollector> {
    package typealias Batch = SegmentBatch<Collector.Batch>
    private typealias Reader = SegmentReader<Collector>

    private enum State {
        /// The reader reads on this thread.
        case serial(Reader)
        /// Several threads read segments.
        case parallel
        case ended
        case closed
    }

    private let segmenter: Segmenter
    private let queue: SegmentQueue<Collector>
    private let options: ReadOptions
    private let inputName: String?
    /// Creates a reader for a part of the text.
    private let makeReader: (TextPart) throws -> Reader
    private let part: TextPart
    private let workerCount: Int
    private var state: State
    /// Whether other threads were started.
    private(set) var hasWorkers = false
    /// Whether boundaries are still searched for.
    private var isDivisible: Bool
    private var total: RecordSummary
    private var progressMeter: ProgressMeter

    /// - Parameters:
    ///   - source: the bytes.
    ///   - inputName: the name of the input in errors.
    ///   - paths: the paths of the records.
    ///   - part: the part of the text that the source has.
    ///   - options: the policies and limits.
    ///   - makeCollector: creates the collector of a thread.
    package init(
        _ source: any ByteSource, inputName: String?, paths: RecordPaths, part: TextPart = TextPart(),
        options: ReadOptions,
        makeCollector: @escaping () throws -> Collector
    ) throws {
        segmenter = Segmenter(
            source, segmentBytes: options.segmentBytes, chunkBytes: options.chunkBytes)
        workerCount = options.parallelism.workerCount
        // A text that is not longer than a segment would be divided into the part that this thread has read, and the rest.
        isDivisible = workerCount > 1 && (source.textBytes ?? .max) > options.segmentBytes
        queue = SegmentQueue(segmenter, maximumCount: 2 * workerCount)
        self.options = options
        self.inputName = inputName
        self.part = part
        total = RecordSummary(from: part.start?.recordNumber ?? 1)
        progressMeter = ProgressMeter(options)
        makeReader = {
            Reader(try makeCollector(), inputName: inputName, paths: paths, part: $0, options: options)
        }
        state = .serial(try makeReader(part))
    }

    deinit {
        queue.close()
    }

    /// The summary of the records that ``deliver(_:_:)`` has delivered.
    package var summary: RecordSummary { total }

    /// How far the input was read, and the number of records that were delivered.
    package var progress: ImportProgress {
        ImportProgress(
            bytesRead: total.bytesRead, totalBytes: segmenter.totalBytes, recordCount: total.recordCount)
    }

    /// The number of the record that was delivered or rejected last, even if that has thrown an error. After the error of a
    /// batch, no record of the batch has a higher number.
    package private(set) var lastRecordNumber = 0
    /// The end of the text of that record, in bytes, if it was rejected; otherwise, no record of the batch ends later.
    package private(set) var lastRecordEnd = Int.max

    /// The number of threads that have parsed, with the calling thread, which parses the beginning of the text.
    package var usedWorkerCount: Int { queue.parsingThreadCount + 1 }

    /// Returns the next batch, which may be empty; `nil` after the last one.
    package func next() -> Batch? {
        switch state {
        case .serial(let reader):
            if total.bytesRead > 0 { report(isLast: false) }
            return readOn(reader)
        case .parallel:
            report(isLast: false)
            return takeBatch()
        case .ended:
            report(isLast: true)
            return nil
        case .closed: return nil
        }
    }

    /// Ends all threads, and waits for their end.
    package func close() {
        state = .closed
        queue.close()
    }

    private func report(isLast: Bool) {
        progressMeter.report(isLast: isLast) { progress }
    }

    // MARK: - Reading on this thread

    private func readOn(_ reader: Reader) -> Batch {
        do {
            let step = try reader.step(from: segmenter)
            total.bytesRead = segmenter.bytesRead
            let readers = try step == .needMoreData ? readersAtBoundary(reader) : nil
            let batch = reader.takeBatch()
            if step == .finished { state = .ended }
            if step == .advanced, isDivisible { segmenter.scan(after: reader.reader) }
            // From now on, another thread may use the reader.
            if let readers { resume(reader, readers) }
            return batch
        } catch {
            state = .closed
            total.bytesRead = segmenter.bytesRead
            return reader.takeBatch(error: error)
        }
    }

    /// Returns the readers that threads to be started need, if several threads can read the text after the current position;
    /// else `nil`.
    private func readersAtBoundary(_ reader: Reader) throws -> [Reader]? {
        guard segmenter.isAtBoundary else { return nil }
        guard reader.reader.isBetweenRecords else {
            stopScanning()
            return nil
        }
        return hasWorkers ? [] : try makeReaders(like: reader)
    }

    private func resume(_ reader: Reader, _ newReaders: [Reader]) {
        segmenter.resume(at: reader.reader.boundary)
        queue.resume(with: [reader] + newReaders)
        if !hasWorkers { for _ in 1..<workerCount { queue.startThread() } }
        hasWorkers = true
        state = .parallel
    }

    private func makeReaders(like reader: Reader) throws -> [Reader] {
        // The readers begin at the boundary to which the other reader has come.
        var part = part
        part.start = nil
        return try (1..<workerCount).map { _ in
            let newReader = try makeReader(part)
            try newReader.reader.begin(like: reader.reader)
            return newReader
        }
    }

    private func stopScanning(returning segments: [Segment] = []) {
        isDivisible = false
        segmenter.stopScanning(returning: segments)
    }

    // MARK: - Reading on several threads

    private func takeBatch() -> Batch {
        let entry = queue.take()
        total.bytesRead = max(total.bytesRead, queue.bytesRead)
        switch entry.end {
        case .atBoundary: break
        case .open:
            // If the segment has a boundary at its end, the reader should have been there, and the text is not valid.
            let following = queue.removeAll()
            if entry.segment.end != nil { stopScanning(returning: following) }
            state = .serial(entry.reader)
        case .failed:
            state = .closed
            queue.close()
        }
        return entry.batch
    }

    // MARK: - Delivery

    /// Counts the records of a batch, if all of them were delivered and none was rejected.
    ///
    /// - Returns: whether the batch has no rejected records. If not, ``deliver(_:_:)`` must be called.
    package func deliverAll(_ batch: Batch) -> Bool {
        guard batch.rejections.isEmpty else { return false }
        total.recordCount += batch.recordCount
        total.textBytes = batch.textEnd - (part.start?.offset ?? 0)
        return true
    }

    /// Delivers the records of a batch, and rejects its rejected records, in the order of the text.
    ///
    /// - Parameter take: takes the next record of the batch. An error that it throws is rethrown.
    /// - Throws: ``ImportError/Code/tooManyRejected``, an error of ``ReadOptions/onRejected``, or the error of the batch.
    package func deliver(_ batch: Batch, _ take: () throws -> Void) throws {
        for rejection in batch.rejections {
            try deliver(rejection.record.number - total.nextNumber, take)
            try reject(rejection)
        }
        try deliver(batch.lastNumber + 1 - total.nextNumber, take)
        total.textBytes = batch.textEnd - (part.start?.offset ?? 0)
        guard let error = batch.error else { return }
        (lastRecordNumber, lastRecordEnd) = (.max, .max)
        throw error
    }

    private func deliver(_ count: Int, _ take: () throws -> Void) throws {
        lastRecordEnd = .max
        for _ in 0..<count {
            lastRecordNumber = total.nextNumber
            try take()
            total.recordCount += 1
        }
    }

    private func reject(_ rejection: Batch.Rejection) throws {
        let rejected = rejection.record
        (lastRecordNumber, lastRecordEnd) = (rejected.number, rejected.byteRange.upperBound)
        let record: RejectedRecord?
        do {
            record = try total.reject(rejected.error, range: rejected.byteRange, under: options) {
                options.keepsRejectedText ? rejection.text.map { String(repairing: $0.span) } : nil
            }
        } catch {
            throw error.with(input: inputName)
        }
        guard let record else { return }
        do throws(RethrownError) {
            try options.report(record, text: rejection.text?.span)
        } catch {
            throw error.error
        }
    }
}

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

/// A collector of what the records of a segment become, such as models or rows.
///
/// Each thread of a ``ParallelReader`` has a collector.
package protocol RecordCollector: AnyObject, SendableMetatype {
    associatedtype Batch

    /// The consumer of the records.
    var consumer: any RecordConsumer { get }

    /// Returns what the records since the last call have become.
    func takeBatch() -> Batch
}

extension RecordInput {
    /// Returns the input with another number of threads.
    package func on(_ parallelism: Parallelism) -> RecordInput {
        var options = options
        options.parallelism = parallelism
        return RecordInput(origin, at: paths, part: part, options: options)
    }

    /// Returns a reader that reads the input from its beginning, on as many threads as the options say.
    ///
    /// - Parameter makeCollector: creates the collector of a thread.
    package func makeParallelReader<Collector: RecordCollector>(
        _ makeCollector: @escaping () throws -> Collector
    ) throws -> ParallelReader<Collector> {
        try validate()
        let input = try readingTrailingHeader()
        let source: any ByteSource
        do {
            source = try makeSource(yieldingEvery: Self.segmentYieldInterval, wholeLines: false)
        } catch {
            throw error.with(input: origin.name)
        }
        return try ParallelReader(
            source, inputName: origin.name, paths: input.paths, part: textPart, options: input.options,
            makeCollector: makeCollector)
    }

    /// The time after which records that have arrived by a slow pipe are parsed, although they do not fill a segment.
    private static let segmentYieldInterval = Duration.milliseconds(50)
}
