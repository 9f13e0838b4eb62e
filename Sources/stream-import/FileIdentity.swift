import Foundation
import SystemPackage

/// An identity of a file that does not depend on the spelling of its path: the device and inode of an existing file, or
/// the resolved path of another file.
struct FileIdentity: Hashable {
    private let text: String

    init(_ path: String) {
        let status = try? Stat(FilePath(path))
        text =
            status.map { "\($0.deviceID.rawValue):\($0.inode.rawValue)" }
            ?? URL(filePath: path).resolvingSymlinksInPath().path
    }
}
