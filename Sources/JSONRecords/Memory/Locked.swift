internal import Foundation

/// A value that is protected by a lock.
///
/// Used instead of `Mutex`: on Linux, the thread sanitizer does not recognize `Mutex`, and reports false races.
package final class Locked<Value> {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Calls `body` with the value while no other thread accesses it.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result)
        throws(Failure)
        -> Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

// SAFETY: `value` is private and used only in `withLock(_:)`, by the one thread that holds the lock. Copies that leave
// the lock are Sendable, as the value is.
extension Locked: @unchecked Sendable where Value: Sendable {}
