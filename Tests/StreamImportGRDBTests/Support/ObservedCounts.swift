import Foundation
import Synchronization

/// The counts that an observer received.
final class ObservedCounts: Sendable {
    private let counts = Mutex<[Int]>([])

    func add(_ count: Int) {
        counts.withLock { $0.append(count) }
    }

    /// Returns the latest count. Waits up to two minutes for the expected count.
    func latest(waitingFor expected: Int) -> Int? {
        for _ in 0..<12_000 {
            if let last = counts.withLock(\.last), last == expected { return last }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return counts.withLock(\.last)
    }
}
