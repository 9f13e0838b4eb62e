internal import Foundation
internal import JSONRecords

/// The division of an import into a thread that reads and a thread that writes.
///
/// GRDB lets only one thread use a connection to the database. That thread writes, and another thread reads. One batch is
/// written while the next one is read: the reader waits until the previous batch is written before it submits the next one.
// SAFETY: the lock of `condition` protects the state. `submit(_:)` passes what a function uses to the thread that writes,
// and `wait()` passes it back.
final class WriteQueue: @unchecked Sendable {
    private let condition = NSCondition()
    /// Whether another thread reads. Used by that thread, and by the thread that writes before and after.
    private(set) var isReading = false
    private var hasWrite = false
    private var nextWrite: (() throws -> Void)?
    private var readError: (any Error)?
    /// The error of the first write that failed. No batch after it is written.
    private var writeError: (any Error)?

    // MARK: - The thread that writes

    /// Reads on another thread, and writes on this one.
    ///
    /// - Parameter read: reads batches, and submits them.
    /// - Throws: the error of a write; if no write has failed, that of `read`; ``ImportError/Code/cannotStartThread``.
    func run(_ read: @escaping () throws -> Void) throws {
        isReading = true
        // Also if no thread starts.
        defer { isReading = false }
        // SAFETY: this thread only writes until the other one ends.
        nonisolated(unsafe) let read = read
        try DetachedThread.start { [self] in
            let error = Self.error(of: unsafe read)
            condition.withLock {
                (readError, isReading) = (error, false)
                condition.broadcast()
            }
        }
        while let write = takeWrite() {
            let error = Self.error(of: write)
            condition.withLock {
                (writeError, hasWrite) = (error, false)
                condition.broadcast()
            }
        }
        if let error = writeError ?? readError { throw error }
    }

    /// Returns the next write; `nil` if the other thread has ended.
    private func takeWrite() -> (() throws -> Void)? {
        condition.withLock {
            while isReading, nextWrite == nil { condition.wait() }
            return nextWrite.take()
        }
    }

    private static func error(of body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The thread that reads

    /// Begins to write a batch. Without a thread of its own for reading, writes it now.
    ///
    /// - Throws: the error of an earlier write, and the error of this write if it is written now.
    func submit(_ write: @escaping () throws -> Void) throws {
        try wait()
        guard isReading else {
            writeError = Self.error(of: write)
            return try throwError()
        }
        condition.withLock {
            (nextWrite, hasWrite) = (write, true)
            condition.broadcast()
        }
    }

    /// Whether a batch is being written.
    var isWriting: Bool { condition.withLock { hasWrite } }

    /// Waits until all batches are written.
    ///
    /// - Throws: the error of a write.
    func wait() throws {
        condition.withLock {
            while hasWrite { condition.wait() }
        }
        try throwError()
    }

    /// Whether a write has failed.
    var hasFailed: Bool { condition.withLock { writeError != nil } }

    /// Throws the error of a write that has failed.
    func throwError() throws {
        if let error = condition.withLock({ writeError }) { throw error }
    }
}
