import Foundation
import Testing

/// The outputs for results and messages, and the errors of outputs that cannot be written.
@Suite struct OutputTests {
    /// Scripts whose standard output cannot be written.
    static let unwritableOutputs: [(name: String, script: String)] = [
        ("closed", #""$0" check dump >&-"#),
        ("opened for reading", #""$0" check dump 1< dump"#),
        // The reader closes the pipe before the program starts.
        (
            "a pipe without a reader",
            #"mkfifo gone; { { : < gone; } & exec 3> gone; wait; "$0" check dump >&3; }"#
        ),
    ]

    @Test(arguments: unwritableOutputs)
    func unwritableStandardOutputIsReportedAsError(name: String, script: String) throws {
        let outcome = try Program.run(script: script, in: TemporaryDirectory(["dump": "[1]"]))
        #expect(outcome.messages.hasPrefix("standard output: cannot be written: "))
        #expect(outcome.status == 74)
    }

    #if os(Linux)
        @Test func fullDiskReportsWriteError() throws {
            let outcome = try Program.run(
                script: #""$0" check dump > /dev/full"#, in: TemporaryDirectory(["dump": "[1]"]))
            #expect(outcome.messages == "standard output: cannot be written: No space left on device\n")
            #expect(outcome.status == 74)
        }
    #endif

    @Test func closedStandardErrorKeepsOutputAndStatus() throws {
        let outcome = try Program.run(
            script: #""$0" check dump lines 2>&-"#, in: TemporaryDirectory(["dump": "[1]", "lines": "1\nx"]))
        #expect(
            outcome.output
                == "dump: 1 record, 3 bytes of text\nlines: 1 record, 1 rejected, 3 bytes of text\n")
        #expect(outcome.status == 2)
    }

    @Test func closedDescriptorsDoNotOverwriteInput() throws {
        let folder = try TemporaryDirectory(["dump": "[1]"])
        _ = try Program.run(script: #""$0" check dump missing <&- >&- 2>&-"#, in: folder)
        #expect(try String(contentsOf: folder.file("dump"), encoding: .utf8) == "[1]")
    }
}
