internal import Foundation

/// A value that threads take turns at.
///
/// The standard library's `Mutex` would do, but on Linux the thread sanitizer does not see it, and reports races
/// where there are none.
package final class Locked<Value> {
    private let lock = NSLock()
    /// The lock keeps accesses apart, which need no check beside it.
    @safe @exclusivity(unchecked) private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Calls `body` with the value while no other thread has it.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result)
        throws(Failure)
        -> Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

// SAFETY: `value` is private and used in `withLock(_:)` only, by the one thread that holds the lock. What leaves the lock is
// Sendable, as the value is.
extension Locked: @unchecked Sendable where Value: Sendable {}

/// A value that threads hand to each other, such as an object that waits to be used again.
///
/// Each user has a SAFETY note that says why no two threads have the value at a time.
package struct UnsafeTransfer<Value> {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}

// SAFETY: the thread that hands a value over keeps no other reference to it, as the notes of the users say.
extension UnsafeTransfer: @unchecked Sendable {}
