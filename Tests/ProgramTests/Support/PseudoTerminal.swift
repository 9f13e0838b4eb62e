import Foundation

/// A pseudo-terminal: the test reads from one end what the program writes to the other.
final class PseudoTerminal {
    /// The end for the program. `closeProgramEnd()` closes it.
    let program: FileHandle
    private let screen: FileHandle
    private(set) var text = ""

    init(columns: UInt16 = 100) throws {
        var ends: (screen: Int32, program: Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        // SAFETY: `openpty` reads the size and writes the two descriptors during the call.
        let status = unsafe openpty(&ends.screen, &ends.program, nil, nil, &size)
        guard status == 0 else { throw CocoaError(.fileReadUnknown) }
        // A program that another test starts at the same time must not inherit the ends and keep the terminal open.
        for end in [ends.screen, ends.program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        screen = FileHandle(fileDescriptor: ends.screen, closeOnDealloc: true)
        program = FileHandle(fileDescriptor: ends.program, closeOnDealloc: true)
    }

    /// Closes the program's end, so that the text ends when the program does.
    func closeProgramEnd() throws {
        try program.close()
    }

    /// Reads until the text contains `piece`, or to the end of the text.
    func read(until piece: String? = nil) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while piece.map({ !text.contains($0) }) ?? true {
            let capacity = buffer.count
            // SAFETY: the buffer has room for `capacity` bytes.
            let count = unsafe Foundation.read(screen.fileDescriptor, &buffer, capacity)
            // If the other end is closed, Linux reports an error and macOS reports the end of the file.
            guard count > 0 else { return }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
