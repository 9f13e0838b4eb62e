package import Foundation

/// A new directory that is removed when its last reference is released.
package final class TemporaryDirectory {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "stream-import-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the URL of a file, which may not exist.
    package func fileURL(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// Creates a file with the given bytes, and returns its URL.
    package func file(_ bytes: [UInt8], named name: String = "dump.json") throws -> URL {
        let url = fileURL(name)
        try Data(bytes).write(to: url)
        return url
    }

    /// Creates a named pipe, and returns its URL.
    package func namedPipe() -> URL {
        let url = fileURL("pipe")
        // SAFETY: `mkfifo` reads the path during the call only.
        let status = unsafe mkfifo(url.path, 0o600)
        precondition(status == 0)
        return url
    }
}
