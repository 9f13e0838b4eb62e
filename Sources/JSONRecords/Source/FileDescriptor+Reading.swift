package import Foundation
package import SystemPackage

extension FileDescriptor {
    /// Opens a file, for reading by default. A new file gets the permissions that the process's umask allows.
    package static func open(
        _ url: URL, _ mode: AccessMode = .readOnly, options: OpenOptions = []
    ) throws(Errno) -> FileDescriptor {
        try rethrowingErrno { () throws in
            // SAFETY: the path is used within the closure only.
            try unsafe url.withUnsafeFileSystemRepresentation { path in
                // A path without a file system representation does not name a file.
                guard let path = unsafe path else { throw Errno.noSuchFileOrDirectory }
                return unsafe try FileDescriptor.open(
                    path, mode, options: options.union(.closeOnExec),
                    permissions: FilePermissions(rawValue: 0o666))
            }
        }
    }

    /// Reads bytes, and appends them to a buffer.
    ///
    /// - Parameter offset: the offset of the bytes; `nil` to read at the file's own offset.
    /// - Returns: the number of bytes; 0 at the end.
    func read(at offset: Int64?, into buffer: inout OutputSpan<UInt8>) throws(Errno) -> Int {
        // SAFETY: the system writes only within the memory after the first bytes.
        try unsafe buffer.withUnsafeMutableBufferPointer { memory, count throws(Errno) in
            // Some systems reject reads of more than `Int32.max` bytes in one call.
            let rest = unsafe UnsafeMutableRawBufferPointer(
                UnsafeMutableBufferPointer(rebasing: memory[count...].prefix(Int(Int32.max))))
            let added = try rethrowingErrno { () throws in
                guard let offset else { return try unsafe read(into: rest) }
                return try unsafe read(fromAbsoluteOffset: offset, into: rest)
            }
            count += added
            return added
        }
    }

    /// Returns bytes that were read at an offset, at most `maximumCount`; an empty array at the end.
    func bytes(at offset: Int64, _ maximumCount: Int) throws(Errno) -> [UInt8] {
        try rethrowingErrno { () throws in
            // SAFETY: the system writes only within the memory, and returns the number of bytes that it has written.
            try unsafe [UInt8](unsafeUninitializedCapacity: maximumCount) { memory, count in
                count = try unsafe read(
                    fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(memory))
            }
        }
    }

    /// The offset at which the next `read` starts; `nil` if the file is not seekable, such as a pipe.
    var currentOffset: Int64? {
        try? seek(offset: 0, from: .current)
    }

    /// Waits until a `read` would not block, the time has passed, or a signal arrives.
    ///
    /// - Parameter time: the maximum time to wait; `nil` for any time.
    /// - Returns: whether a `read` would not block.
    @discardableResult
    func waitUntilReadable(for time: Duration? = nil) throws(Errno) -> Bool {
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        let milliseconds = time.map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
        // SAFETY: the count is 1, for the one request, which outlives the call.
        let count = unsafe poll(&request, 1, milliseconds)
        guard count < 0 else { return count > 0 }
        let error = Errno(rawValue: errno)
        if error != .interrupted { throw error }
        return false
    }
}

extension Stat {
    /// Reads the status of the file at a path. Follows symbolic links.
    package init(_ url: URL) throws(Errno) {
        self = try rethrowingErrno { () throws in
            // SAFETY: the path is used within the closure only.
            try unsafe url.withUnsafeFileSystemRepresentation { path in
                guard let path = unsafe path else { throw Errno.noSuchFileOrDirectory }
                return unsafe try Stat(path)
            }
        }
    }

    /// Whether the file can be read only once: pipes, sockets and terminals.
    var isReadOnce: Bool {
        switch type {
        case .fifo, .socket, .characterSpecial: true
        default: false
        }
    }
}

/// Calls `body`, which throws only `Errno` although its signature does not say so.
package func rethrowingErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
    do {
        return try body()
    } catch {
        throw error as? Errno ?? .ioError
    }
}
