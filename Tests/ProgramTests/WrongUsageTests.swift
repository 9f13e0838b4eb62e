import Foundation
import TestSupport
import Testing

/// The first line of the message about each error in the command line.
@Suite struct WrongUsageTests {
    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory([
            "dump": #"[{"id": 1, "name": "Ada"}]"#, "a": "{}", "b": "{}", "other.json": "{}",
            "orders.json": "{}",
            "orders_items.json": "{}", "large": String(repeating: " ", count: 1_000_001),
            "dump.json": "[" + (1...100).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link").path, withDestinationPath: "dump")
        // SAFETY: `mkfifo` reads the path during the call only.
        try #require(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        for (name, options) in [("with-schema", ["--schema"]), ("manifest", ["--parts", "2"])] {
            let manifest = try Program.run("split", options + ["dump.json"], in: folder)
            try Data(manifest.output.utf8).write(to: folder.file(name))
        }
        return folder
    }

    /// An error that is found before the command runs is followed by the usage of the command.
    @Test func wrongUsageHasMessageAndChangesNoFile() throws {
        let commands = try Transcript("usage-errors.txt").commands
        try #require(commands.count > 100)
        let folder = try folder()
        let files = try folder.files
        for (line, text) in TestTier.sample(commands, count: 16) {
            let arguments = Transcript.arguments(line)
            let outcome = try Program.run(arguments, in: folder)
            let name = arguments[0] == "frobnicate" ? "<subcommand>" : arguments[0]
            #expect(outcome.messages.prefix { $0 != "\n" } + "\n" == text, "\(line)")
            #expect(
                outcome.messages.contains("Usage: stream-import \(name)") == text.hasPrefix("Error: "),
                "\(line)")
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(line)")
            #expect(try folder.files == files, "\(line)")
        }
        #expect(
            try String(contentsOf: folder.file("dump"), encoding: .utf8) == #"[{"id": 1, "name": "Ada"}]"#)
    }

    @Test(arguments: [
        ("", "Expected either --size or --count, found neither."),
        ("--size 1KB --count 1", "Expected either --size or --count, found both."),
        ("--count=-1", "--count must be at least 0, found -1."),
        (
            "--count 1 --shape lines --pretty",
            "--pretty writes a record in several lines, --shape lines in one; remove one of the options."
        ),
    ])
    func wrongUsageOfMakeFixtureHasMessage(arguments: String, message: String) throws {
        let outcome = try Program.run(
            script: #""${0%/*}/make-fixture" people \#(arguments)"#, in: TemporaryDirectory())
        #expect(outcome.messages.hasPrefix("Error: \(message)\n"))
        #expect(outcome.status == 64 && outcome.output.isEmpty)
    }
}
