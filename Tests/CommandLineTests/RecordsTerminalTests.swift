import Foundation
import Testing

/// The output of `records` on a terminal.
@Suite struct RecordsTerminalTests {
    private func folder() throws -> TemporaryDirectory {
        try TemporaryDirectory(["dump": "[" + String(repeating: "1,\n", count: 100_000) + "0]"])
    }

    /// Starts `records` with standard error on a terminal.
    private func start(
        _ arguments: [String], in folder: TemporaryDirectory, input: Any = FileHandle.nullDevice
    ) throws -> (process: Process, terminal: PseudoTerminal) {
        // If the process that started the tests ignores the signal, the program would ignore the signal too.
        signal(SIGINT, SIG_DFL)
        let terminal = try PseudoTerminal()
        let process = Program.make(["records"] + arguments, in: folder)
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = terminal.program
        try process.run()
        try terminal.closeProgramEnd()
        return (process, terminal)
    }

    @Test func progressBarIsDrawnIfOutputIsNotTerminal() throws {
        let folder = try folder()
        let (process, terminal) = try start(["dump"], in: folder)
        terminal.read()
        process.waitUntilExit()
        #expect(process.status == 0)
        #expect(terminal.text.contains("100,001 records"))
        #expect(terminal.text.hasSuffix("\r\u{1B}[K"))
    }

    @Test func recordsOnTerminalHaveNoProgressBar() throws {
        let (status, screen) = try Session(["records", "dump"], in: folder()).finish()
        #expect(status == 0)
        #expect(screen == String(repeating: "1\r\n", count: 100_000) + "0\r\n")
    }

    @Test func interruptExitsWith130AndReportsLastRecord() throws {
        let input = Pipe()
        let folder = try TemporaryDirectory()
        let (process, terminal) = try start(["-"], in: folder, input: input)
        try input.fileHandleForWriting.write(contentsOf: Array("1\n2\n3\n".utf8))
        terminal.read(until: "records")
        process.interrupt()
        terminal.read()
        process.waitUntilExit()
        #expect(process.status == 130)
        #expect(terminal.text.contains("interrupted: standard input was read up to record "))
        try input.fileHandleForWriting.close()
    }
}
