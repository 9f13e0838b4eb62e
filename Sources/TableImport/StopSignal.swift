internal import Synchronization

/// Whether an import is to stop, as soon as that leaves everything in order.
package final class StopSignal: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isRequested: Bool { flag.load(ordering: .relaxed) }

    package func request() { flag.store(true, ordering: .relaxed) }
}

/// The import was to stop.
package struct Interrupted: Error {}
