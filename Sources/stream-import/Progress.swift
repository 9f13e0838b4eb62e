import StreamImport
import Synchronization
import SystemPackage
import TerminalProgress

/// How far one input has been read: remembered always, drawn on a terminal only.
final class Progress: Sendable {
    private let input: InputArgument
    /// Where the bar is drawn; `nil` if nowhere.
    private let terminal: Terminal?
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var records = 0
        var isDrawn = false
        var isOver = false
    }

    init(of input: InputArgument, isQuiet: Bool) {
        self.input = input
        let terminal = Terminal(.standardError)
        self.terminal = terminal.isTerminal && !isQuiet ? terminal : nil
    }

    /// How many records were read when that was last said.
    var records: Int { state.withLock { $0.records } }

    /// Takes note of how far the import is.
    func update(_ progress: ImportProgress) {
        state.withLock { state in
            state.records = progress.records
            guard let terminal, !state.isOver else { return }
            let bar = ProgressBar(
                name: input.name, bytes: progress.bytesRead, bytesInAll: progress.bytesInAll,
                records: progress.records, elapsed: ContinuousClock.now - start)
            try? terminal.write(
                "\r" + bar.text(width: terminal.width - 1, paint: terminal.green) + "\u{1B}[K")
            state.isDrawn = true
        }
    }

    /// Clears the bar away, for something else to be written.
    func clear() {
        state.withLock { erase(&$0) }
    }

    /// Clears the bar away, for good.
    func finish() {
        state.withLock { state in
            state.isOver = true
            erase(&state)
        }
    }

    private func erase(_ state: inout State) {
        guard state.isDrawn else { return }
        state.isDrawn = false
        try? terminal?.write("\r\u{1B}[K")
    }
}
