import Foundation

/// The program while it runs in a terminal.
final class Session {
    let terminal: PseudoTerminal
    private let process: Process
    private let folder: TemporaryDirectory

    /// Starts the program.
    init(_ arguments: [String], in folder: TemporaryDirectory, input: Any = FileHandle.nullDevice) throws {
        // What started the tests may have had them ignore the signal, which the program would inherit.
        signal(SIGINT, SIG_DFL)
        self.folder = folder
        terminal = try PseudoTerminal(columns: 200)
        process = Program.make(arguments, in: folder, environment: ["NO_COLOR": "1"])
        process.standardInput = input
        process.standardOutput = terminal.program
        process.standardError = terminal.program
        try process.run()
        try terminal.closeProgramEnd()
    }

    var isRunning: Bool { process.isRunning }

    /// Does what Ctrl-C does.
    func interrupt() {
        kill(process.processIdentifier, SIGINT)
    }

    /// Waits for the end.
    func finish() -> (status: Int32, screen: String) {
        terminal.read()
        process.waitUntilExit()
        return (process.status, terminal.text)
    }
}
