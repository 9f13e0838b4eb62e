package import Foundation
package import SystemPackage

/// A source of the bytes of a file, a pipe, a socket or a terminal.
///
/// The file is not opened before the first read.
final class FileSource: ByteSource {
    /// What a source reads.
    enum File {
        case url(URL)
        case path(FilePath)
        /// An open file, which the caller closes.
        case handle(FileHandle)

        /// Opens the file. Opening a named pipe blocks until its other end is opened.
        func open() throws(Errno) -> FileDescriptor {
            switch self {
            case .url(let url): try .open(url)
            case .path(let path):
                try rethrowingErrno { () throws in try .open(path, .readOnly, options: .closeOnExec) }
            case .handle(let handle): FileDescriptor(rawValue: handle.fileDescriptor)
            }
        }

        /// Reads the status of the file. Follows symbolic links.
        func status() throws(Errno) -> Stat {
            switch self {
            case .url(let url): try Stat(url)
            case .path(let path): try Stat(path)
            case .handle(let handle): try Stat(FileDescriptor(rawValue: handle.fileDescriptor))
            }
        }
    }

    private let file: File
    private let start: Int64?
    private let name: String?
    /// The time after which a read of a pipe, a socket or a terminal returns without bytes; `nil` if it blocks.
    private let yieldInterval: Duration?
    private var lastYield = ContinuousClock.now
    /// The descriptor while the file is open: from the first read to the end.
    private var descriptor: FileDescriptor?
    /// The offset at which the next read starts in a seekable file; `nil` for pipes, sockets and terminals.
    private var offset: Int64?
    /// Whether the end was read. Prevents a further read from reopening the file.
    private var hasEnded = false
    private(set) var bytesRead = 0

    /// The size of a regular file, once it is open; for a handle, the number of bytes after the offset at which reading
    /// starts. `nil` if it is not known.
    private(set) var totalBytes: Int?

    /// Creates a source that reads a file. Does not close the file of a handle.
    ///
    /// A seekable file is read without moving the handle's offset, so that two readers of one handle do not take each
    /// other's bytes.
    ///
    /// - Parameters:
    ///   - start: the offset from which a seekable file is read; if `nil`, the file's offset at the first read.
    ///   - name: the name of the file in errors.
    ///   - yieldInterval: the time after which a read of a pipe, a socket or a terminal returns without bytes; `nil` if
    ///     it blocks.
    init(_ file: File, from start: Int64? = nil, name: String? = nil, yieldInterval: Duration? = nil) {
        self.file = file
        self.start = start
        self.name = name
        self.yieldInterval = yieldInterval
    }

    deinit {
        close()
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        if hasEnded { return .end }
        let file = try openFile()
        let count: Int
        do throws(Errno) {
            guard try !yields(file) else { return .needMoreData }
            count = try read(file, &buffer)
        } catch {
            throw .readFailed(name, after: bytesRead, error)
        }
        guard count > 0 else {
            close()
            hasEnded = true
            return .end
        }
        bytesRead += count
        return .bytes(count)
    }

    /// Waits until bytes can be read or the yield interval has passed. Returns whether it has passed.
    private func yields(_ file: FileDescriptor) throws(Errno) -> Bool {
        guard let yieldInterval, offset == nil else { return false }
        let remaining = yieldInterval - (ContinuousClock.now - lastYield)
        if remaining > .zero, try file.wait(for: POLLIN, atMost: remaining) { return false }
        lastYield = .now
        return true
    }

    private func openFile() throws(ImportError) -> FileDescriptor {
        if let descriptor { return descriptor }
        do throws(Errno) {
            let descriptor = try file.open()
            self.descriptor = descriptor
            offset = start ?? descriptor.currentOffset
            try examine(descriptor)
            return descriptor
        } catch {
            close()
            throw .cannotOpen(name, error)
        }
    }

    private func examine(_ file: FileDescriptor) throws(Errno) {
        let status = try Stat(file)
        // Opening a directory succeeds; only reading it would fail.
        guard status.type != .directory else { throw .isDirectory }
        // Files that the kernel generates as they are read have a size of 0.
        let unreadCount = status.type == .regular ? Int(status.size) - Int(offset ?? 0) : 0
        totalBytes = unreadCount > 0 ? unreadCount : nil
        if status.isReadOnce { offset = nil }
    }

    /// Closes the file, unless the caller opened it.
    private func close() {
        if case .handle = file {} else { try? descriptor?.close() }
        descriptor = nil
    }

    /// Reads the available bytes, and waits for at least one. Returns 0 at the end.
    private func read(_ file: FileDescriptor, _ buffer: inout OutputSpan<UInt8>) throws(Errno) -> Int {
        while true {
            do throws(Errno) {
                let count = try file.read(at: offset, into: &buffer)
                if let offset { self.offset = offset + Int64(count) }
                return count
            } catch .resourceTemporarilyUnavailable {
                try file.wait(for: POLLIN)
            }
        }
    }
}

/// A source of the bytes of a file to which another program appends, like `tail -F`.
///
/// At the end of the file, a read waits for a moment and then returns ``SourceRead/needMoreData``. The bytes end when
/// another file is at the path, or when the file is shorter than what was read: logs are rotated in both ways. Bytes that
/// were appended to the old file before its rotation was noticed are read.
final class FollowedFileSource: ByteSource {
    private let url: URL
    private let name: String?
    private var file: (descriptor: FileDescriptor, id: FileID)?
    private var hasEnded = false
    private(set) var bytesRead = 0
    var totalBytes: Int? { nil }

    /// The interval at which a file that does not grow is read again, in microseconds.
    private static let pollInterval: UInt32 = 100_000

    /// - Parameter name: the name of the file in errors.
    init(_ url: URL, name: String?) {
        self.url = url
        self.name = name
    }

    deinit {
        try? file?.descriptor.close()
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        guard !hasEnded else { return .end }
        let file = try openedFile()
        // Checks for rotation before the read: a read without bytes after a rotation is at the end of the old file.
        let isRotated = isRotated(file.id)
        let count: Int
        do throws(Errno) {
            count = try file.descriptor.read(at: Int64(bytesRead), into: &buffer)
        } catch {
            throw .readFailed(name, after: bytesRead, error)
        }
        bytesRead += count
        guard count == 0 else { return .bytes(count) }
        hasEnded = isRotated
        if !hasEnded { usleep(Self.pollInterval) }
        return hasEnded ? .end : .needMoreData
    }

    private func openedFile() throws(ImportError) -> (descriptor: FileDescriptor, id: FileID) {
        if let file { return file }
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(url)
            let status = try rethrowingErrno { () throws in try Stat(descriptor) }
            let opened = (descriptor, FileID(status))
            file = opened
            if status.type == .regular { return opened }
        } catch {
            throw .cannotOpen(name, error)
        }
        throw ImportError(
            .cannotOpen, "cannot be followed, because it is not a regular file",
            advice: "import it without following: a pipe is read until it is closed", input: name)
    }

    /// Returns whether another file is at the path, or the file is shorter than what was read. `false` while no file is
    /// at the path.
    private func isRotated(_ id: FileID) -> Bool {
        guard let status = try? Stat(url) else { return false }
        return FileID(status) != id || Int(status.size) < bytesRead
    }
}

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

    /// The offset at which the next `read` starts; `nil` if the file is not seekable, such as a pipe.
    var currentOffset: Int64? {
        try? seek(offset: 0, from: .current)
    }

    /// Waits until a `read` or a `write` would not block, the time has passed, or a signal arrives.
    ///
    /// - Parameters:
    ///   - event: `POLLIN` for a `read`, `POLLOUT` for a `write`.
    ///   - time: the maximum time to wait; `nil` for any time.
    /// - Returns: whether the call would not block.
    @discardableResult
    func wait(for event: Int32, atMost time: Duration? = nil) throws(Errno) -> Bool {
        var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
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

/// The device and the inode of a file, which stay the same when the file is renamed.
package struct FileID: Equatable {
    private let device: DeviceID
    private let inode: Inode

    package init(_ status: Stat) {
        (device, inode) = (status.deviceID, status.inode)
    }
}
