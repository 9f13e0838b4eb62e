import Foundation
import Testing

/// The output of `check` on a terminal, and the effect of Ctrl-C on `check` and `records`.
@Suite struct TerminalTests {
    private static let clearLine = "\r\u{1B}[K"

    /// Runs `check` with standard error on a terminal.
    private func check(
        _ arguments: [String], in folder: TemporaryDirectory, columns: UInt16 = 100,
        environment: [String: String] = [:]
    ) throws -> (status: Int32, screen: String) {
        try Session(
            ["check"] + arguments, in: folder, columns: columns, environment: environment, showsOutput: false
        ).finish()
    }

    private func folder() throws -> TemporaryDirectory {
        try TemporaryDirectory([
            "dump": "[" + String(repeating: "{\"a\": [1, 2, 3]},\n", count: 20_000) + "0]"
        ])
    }

    @Test func progressBarIsDrawnAndCleared() throws {
        let (status, screen) = try check(["dump"], in: folder())
        #expect(status == 0)
        #expect(screen.hasPrefix("\rdump  "))
        #expect(screen.contains("━"))
        #expect(screen.contains("100%  360.0 of 360.0 kB  20,001 records"))
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
        let outcome = try Program.run("check dump", in: folder())
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

    @Test(arguments: ["check", "records"])
    func interruptExitsWith130AndReportsLastRecord(command: String) throws {
        let input = Pipe()
        let session = try Session([command, "-"], in: TemporaryDirectory(), input: input, showsOutput: false)
        try input.fileHandleForWriting.write(contentsOf: Array("1\n2\n3\n".utf8))
        session.terminal.read(until: "records")
        session.interrupt()
        let (status, screen) = session.finish()
        #expect(status == 130)
        #expect(screen.contains(Self.clearLine + "interrupted: standard input was read up to record "))
        try input.fileHandleForWriting.close()
    }
}
