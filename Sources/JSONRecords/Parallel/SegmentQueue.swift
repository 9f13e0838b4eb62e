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

    /// A segment whose text one thread has read, with its index, and the reader that is to parse it.
    private typealias ClaimedSegment = (index: Int, segment: Segment, reader: Reader)

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
            return (claimedCount, segment, reader)
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

/// A part of a text that one thread parses: from a boundary to the next, or to the end of what was read.
///
/// Only the thread that reads or parses the segment accesses it.
@safe
final class Segment {
    /// The boundary at which the text begins.
    var start = Boundary()
    /// The boundary at which the text ends; `nil` if the text was read without reaching one.
    var end: Boundary?
    private(set) var count = 0
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init(capacity: Int) {
        // The system copies a file to an address that is a multiple of 64 in two thirds of the time that the alignment of malloc
        // takes.
        // SAFETY: `deinit` frees the memory. Only the first `count` bytes are read.
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
            .bindMemory(to: UInt8.self)
    }

    deinit {
        // SAFETY: nothing refers to the memory after this.
        unsafe memory.deallocate()
    }

    /// The number of bytes for which the segment has room.
    // SAFETY: only the size of the memory is read.
    var capacity: Int { unsafe memory.count }

    /// Calls `body` with the text from a position on.
    func withText<Result>(from position: Int = 0, _ body: (Span<UInt8>) -> Result) -> Result {
        // SAFETY: the bytes before `count` were written, and do not change during the call.
        unsafe body(
            Span(_unsafeElements: UnsafeBufferPointer(rebasing: memory[position..<count])))
    }

    /// Appends at most `size` bytes, which `read` writes to a buffer.
    func append(
        atMost size: Int, _ read: (inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead
    ) throws(ImportError) -> SourceRead {
        // SAFETY: the range is inside the memory.
        let part = unsafe UnsafeMutableBufferPointer(
            rebasing: memory[count..<min(count + size, capacity)])
        var buffer = unsafe OutputSpan(buffer: part, initializedCount: 0)
        let result = try read(&buffer)
        count += unsafe buffer.finalize(for: part)
        return result
    }

    /// Appends bytes, for which the segment must have room.
    func append(_ bytes: Span<UInt8>) {
        precondition(count + bytes.count <= capacity)
        // SAFETY: the precondition keeps the bytes inside the memory.
        count += unsafe bytes.withUnsafeBufferPointer {
            unsafe memory[count...].initialize(fromContentsOf: $0) - count
        }
    }

    /// Moves the text from a position on to the beginning of another segment, which has no text.
    func moveText(from position: Int, to other: Segment) {
        withText(from: position) { other.append($0) }
        count = position
    }

    /// Writes the bytes from a position on to a buffer.
    ///
    /// - Returns: the number of bytes.
    func copyText(from position: Int, into buffer: inout OutputSpan<UInt8>) -> Int {
        // SAFETY: the range is inside the memory.
        unsafe buffer.append(prefixOf: memory[position..<count])
    }

    func removeText() { count = 0 }

    /// Removes the text before a position.
    func removeText(before position: Int) {
        // SAFETY: both ranges are inside the memory. The function allows them to overlap.
        unsafe memory.baseAddress!.update(from: memory.baseAddress! + position, count: count - position)
        count -= position
    }
}

/// The outcome of consecutive records of a segment.
package struct SegmentBatch<Outcome> {
    /// What the records have become.
    package let outcome: Outcome
    /// The number of the first record.
    let firstNumber: Int
    /// The number of records that were delivered.
    let recordCount: Int
    /// The rejected records, in the order of the text.
    let rejections: [Rejection]
    /// The number of the last record; if the batch is empty, that of the record before it.
    package var lastNumber: Int { firstNumber + recordCount + rejections.count - 1 }
    /// The error after the last record; `nil` if there is none.
    package let error: (any Error)?
    /// The offset up to which the text was parsed.
    let textEnd: Int

    /// A rejected record, with its text if the options retain the texts of records.
    struct Rejection: Sendable {
        let record: RejectedRecord
        let text: [UInt8]?
    }
}
