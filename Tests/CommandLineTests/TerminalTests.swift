import Foundation
import Testing

/// The output of `check` on a terminal.
@Suite struct TerminalTests {
    private static let clearLine = "\r\u{1B}[K"

    /// Runs `check` with standard error on a terminal.
    private func check(
        _ arguments: [String], in folder: TemporaryDirectory, columns: UInt16 = 100,
        environment: [String: String] = [:]
    ) throws -> (status: Int32, screen: String) {
        let terminal = try PseudoTerminal(columns: columns)
        let process = Program.make(["check"] + arguments, in: folder, environment: environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = terminal.program
        try withExtendedLifetime(folder) { try process.run() }
        try terminal.closeProgramEnd()
        terminal.read()
        process.waitUntilExit()
        return (process.status, terminal.text)
    }

    private func folder() throws -> TemporaryDirectory {
        try TemporaryDirectory([
            "dump": "[" + String(repeating: "{\"a\": [1, 2, 3]},\n", count: 100_000) + "0]"
        ])
    }

    @Test func progressBarIsDrawnAndCleared() throws {
        let (status, screen) = try check(["dump"], in: folder())
        #expect(status == 0)
        #expect(screen.hasPrefix("\rdump  "))
        #expect(screen.contains("━"))
        #expect(screen.contains("100%  1.8 of 1.8 MB  100,001 records"))
        #expect(screen.hasSuffix(Self.clearLine))
    }

    @Test(arguments: [20, 40, 60, 80, 200] as [UInt16])
    func progressBarFitsTerminalWidth(columns: UInt16) throws {
        let (_, screen) = try check(["dump"], in: folder(), columns: columns, environment: ["NO_COLOR": "1"])
        let lines = screen.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
        #expect(lines.allSatisfy { $0.count < Int(columns) })
        #expect(lines.contains { $0.contains("%") })
    }

    @Test func redirectedOutputOmitsProgressBar() throws {
        let outcome = try Program.run(["check", "dump"], in: folder())
        #expect(outcome.messages.isEmpty)
    }

    @Test(
        arguments: [(["-q", "dump"], [:]), (["dump"], ["TERM": "dumb"])] as [([String], [String: String])])
    func quietOptionAndDumbTerminalDisableProgressBar(arguments: [String], environment: [String: String])
        throws
    {
        let (status, screen) = try check(arguments, in: folder(), environment: environment)
        #expect(status == 0)
        #expect(screen.isEmpty)
    }

    @Test(
        arguments: [([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false)]
            as [([String: String], Bool)])
    func colorsFollowEnvironmentVariables(environment: [String: String], hasColors: Bool) throws {
        let (status, screen) = try check(
            ["bad"], in: TemporaryDirectory(["bad": "[}"]), environment: environment)
        #expect(status == 65)
        #expect(screen.contains("\u{1B}[31mexpected a value, found '}'\u{1B}[0m") == hasColors)
        #expect(screen.matches(of: /\u{1B}\[[0-9]+m/).isEmpty != hasColors)
    }

    @Test func interruptExitsWith130AndReportsLastRecord() throws {
        // If the process that started the tests ignores the signal, the program would ignore the signal too.
        signal(SIGINT, SIG_DFL)
        let terminal = try PseudoTerminal()
        let folder = try TemporaryDirectory()
        let process = Program.make(["check", "-"], in: folder)
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = terminal.program
        try withExtendedLifetime(folder) { try process.run() }
        try terminal.closeProgramEnd()
        try input.fileHandleForWriting.write(contentsOf: Array("1\n2\n3\n".utf8))
        terminal.read(until: "records")
        kill(process.processIdentifier, SIGINT)
        terminal.read()
        process.waitUntilExit()
        #expect(process.status == 130)
        #expect(terminal.text.contains(Self.clearLine + "interrupted: standard input was read up to record "))
        try input.fileHandleForWriting.close()
    }
}
