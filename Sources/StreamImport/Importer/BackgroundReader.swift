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

    private static func run(_ records: ImportSequence<Model>, into channel: BatchChannel<Delivery>) {
        do {
            let stream = RecordStream(records.begin)
            var queue = RecordQueue<Model>()
            while !channel.isClosed, try stream.read(into: queue) {
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
