import Foundation
import Testing

/// The program that measures imports and prints the results as JSON.
enum Gauge {
    /// The URL of the program: the value of `IMPORT_GAUGE`, which names a release build in CI, or a program next to the
    /// tests.
    static let program: URL = {
        if let path = ProcessInfo.processInfo.environment["IMPORT_GAUGE"] { return URL(filePath: path) }
        let bundle = Bundle(for: Marker.self).bundleURL
        let directory = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        return directory.appending(path: "import-gauge")
    }()

    private final class Marker {}

    /// Whether the program was built with optimization.
    static var isOptimized: Bool {
        get throws {
            let build: Build = try run(["build"])
            return build.isOptimized
        }
    }

    private struct Build: Decodable {
        let isOptimized: Bool
    }

    /// Runs the program, and decodes the JSON that it prints.
    static func run<Result: Decodable>(_ arguments: [String]) throws -> Result {
        try JSONDecoder().decode(Result.self, from: try output(of: arguments))
    }

    private static func output(of arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(
            process.terminationStatus == 0, "import-gauge \(arguments.joined(separator: " ")) failed")
        return output
    }
}
