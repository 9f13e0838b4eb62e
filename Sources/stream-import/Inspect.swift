import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords

/// The command that shows the values at each key path of an input.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Lists every key path with its types, how often it occurs and is null, its range and an example.",
        discussion: """
            A path starts at the record, $. After it, .key stands for a member of an object, [*] for the elements of \
            an array, and .* for all members of an object whose keys are data, such as identifiers. "present" is the \
            share of the objects at the parent path that have the key; "null" is the share of its values that are null.

            Keys are treated as data if the objects at one path have more than --max-keys of them, and all their \
            values are of one type; objects among them must have similar keys. Memory use is bounded \
            by --max-paths. The first error in the input ends the command without a result; stream-import check reports each invalid line.

            If a string member of the records tells them apart, because other keys depend on its value, the result \
            names this discriminator with its values. If the input is one object, the result lists each array of \
            objects in it, with the command that reads the array.

            With --json, the result is one object with records, omittedMembers and paths, and as far as they apply, \
            discriminator and arrays. Each path has path, present, \
            of, types, numbers, strings, arrays, keysAreData, isIncomplete and example, as far as they apply. The \
            discriminator has path, values and dependentPaths; an array has path and objects.

            With --html, the profile is also written as an HTML page, with histograms, the most frequent values and \
            more examples. The page loads nothing from a network. The file is replaced only when the page is complete. \
            A value that is too long, or that is one of many, is not counted exactly; the page says so.

            EXAMPLES:
              stream-import inspect dump.json.gz
              stream-import inspect --html profile.html dump.json.gz
              stream-import inspect --path data.items export.json
              stream-import inspect --json logs.ndjson | jq '.paths[].path'

            \(ExitStatus.help)
            """)

    @OptionGroup var inputArgument: OneInputArgument
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var profileOptions: ProfileOptions

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Also write an HTML page to a file; - writes the page to standard output, instead of the table.",
            valueName: "file"))
    var html: PageOutput?

    @Flag(name: .shortAndLong, help: "Print no progress bar.")
    var quiet = false

    private var console: Console { Console() }

    func validate() throws {
        try inputOptions.validate(with: inputArgument.partOptions)
        if json, html == .standardOutput {
            throw ValidationError(
                "--json and --html - both write to standard output; write the page to a file.")
        }
        try validate(inputArgument.given)
    }

    /// Checks that the page is not an input.
    private func validate(_ inputs: [InputArgument]) throws {
        let files = inputArgument.partOptions.withManifest(inputs).compactMap(\.reopenableFile)
        if case .file(let page) = html, files.map(FileIdentity.init).contains(FileIdentity(page)) {
            throw ValidationError("--html names the same file as the input; choose another file.")
        }
    }

    func run() throws {
        let input = try inputArgument.only()
        if inputArgument.partOptions.readsParts { try console.reportingWrongUsage { try validate([input]) } }
        // The file is created before the input is read, which may take long.
        let page = try html?.open(console)
        try ProfileRun(
            input: input, path: inputOptions.path, options: inputOptions.readOptions,
            limits: profileOptions.limits, isQuiet: quiet, collectsDistributions: html != nil,
            onInterrupt: { [temporaryPath = page?.temporaryPath] in
                if let temporaryPath { try? FileManager.default.removeItem(atPath: temporaryPath) }
            }
        ).run { profile in
            try page?.write(ProfilePage(profile, of: input.name))
            if html != .standardOutput {
                try console.result(json ? ProfileReport(profile).json : text(of: profile))
            }
        }
    }

    private func text(of profile: Profile) -> String {
        let output = Terminal(.standardOutput)
        let table = ProfileTable(profile).lines(width: output.isTerminal ? output.width : nil)
        var counts = ["\(profile.records) \(profile.records == 1 ? "record" : "records")"]
        counts.append("\(profile.paths.count) \(profile.paths.count == 1 ? "path" : "paths")")
        if profile.omittedMembers > 0 {
            counts.append(
                "\(profile.omittedMembers) \(profile.omittedMembers == 1 ? "member" : "members") omitted "
                    + "because of --max-paths or the length of the keys")
        }
        var lines = table.map(\.printable) + ["", counts.joined(separator: ", ")]
        if let discriminator = profile.discriminator { lines.append(discriminator.text().printable) }
        let advice = ArrayAdvice(profile.arrays).lines
        return (lines + (advice.isEmpty ? [] : [""] + advice)).joined(separator: "\n")
    }
}
