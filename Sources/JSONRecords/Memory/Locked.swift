internal import Foundation

/// A value that is protected by a lock.
///
/// Used instead of `Mutex` where tests run with the thread sanitizer: on Linux, it does not recognize `Mutex`, and reports false
/// races. Closures can share the value, because a lock is a class.
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

/// A value that one thread transfers to another, such as an object that waits for reuse.
///
/// Each use has a SAFETY note that says why only one thread has the value at a time.
package struct UnsafeTransfer<Value> {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}

// SAFETY: the thread that transfers a value keeps no other reference to it; the note of each use says why.
extension UnsafeTransfer: @unchecked Sendable {}

/// The number of bytes that a task scans in addition to parsing, which debug builds count for tests.
package enum ScanCount {
    @TaskLocal package static var current: Locked<Int>?

    @inline(__always) static func add(_ count: Int) {
        #if DEBUG
            current?.withLock { $0 += count }
        #endif
    }
}
