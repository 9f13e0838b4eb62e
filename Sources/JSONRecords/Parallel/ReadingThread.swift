internal import Foundation

/// A thread that reads an input.
package enum ReadingThread {
    /// The size of the stack, in bytes: that of a main thread. A deeply nested value of a rejected record is deinitialized
    /// recursively.
    private static let stackBytes = 8 << 20

    /// Starts a thread. If the system cannot start one, the closure is not called.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = "StreamImport"
        thread.stackSize = stackBytes
        thread.start()
    }
}
