import Testing

/// Errors in the command line.
@Suite struct UsageTests {
    @Test(arguments: [
        ["check"],
        ["check", ""],
        ["check", "-", "-"],
        ["check", "--path", "a..b", "dump"],
        ["check", "--format", "xml", "dump"],
        ["check", "--limit", "-1", "dump"],
        ["check", "--limit", "many", "dump"],
        ["check", "--max-depth", "0", "dump"],
        ["check", "--max-token-bytes", "0", "dump"],
        ["check", "--unknown", "dump"],
        ["frobnicate"],
    ])
    func invalidArgumentsPrintUsage(arguments: [String]) throws {
        let outcome = try Program.run(arguments, in: TemporaryDirectory(["dump": "[]"]))
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.contains("Usage: stream-import"))
    }
}
