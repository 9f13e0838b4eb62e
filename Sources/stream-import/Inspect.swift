import ArgumentParser
import DumpProfile
import JSONRecords

/// The command that shows the values at each key path of an input.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows every key path: types, how often, how often null, ranges, an example.",
        discussion: """
            A path begins with the record, $. After it, .key leads into an object, [*] to the elements of an \
            array, and .* to all members of an object whose keys are data, such as identifiers. "present" is in \
            how many of the objects around it the key is; "null" is how many of its values are null.

            Keys are taken for data when an object has more than --max-keys of them at one path, and all their \
            values are of one type, objects with much the same keys. The memory needed depends on the number of \
            paths only. The first fault of the input ends the command, and nothing is shown; check finds all.

            The JSON is one object: records, omittedMembers, and paths, each with path, present, of, types, \
            numbers, strings, arrays, keysAreData, isIncomplete and example, as far as they apply.

            EXAMPLES:
              stream-import inspect dump.json.gz
              stream-import inspect --path data.items export.json
              stream-import inspect --json logs.ndjson | jq '.paths[].path'

            \(ExitStatus.help)
            """)

    @Argument(help: "A file to read, or - for standard input.")
    var input: InputArgument

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var profileOptions: ProfileOptions

    @Flag(help: "Print JSON for programs instead of a table.")
    var json = false

    @Flag(name: .shortAndLong, help: "No progress.")
    var quiet = false

    private var console: Console { Console() }

    func run() throws {
        var options = inputOptions.readOptions
        // An input with unpaired surrogates cannot be imported, but can be inspected.
        options.unpairedSurrogates = .replace
        try ProfileRun(
            input: input, path: inputOptions.path, options: options, limits: profileOptions.limits,
            isQuiet: quiet
        ).run { profile in
            try console.result(json ? ProfileReport(profile).json : text(of: profile))
        }
    }

    private func text(of profile: Profile) -> String {
        let output = Terminal(.standardOutput)
        let table = ProfileTable(profile).lines(width: output.isTerminal ? output.width : nil)
        var counts = ["\(profile.records) \(profile.records == 1 ? "record" : "records")"]
        counts.append("\(profile.paths.count) \(profile.paths.count == 1 ? "path" : "paths")")
        if profile.omittedKeys > 0 { counts.append("\(profile.omittedKeys) members under more paths") }
        return (table.map(\.printable) + ["", counts.joined(separator: ", ")]).joined(separator: "\n")
    }
}
