import Foundation
import Synchronization

/// Numbers that observers are told.
final class ObservedCounts: Sendable {
    private let all = Mutex<[Int]>([])

    func add(_ count: Int) {
        all.withLock { $0.append(count) }
    }

    /// The latest number, for which is waited until it is the one that is expected, for a while.
    func latest(waitingFor expected: Int) -> Int? {
        for _ in 0..<500 {
            if let last = all.withLock(\.last), last == expected { return last }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return all.withLock(\.last)
    }
}
