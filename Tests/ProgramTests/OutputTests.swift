import Foundation
import Testing

/// The outputs for results and messages, and the errors of outputs that cannot be written.
@Suite struct OutputTests {
    /// Redirections of a standard output that cannot be written, and the beginning of the reason.
    private static let unwritableOutputs = [
        (">&-", "Bad file descriptor"), ("1< dump", "Bad file descriptor"), (">&3", "Broken pipe"),
    ]
    #if os(Linux)
        private static let fullDisk = [("> /dev/full", "No space left on device")]
    #else
        private static let fullDisk: [(String, String)] = []
    #endif

    /// `records` ends without a message if the reader of its output has ended.
    @Test(arguments: ["check dump", "records other other"], unwritableOutputs + fullDisk)
    func unwritableStandardOutputIsReportedAsError(
        command: String, output: (redirection: String, reason: String)
    ) throws {
        // The reader closes the pipe before the program starts.
        let pipe = output.redirection == ">&3" ? "mkfifo gone; { : < gone; } & exec 3> gone; wait; " : ""
        let outcome = try Program.run(
            script: #"\#(pipe)"$0" \#(command) \#(output.redirection)"#,
            in: TemporaryDirectory(["dump": "[1]", "other": "[1]"]))
        let isEnd = command.hasPrefix("records") && !pipe.isEmpty
        #expect(outcome.messages == (isEnd ? "" : "standard output: cannot be written: \(output.reason)\n"))
        #expect(outcome.status == (isEnd ? 0 : 74))
    }

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

    #if os(Linux)
        /// The system ended the program with a signal, and the file of an export remained.
        @Test(arguments: [
            ("records dump > out", "standard output: cannot be written: File too large\n"),
            ("inspect --html page dump", "page: writing failed after 0 bytes: File too large\n"),
            ("import dump --into db", "db: disk I/O error\n"),
        ])
        func limitOfFileSizeIsReportedAsError(command: String, message: String) throws {
            let folder = try TemporaryDirectory(["dump": (1...1000).map { "{\"a\":\($0)}\n" }.joined()])
            let outcome = try Program.run(script: #"prlimit --fsize=1000 "$0" \#(command)"#, in: folder)
            #expect(outcome.status == 74)
            #expect(outcome.messages == message)
            let found = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(!found.contains { $0.hasPrefix(".export") })
        }
    #endif
}
