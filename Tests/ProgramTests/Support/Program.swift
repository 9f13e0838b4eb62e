import Foundation

/// The program under test, which is built into the same folder as the tests.
enum Program {
    /// The result of a run.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var messages: String

        init(status: Int32, output: String, messages: String) {
            (self.status, self.output, self.messages) = (status, output, messages)
        }

        /// Reads the outputs from files.
        fileprivate init(status: Int32, _ output: URL, _ messages: URL) throws {
            self.status = status
            self.output = try String(contentsOf: output, encoding: .utf8)
            self.messages = try String(contentsOf: messages, encoding: .utf8)
        }

        /// The outcome, with `TIME` for the time and the speed in the summary of an import.
        var withoutTimes: Outcome {
            let output = output.replacing(/[0-9.]+ s(, [0-9.]+ MB\/s of JSON)?\n/, with: "TIME\n")
            return Outcome(status: status, output: output, messages: messages)
        }
    }

    /// The URL of the program.
    static let url: URL = {
        // On macOS, a test runner loads the bundle of the tests. On other systems, the tests are an executable.
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        let start = bundle.bundleURL.pathExtension == "xctest" ? bundle.bundleURL : bundle.executableURL
        let directory = (start ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
        return directory.appending(path: "stream-import")
    }()

    /// Runs the program to its end.
    static func run(
        _ arguments: [String], in folder: TemporaryDirectory, input: [UInt8]? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        try finish(make(arguments, in: folder, environment: environment), in: folder, input: input)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - line: words separated by spaces.
    ///   - arguments: further words.
    static func run(
        _ line: String, _ arguments: [String] = [], in folder: TemporaryDirectory, input: [UInt8]? = nil
    ) throws -> Outcome {
        try run(line.split(separator: " ").map(String.init) + arguments, in: folder, input: input)
    }

    /// Runs the program to its end, and suspends the task until then.
    static func runSuspending(_ arguments: [String], in folder: TemporaryDirectory) async throws -> Outcome {
        let process = make(arguments, in: folder)
        let (output, messages) = (try folder.emptyFile(), try folder.emptyFile())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        return try Outcome(status: process.status, output, messages)
    }

    /// Runs a line of shell script, in which `$0` is the program.
    static func run(script: String, in folder: TemporaryDirectory, input: [UInt8]? = nil) throws -> Outcome {
        let process = make([], in: folder)
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, url.path]
        return try finish(process, in: folder, input: input)
    }

    /// Returns a process for the program, which is not started and has neither standard input nor outputs yet.
    static func make(
        _ arguments: [String], in folder: TemporaryDirectory, environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        var variables = ProcessInfo.processInfo.environment
        variables["NO_COLOR"] = nil
        variables["TERM"] = "xterm"
        process.environment = variables.merging(environment) { $1 }
        return process
    }

    private static func finish(_ process: Process, in folder: TemporaryDirectory, input: [UInt8]?) throws
        -> Outcome
    {
        // Files take any amount of text without a reader; pipes do not.
        let output = try folder.emptyFile()
        let messages = try folder.emptyFile()
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        let pipe = Pipe()
        process.standardInput = input == nil ? FileHandle.nullDevice : pipe
        try withExtendedLifetime(folder) { try process.run() }
        if let input {
            try? pipe.fileHandleForWriting.write(contentsOf: input)
            try? pipe.fileHandleForWriting.close()
        }
        process.waitUntilExit()
        return try Outcome(status: process.status, output, messages)
    }
}

extension Process {
    /// The exit status, or the negative number of the signal that ended the process.
    var status: Int32 { terminationReason == .exit ? terminationStatus : -terminationStatus }
}
