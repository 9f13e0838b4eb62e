import Dispatch
import Foundation

/// A handler that runs when the user interrupts the program with Ctrl-C, instead of the signal ending the program.
final class InterruptHandler {
    private var source: (any DispatchSourceSignal)?

    /// - Parameter handler: called on another thread when Ctrl-C is pressed.
    init(handler: @escaping @Sendable () -> Void) {
        // The parent process may have set the signal to be ignored, as nohup and `&` in scripts do. It then stays ignored.
        // SAFETY: Both values are function addresses, or small integers instead of them. They are only compared.
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
