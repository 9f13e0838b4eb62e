internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs an import on a thread of its own, so that reading and inflating never block the threads that Swift's
/// tasks share.
///
/// The thread works at most a few batches ahead; it is started by the first request, and stopped when nobody
/// holds the reader any more.
final class BackgroundReader<Model: Importable>: Sendable {
    /// How much is parsed for a batch, in bytes.
    private static var batchBytes: Int { 64 << 10 }

    private let channel = BatchChannel<Model>(capacity: 2)
    private let records: ImportSequence<Model>
    private let isStarted = Atomic(false)

    init(records: ImportSequence<Model>) {
        self.records = records
    }

    deinit {
        channel.close()
    }

    /// The next batch, `nil` behind the last one.
    func nextBatch(isolation: isolated (any Actor)?) async throws -> RecordQueue<Model>? {
        try Task.checkCancellation()
        if !isStarted.exchange(true, ordering: .relaxed) { start() }
        return try await withTaskCancellationHandler {
            try await channel.receive(isolation: isolation)
        } onCancel: {
            channel.close()
        }
    }

    private func start() {
        // The thread holds the channel and not the reader, so that the reader can be let go of meanwhile.
        let thread = Thread { [records, channel] in Self.run(records, into: channel) }
        thread.name = "StreamImport"
        thread.start()
    }

    private static func run(_ records: ImportSequence<Model>, into channel: BatchChannel<Model>) {
        var batch = RecordQueue<Model>()
        do {
            let run = try records.makeRun { batch.take($0) }
            var step = ImportRun.Step.advanced
            while step != .finished {
                guard !channel.isClosed else { return }
                defer { records.note(run.summary) }
                step = try run.step(limit: batchBytes)
                guard !batch.isEmpty else { continue }
                guard channel.send(batch) else { return }
                batch = RecordQueue()
            }
            channel.finish(nil)
        } catch {
            if !batch.isEmpty { _ = channel.send(batch) }
            channel.finish(error)
        }
    }
}

/// Batches of records on their way from the thread that makes them to the task that awaits them.
final class BatchChannel<Model>: Sendable {
    /// Records that change hands: whoever sends them keeps none.
    private struct Batch: @unchecked Sendable {
        let records: RecordQueue<Model>
    }

    private struct State: Sendable {
        var batches: [Batch] = []
        /// Set when no further batch will come: `.success` after the last one.
        var end: Result<Void, any Error>?
        var isClosed = false
        var receiver: CheckedContinuation<Batch?, any Error>?
    }

    private let state = Locked(State())
    /// Counts the batches that may still be sent.
    private let room = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        for _ in 0..<capacity { room.signal() }
    }

    /// Sends a batch, as soon as there is room for it; `false` if nobody will receive it.
    func send(_ records: RecordQueue<Model>) -> Bool {
        room.wait()
        let batch = Batch(records: records)
        let (receiver, isClosed) = state.withLock { state in
            if state.isClosed { return (nil as CheckedContinuation<Batch?, any Error>?, true) }
            guard let receiver = state.receiver else {
                state.batches.append(batch)
                return (nil, false)
            }
            state.receiver = nil
            return (receiver, false)
        }
        if let receiver {
            room.signal()
            receiver.resume(returning: batch)
        }
        return !isClosed
    }

    /// Says that no further batch will come, and why if not because all were sent.
    func finish(_ error: (any Error)?) {
        let receiver = state.withLock { state in
            state.end = error.map { .failure($0) } ?? .success(())
            defer { state.receiver = nil }
            return state.receiver
        }
        guard let receiver else { return }
        // The failure is told once.
        state.withLock { $0.end = .success(()) }
        if let error { receiver.resume(throwing: error) } else { receiver.resume(returning: nil) }
    }

    /// The next batch; `nil` behind the last one.
    func receive(isolation: isolated (any Actor)?) async throws -> RecordQueue<Model>? {
        let batch = try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
            answer(continuation)
        }
        return batch?.records
    }

    private func answer(_ continuation: CheckedContinuation<Batch?, any Error>) {
        let answer: Result<Batch?, any Error>? = state.withLock { state in
            if state.isClosed { return .failure(CancellationError()) }
            if !state.batches.isEmpty {
                let batch = state.batches.removeFirst()
                return .success(batch)
            }
            guard let end = state.end else {
                precondition(state.receiver == nil, "an iterator is used by one task at a time")
                state.receiver = continuation
                return nil
            }
            state.end = .success(())
            return end.map { nil }
        }
        guard let answer else { return }
        if case .success(.some) = answer { room.signal() }
        continuation.resume(with: answer)
    }

    /// Whether nobody will receive any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends both sides: whoever receives is told that it was cancelled, now and later, and the sender is told at
    /// its next batch.
    func close() {
        let receiver = state.withLock { state in
            state.isClosed = true
            state.batches = []
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?.resume(throwing: CancellationError())
        room.signal()
    }
}
