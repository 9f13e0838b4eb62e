import Foundation

/// The program under test, as it was built beside the tests.
enum Program {
    /// What a run came to.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var messages: String

        /// The outcome with the times left out of the summary of an import.
        var withoutTimes: Outcome {
            let output = output.replacing(/[0-9.]+ s(, [0-9.]+ MB\/s of JSON)?\n/, with: "TIME\n")
            return Outcome(status: status, output: output, messages: messages)
        }
    }

    /// Where the program is.
    static let url: URL = {
        // On macOS the bundle of the tests has been loaded by another program; elsewhere it is the program.
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
        let process = make(arguments, in: folder, environment: environment)
        return try finish(process, in: folder, input: input)
    }

    /// Runs a line of shell script, which finds the program as `$0`.
    static func run(script: String, in folder: TemporaryDirectory, input: [UInt8]? = nil) throws -> Outcome {
        let process = make([], in: folder)
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, url.path]
        return try finish(process, in: folder, input: input)
    }

    /// The program, not started, without its standard input and outputs.
    static func make(
        _ arguments: [String], in folder: TemporaryDirectory, environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        var all = ProcessInfo.processInfo.environment
        all["NO_COLOR"] = nil
        all["TERM"] = "xterm"
        process.environment = all.merging(environment) { $1 }
        return process
    }

    private static func finish(_ process: Process, in folder: TemporaryDirectory, input: [UInt8]?) throws
        -> Outcome
    {
        // Files take any amount of text without a reader.
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
        return Outcome(
            status: process.status, output: try String(contentsOf: output, encoding: .utf8),
            messages: try String(contentsOf: messages, encoding: .utf8))
    }
}

extension Process {
    /// The exit status; negative if a signal ended the process.
    var status: Int32 { terminationReason == .exit ? terminationStatus : -terminationStatus }
}
