import ArgumentParser
import DumpProfile

/// The command that prints Swift types for the records of an input.
struct Model: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints Swift types that import the input with no record rejected.",
        discussion: """
            The command reads the whole input first. The first error in the input ends the command.

            EXAMPLES:
              stream-import model --name Repo repos.json.gz > Repo.swift
              stream-import model --name Item --path data.items export.json

            \(Help.more)
            """)

    @OptionGroup var inputArgument: OneInputArgument
    @Option(help: "The name of the type of the records.")
    var name: String

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) var profileOptions: ProfileOptions

    @OptionGroup var outputOptions: OutputOptions

    private var console: Console { Console() }

    func validate() throws {
        try inputOptions.validate(with: inputArgument.partOptions)
        guard ModelSource.isTypeName(name) else {
            throw ValidationError(
                """
                --name expects a Swift identifier that starts with an uppercase letter and is not reserved, such as Repo, found \
                "\(name.printable)".
                """)
        }
    }

    func run() throws {
        var limits = profileOptions.limits
        limits.maximumDepth = ModelSource.maximumDepth
        let input = try inputArgument.only()
        guard !inputOptions.explains else {
            return try [input].explain(by: inputOptions.rule, console)
        }
        try ProfileRun(
            input: input, path: inputOptions.givenPath, options: inputOptions.readOptions, limits: limits,
            isQuiet: outputOptions.quiet
        ).run { profile in
            reportOmissions(profile, of: input)
            for line in profile.arrayAdvice { console.message(line) }
            try console.result(String(ModelSource(profile, name: name).text.dropLast()))
        }
    }

    /// Writes a message with the reason if some types are less specific than the values.
    private func reportOmissions(_ profile: Profile, of input: InputArgument) {
        if profile.omittedMembers > 0 {
            let members =
                "\(profile.omittedMembers) \(profile.omittedMembers == 1 ? "member was" : "members were")"
            console.message(
                "\(input.name): \(members) omitted because of --max-paths or the length of the keys; "
                    + "the objects that contain them are [String: JSONValue]")
        } else if profile.paths.contains(where: \.isIncomplete) {
            console.message(
                "\(input.name): some values were not profiled because of --max-paths or their nesting depth; "
                    + "they are JSONValue")
        }
    }
}
