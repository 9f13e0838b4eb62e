package import SystemPackage

/// The device and the inode of a file, which stay the same when the file is renamed.
package struct FileID: Equatable {
    private let device: DeviceID
    private let inode: Inode

    package init(_ status: Stat) {
        (device, inode) = (status.deviceID, status.inode)
    }
}
