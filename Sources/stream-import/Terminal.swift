import Foundation
import SystemPackage

/// A file descriptor that may be a terminal, with the terminal's width and styles.
struct Terminal: Sendable {
    let isTerminal: Bool
    private let descriptor: FileDescriptor
    private let hasColors: Bool

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor.rawValue) == 1 && environment["TERM"] != "dumb"
        hasColors = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// The width of the terminal in characters; 80 if unknown.
    var width: Int {
        var size = winsize()
        // SAFETY: The system writes one `winsize`, and only during the call.
        let status = unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    func write(_ text: String) throws {
        _ = try descriptor.writeAll(text.utf8)
    }

    func bold(_ text: String) -> String { styled(text, "1") }
    func red(_ text: String) -> String { styled(text, "31") }
    func green(_ text: String) -> String { styled(text, "32") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
