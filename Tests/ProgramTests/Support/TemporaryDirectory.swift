import Foundation

/// A new folder for the files of one test, removed when the test ends.
final class TemporaryDirectory {
    let url: URL
    private var count = 0

    init(_ files: [String: [UInt8]] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "command-line-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: file(name)) }
    }

    convenience init(_ files: [String: String]) throws {
        try self.init(files.mapValues { Array($0.utf8) })
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// The names of the files, apart from those that `emptyFile` creates.
    var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: url.path)
                .filter { !$0.hasPrefix(".captured") }.sorted()
        }
    }

    /// Creates an empty file with a name that no test uses.
    func emptyFile() throws -> URL {
        count += 1
        let file = file(".captured-\(count)")
        try Data().write(to: file)
        return file
    }
}
