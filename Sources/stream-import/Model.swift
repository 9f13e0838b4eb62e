import ArgumentParser
import DumpProfile

/// The command that prints Swift types for the records of an input.
struct Model: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints Swift source of types that import the records, with none rejected.",
        discussion: """
            All of the input is read first, so that the types hold every value of it: what is missing or null \
            somewhere is optional, and what is of several types is a JSONValue. A string is a Date where all of \
            them are dates in ISO 8601 or of .NET. Where the keys of an object are data, such as identifiers, it \
            is a dictionary; see --max-keys. What there is no room to look at, see --max-paths, is a JSONValue, and \
            so is what lies more than \(ModelSource.maximumDepth) arrays and objects deep: the compiler would take \
            minutes for more types inside of each other.

            What the import refuses ends the command: the first fault of the input, and half of a surrogate pair.

            EXAMPLES:
              stream-import model --name Repo repos.json.gz > Repo.swift
              stream-import model --name Item --path data.items export.json

            \(ExitStatus.help)
            """)

    @Argument(help: "A file to read, or - for standard input.")
    var input: InputArgument

    @Option(help: "What the type of the records is called.")
    var name: String

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var profileOptions: ProfileOptions

    @Flag(name: .shortAndLong, help: "No progress.")
    var quiet = false

    private var console: Console { Console() }

    func validate() throws {
        guard ModelSource.isTypeName(name) else {
            throw ValidationError("--name must be a name for a type, such as Repo.")
        }
    }

    func run() throws {
        var limits = profileOptions.limits
        limits.maximumDepth = ModelSource.maximumDepth
        try ProfileRun(
            input: input, path: inputOptions.path, options: inputOptions.readOptions, limits: limits,
            isQuiet: quiet
        ).run { profile in
            reportOmissions(profile)
            try console.result(String(ModelSource(profile, name: name).text.dropLast()))
        }
    }

    /// Writes a message if some types are less specific than the values, with the reason.
    private func reportOmissions(_ profile: Profile) {
        if profile.omittedKeys > 0 {
            let members = "\(profile.omittedKeys) \(profile.omittedKeys == 1 ? "member was" : "members were")"
            console.message(
                "\(input.name): \(members) left out, for too many paths or too long keys; "
                    + "the objects around are [String: JSONValue]")
        } else if profile.paths.contains(where: \.isIncomplete) {
            console.message(
                "\(input.name): not all was looked at, for too many paths or levels; what was not is JSONValue"
            )
        }
    }
}
