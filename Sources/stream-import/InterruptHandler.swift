import Dispatch
import Foundation

/// A handler of Ctrl-C. While the handler exists, Ctrl-C calls it instead of ending the program.
final class InterruptHandler {
    private var source: (any DispatchSourceSignal)?

    /// - Parameter handler: called on another thread when Ctrl-C is pressed.
    init(handler: @escaping @Sendable () -> Void) {
        // The parent process may have set the signal to be ignored, as nohup and `&` in scripts do. Such a signal stays
        // ignored.
        // SAFETY: Both values have the size of an `Int`: function addresses, or small integers in place of addresses.
        // The values are only compared.
        let isIgnored =
            unsafe unsafeBitCast(signal(SIGINT, SIG_IGN), to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
        guard !isIgnored else { return }
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: handler)
        source.activate()
        self.source = source
    }

    deinit {
        guard let source else { return }
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}

extension InterruptHandler {
    /// Creates a handler that ends the program at once, with a message about the input that is being read.
    ///
    /// - Parameter cleanUp: called on another thread before the message.
    convenience init(
        endingReadOf input: InputArgument, _ progress: Progress, cleanUp: @escaping @Sendable () -> Void = {}
    ) {
        self.init {
            progress.finish()
            cleanUp()
            Console().message("interrupted: \(input.title) was read up to record \(progress.records)")
            // Exits at once, without cleanup: this thread has nothing to clean up, and the other thread is busy.
            _exit(ExitStatus.interrupted.rawValue)
        }
    }
}
