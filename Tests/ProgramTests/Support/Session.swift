import Foundation

/// A run of the program in a terminal.
final class Session {
    let terminal: PseudoTerminal
    private let process: Process
    private let folder: TemporaryDirectory

    /// Starts the program.
    ///
    /// - Parameter showsOutput: whether standard output is the terminal. Otherwise, it is the null device.
    init(
        _ arguments: [String], in folder: TemporaryDirectory, input: Any = FileHandle.nullDevice,
        columns: UInt16 = 200, environment: [String: String] = ["NO_COLOR": "1"], showsOutput: Bool = true
    ) throws {
        self.folder = folder
        terminal = try PseudoTerminal(columns: columns)
        process = Program.make(arguments, in: folder, environment: environment)
        process.standardInput = input
        process.standardOutput = showsOutput ? terminal.program : FileHandle.nullDevice
        process.standardError = terminal.program
        // If the process that started the tests ignores the signals, the program would ignore them too.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        try process.run()
        try terminal.closeProgramEnd()
    }

    var isRunning: Bool { process.isRunning }

    /// Sends a signal, by default that of Ctrl-C.
    func interrupt(by signal: Int32 = SIGINT) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until the program ends, and returns its status and the text on the terminal.
    func finish() -> (status: Int32, screen: String) {
        terminal.read()
        process.waitUntilExit()
        return (process.status, terminal.text)
    }
}
