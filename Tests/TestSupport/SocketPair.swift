package import Foundation

/// Returns two sockets that are connected to each other.
package func socketPair() -> (reader: FileHandle, writer: FileHandle) {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
    #else
        let kind = SOCK_STREAM
    #endif
    // SAFETY: the array has room for both descriptors.
    let status = unsafe socketpair(AF_UNIX, kind, 0, &ends)
    precondition(status == 0)
    return (
        FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
        FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
}
