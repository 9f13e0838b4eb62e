internal import Dispatch
internal import Synchronization

/// A reader that runs an import on its own thread, so that reading and decompression never block the threads that
/// Swift's tasks share.
///
/// The first request starts the thread. It reads at most a few batches ahead, and stops once the reader is
/// deinitialized.
final class BackgroundReader<Model>: AsyncRecordReader, Sendable {
    /// A batch, and the summary of the import up to its end.
    private typealias Delivery = (records: RecordQueue<Model>, summary: ImportSummary)

    private let channel = BatchChannel<Delivery>(capacity: 2)
    private let receivedSummary = Locked(ImportSummary())
    private let records: ImportSequence<Model>
    private let isStarted = Atomic(false)
    private let isReceiving = Atomic(false)

    init(records: ImportSequence<Model>) {
        self.records = records
    }

    deinit {
        channel.close()
    }

    /// The summary of the import up to the latest batch. It has no lists until the import has ended: if they were
    /// shared, the thread would copy a list each time that the list grows.
    var summary: ImportSummary { receivedSummary.withLock { $0 } }

    func read(into queue: RecordQueue<Model>, isolation: isolated (any Actor)?) async throws -> Bool {
        guard !isReceiving.exchange(true, ordering: .acquiring) else { throw ImportError.iteratorInUse() }
        defer { isReceiving.store(false, ordering: .releasing) }
        if Task.isCancelled {
            channel.close()
        } else if !isStarted.exchange(true, ordering: .relaxed) {
            start()
        }
        let delivery = try await withTaskCancellationHandler {
            try await channel.receive(isolation: isolation)
        } onCancel: {
            channel.close()
        }
        guard let (records, summary) = delivery else { return false }
        receivedSummary.withLock { $0 = summary }
        queue.exchange(with: records)
        return true
    }

    private func start() {
        // The thread captures the channel and not the reader, so that the reader can be released while the thread
        // runs.
        do {
            try DetachedThread.start { [records, channel] in
                Self.run(records, into: channel)
                channel.finish()
            }
        } catch {
            _ = channel.send((RecordQueue(error: error), ImportSummary()))
            channel.finish()
        }
    }

    /// The time after which a thread that waits for a pipe checks whether the reader is deinitialized.
    private static var waitInterval: Duration { .milliseconds(100) }

    private static func run(_ records: ImportSequence<Model>, into channel: BatchChannel<Delivery>) {
        do {
            let stream = RecordStream { try records.begin(yieldingEvery: waitInterval, deliver: $0) }
            var queue = RecordQueue<Model>()
            while !channel.isClosed {
                let step = try stream.step(into: queue)
                if step == .finished { break }
                if step == .needMoreData { continue }
                let isLast = queue.hasError
                // From now on, the receiver may use the queue.
                let isOpen = channel.send((queue, isLast ? stream.summary : stream.summary.withoutLists))
                guard isOpen, !isLast else { return }
                queue = RecordQueue()
            }
            _ = channel.send((queue, stream.summary))
        } catch {
            _ = channel.send((RecordQueue(error: error), ImportSummary()))
        }
    }
}

/// A channel that passes batches from the thread that creates them to the task that awaits them.
///
/// Batches are passed under the lock, and the continuation only signals that the receiver need not wait any longer.
/// Passing a batch through the continuation would be safe, too, but the thread sanitizer does not recognize that.
final class BatchChannel<Batch>: Sendable {
    private struct State {
        // SAFETY: the sender keeps no reference to any part of a batch.
        var batches: [UnsafeTransfer<Batch>] = []
        /// Whether no further batch will be sent.
        var isFinished = false
        var isClosed = false
        /// The continuation of the receiver, if it waits for a batch or for the end.
        var receiver: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())
    /// A semaphore that counts the batches that can be sent without waiting.
    private let availableCapacity = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        for _ in 0..<capacity { availableCapacity.signal() }
    }

    /// Sends a batch once there is capacity for it. Returns `false` if the channel is closed.
    func send(_ batch: Batch) -> Bool {
        availableCapacity.wait()
        let (receiver, isClosed) = state.withLock { state in
            if !state.isClosed { state.batches.append(UnsafeTransfer(batch)) }
            return (state.receiver.take(), state.isClosed)
        }
        receiver?.resume()
        return !isClosed
    }

    /// Marks the end of the batches.
    func finish() {
        let receiver = state.withLock { state in
            state.isFinished = true
            return state.receiver.take()
        }
        receiver?.resume()
    }

    /// Returns the next batch, or `nil` after the last one.
    ///
    /// - Throws: `CancellationError` after the channel was closed.
    func receive(isolation: isolated (any Actor)?) async throws -> Batch? {
        while true {
            let (batch, isFinished) = try state.withLock { state in
                if state.isClosed { throw CancellationError() }
                return (state.batches.isEmpty ? nil : state.batches.removeFirst(), state.isFinished)
            }
            if let batch {
                availableCapacity.signal()
                return batch.value
            }
            if isFinished { return nil }
            await withCheckedContinuation(isolation: isolation) { wait($0) }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let isReady = state.withLock { state in
            if state.isClosed || !state.batches.isEmpty || state.isFinished { return true }
            precondition(state.receiver == nil, "the channel already has a receiver")
            state.receiver = continuation
            return false
        }
        if isReady { continuation.resume() }
    }

    /// Whether the channel is closed, so that no batch will be received.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closes both sides: the receiver gets `CancellationError`, now and later, and the sender gets `false` for its
    /// next batch.
    func close() {
        // The batches are released outside the lock, because the deinitializer of a record may run any code.
        let (receiver, _) = state.withLock { state in
            state.isClosed = true
            defer { state.batches = [] }
            return (state.receiver.take(), state.batches)
        }
        receiver?.resume()
        availableCapacity.signal()
    }
}
