import Testing

/// The help texts and the completion scripts.
@Suite struct HelpTests {
    static let options: [String: [String]] = [
        "check": [
            "--path", "--format", "--max-depth", "--max-token-bytes", "--threads", "--limit", "--quiet",
        ],
        "records": [
            "--columns", "--skip", "--limit", "--on-error", "--rejects", "--path", "--format", "--max-depth",
            "--max-token-bytes", "--unpaired-surrogates", "--threads", "--quiet",
        ],
        "inspect": ["--path", "--format", "--json", "--html", "--max-paths", "--max-keys", "--quiet"],
        "model": ["--path", "--format", "--name", "--max-paths", "--max-keys", "--quiet"],
        "import": [
            "--into", "--table", "--path", "--key", "--columns", "--on-error", "--rejects", "--batch",
            "--index", "--dry-run", "--flatten", "--json", "--quiet", "--format", "--max-depth",
            "--max-token-bytes", "--threads",
        ],
    ]

    @Test(arguments: [
        ["--help"], ["check", "--help"], ["help", "check"], ["import", "--help"], ["help", "import"],
        ["inspect", "--help"], ["model", "--help"], ["records", "--help"],
    ])
    func helpListsExamplesAndExitStatuses(arguments: [String]) throws {
        let outcome = try Program.run(arguments, in: TemporaryDirectory())
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.output.contains("EXAMPLES:"))
        #expect(outcome.output.contains("EXIT STATUS:"))
        // No example is wrapped at the width of the terminal, so that a user can copy each one.
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        let examples = lines.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { !$0.isEmpty }
        #expect(!examples.isEmpty && examples.allSatisfy { $0.hasPrefix("  ") })
        for status in [0, 2, 64, 65, 66, 74, 130] { #expect(outcome.output.contains(" \(status)  ")) }
    }

    @Test(arguments: options)
    func commandHelpListsItsOptions(command: String, options: [String]) throws {
        let help = try Program.run([command, "--help"], in: TemporaryDirectory()).output
        for option in options { #expect(help.contains(option)) }
        #expect(help.contains("  stream-import \(command) "))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionScriptContainsCommandsAndOptions(shell: String) throws {
        let outcome = try Program.run(["--generate-completion-script", shell], in: TemporaryDirectory())
        #expect(outcome.status == 0)
        for (command, options) in Self.options {
            #expect(outcome.output.contains(command))
            // The script of fish has the names without dashes.
            for option in options { #expect(outcome.output.contains(option.dropFirst(2))) }
        }
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
    func fileArgumentsCompleteFileNames(shell: String, pieces: [String]) throws {
        let script = try Program.run(["--generate-completion-script", shell], in: TemporaryDirectory()).output
        for piece in pieces { #expect(script.contains(piece)) }
    }
}
