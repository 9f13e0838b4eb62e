internal import Foundation

/// The segments that threads read ahead of the batch that was returned last.
///
/// A thread that has nothing to do reads the next segment of the text, with a lock on the segmenter, and then parses the
/// segment. Batches are taken in the order of the text. The number of segments that were read and whose batch was not taken
/// is limited, so that readers wait for a slow caller.
// SAFETY: the lock of `condition` protects the state. `isClaiming` protects the segmenter: only the thread that has set it,
// or the thread that takes batches while `isSuspended` is set and no other thread reads, uses the segmenter.
final class SegmentQueue<Collector: RecordCollector>: @unchecked Sendable {
    typealias Reader = SegmentReader<Collector>

    /// A segment that was read, with its batch.
    struct Entry {
        let segment: Segment
        let reader: Reader
        let batch: SegmentBatch<Collector.Batch>
        let end: Reader.End
    }

    private struct ClaimedSegment {
        let index: Int
        let segment: Segment
        let reader: Reader
    }

    /// `nil` after the queue was closed. A thread that is ending may keep the queue longer than its owner does.
    private var segmenter: Segmenter?
    private let maximumCount: Int
    private let condition = NSCondition()
    /// The segments that were read, by index.
    private var entries: [Int: Entry] = [:]
    private var idleReaders: [Reader] = []
    private var idleSegments: [Segment] = []
    private var claimedCount = 0
    private var takenCount = 0
    private var isClaiming = false
    private var isSuspended = true
    private var isClosed = false
    private var threadCount = 0
    private var parsingThreads = 0
    private var segmenterBytesRead = 0

    /// - Parameter maximumCount: the maximum number of segments that were read and whose batch was not taken.
    init(_ segmenter: Segmenter, maximumCount: Int) {
        self.segmenter = segmenter
        self.maximumCount = maximumCount
    }

    // MARK: - The thread that takes batches

    /// The number of bytes that the segmenter has read.
    var bytesRead: Int { condition.withLock { segmenterBytesRead } }

    /// The number of started threads that have parsed a segment.
    var parsingThreadCount: Int { condition.withLock { parsingThreads } }

    /// Continues to read segments.
    ///
    /// - Parameter readers: readers that are between two records.
    func resume(with readers: [Reader]) {
        condition.withLock {
            idleReaders += readers
            isSuspended = false
            condition.broadcast()
        }
    }

    /// Starts a thread that reads segments until the queue is closed. If the system cannot start one, the other threads read
    /// all segments.
    func startThread() {
        try? DetachedThread.start { [self] in
            // Counted here and not before, because the system may not be able to start the thread. A thread that starts after
            // the queue was closed uses no reader.
            condition.withLock { threadCount += 1 }
            var hasParsed = false
            while let claimed = claimSegment(waiting: true) {
                if !hasParsed { condition.withLock { parsingThreads += 1 } }
                hasParsed = true
                read(claimed)
            }
            condition.withLock {
                threadCount -= 1
                condition.broadcast()
            }
        }
    }

    /// Returns the next segment in the order of the text. Reads segments while the next one is not ready.
    func take() -> Entry {
        while true {
            let entry: Entry? = condition.withLock {
                while entries[takenCount] == nil, !canClaim { condition.wait() }
                guard let entry = entries.removeValue(forKey: takenCount) else { return nil }
                takenCount += 1
                if entry.end == .atBoundary { idleSegments.append(entry.segment) }
                condition.broadcast()
                return entry
            }
            if let entry { return entry }
            if let claimed = claimSegment(waiting: false) { read(claimed) }
        }
    }

    /// Waits until no thread reads a segment, after the queue was suspended.
    ///
    /// - Returns: the segments after the one that was taken last. Their records are discarded.
    func removeAll() -> [Segment] {
        // Released outside the lock, because the deinitializer of a record may run any code.
        let removed: [Int: Entry] = condition.withLock {
            while isClaiming || entries.count < claimedCount - takenCount { condition.wait() }
            defer { (entries, takenCount) = ([:], claimedCount) }
            return entries
        }
        return removed.sorted { $0.key < $1.key }.map(\.value.segment)
    }

    /// Ends all threads, and waits for their end.
    func close() {
        // Released outside the lock, because the deinitializer of a record may run any code.
        let unused: ([Int: Entry], [Reader], Segmenter?) = condition.withLock {
            isClosed = true
            condition.broadcast()
            while threadCount > 0 { condition.wait() }
            defer { (entries, idleReaders, segmenter) = ([:], [], nil) }
            return (entries, idleReaders, segmenter)
        }
        withExtendedLifetime(unused) {}
    }

    // MARK: - The threads that read segments

    private var canClaim: Bool {
        !isSuspended && !isClaiming && !idleReaders.isEmpty && claimedCount - takenCount < maximumCount
    }

    /// Reads the text of the next segment.
    ///
    /// - Parameter waits: whether to wait until a segment can be read. If not, the wait for text ends when the next batch is
    ///   ready.
    /// - Returns: `nil` if the queue is closed or, unless `waits` is set, if no segment can be read now.
    private func claimSegment(waiting waits: Bool) -> ClaimedSegment? {
        let begun: (segmenter: Segmenter, reader: Reader, reusable: Segment?)? = condition.withLock {
            while waits, !isClosed, !canClaim { condition.wait() }
            guard !isClosed, let segmenter, canClaim, let reader = idleReaders.popLast() else { return nil }
            isClaiming = true
            return (segmenter, reader, idleSegments.popLast())
        }
        guard let (segmenter, reader, reusable) = begun else { return nil }
        let segment = segmenter.next(reusing: reusable) {
            condition.withLock { isClosed || isSuspended || !waits && entries[takenCount] != nil }
        }
        return condition.withLock {
            isClaiming = false
            segmenterBytesRead = segmenter.bytesRead
            condition.broadcast()
            guard let segment else {
                idleReaders.append(reader)
                if let reusable { idleSegments.append(reusable) }
                return nil
            }
            defer { claimedCount += 1 }
            if segment.end == nil { isSuspended = true }
            return ClaimedSegment(index: claimedCount, segment: segment, reader: reader)
        }
    }

    private func read(_ claimed: ClaimedSegment) {
        let (batch, end) = claimed.reader.read(claimed.segment)
        let entry = Entry(segment: claimed.segment, reader: claimed.reader, batch: batch, end: end)
        condition.withLock {
            if end == .atBoundary { idleReaders.append(claimed.reader) } else { isSuspended = true }
            entries[claimed.index] = entry
            condition.broadcast()
        }
    }
}
