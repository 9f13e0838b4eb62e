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

            EXAMPLES:
              stream-import inspect dump.json.gz
              stream-import inspect --html profile.html dump.json.gz
              stream-import inspect --path data.items export.json
              stream-import inspect --json logs.ndjson | jq '.paths[].path'

            \(Help.more)
            """)

    @OptionGroup var inputArgument: OneInputArgument
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup(title: Help.rareTitle, visibility: Help.rareOptions) var profileOptions: ProfileOptions

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Also write an HTML page to a file; - writes the page to standard output, instead of the table.",
            valueName: "file"))
    private var html: PageOutput?

    @OptionGroup var outputOptions: OutputOptions

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
        guard !inputOptions.explains else {
            return try [input].explain(by: inputOptions.rule, console)
        }
        if inputArgument.partOptions.readsParts { try console.reportingWrongUsage { try validate([input]) } }
        // The file is created before the input is read, which may take long.
        let page = try html?.open(console)
        try ProfileRun(
            input: input, path: inputOptions.givenPath, options: inputOptions.readOptions,
            limits: profileOptions.limits, isQuiet: outputOptions.quiet, collectsDistributions: html != nil,
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
        let advice = profile.arrayAdvice
        return (lines + (advice.isEmpty ? [] : [""] + advice)).joined(separator: "\n")
    }
}

/// The destination of the page of a profile: a file, or standard output.
private enum PageOutput: Hashable, ExpressibleByArgument {
    case standardOutput
    case file(String)

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "-" ? .standardOutput : .file(argument)
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    /// Creates the temporary file of the page.
    ///
    /// - Throws: the exit status, after a message, if the file cannot be written.
    func open(_ console: Console) throws -> PageWriter {
        guard case .file(let path) = self else { return .standardOutput(console) }
        let sink = try console.reportingErrors(of: path) { try FileSink(URL(filePath: path)) }
        return .file(path, sink, console)
    }
}

/// An open destination of a page.
private enum PageWriter {
    case standardOutput(Console)
    case file(String, FileSink, Console)

    /// The path of the temporary file; `nil` without one.
    var temporaryPath: String? {
        if case .file(_, let sink, _) = self { sink.temporaryPath } else { nil }
    }

    /// Writes the page, and moves it to its path.
    ///
    /// - Throws: the exit status, after a message, if the page cannot be written.
    func write(_ page: ProfilePage) throws {
        switch self {
        case .standardOutput(let console):
            try page.write { try console.text($0) }
        case .file(let path, let sink, let console):
            try console.reportingErrors(of: path) {
                try page.write { part in
                    try sink.write(Array(part.utf8).span)
                }
                try sink.finish()
            }
        }
    }
}
