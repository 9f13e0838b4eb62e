internal import Dispatch

/// Batches on their way from the thread that makes them to the task that awaits them.
///
/// A batch changes hands under the lock. What the task awaits is only that there is something to take: what a
/// continuation hands over is handed over safely as well, but in a way that the thread sanitizer does not see.
final class BatchChannel<Batch>: Sendable {
    private struct State {
        // SAFETY: the sender of a batch keeps nothing of it.
        var batches: [UnsafeTransfer<Batch>] = []
        /// Whether no further batch will come.
        var isFinished = false
        var isClosed = false
        /// Waits until one of these changes.
        var receiver: CheckedContinuation<Void, Never>?

        var isReady: Bool { isClosed || !batches.isEmpty || isFinished }

        mutating func takeReceiver() -> CheckedContinuation<Void, Never>? {
            defer { receiver = nil }
            return receiver
        }
    }

    private let state = Locked(State())
    /// Counts the batches that may still be sent.
    private let availableCapacity = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        for _ in 0..<capacity { availableCapacity.signal() }
    }

    /// Sends a batch, as soon as there is availableCapacity for it; `false` if nobody will receive it.
    func send(_ batch: Batch) -> Bool {
        availableCapacity.wait()
        let (receiver, isClosed) = state.withLock { state in
            if !state.isClosed { state.batches.append(UnsafeTransfer(batch)) }
            return (state.takeReceiver(), state.isClosed)
        }
        receiver?.resume()
        return !isClosed
    }

    /// Says that no further batch will come.
    func finish() {
        let receiver = state.withLock { state in
            state.isFinished = true
            return state.takeReceiver()
        }
        receiver?.resume()
    }

    /// The next batch; `nil` after the last one.
    ///
    /// - Throws: `CancellationError` after the channel was closed.
    func receive(isolation: isolated (any Actor)?) async throws -> Batch? {
        while true {
            if let taken = take() { return try taken.get()?.value }
            await withCheckedContinuation(isolation: isolation) { wait($0) }
        }
    }

    /// What there is to take: a batch, or the end.
    private func take() -> Result<UnsafeTransfer<Batch>?, CancellationError>? {
        let taken: Result<UnsafeTransfer<Batch>?, CancellationError>? = state.withLock { state in
            if state.isClosed { return .failure(CancellationError()) }
            if !state.batches.isEmpty { return .success(state.batches.removeFirst()) }
            return state.isFinished ? .success(nil) : nil
        }
        if case .success(.some) = taken { availableCapacity.signal() }
        return taken
    }

    private func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let isReady = state.withLock { state in
            if state.isReady { return true }
            precondition(state.receiver == nil, "a channel has two receivers")
            state.receiver = continuation
            return false
        }
        if isReady { continuation.resume() }
    }

    /// Whether nobody will receive any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends both sides: the receiver gets `CancellationError`, now and later, and the sender is told at its next
    /// batch.
    func close() {
        // The batches are released without the lock, as the deinitializer of a record may do anything.
        let (receiver, _) = state.withLock { state in
            state.isClosed = true
            defer { state.batches = [] }
            return (state.takeReceiver(), state.batches)
        }
        receiver?.resume()
        availableCapacity.signal()
    }
}
