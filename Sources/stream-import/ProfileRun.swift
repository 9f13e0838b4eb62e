import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords

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
    /// The path and the number of objects, in words.
    var line: String { "\(path.argument): \(objects.counted("object"))" }
}
