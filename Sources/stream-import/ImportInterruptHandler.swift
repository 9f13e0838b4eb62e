import Foundation
import JSONRecords
import Synchronization
import TableImport

/// A handler of Ctrl-C for an import. After the first Ctrl-C, an import that is reading stops by itself. If the import
/// waits for input, the handler ends the program after a grace period without a transaction. After a second Ctrl-C,
/// the handler ends the program at once.
final class ImportInterruptHandler: Sendable {
    /// The flag that makes the import stop by itself.
    let interruptFlag = InterruptFlag()
    private let state: Mutex<State>
    private let end: @Sendable (TableImportResult) -> Never

    private struct State {
        /// The result of the last commit.
        var result: TableImportResult
        var isFinished = false
    }

    /// The time that an import has to stop by itself, in seconds. An import that waits for a pipe cannot stop by
    /// itself.
    private static let gracePeriod = 0.5

    /// - Parameters:
    ///   - table: the table that rows are written to.
    ///   - end: ends the program. Called with the result of the last commit, not on the thread of the import.
    init(table: String, end: @escaping @Sendable (TableImportResult) -> Never) {
        state = Mutex(State(result: TableImportResult(table: table)))
        self.end = end
    }

    /// Handles Ctrl-C. The first call requests a stop; the second ends the program.
    func request() {
        guard !interruptFlag.isRequested else { return exitNow() }
        interruptFlag.request()
        // Without a thread, only a second Ctrl-C during the grace period has to wait.
        (try? DetachedThread.start { self.exitAfterGracePeriod() }) ?? exitAfterGracePeriod()
    }

    /// Ends the program after the grace period. If rows were written meanwhile, the import did not wait for input, and
    /// gets another grace period for the rows that it has read.
    private func exitAfterGracePeriod() {
        var hasWritten = false
        repeat {
            let writeCount = interruptFlag.writeCount
            Thread.sleep(forTimeInterval: Self.gracePeriod)
            interruptFlag.betweenWrites {
                hasWritten = interruptFlag.writeCount != writeCount
                if !hasWritten { exitNow() }
            }
        } while hasWritten
    }

    private func exitNow() {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.result.error = Interrupted()
            end(state.result)
        }
    }

    /// Records the result of a commit.
    func recordCommit(_ result: TableImportResult) {
        state.withLock { $0.result = result }
    }

    /// Records that the import has ended, so that the handler no longer ends the program.
    func finish() {
        state.withLock { $0.isFinished = true }
    }
}
