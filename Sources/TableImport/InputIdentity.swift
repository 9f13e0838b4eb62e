internal import Foundation
internal import SystemPackage

/// The properties that tell an input file from other files, and from its own earlier versions.
struct InputIdentity: Equatable {
    let size: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    let modified: Int64
    /// The first bytes, 1024 at most.
    let start: Data
}

extension InputIdentity {
    private static let startBytes = 1024

    /// Reads the identity of a file.
    ///
    /// - Returns: `nil` if the file is not a regular file, and so cannot be read again.
    init?(path: String) throws {
        let path = FilePath(path)
        let status = try Stat(path)
        // Checks the type before opening the file: opening a pipe would already start reading it.
        guard status.type == .regular else { return nil }
        let file = try FileDescriptor.open(path, .readOnly)
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: Self.startBytes)
        // SAFETY: `read` gets the address and the size of the buffer, and writes only within the buffer.
        let count = try unsafe bytes.withUnsafeMutableBytes {
            unsafe try file.read(fromAbsoluteOffset: 0, into: $0)
        }
        let time = status.st_mtim
        self.init(
            size: Int64(status.size), modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
            start: Data(bytes.prefix(count)))
    }
}
