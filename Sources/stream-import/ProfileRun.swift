import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords

/// A run that reads an input to its end and profiles its values.
struct ProfileRun {
    let input: InputArgument
    let path: JSONPath
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
            defer { progress.finish() }
            let origin = input.origin()
            let beginsWithObject =
                input.part == nil && path.components.isEmpty && [.automatic, .json].contains(options.format)
                && origin.beginsWithObject()
            var profile: Profile
            do {
                profile = try DumpProfiler.profile(
                    of: input.records(of: origin, at: path, options),
                    limits: limits, collectsDistributions: collectsDistributions)
                profile.beginsWithObject = beginsWithObject
            } catch let error as ImportError {
                progress.finish()
                console.reportError(error, in: input)
                throw ExitStatus(error).code
            }
            progress.finish()
            try write(profile)
        }
    }
}
