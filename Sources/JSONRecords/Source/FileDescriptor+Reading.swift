package import Foundation
package import SystemPackage

extension FileDescriptor {
    /// Opens a file, for reading unless something else is asked for. A new file is for whom the process lets it be.
    package static func open(
        _ url: URL, _ mode: AccessMode = .readOnly, options: OpenOptions = []
    ) throws(Errno) -> FileDescriptor {
        try rethrowingErrno { () throws in
            // SAFETY: the path is used within the closure only.
            try unsafe url.withUnsafeFileSystemRepresentation { path in
                // A path that the file system cannot spell names nothing.
                guard let path = unsafe path else { throw Errno.noSuchFileOrDirectory }
                return unsafe try FileDescriptor.open(
                    path, mode, options: options.union(.closeOnExec),
                    permissions: FilePermissions(rawValue: 0o666))
            }
        }
    }

    /// Where the next `read` starts; `nil` where there are no places, as in a pipe.
    var currentOffset: Int64? {
        try? seek(offset: 0, from: .current)
    }

    /// Waits until a `read` would not have to: for descriptors that someone has made non-blocking.
    func waitUntilReadable() throws(Errno) {
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        // SAFETY: the count is that of the one request, which outlives the call.
        guard unsafe poll(&request, 1, -1) < 0 else { return }
        let error = Errno(rawValue: errno)
        if error != .interrupted { throw error }
    }
}

extension Stat {
    /// What the system knows of the file at a path, which may be a link to it.
    package init(_ url: URL) throws(Errno) {
        self = try rethrowingErrno { () throws in
            // SAFETY: the path is used within the closure only.
            try unsafe url.withUnsafeFileSystemRepresentation { path in
                guard let path = unsafe path else { throw Errno.noSuchFileOrDirectory }
                return unsafe try Stat(path)
            }
        }
    }

    /// Whether what was read is gone: from pipes, sockets and terminals.
    var isReadOnce: Bool {
        switch type {
        case .fifo, .socket, .characterSpecial: true
        default: false
        }
    }
}

/// Runs what throws nothing but `Errno`, though its signature does not say so.
package func rethrowingErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
    do {
        return try body()
    } catch {
        throw error as? Errno ?? .ioError
    }
}
