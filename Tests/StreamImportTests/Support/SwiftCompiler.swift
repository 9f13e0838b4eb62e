import Foundation
import TestSupport

/// The Swift compiler with the modules and the macros of the running build.
enum SwiftCompiler {
    enum Mode: String {
        case typecheck = "-typecheck"
        case compile = "-c"
    }

    struct Outcome {
        let succeeded: Bool
        let output: String

        /// Returns the messages of the errors or warnings in a line of the source.
        func messages(_ severity: String, line: Int) -> [String] {
            let prefix = /source\.swift:([0-9]+):[0-9]+: (error|warning): (.*)/
            return output.split(separator: "\n").compactMap { text in
                guard let match = text.prefixMatch(of: prefix), match.1 == "\(line)", match.2 == severity
                else { return nil }
                return String(match.3)
            }
        }
    }

    /// Compiles a source. Its first line is a declaration, and gets the imports.
    static func run(_ mode: Mode, _ source: String) throws -> Outcome {
        let folder = try TemporaryDirectory()
        let text = "import StreamImport; import Foundation; \(source)"
        let file = try folder.file(Array(text.utf8), named: "source.swift")
        let output = try folder.file([], named: "output")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swiftc", mode.rawValue, "-parse-as-library", "-swift-version", "6", "-no-color-diagnostics"]
            + arguments + [file.lastPathComponent]
            + (mode == .compile ? ["-o", folder.fileURL("object").path] : [])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: output)
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        return Outcome(
            succeeded: process.terminationStatus == 0,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }

    private final class Marker {}

    /// The folder of the build.
    private static let folder: URL = {
        let bundle = Bundle(for: Marker.self).bundleURL
        let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        return folder.resolvingSymlinksInPath()
    }()

    /// The options that name the modules and the macros.
    private static let arguments: [String] = {
        let variable = ProcessInfo.processInfo.environment["MACRO_PLUGIN"]
        let plugin = variable ?? folder.appending(path: "StreamImportMacros-tool").path
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let checkouts = folder.appending(path: "../../checkouts")
        let maps = [package.appending(path: "Sources"), checkouts.appending(path: "swift-system")]
            .flatMap { folder in
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
                    .compactMap { $0 as? URL } ?? []
            }
            .filter { $0.lastPathComponent == "module.modulemap" }
        let folders = [folder.appending(path: "Modules")] + maps.map { $0.deletingLastPathComponent() }
        return ["-load-plugin-executable", "\(plugin)#StreamImportMacros"]
            + folders.flatMap { ["-I", $0.path] }
    }()
}
