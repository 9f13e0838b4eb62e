internal import Foundation
internal import SystemPackage

/// An open descriptor and the way to read from it.
final class OpenFile {
    private let descriptor: FileDescriptor

    /// Whom the descriptor belongs to; `nil` if it is ours to close.
    private let handle: FileHandle?

    /// Where the next read starts, in a file that has places; pipes, sockets and terminals have none.
    private var offset: Int64?

    /// How many bytes are ahead, if the system says so.
    let size: Int?

    /// Opens a file. Waits, as the system does, for the other end of a named pipe.
    convenience init(opening url: URL) throws(Errno) {
        let descriptor = try FileDescriptor.open(url)
        do throws(Errno) {
            // `read` keeps the place of a descriptor that is ours alone.
            try self.init(descriptor, handle: nil, offset: 0)
        } catch {
            try? descriptor.close()
            throw error
        }
    }

    /// Takes a file someone else has opened and will close.
    ///
    /// A file that has places is read without moving the handle's own, from `start` or from where the handle
    /// stands now. So two readers of one handle do not take each other's bytes away.
    convenience init(_ handle: FileHandle, from start: Int64?) throws(Errno) {
        let descriptor = FileDescriptor(rawValue: handle.fileDescriptor)
        try self.init(descriptor, handle: handle, offset: start ?? descriptor.currentOffset)
    }

    private init(_ descriptor: FileDescriptor, handle: FileHandle?, offset: Int64?) throws(Errno) {
        let status = try Stat(descriptor)
        // Opening a directory succeeds; only reading it would not.
        guard status.type != .directory else { throw .isDirectory }
        self.descriptor = descriptor
        self.handle = handle
        self.offset = status.isReadOnce ? nil : offset
        // Files that the kernel makes up as they are read have a size of 0.
        let ahead = status.type == .regular ? Int(status.size) - Int(offset ?? 0) : 0
        size = ahead > 0 ? ahead : nil
    }

    deinit {
        if handle == nil { try? descriptor.close() }
    }

    /// Reads what is there, waiting for at least one byte.
    ///
    /// - Returns: How many bytes were read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        // More than this in one call is refused by some systems.
        let limit = Int(Int32.max)
        // SAFETY: the prefix lies within the buffer, which the caller lends for the call.
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit))
        while true {
            do throws(Errno) {
                // SAFETY: as above.
                return unsafe try readOnce(into: target)
            } catch .resourceTemporarilyUnavailable {
                try descriptor.waitUntilReadable()
            }
        }
    }

    private func readOnce(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        try rethrowingErrno { () throws in
            guard let offset else {
                // SAFETY: the system writes within the buffer only.
                return unsafe try descriptor.read(into: buffer)
            }
            // SAFETY: as above.
            let count = unsafe try descriptor.read(fromAbsoluteOffset: offset, into: buffer)
            self.offset = offset + Int64(count)
            return count
        }
    }
}
