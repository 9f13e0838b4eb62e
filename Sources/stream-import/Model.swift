import ArgumentParser
import DumpProfile

/// The command that prints Swift types for the records of an input.
struct Model: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints Swift types that import the input with no record rejected.",
        discussion: """
            The command reads the whole input first, so the types can store all its values. A property is optional if \
            its key is missing or its value is null in at least one object. A property with values of several types is \
            a JSONValue. A property with strings is a Date if all strings are dates in ISO 8601 or the .NET format. An \
            object whose keys are data, such as identifiers, is a dictionary; see --max-keys. Values at paths beyond \
            --max-paths are JSONValue, and so are values nested more than \(ModelSource.maximumDepth) arrays and \
            objects deep: the compiler would take minutes for more nested types.

            If a string member of the records tells them apart, because other keys depend on its value, the type of \
            the records is an enum with a case for each value. It stays a struct if the key of the member has a dot or \
            a bracket, or differs from another key only in case, hyphens, underscores and spaces.

            The first error in the input ends the command. An unpaired surrogate is an error, because an import \
            rejects it; see --unpaired-surrogates.

            EXAMPLES:
              stream-import model --name Repo repos.json.gz > Repo.swift
              stream-import model --name Item --path data.items export.json

            \(ExitStatus.help)
            """)

    @OptionGroup var inputArgument: OneInputArgument
    @Option(help: "The name of the type of the records.")
    var name: String

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var profileOptions: ProfileOptions

    @Flag(name: .shortAndLong, help: "Print no progress bar.")
    var quiet = false

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
        try ProfileRun(
            input: input, path: inputOptions.path, options: inputOptions.readOptions, limits: limits,
            isQuiet: quiet
        ).run { profile in
            reportOmissions(profile, of: input)
            for line in ArrayAdvice(profile.arrays).lines { console.message(line) }
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
