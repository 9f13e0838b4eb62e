package import Foundation
package import SystemPackage

/// A sink that writes to a file, a pipe, a socket or a terminal.
///
/// A named file is written as a temporary file in the same directory, and renamed when it is complete: another process
/// finds the old file or the new one, never a part of it. If the name is that of something other than a regular file,
/// such as a named pipe or a device, the sink writes to it directly.
package final class FileSink: ByteSink {
    /// The maximum number of symbolic links in a chain, as on Linux.
    private static let maximumSymbolicLinks = 40

    package let name: String?
    private let descriptor: FileDescriptor
    /// The owner of the descriptor; `nil` if the sink itself owns and closes it.
    private let handle: FileHandle?
    /// The URL of the temporary file, and the URL that the complete file is moved to; `nil` without a temporary file.
    private var pendingMove: (temporary: URL, destination: URL)?
    private var bytesWritten = 0
    private var isClosed = false

    /// The path of the temporary file; `nil` without one. A process that exits before ``finish()`` removes this file.
    package var temporaryPath: String? { pendingMove?.temporary.path }

    /// Creates a sink for a handle that the caller has opened and will close.
    package init(_ handle: FileHandle) {
        name = handle === FileHandle.standardOutput ? "standard output" : nil
        self.handle = handle
        descriptor = FileDescriptor(rawValue: handle.fileDescriptor)
    }

    /// Creates a file. If the URL is that of something other than a regular file, opens it instead.
    package init(_ url: URL) throws(ImportError) {
        guard url.isFileURL else {
            throw ImportError(
                .cannotWrite, "is not a file URL",
                advice: "write to a file and upload it, or write to a socket",
                input: InputOrigin.withoutSecrets(url))
        }
        name = url.path
        handle = nil
        do throws(Errno) {
            let status = try Self.status(of: url)
            if let status, status.type != .regular {
                descriptor = try .open(url, .writeOnly)
            } else {
                // Replacing a file requires no permission to write to it, but a read-only file must not be replaced.
                // SAFETY: the path is NUL-terminated, and valid for the call.
                if status != nil, unsafe access(url.path, W_OK) != 0 { throw Errno(rawValue: errno) }
                let destination = try Self.destination(of: url)
                let number = String(UInt64.random(in: 0 ... .max), radix: 36)
                let temporary = destination.deletingLastPathComponent().appending(
                    path: ".export-\(number)", directoryHint: .notDirectory)
                descriptor = try .open(temporary, .writeOnly, options: [.create, .exclusiveCreate])
                pendingMove = (temporary, destination)
                if let status { _ = fchmod(descriptor.rawValue, status.mode.rawValue & 0o7777) }
            }
        } catch {
            throw .cannotWrite(url.path, error)
        }
    }

    /// Returns the status of the file at a URL, after following symbolic links; `nil` if no file exists.
    private static func status(of url: URL) throws(Errno) -> Stat? {
        // SAFETY: the path is used within the closure only.
        let isPath = unsafe url.withUnsafeFileSystemRepresentation { path in
            guard let path = unsafe path else { return false }
            return unsafe path.pointee != 0
        }
        // A URL that the file system cannot represent must not be taken for another path.
        guard isPath else { throw .noSuchFileOrDirectory }
        do throws(Errno) {
            return try Stat(url)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Returns the URL of a file after following symbolic links. The file need not exist.
    private static func destination(of url: URL) throws(Errno) -> URL {
        var destination = FilePath(url.path)
        for _ in 0...maximumSymbolicLinks {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: destination.string)
            else {
                return URL(filePath: destination.string, directoryHint: .notDirectory)
            }
            destination = destination.removingLastComponent().pushing(FilePath(target))
        }
        throw .tooManySymbolicLinkLevels
    }

    deinit {
        discard()
        if handle == nil, !isClosed { try? descriptor.close() }
    }

    package func write(_ bytes: Span<UInt8>) throws(ImportError) {
        do throws(Errno) {
            try descriptor.writeAll(bytes)
            bytesWritten += bytes.count
        } catch {
            throw .writeFailed(name, after: bytesWritten, error)
        }
    }

    package func finish() throws(ImportError) {
        guard handle == nil else { return }
        do throws(Errno) {
            // Some systems report a full disk only when the file is closed.
            isClosed = true
            try rethrowingErrno { try descriptor.close() }
        } catch {
            throw .writeFailed(name, after: bytesWritten, error)
        }
        guard let (temporary, destination) = pendingMove else { return }
        // SAFETY: both paths are NUL-terminated, and valid for the call.
        guard unsafe rename(temporary.path, destination.path) == 0 else {
            throw .cannotWrite(name, Errno(rawValue: errno))
        }
        pendingMove = nil
    }

    package func discard() {
        // SAFETY: the path is NUL-terminated, and valid for the call.
        if let pendingMove { _ = unsafe unlink(pendingMove.temporary.path) }
        pendingMove = nil
    }
}

/// A destination of text.
package protocol ByteSink: AnyObject {
    /// The name of the destination in errors.
    var name: String? { get }

    /// Writes all of the bytes, and waits as long as that takes.
    func write(_ bytes: Span<UInt8>) throws(ImportError)

    /// Makes the written bytes final. Nothing is written after this call.
    func finish() throws(ImportError)

    /// Discards what was written, as far as that is possible.
    func discard()
}

/// A sink that collects bytes in memory.
package final class MemorySink: ByteSink {
    package private(set) var bytes: [UInt8] = []

    package var name: String? { nil }

    package init() {}

    package func write(_ bytes: Span<UInt8>) { self.bytes.append(copying: bytes) }

    package func finish() {}
    package func discard() { bytes = [] }
}

extension FileDescriptor {
    /// Writes all of the bytes, and waits if the descriptor does not accept them yet. A pipe without a reader is an
    /// error, not a signal.
    func writeAll(_ bytes: Span<UInt8>) throws(Errno) {
        var written = 0
        while written < bytes.count {
            do throws(Errno) {
                // SAFETY: the bytes are valid for the call.
                written += try unsafe bytes.extracting(written...).withUnsafeBytes { rest throws(Errno) in
                    try withoutSignal { () throws(Errno) in
                        try rethrowingErrno { try unsafe write(rest) }
                    }
                }
            } catch .resourceTemporarilyUnavailable {
                try wait(for: POLLOUT)
            }
        }
    }

    #if canImport(Darwin)
        /// Keeps a write to a pipe without a reader from ending the process.
        private func withoutSignal(_ write: () throws(Errno) -> Int) throws(Errno) -> Int {
            // SAFETY: the descriptor is open; the call takes no pointers.
            _ = unsafe fcntl(rawValue, F_SETNOSIGPIPE, 1)
            return try write()
        }
    #else
        /// Keeps a write to a pipe without a reader from ending the process. Blocks SIGPIPE for the writing thread, which would
        /// receive it, during the write. Consumes the signal if this write raised it.
        private func withoutSignal(_ write: () throws(Errno) -> Int) throws(Errno) -> Int {
            var (brokenPipe, oldMask, pending) = (sigset_t(), sigset_t(), sigset_t())
            // SAFETY: the sets outlive the calls.
            unsafe sigemptyset(&brokenPipe)
            unsafe sigaddset(&brokenPipe, SIGPIPE)
            unsafe sigpending(&pending)
            let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
            unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &oldMask)
            defer { unsafe pthread_sigmask(SIG_SETMASK, &oldMask, nil) }
            do throws(Errno) {
                return try write()
            } catch {
                var timeout = timespec()
                if error == .brokenPipe, !wasPending { unsafe sigtimedwait(&brokenPipe, nil, &timeout) }
                throw error
            }
        }
    #endif
}

/// The errors of sinks.
extension ImportError {
    package static func cannotWrite(_ output: String?, _ error: Errno) -> ImportError {
        let (message, advice) = writeReason(error)
        return ImportError(
            .cannotWrite, "cannot be written: \(message)", advice: advice, input: output, cause: error)
    }

    static func writeFailed(_ output: String?, after count: Int, _ error: Errno) -> ImportError {
        let (message, advice) = writeReason(error)
        return ImportError(
            .writeFailed, "writing failed after \(count) bytes: \(message)", advice: advice, input: output,
            cause: error)
    }

    private static func writeReason(_ error: Errno) -> (message: String, advice: String?) {
        switch error {
        case .noSpace, .diskQuotaExceeded:
            ("the disk is full", "free some disk space, or write to another disk")
        case .brokenPipe: ("the reading end is closed", nil)
        case .noSuchFileOrDirectory: ("the directory does not exist", "create it first")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            ("writing is not permitted", "get write permission from the owner, or write to another location")
        case .badFileDescriptor: ("the file handle is closed, or not open for writing", nil)
        default: reason(error)
        }
    }
}
