import Dispatch
import Foundation
import Synchronization
import TableImport

/// Has Ctrl-C end an import: in order if it is reading, between two transactions if it waits for input, and at once if
/// the key is pressed again.
final class ImportInterruptHandler: Sendable {
    /// Has the import end in order.
    let interruptFlag = InterruptFlag()
    private let state: Mutex<State>
    private let end: @Sendable (TableImportResult) -> Never

    private struct State {
        /// What was committed.
        var result: TableImportResult
        var isFinished = false
    }

    /// How long an import may take to end in order, in seconds. What waits for a silent pipe never does.
    private static let gracePeriod = 0.5

    /// - Parameters:
    ///   - table: where the rows go.
    ///   - end: ends the program; called on another thread with what was committed.
    init(table: String, end: @escaping @Sendable (TableImportResult) -> Never) {
        state = Mutex(State(result: TableImportResult(table: table)))
        self.end = end
    }

    /// Ctrl-C was pressed.
    func request() {
        guard !interruptFlag.isRequested else { return exitNow() }
        interruptFlag.request()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.gracePeriod) { [self] in
            interruptFlag.betweenWrites(exitNow)
        }
    }

    private func exitNow() {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.result.error = Interrupted()
            end(state.result)
        }
    }

    /// Takes note of what was committed.
    func recordCommit(_ result: TableImportResult) {
        state.withLock { $0.result = result }
    }

    /// The import has ended.
    func finish() {
        state.withLock { $0.isFinished = true }
    }
}
