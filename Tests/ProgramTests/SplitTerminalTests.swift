import Foundation
import Testing

/// The output of `split --schema` on a terminal.
@Suite struct SplitTerminalTests {
    @Test func progressBarNumbersInputsAndIsClearedBeforeManifest() throws {
        let folder = try TemporaryDirectory(["one": Dump.array(2_000), "two": Dump.array(2_000)])
        let (status, screen) = try Session(["split", "--schema", "one", "two"], in: folder).finish()
        #expect(status == 0)
        #expect(screen.contains("\rone (1 of 2)  "))
        #expect(screen.contains("\rtwo (2 of 2)  "))
        #expect(screen.contains("\r\u{1B}[K{\"column\":1,"))
    }

    @Test func quietOptionDrawsNoProgressBar() throws {
        let folder = try TemporaryDirectory(["dump": Dump.array(2_000)])
        let (status, screen) = try Session(["split", "--schema", "--quiet", "dump"], in: folder).finish()
        #expect(status == 0)
        #expect(screen.hasPrefix("{\"column\":1,") && screen.count { $0 == "\r\n" } == 1)
    }

    @Test func interruptExitsWith130AndWritesNoManifest() throws {
        let lines = String(repeating: "{\"n\":1}\n", count: 4_000_000)
        let session = try Session(["split", "--schema", "dump"], in: TemporaryDirectory(["dump": lines]))
        session.terminal.read(until: "records")
        session.interrupt()
        let (status, screen) = session.finish()
        #expect(status == 130)
        #expect(screen.hasSuffix("\r\u{1B}[Kinterrupted: no manifest was written\r\n"))
    }
}
