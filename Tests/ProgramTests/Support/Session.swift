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
        // If the process that started the tests ignores the signal, the program would ignore the signal too.
        signal(SIGINT, SIG_DFL)
        try process.run()
        try terminal.closeProgramEnd()
    }

    var isRunning: Bool { process.isRunning }

    /// Sends the signal that Ctrl-C sends.
    func interrupt() {
        kill(process.processIdentifier, SIGINT)
    }

    /// Waits until the program ends, and returns its status and the text on the terminal.
    func finish() -> (status: Int32, screen: String) {
        terminal.read()
        process.waitUntilExit()
        return (process.status, terminal.text)
    }
}
