package import Foundation
internal import SystemPackage

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
        guard url.isFileURL else { throw .notAFileToWrite(InputOrigin.withoutSecrets(url)) }
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
                let temporary = Self.temporarySibling(destination)
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

    /// Returns a random URL in the directory of a file.
    private static func temporarySibling(_ destination: URL) -> URL {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        return destination.deletingLastPathComponent().appending(
            path: ".export-\(number)", directoryHint: .notDirectory)
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
