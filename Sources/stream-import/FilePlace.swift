import Foundation
import SystemPackage

/// Where a file is, however its path is written.
enum FilePlace: Hashable {
    /// A file that is there: what the path leads to.
    case file(device: UInt64, number: UInt64)
    case path(String)

    init(_ path: String) {
        if let status = try? Stat(FilePath(path)) {
            self = .file(
                device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
                number: UInt64(truncatingIfNeeded: status.inode.rawValue))
        } else {
            self = .path(URL(filePath: path).resolvingSymlinksInPath().path)
        }
    }
}
