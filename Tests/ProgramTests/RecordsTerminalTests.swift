import Foundation
import Testing

/// The output of `records` on a terminal.
@Suite struct RecordsTerminalTests {
    private func folder() throws -> TemporaryDirectory {
        try TemporaryDirectory(["dump": "[" + String(repeating: "1,\n", count: 20_000) + "0]"])
    }

    @Test func progressBarIsDrawnIfOutputIsNotTerminal() throws {
        let (status, screen) = try Session(["records", "dump"], in: folder(), showsOutput: false).finish()
        #expect(status == 0)
        #expect(screen.contains("20,001 records"))
        #expect(screen.hasSuffix("\r\u{1B}[K"))
    }

    @Test func recordsOnTerminalHaveNoProgressBar() throws {
        let (status, screen) = try Session(["records", "dump"], in: folder()).finish()
        #expect(status == 0)
        #expect(screen == String(repeating: "1\r\n", count: 20_000) + "0\r\n")
    }
}
