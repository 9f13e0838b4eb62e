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
            var step = RecordReader.Step.advanced
            while step != .finished {
                guard !channel.isClosed else { return }
                defer { records.latest.withLock { $0 = run.summary } }
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
