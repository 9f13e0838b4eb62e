import Dispatch
import Foundation
import Synchronization
import TableImport

/// Has Ctrl-C end an import: in order if it is reading, between two transactions if it waits for input, and at once if
/// the key is pressed again.
final class ImportInterruption: Sendable {
    /// Has the import end in order.
    let signal = StopSignal()
    private let state: Mutex<State>
    private let end: @Sendable (TableImportResult) -> Never

    private struct State {
        /// What was committed.
        var result: TableImportResult
        var isOver = false
    }

    /// How long an import may take to end in order, in seconds. What waits for a silent pipe never does.
    private static let patience = 0.5

    /// - Parameters:
    ///   - table: where the rows go.
    ///   - end: ends the program; called on another thread with what was committed.
    init(table: String, end: @escaping @Sendable (TableImportResult) -> Never) {
        state = Mutex(State(result: TableImportResult(table: table)))
        self.end = end
    }

    /// Ctrl-C was pressed.
    func request() {
        guard !signal.isRequested else { return giveUp() }
        signal.request()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
            signal.betweenWrites(giveUp)
        }
    }

    private func giveUp() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.result.failure = Interrupted()
            end(state.result)
        }
    }

    /// Takes note of what was committed.
    func note(_ result: TableImportResult) {
        state.withLock { $0.result = result }
    }

    /// The import has ended.
    func finish() {
        state.withLock { $0.isOver = true }
    }
}
