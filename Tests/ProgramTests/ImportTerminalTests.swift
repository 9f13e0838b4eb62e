import Foundation
import Testing

/// The output of `import` on a terminal.
@Suite struct ImportTerminalTests {
    private static let clearLine = "\r\u{1B}[K"

    /// Runs `import` with standard output and standard error on a terminal.
    private func run(
        _ arguments: [String], in folder: TemporaryDirectory, environment: [String: String] = [:]
    ) throws -> (status: Int32, screen: String) {
        try Session(
            ["import", "--into", "db"] + arguments, in: folder, columns: 100, environment: environment
        ).finish()
    }

    private func folder() throws -> TemporaryDirectory { try TemporaryDirectory(["dump": Dump.array(2_000)]) }

    @Test func progressBarIsClearedBeforeSummary() throws {
        let (status, screen) = try run(["dump"], in: folder(), environment: ["NO_COLOR": "1"])
        #expect(status == 0)
        #expect(screen.hasPrefix("\rdump  "))
        #expect(screen.contains(/━  100%  [0-9.]+ of [0-9.]+ kB  2,000 records/))
        let parts = screen.components(separatedBy: Self.clearLine)
        #expect(parts.count == 2)
        #expect(
            parts.last?.hasPrefix("dump: 2,000 records imported into the table dump of db (6 columns)\r\n")
                == true)
    }

    @Test func progressBarNumbersMultipleInputs() throws {
        let folder = try TemporaryDirectory(["one": Dump.array(2_000), "two": Dump.array(2_000)])
        let (_, screen) = try run(["one", "two", "--table", "t"], in: folder)
        #expect(screen.contains("\rone (1 of 2)  "))
        #expect(screen.contains("\rtwo (2 of 2)  "))
    }

    @Test func progressBarShowsRecordsSkippedOnResume() throws {
        let bytes = Array((Dump.lines(3_000) + ["x"] + Dump.lines(3_000)).joined(separator: "\n").utf8)
        let folder = try TemporaryDirectory(["dump": bytes])
        #expect(try run(["dump", "--quiet"], in: folder).status == 65)
        let (status, screen) = try run(["dump", "--on-error", "skip"], in: folder)
        #expect(status == 2)
        #expect(screen.contains(" of 3,000 records already imported"))
        #expect(screen.contains("100%"))
        #expect(screen.contains("  resumed after 3,000 records of an earlier run\r\n"))
    }

    @Test(arguments: [["--quiet"], ["-q"]])
    func quietOptionPrintsNothing(arguments: [String]) throws {
        let (status, screen) = try run(arguments + ["dump"], in: folder())
        #expect(status == 0)
        #expect(screen.isEmpty)
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
        ]
            as [([String: String], Bool)])
    func colorsFollowEnvironmentVariables(environment: [String: String], hasColors: Bool) throws {
        let folder = try TemporaryDirectory(["dump": "{\"a\": 1}\nx\n"])
        let (status, screen) = try run(
            ["dump", "--on-error", "collect"], in: folder, environment: environment)
        #expect(status == 2)
        #expect(screen.contains("\u{1B}[31mexpected JSON, found 'x'\u{1B}[0m") == hasColors)
        #expect(screen.contains("\u{1B}[1mdump\u{1B}[0m: 1 record imported into") == hasColors)
        #expect(screen.contains("\u{1B}[31m1 record rejected\u{1B}[0m") == hasColors)
        #expect(screen.matches(of: /\u{1B}\[[0-9]+m/).isEmpty != hasColors)
    }

    @Test func redirectedOutputHasNeitherBarNorColor() throws {
        let outcome = try Program.run("import dump --into db", in: folder())
        #expect(outcome.messages.isEmpty)
        #expect(!outcome.output.contains("\u{1B}"))
    }
}
