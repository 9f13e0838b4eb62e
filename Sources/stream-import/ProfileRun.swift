import ArgumentParser
import DumpProfile
import Foundation
import JSONRecords

/// The reading of an input to its end, for what its values are like.
struct ProfileRun {
    let input: InputArgument
    let path: JSONPath
    let options: ReadOptions
    let limits: ProfileLimits
    let isQuiet: Bool

    private var console: Console { Console() }

    /// Reads the input, and has what its values are like written; until then, Ctrl-C ends the program with a message.
    ///
    /// - Throws: the exit status, after a message that says what is wrong with the input; what `write` throws.
    func run(write: (Profile) throws -> Void) throws {
        let progress = Progress(of: input.name, isQuiet: isQuiet)
        let interruption = InterruptHandler { [console, input] in
            progress.finish()
            console.message("interrupted: \(input.name) was read up to record \(progress.records)")
            // At once: this thread has nothing to clean up, and the other one is busy.
            _exit(ExitStatus.interrupted.rawValue)
        }
        var options = options
        options.onProgress = { progress.update($0) }
        let profiler = DumpProfiler(limits: limits)
        try withExtendedLifetime(interruption) {
            defer { progress.finish() }
            do {
                try input.records(at: path, options: options).read(into: profiler)
            } catch let error as ImportError {
                progress.finish()
                console.reportError(error, in: input)
                throw ExitStatus(error).code
            }
            progress.finish()
            try write(profiler.profile)
        }
    }
}
