package import Foundation

/// A new directory that is removed when the last user lets go of it.
package final class TemporaryDirectory {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "source-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The place of a file that may not be there.
    package func fileURL(_ name: String) -> URL {
        url.appending(path: name, directoryHint: .notDirectory)
    }

    /// A file with these bytes.
    package func file(_ bytes: [UInt8], named name: String = "dump.json") throws -> URL {
        let url = fileURL(name)
        try Data(bytes).write(to: url)
        return url
    }

    /// A named pipe.
    package func namedPipe() -> URL {
        let url = fileURL("pipe")
        // SAFETY: the path is used within the call only.
        let status = unsafe mkfifo(url.path, 0o600)
        precondition(status == 0)
        return url
    }
}
