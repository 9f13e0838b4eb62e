import JSONRecords
import Synchronization
import SystemPackage
import TerminalProgress

/// The progress of reading one input. The progress is always recorded, but drawn only on a terminal.
final class Progress: Sendable {
    private let name: String
    /// The terminal on which the bar is drawn; `nil` if the bar is not drawn.
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
            // The speed of skipping records does not predict the speed of importing them.
            if skipped.records > 0 { start = .now }
        }
    }

    /// - Parameter name: the name of the input in the bar.
    init(of name: String, isQuiet: Bool) {
        self.name = name
        let terminal = Terminal(.standardError)
        self.terminal = terminal.isTerminal && !isQuiet ? terminal : nil
    }

    /// The number of records read at the last update.
    var records: Int { state.withLock { $0.records } }

    /// Sets the number of records that earlier runs imported, and that this run skips.
    func skip(_ records: Int) {
        state.withLock { $0.skipped.records = records }
    }

    /// Updates the progress, and draws the bar.
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

    /// Erases the bar, so that other text can be written.
    func clear() {
        state.withLock { erase(&$0) }
    }

    /// Erases the bar. Later updates do not draw it.
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
