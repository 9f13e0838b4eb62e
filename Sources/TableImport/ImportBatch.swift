internal import Dispatch
internal import JSONRecords
internal import Synchronization

/// What was read since the last batch: the value that the thread that reads passes to the thread that writes.
struct ImportBatch: Sendable {
    /// The rows, by the numbers of the tables, and the checkpoint after them, which does not count rejected records.
    struct Rows {
        var tables: [RowBatch] = []
        var checkpoint: Checkpoint
        var isLast: Bool
    }

    var rejected = RejectedRecords()
    /// `nil` if only rejected records are passed.
    var rows: Rows?
    var bytesRead = 0
    var textBytes = 0
}

struct RejectedRecords: Sendable {
    /// A text that its owner keeps until the batch is written.
    // SAFETY: `BatchReader` waits until the batch with the text is written, and the text is only read.
    @safe
    private struct LentText: @unchecked Sendable {
        let bytes: UnsafeBufferPointer<UInt8>
    }

    private var records: [(record: RejectedRecord, text: Range<Int>?)] = []
    private var texts: [UInt8] = []
    /// The last record, whose text is too long for a copy.
    private var last: (record: RejectedRecord, text: LentText)?

    /// The maximum number of bytes of the texts, and the maximum number of records.
    private static let maximumBytes = 1 << 20
    private static let maximumCount = 1 << 12

    var isEmpty: Bool { records.isEmpty && last == nil }

    /// Adds a record. If there is no room for a copy of its text, or for further records, calls a function that writes the
    /// records.
    mutating func append(_ record: RejectedRecord, text: Span<UInt8>?, write: (Self) throws -> Void) rethrows
    {
        guard let text else {
            records.append((record, nil))
            return records.count < Self.maximumCount ? () : try write(take())
        }
        if records.count < Self.maximumCount, text.count <= Self.maximumBytes - texts.count {
            let start = texts.count
            texts.append(copying: text)
            records.append((record, start..<texts.count))
        } else {
            // SAFETY: the text is valid during the call.
            try unsafe text.withUnsafeBufferPointer {
                unsafe last = (record, LentText(bytes: $0))
                try write(take())
            }
        }
    }

    mutating func take() -> RejectedRecords {
        defer { self = RejectedRecords() }
        return self
    }

    func write(to log: RejectedRecordLog) throws {
        for (record, range) in records {
            if let range {
                try log.add(record, text: texts.span.extracting(range))
            } else {
                try log.add(record, text: nil)
            }
        }
        // SAFETY: see `LentText`.
        if let last { unsafe try log.add(last.record, text: last.text.bytes.span) }
    }
}

/// The receiver of the batches of a ``BatchReader``.
protocol BatchReceiver: AnyObject {
    /// Begins to write a batch. The previous one was returned.
    ///
    /// - Returns: the columns of the batch and empty memory for rows, if it was written at once; otherwise `nil`.
    /// - Throws: the error of the batch, if it was written at once.
    func submit(_ batch: inout ImportBatch) throws -> [RowBatch]?

    /// Waits until the last batch is written, and returns its columns and empty memory for rows; `nil` if it was returned
    /// before.
    ///
    /// - Throws: the error of the first write that failed. No batch after it is written.
    func returnWritten() throws -> [RowBatch]?
}

/// The passing of batches from the thread that reads to the thread that writes, and back.
///
/// Only one thread uses the connection to the database, as GRDB and libpq require. That thread writes, and another thread reads.
/// One batch is written while the next one is read: the reader waits until the previous batch is written before it submits the next one.
final class BatchQueue: BatchReceiver, Sendable {
    private struct State {
        var submitted: ImportBatch?
        var isWriting = false
        var written: [RowBatch]?
        var writeError: (any Error)?
        var end: BatchReader.End?
    }

    private let state = Mutex(State())
    /// Signalled for each batch that is submitted, and at the end of reading.
    private let submission = DispatchSemaphore(value: 0)
    /// Signalled for each batch that was written.
    private let completion = DispatchSemaphore(value: 0)

    /// Reads on another thread, and writes on this one.
    ///
    /// - Throws: the error of a write; ``ImportError/Code/cannotStartThread``.
    func run(
        _ reader: BatchReader, write: (inout ImportBatch) throws -> [RowBatch]
    ) throws -> BatchReader.End {
        // SAFETY: this thread does not use the reader.
        nonisolated(unsafe) let reader = reader
        try DetachedThread.start { [self] in
            let end = unsafe reader.read()
            state.withLock { $0.end = end }
            submission.signal()
        }
        while true {
            submission.wait()
            // A batch that was submitted before the end of reading is written before it.
            guard var batch = state.withLock({ $0.submitted.take() }) else { break }
            let written = Result { try write(&batch) }
            state.withLock {
                switch written {
                case .success(let tables): $0.written = tables
                case .failure(let error): $0.writeError = error
                }
            }
            completion.signal()
        }
        let (end, writeError) = state.withLock { ($0.end, $0.writeError) }
        if let writeError { throw writeError }
        guard let end else { preconditionFailure("reading has not ended") }
        return end
    }

    func submit(_ batch: inout ImportBatch) -> [RowBatch]? {
        state.withLock { ($0.submitted, $0.isWriting) = (batch, true) }
        batch = ImportBatch()
        submission.signal()
        return nil
    }

    func returnWritten() throws -> [RowBatch]? {
        if state.withLock({ $0.isWriting }) {
            completion.wait()
            state.withLock { $0.isWriting = false }
        }
        let (written, error) = state.withLock { ($0.written.take(), $0.writeError) }
        if let error { throw error }
        return written
    }
}
