internal import Foundation
internal import SystemPackage

/// A source of the bytes of a file, a pipe, a socket or a terminal.
///
/// The file is not opened before the first read.
final class FileSource: ByteSource {
    /// A file to open.
    enum File {
        case url(URL)
        case path(FilePath)

        fileprivate func open() throws(Errno) -> FileDescriptor {
            switch self {
            case .url(let url): try .open(url)
            case .path(let path):
                try rethrowingErrno { () throws in try .open(path, .readOnly, options: .closeOnExec) }
            }
        }
    }

    private enum Origin {
        case file(File, start: Int64)
        case handle(FileHandle, start: Int64?)
    }

    private let origin: Origin
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

    /// Creates a source that reads a file.
    ///
    /// - Parameters:
    ///   - start: the offset from which a seekable file is read.
    ///   - name: the name of the file in errors.
    ///   - yieldInterval: the time after which a read of a named pipe returns without bytes; `nil` if it blocks.
    init(_ file: File, from start: Int64 = 0, name: String?, yieldInterval: Duration? = nil) {
        origin = .file(file, start: start)
        self.name = name
        self.yieldInterval = yieldInterval
    }

    /// Creates a source that reads the file of a URL from its beginning.
    convenience init(_ url: URL, name: String?, yieldInterval: Duration? = nil) {
        self.init(.url(url), name: name, yieldInterval: yieldInterval)
    }

    /// Creates a source that reads an open file. Does not close the file.
    ///
    /// A seekable file is read without moving the handle's offset, so that two readers of one handle do not take each
    /// other's bytes.
    ///
    /// - Parameters:
    ///   - start: the offset from which a seekable file is read; if `nil`, the file's offset at the first read.
    ///   - name: the name of the file in errors.
    ///   - yieldInterval: the time after which a read of a pipe, a socket or a terminal returns without bytes; `nil` if
    ///     it blocks.
    init(
        _ handle: FileHandle, from start: Int64? = nil, name: String? = nil, yieldInterval: Duration? = nil
    ) {
        origin = .handle(handle, start: start)
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
        if remaining > .zero, try file.waitUntilReadable(for: remaining) { return false }
        lastYield = .now
        return true
    }

    private func openFile() throws(ImportError) -> FileDescriptor {
        if let descriptor { return descriptor }
        do throws(Errno) {
            let file: FileDescriptor
            switch origin {
            // Opening a named pipe blocks until its other end is opened.
            case .file(let closedFile, let start): (file, offset) = (try closedFile.open(), start)
            case .handle(let handle, let start):
                file = FileDescriptor(rawValue: handle.fileDescriptor)
                offset = start ?? file.currentOffset
            }
            descriptor = file
            try examine(file)
            return file
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
        if case .file = origin { try? descriptor?.close() }
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
                try file.waitUntilReadable()
            }
        }
    }
}
