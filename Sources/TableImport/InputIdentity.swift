internal import Foundation
internal import SystemPackage

/// What tells an input from another, or from what it was before.
struct InputIdentity: Equatable {
    let size: Int64
    /// When it was last modified, in nanoseconds since 1970.
    let modified: Int64
    /// The first bytes.
    let start: Data
}

extension InputIdentity {
    private static let startBytes = 1024

    /// - Returns: `nil` for what is no regular file, and so cannot be read again.
    init?(path: String) throws {
        let path = FilePath(path)
        let status = try Stat(path)
        // To open a pipe would be to read it.
        guard status.type == .regular else { return nil }
        let file = try FileDescriptor.open(path, .readOnly)
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: Self.startBytes)
        // SAFETY: the system writes within the buffer only.
        let count = try unsafe bytes.withUnsafeMutableBytes {
            unsafe try file.read(fromAbsoluteOffset: 0, into: $0)
        }
        let time = status.st_mtim
        self.init(
            size: Int64(status.size), modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
            start: Data(bytes.prefix(count)))
    }
}
