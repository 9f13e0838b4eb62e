import Dispatch
import Foundation

/// Runs something when the user interrupts the program, instead of ending it on the spot.
final class InterruptHandler {
    private var source: (any DispatchSourceSignal)?

    /// - Parameter handler: called on another thread, as soon as Ctrl-C is pressed.
    init(handler: @escaping @Sendable () -> Void) {
        // Who started the program may have wanted it not to be interrupted, as nohup and `&` in scripts do.
        // SAFETY: both are addresses of functions, or small numbers in their place; they are only compared.
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
