internal import Synchronization

/// A request to stop an import at the next point where the database is consistent.
package final class InterruptFlag: Sendable {
    private let flag = Atomic(false)
    private let transaction = Mutex(())
    private let writes = Atomic(0)

    package init() {}

    package var isRequested: Bool { flag.load(ordering: .relaxed) }

    package func request() { flag.store(true, ordering: .relaxed) }

    /// Runs a closure that writes rows. ``betweenWrites(_:)`` waits until the closure returns.
    func write(_ body: () throws -> Void) rethrows {
        try transaction.withLock { _ in
            defer { writes.add(1, ordering: .relaxed) }
            try body()
        }
    }

    /// The number of writes that have ended.
    package var writeCount: Int { writes.load(ordering: .relaxed) }

    /// Runs a closure while no rows are being written. Called on a thread other than the import's.
    package func betweenWrites(_ body: () -> Void) {
        transaction.withLock { _ in body() }
    }
}

/// The error of an import that was asked to stop.
package struct Interrupted: Error {
    package init() {}
}
