internal import Synchronization

/// Whether an import is to stop, as soon as that leaves everything in order.
package final class InterruptFlag: Sendable {
    private let flag = Atomic(false)
    private let transaction = Mutex(())

    package init() {}

    package var isRequested: Bool { flag.load(ordering: .relaxed) }

    package func request() { flag.store(true, ordering: .relaxed) }

    /// Runs what writes rows. A stop waits for it.
    func write(_ body: () throws -> Void) rethrows {
        try transaction.withLock { _ in try body() }
    }

    /// Runs something on another thread while nothing is being written.
    package func betweenWrites(_ body: () -> Void) {
        transaction.withLock { _ in body() }
    }
}

/// The import was to stop.
package struct Interrupted: Error {
    package init() {}
}
