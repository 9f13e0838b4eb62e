internal import Foundation

/// A value that threads take turns at.
///
/// The standard library's `Mutex` would do, but on Linux the thread sanitizer does not see it, and reports races
/// where there are none.
package final class Locked<Value>: @unchecked Sendable {
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
