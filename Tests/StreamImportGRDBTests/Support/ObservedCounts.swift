import Foundation
import Synchronization

/// The counts that an observer received.
final class ObservedCounts: Sendable {
    private let all = Mutex<[Int]>([])

    func add(_ count: Int) {
        all.withLock { $0.append(count) }
    }

    /// Returns the latest count. Waits up to five seconds for the expected count.
    func latest(waitingFor expected: Int) -> Int? {
        for _ in 0..<500 {
            if let last = all.withLock(\.last), last == expected { return last }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return all.withLock(\.last)
    }
}
