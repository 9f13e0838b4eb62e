import Foundation

/// A Chromium without a window, if one is installed.
enum Browser {
    /// The URL of the program; `nil` if it is not installed.
    static let url: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .flatMap { folder in
            ["chromium", "chromium-browser", "google-chrome"].map { URL(filePath: "\(folder)/\($0)") }
        }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// Opens a page, and returns its document after its scripts have run, and the messages of its console.
    static func open(_ page: String, in folder: TemporaryDirectory) throws -> (
        document: String, console: [Substring]
    ) {
        let process = Process()
        process.executableURL = url
        process.arguments = [
            // Chromium has no sandbox of its own for the superuser, or in a container.
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--user-data-dir=\(folder.file("browser").path)", "--enable-logging=stderr", "--timezone=UTC",
            // A page may read the documents of its frames.
            "--virtual-time-budget=5000", "--allow-file-access-from-files", "--dump-dom",
            folder.file(page).absoluteString,
        ]
        let (output, messages) = (try folder.emptyFile(), try folder.emptyFile())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        try process.run()
        process.waitUntilExit()
        let console = try String(contentsOf: messages, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains(":CONSOLE") }
        return (try String(contentsOf: output, encoding: .utf8), console)
    }
}
