import ArgumentParser
import Foundation

struct Memory: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the peak memory of an import from a pipe, and how much of it is due to the import.",
        discussion: """
            One process generates the stream. With --gzip, gzip(1) compresses it. Another process imports it. The memory \
            of an idle process of the same program is subtracted.
            """)

    @Argument(help: "The shape of the stream.")
    var shape: StreamShape

    @Argument(help: "The length of the stream in bytes, uncompressed, such as 500KB, 200MB or 2GB.")
    var size: StreamSize

    @Flag(help: "Compress the stream.")
    var gzip = false

    @Option(help: "The number of threads that parse.")
    var threads = 1

    func run() throws {
        let script = #""$0" emit "$1" "$2" | \#(gzip ? "gzip -1 -c | " : "")"$0" read "$1" --threads "$3""#
        let peak: Peak = try output(
            of: "/bin/sh", ["-c", script, try program(), shape.rawValue, size.text, "\(threads)"])
        let empty: Peak = try output(of: try program(), ["empty"])
        try report(
            Result(
                peak: peak.peak, empty: empty.peak, aboveEmpty: peak.peak - empty.peak, records: peak.records,
                textBytes: peak.textBytes, error: peak.error))
    }

    private struct Result: Encodable {
        let peak: Int
        let empty: Int
        let aboveEmpty: Int
        let records: Int
        let textBytes: Int
        let error: String?
    }

    private func program() throws -> String {
        guard let path = Bundle.main.executablePath else { throw CocoaError(.fileNoSuchFile) }
        return path
    }

    private func output(of program: String, _ arguments: [String]) throws -> Peak {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ExitCode.failure }
        return try JSONDecoder().decode(Peak.self, from: output)
    }
}

/// The figures that a measured process reports.
private struct Peak: Codable {
    var peak: Int
    var records = 0
    var textBytes = 0
    var error: String?
}

struct Empty: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Does nothing, and prints its peak memory.")

    func run() throws {
        try report(Peak(peak: try PeakMemory.current()))
    }
}

struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports standard input, and prints its peak memory.")

    @Argument(help: "The shape of the stream.")
    var shape: StreamShape

    @Option(help: "The number of threads that parse.")
    var threads = 1

    func run() throws {
        do {
            let summary = try shape.read(on: threads)
            try report(
                Peak(
                    peak: try PeakMemory.current(), records: summary.recordCount, textBytes: summary.textBytes
                ))
        } catch {
            try report(Peak(peak: try PeakMemory.current(), error: "\(error)"))
        }
    }
}

struct Emit: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes a stream to standard output.")

    @Argument(help: "The shape of the stream.")
    var shape: StreamShape

    @Argument(help: "The length of the stream in bytes.")
    var size: StreamSize

    func run() throws {
        try shape.write(size.bytes) { try FileHandle.standardOutput.write(contentsOf: $0) }
    }
}

/// A size in the notation `512`, `64KB`, `100MB` or `2GB`.
struct StreamSize: ExpressibleByArgument {
    let bytes: Int
    let text: String

    init?(argument: String) {
        let unit = argument.drop { $0.isASCII && $0.isNumber }
        let factors = ["": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000]
        guard let number = Int(argument.dropLast(unit.count)), let factor = factors[unit.uppercased()] else {
            return nil
        }
        bytes = number * factor
        text = argument
    }
}
