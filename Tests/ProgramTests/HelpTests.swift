import Testing

/// The help texts and the completion scripts.
@Suite struct HelpTests {
    private static let help = Result { try Transcript("help.txt").commands }

    /// The comparison ignores white space, because the width of the terminal determines the line breaks.
    @Test func helpIsDocumentedText() throws {
        let commands = try Self.help.get()
        #expect(commands.count == 9)
        for (line, text) in commands {
            let outcome =
                line.hasPrefix("make-fixture")
                ? try Program.run(
                    script: #""${0%/*}/"# + line.replacing("make-fixture", with: #"make-fixture""#),
                    in: TemporaryDirectory())
                : try Program.run(Transcript.arguments(line), in: TemporaryDirectory())
            #expect(
                outcome.output.split(whereSeparator: \.isWhitespace)
                    == text.split(whereSeparator: \.isWhitespace), "\(line)")
            #expect(outcome.messages.isEmpty && outcome.status == 0, "\(line)")
            // No example is wrapped at 80 columns, so that a user can copy each one. One of `split` has 81.
            let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            let examples = lines.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { !$0.isEmpty }
            #expect(
                line.contains("split")
                    || examples.allSatisfy { $0.hasPrefix("  stream-import ") || $0.hasPrefix("  curl ") },
                "\(line)")
            #expect(examples.isEmpty == line.hasPrefix("make-fixture"), "\(line)")
        }
    }

    /// The options that few users need are in the help with all options.
    @Test(arguments: ["check", "records", "inspect", "model", "split", "import"])
    func helpHasAtMostHundredLinesOfHundredCharacters(command: String) throws {
        let texts = try ["--help", "--help-all"].map {
            try Program.run([command, $0], in: TemporaryDirectory(), environment: ["COLUMNS": "100"]).output
        }
        let (help, all) = (texts[0], texts[1])
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 100)
        // The usage is not wrapped.
        #expect(lines.allSatisfy { $0.count <= 100 || command != "import" && $0.hasPrefix("USAGE") })
        for option in ["--format <", "--max-depth <", "--threads <"] {
            #expect(!help.contains(option) && all.contains(option), "\(option)")
        }
    }

    @Test(arguments: ["check", "import"])
    func helpCommandPrintsHelpOfCommand(command: String) throws {
        let outcome = try Program.run(["help", command], in: TemporaryDirectory())
        #expect(try outcome == Program.run([command, "--help"], in: TemporaryDirectory()))
    }

    @Test(arguments: [
        (
            "bash",
            [
                "'--into')\n        __stream-import_add_completions -f\n",
                "'--rejects')\n        __stream-import_add_completions -f\n",
            ]
        ),
        ("zsh", ["'*:inputs:_files'", "'--into[", "'--rejects[", ":file:_files'"]),
        (
            "fish",
            ["'__stream-import_should_offer_completions_for_positional \"stream-import import\" -ge 1' -F"]
        ),
    ])
    func completionScriptHasOptionsAndCompletesFileNames(shell: String, pieces: [String]) throws {
        let outcome = try Program.run(["--generate-completion-script", shell], in: TemporaryDirectory())
        #expect(outcome.status == 0)
        for piece in pieces { #expect(outcome.output.contains(piece)) }
        for (line, text) in try Self.help.get() where line.hasPrefix("stream-import") {
            let words = Transcript.arguments(line)
            #expect(words.count == 1 || outcome.output.contains(words[0]))
            let options = text.matches(of: /(?m)^  (?:-\w, )?--([a-z-]+)/).map(\.1)
            #expect(options.count > 1)
            // The script of fish has the names without dashes.
            for option in options { #expect(outcome.output.contains(option), "\(line): \(option)") }
        }
    }
}
