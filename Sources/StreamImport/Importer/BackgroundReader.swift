internal import Foundation
internal import Synchronization

/// Runs an import on a thread of its own, so that reading and inflating never block the threads that Swift's
/// tasks share.
///
/// The thread works at most a few batches ahead; it is started by the first request, and stopped when nobody
/// holds the reader any more.
final class BackgroundReader<Model: Importable>: AsyncRecordReader, Sendable {
    /// How much is parsed for a batch, in bytes.
    private static var batchBytes: Int { 64 << 10 }

    private let channel = BatchChannel<RecordBatch<Model>>(capacity: 2)
    private let records: ImportSequence<Model>
    private let isStarted = Atomic(false)

    init(records: ImportSequence<Model>) {
        self.records = records
    }

    deinit {
        channel.close()
    }

    func nextBatch(isolation: isolated (any Actor)?) async throws -> RecordBatch<Model>? {
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
        let thread = Thread { [records, channel] in
            Self.run(records, into: channel)
            channel.finish()
        }
        thread.name = "StreamImport"
        thread.start()
    }

    private static func run(_ records: ImportSequence<Model>, into channel: BatchChannel<RecordBatch<Model>>)
    {
        var batch = RecordQueue<Model>()
        var summary = ImportSummary()
        func sendBatch() -> Bool {
            defer { batch = RecordQueue() }
            return channel.send(RecordBatch(records: batch, summary: summary))
        }
        do {
            let run = try records.makeRun { batch.take($0) }
            var step = RecordReader.Step.advanced
            while step != .finished {
                guard !channel.isClosed else { return }
                let result = Result { try run.step(limit: batchBytes) }
                summary = run.summary
                step = try result.get()
                if !batch.isEmpty || step == .finished, !sendBatch() { return }
            }
        } catch {
            if !batch.isEmpty, !sendBatch() { return }
            _ = channel.send(RecordBatch(records: RecordQueue(), summary: summary, failure: error))
        }
    }
}
