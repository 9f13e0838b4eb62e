import ArgumentParser
import Foundation
import JSONRecords
import Synchronization
import SystemPackage
import TableImport
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

/// A handler of Ctrl-C, and of `SIGTERM`. While the handler exists, they call it instead of ending the program.
final class InterruptHandler {
    private static let current = Mutex<(@Sendable () -> Void)?>(nil)
    /// The result of starting the thread that waits for Ctrl-C. The first handler starts the thread.
    private static let thread = Result(catching: startThread)

    /// - Parameter handler: called on another thread when Ctrl-C is pressed.
    /// - Throws: the exit status if the system cannot start the thread, after a message.
    init(handler: @escaping @Sendable () -> Void) throws(ExitCode) {
        do throws(ImportError) {
            try Self.thread.get()
        } catch {
            Console().reportError("\(error)")
            throw ExitStatus(error).code
        }
        Self.current.withLock { $0 = handler }
    }

    deinit {
        Self.current.withLock { $0 = nil }
    }

    /// Blocks the signals in this thread and in those that it starts, and starts a thread that waits for them.
    private static func startThread() throws(ImportError) {
        var signals = sigset_t()
        // SAFETY: the set outlives the calls. The handlers of signals are function addresses, or small integers in place of
        // addresses, and are only compared.
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] {
            // The parent process may have set the signal to be ignored, as nohup and `&` in scripts do. Such a signal stays
            // ignored.
            let isIgnored =
                unsafe unsafeBitCast(signal(number, SIG_DFL), to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
            if isIgnored { signal(number, SIG_IGN) } else { unsafe sigaddset(&signals, number) }
        }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        try DetachedThread.start { [signals] in wait(for: signals) }
        // To close a database, GRDB needs one more thread, for which libdispatch would wait without end.
        try DetachedThread.start {}
    }

    private static func wait(for signals: sigset_t) {
        var (signals, number) = (signals, SIGINT)
        // SAFETY: the set and the number outlive the calls.
        while unsafe sigwait(&signals, &number) == 0 {
            if let handler = current.withLock(\.self) {
                handler()
            } else {
                unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                raise(number)
            }
        }
    }

    /// Creates a handler that ends the program at once, with a message about the input that is being read.
    ///
    /// - Parameter cleanUp: called on another thread before the message.
    convenience init(
        endingReadOf input: InputArgument, _ progress: Progress, cleanUp: @escaping @Sendable () -> Void = {}
    ) throws(ExitCode) {
        try self.init {
            progress.finish()
            cleanUp()
            Console().message("interrupted: \(input.title) was read up to record \(progress.records)")
            // Exits at once, without cleanup: this thread has nothing to clean up, and the other thread is busy.
            _exit(ExitStatus.interrupted.rawValue)
        }
    }
}

/// A handler of Ctrl-C for imports. After the first Ctrl-C, an import that is reading stops by itself, and so does the next
/// one after an import that ends before it notices. If the import waits for input, the handler ends the program after a grace
/// period without a transaction. After a second Ctrl-C, the handler ends the program at once.
final class ImportInterruptHandler: Sendable {
    let interruptFlag = InterruptFlag()
    /// The result of the last commit of the current import, and its report; `nil` between two imports.
    private let state = Mutex<(result: TableImportResult, report: @Sendable (TableImportResult) -> Void)?>(
        nil)

    /// The time that an import has to stop by itself, in seconds. One that waits for a pipe cannot.
    private static let gracePeriod = 0.5

    /// Records that an import begins.
    ///
    /// - Parameters:
    ///   - table: the table that rows are written to.
    ///   - report: called before the program ends, with the result of the last commit, not on the thread of the import.
    func begin(_ table: String, report: @escaping @Sendable (TableImportResult) -> Void) {
        state.withLock { $0 = (TableImportResult(table: table), report) }
    }

    /// Handles Ctrl-C. The first call requests a stop; the second ends the program.
    func request() {
        guard !interruptFlag.isRequested else {
            exitDuringImport()
            _exit(ExitStatus.interrupted.rawValue)
        }
        interruptFlag.request()
        // Without a thread, only a second Ctrl-C during the grace period has to wait.
        (try? DetachedThread.start { self.exitAfterGracePeriod() }) ?? exitAfterGracePeriod()
    }

    /// Ends the program after the grace period. If rows were written meanwhile, the import did not wait for input, and
    /// gets another grace period for the rows that it has read; the program then ends after the import.
    private func exitAfterGracePeriod() {
        while true {
            let writeCount = interruptFlag.writeCount
            Thread.sleep(forTimeInterval: Self.gracePeriod)
            interruptFlag.betweenWrites {
                if interruptFlag.writeCount == writeCount { exitDuringImport() }
            }
        }
    }

    private func exitDuringImport() {
        state.withLock { state in
            guard let (result, report) = state else { return }
            var interrupted = result
            interrupted.error = Interrupted()
            report(interrupted)
            _exit(ExitStatus.interrupted.rawValue)
        }
    }

    func recordCommit(_ result: TableImportResult) {
        state.withLock { $0?.result = result }
    }

    /// Records that the import has ended, so that only a second Ctrl-C ends the program at once.
    func finish() {
        state.withLock { $0 = nil }
    }
}
