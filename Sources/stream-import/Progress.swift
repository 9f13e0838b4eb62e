import JSONRecords
import Synchronization
import SystemPackage
import TerminalProgress

/// How far one input has been read: remembered always, drawn on a terminal only.
final class Progress: Sendable {
    private let name: String
    /// Where the bar is drawn; `nil` if nowhere.
    private let terminal: Terminal?
    private let state = Mutex(State())

    private struct State {
        var records = 0
        var start = ContinuousClock.now
        var skipped = ProgressBar.Skipped()
        var isDrawn = false
        var isFinished = false

        mutating func advance(to progress: ImportProgress) {
            records = progress.recordCount
            guard skipped.bytes == nil, records >= skipped.records else { return }
            skipped.bytes = skipped.records > 0 ? progress.bytesRead : 0
            // How fast records are passed over says nothing of the others.
            if skipped.records > 0 { start = .now }
        }
    }

    /// - Parameter name: what the bar calls the input.
    init(of name: String, isQuiet: Bool) {
        self.name = name
        let terminal = Terminal(.standardError)
        self.terminal = terminal.isTerminal && !isQuiet ? terminal : nil
    }

    /// How many records were read when that was last said.
    var records: Int { state.withLock { $0.records } }

    /// Takes note of how many records an earlier run has dealt with.
    func skip(_ records: Int) {
        state.withLock { $0.skipped.records = records }
    }

    /// Takes note of how far the import is.
    func update(_ progress: ImportProgress) {
        state.withLock { state in
            state.advance(to: progress)
            guard let terminal, !state.isFinished else { return }
            let bar = ProgressBar(
                name: name, bytes: progress.bytesRead, totalBytes: progress.totalBytes,
                records: progress.recordCount, elapsed: ContinuousClock.now - state.start,
                skipped: state.skipped)
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
            state.isFinished = true
            erase(&state)
        }
    }

    private func erase(_ state: inout State) {
        guard state.isDrawn else { return }
        state.isDrawn = false
        try? terminal?.write("\r\u{1B}[K")
    }
}
