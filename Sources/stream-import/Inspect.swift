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
        if json, writesPageOnly {
            throw ValidationError(
                "--json and --html - both write to standard output; write the page to a file.")
        }
        try validate(inputArgument.given)
    }

    /// Whether standard output has the page instead of the table.
    private var writesPageOnly: Bool { html != nil && html?.file == nil }

    private func validate(_ inputs: [InputArgument]) throws {
        let files = inputArgument.partOptions.withManifest(inputs).compactMap(\.reopenableFile)
        if let page = html?.file, files.map(FileIdentity.init).contains(FileIdentity(page)) {
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
        var page = html
        try page?.open(console)
        try ProfileRun(
            input: input, path: inputOptions.givenPath, options: inputOptions.readOptions,
            limits: profileOptions.limits, isQuiet: outputOptions.quiet, collectsDistributions: html != nil,
            onInterrupt: { [temporaryPath = page?.temporaryPath] in
                if let temporaryPath { try? FileManager.default.removeItem(atPath: temporaryPath) }
            }
        ).run { profile in
            try page?.write(ProfilePage(profile, of: input.name), console)
            if !writesPageOnly {
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
        var lines = table + ["", counts.joined(separator: ", ")]
        if let discriminator = profile.discriminator { lines.append(discriminator.text().printable) }
        let advice = profile.arrayAdvice
        return (lines + (advice.isEmpty ? [] : [""] + advice)).joined(separator: "\n")
    }
}

/// The destination of the page of a profile: a file, or standard output.
private struct PageOutput: ExpressibleByArgument {
    /// The path of the file; `nil` for standard output.
    let file: String?
    /// The temporary file; `nil` before ``open(_:)``, and for standard output.
    private var sink: FileSink?

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        file = argument == "-" ? nil : argument
    }

    static var defaultCompletionKind: CompletionKind { .file() }

    var temporaryPath: String? { sink?.temporaryPath }

    /// Creates the temporary file.
    ///
    /// - Throws: the exit status, after a message, if the file cannot be written.
    mutating func open(_ console: Console) throws {
        sink = try file.map { path in
            try console.reportingErrors(of: path) { try FileSink(URL(filePath: path)) }
        }
    }

    /// Writes the page, and moves it to its path.
    ///
    /// - Throws: the exit status, after a message, if the page cannot be written.
    func write(_ page: ProfilePage, _ console: Console) throws {
        guard let file, let sink else { return try page.write { try console.text($0) } }
        try console.reportingErrors(of: file) {
            try page.write { part in try sink.write(Array(part.utf8).span) }
            try sink.finish()
        }
    }
}

/// A run that reads an input to its end and profiles its values.
struct ProfileRun {
    let input: InputArgument
    /// The path of the records; `nil` if it is to be found.
    let path: JSONPath?
    let options: ReadOptions
    let limits: ProfileLimits
    let isQuiet: Bool
    var collectsDistributions = false
    /// Called on another thread when Ctrl-C ends the program.
    var onInterrupt: @Sendable () -> Void = {}

    private var console: Console { Console() }

    /// Reads the input, and passes its profile to `write`. During the run, Ctrl-C ends the program with a message.
    ///
    /// - Throws: the exit status, after a message about the error in the input; the errors of `write`.
    func run(write: (Profile) throws -> Void) throws {
        let progress = Progress(of: input.title, isQuiet: isQuiet)
        let interruptHandler = try InterruptHandler(endingReadOf: input, progress, cleanUp: onInterrupt)
        var options = options
        options.onProgress = { progress.update($0) }
        options.segmentBytes = DumpProfiler.segmentBytes
        try withExtendedLifetime(interruptHandler) {
            let profile = try console.reportingErrors(in: input) {
                defer { progress.finish() }
                // An object with several arrays is profiled as one record, and the profile lists the arrays.
                let records = input.records(at: path, format: options.format)
                if !isQuiet, records.isPathFound || records.keysMayBeData,
                    let note = records.note(keepsKeys: false)
                {
                    console.message("\(input.name): \(note.printable)")
                }
                let mayBeEnvelope = records.mayBeEnvelope
                do {
                    var profile = try DumpProfiler.profile(
                        of: records.input(options), limits: limits,
                        collectsDistributions: collectsDistributions)
                    profile.mayBeEnvelope = mayBeEnvelope
                    if !isQuiet, let note = records.noteWithoutPath {
                        console.message("\(input.name): \(note.printable)")
                    }
                    return profile
                } catch let error as ImportError {
                    throw records.advised(error)
                }
            }
            try write(profile)
        }
    }
}

/// The options for the limits of a profile.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum number of key paths. Members at further paths are only counted.",
            valueName: "count"))
    var maxPaths = ProfileLimits().maximumPaths

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of keys at one path whose values are similar. If there are more, the keys are treated \
            as data.
            """,
            valueName: "count"))
    var maxKeys = ProfileLimits().maximumKeys

    func validate() throws {
        try validate("--max-paths", maxPaths, atLeast: 1)
        try validate("--max-keys", maxKeys, atLeast: 1)
    }

    var limits: ProfileLimits {
        var limits = ProfileLimits()
        limits.maximumPaths = maxPaths
        limits.maximumKeys = maxKeys
        return limits
    }
}

extension Profile {
    /// The lines of the advice about an input that is one object with arrays of objects: the commands that read each array
    /// as records. Empty if there are no arrays.
    var arrayAdvice: [String] {
        guard !arrays.isEmpty else { return [] }
        let width = arrays.map(\.line.count).max() ?? 0
        let noun = arrays.count == 1 ? "its array" : "one of its arrays"
        return ["The input is one record. To read \(noun) of objects:"]
            + arrays.map { array in
                let padding = String(repeating: " ", count: width - array.line.count)
                return "  \(array.line)\(padding)  \(ShellCommand.reading([array.path]))".printable
            }
    }
}

extension RecordArray {
    var line: String { "\(path.argument): \(objects.counted("object"))" }
}
