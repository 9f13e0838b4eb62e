import Foundation
import SystemPackage

/// The descriptors 0, 1 and 2, which the program may be started without.
enum StandardDescriptors {
    /// Keeps what is opened later from taking the place of one that is closed, where it would be read or
    /// overwritten in its stead.
    ///
    /// The null device is opened the wrong way around, so that using it is the error it ought to be.
    static func reserve() {
        for (descriptor, wrongMode) in [
            (0, FileDescriptor.AccessMode.writeOnly), (1, .readOnly), (2, .readOnly),
        ]
        where fcntl(Int32(descriptor), F_GETFD) == -1 {
            // The lowest number that is free is the one that is missing.
            _ = try? FileDescriptor.open("/dev/null", wrongMode)
        }
    }
}
