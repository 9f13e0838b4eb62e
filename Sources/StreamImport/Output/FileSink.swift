internal import Foundation
internal import SystemPackage

/// Writes a file, a pipe, a socket or a terminal.
///
/// A file with a name is written beside its temporary, and moved there when it is complete: another process finds the
/// old file or the new one, never a part of it. What is no file, such as a named pipe or a device, is written to as
/// it is.
final class FileSink: ByteSink {
    /// How many links may follow each other, as on Linux.
    private static let maximumSymbolicLinks = 40

    let name: String?
    private let descriptor: FileDescriptor
    /// Whom the descriptor belongs to; `nil` if it is ours to close.
    private let handle: FileHandle?
    /// Where the file is until it is complete, and where it goes then.
    private var pendingMove: (temporary: URL, destination: URL)?
    private var bytesWritten = 0
    private var isClosed = false

    /// Writes to what someone else has opened and will close.
    init(_ handle: FileHandle) {
        name = handle === FileHandle.standardOutput ? "standard output" : nil
        self.handle = handle
        descriptor = FileDescriptor(rawValue: handle.fileDescriptor)
    }

    /// Creates a file, or writes to what is there if that is no file.
    init(_ url: URL) throws(ImportError) {
        guard url.isFileURL else { throw .notAFileToWrite(InputOrigin.withoutSecrets(url)) }
        name = url.path
        handle = nil
        do throws(Errno) {
            let status = try Self.status(of: url)
            if let status, status.type != .regular {
                descriptor = try .open(url, .writeOnly)
            } else {
                // Replacing a file needs no permission to write it, which is no reason to do so.
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

    /// What is there; `nil` if nothing is, not even behind a link.
    private static func status(of url: URL) throws(Errno) -> Stat? {
        // SAFETY: the path is looked at within the closure only.
        let isPath = unsafe url.withUnsafeFileSystemRepresentation { path in
            guard let path = unsafe path else { return false }
            return unsafe path.pointee != 0
        }
        // A path that the file system cannot spell is not to become another one.
        guard isPath else { throw .noSuchFileOrDirectory }
        do throws(Errno) {
            return try Stat(url)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Where a file is, or is to be, that may be reached by links, even by one that leads to no file yet.
    private static func destination(of url: URL) throws(Errno) -> URL {
        var destination = FilePath(url.path)
        for _ in 0...maximumSymbolicLinks {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: destination.string)
            else {
                return URL(filePath: destination.string, directoryHint: .notDirectory)
            }
            destination = destination.removingLastComponent().pushing(FilePath(next))
        }
        throw .tooManySymbolicLinkLevels
    }

    private static func temporarySibling(_ destination: URL) -> URL {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        return destination.deletingLastPathComponent().appending(
            path: ".export-\(number)", directoryHint: .notDirectory)
    }

    deinit {
        discard()
        if handle == nil, !isClosed { try? descriptor.close() }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ImportError) {
        do throws(Errno) {
            // SAFETY: the bytes are valid for the call.
            try unsafe descriptor.writeAll(bytes)
            bytesWritten += bytes.count
        } catch {
            throw .writeFailed(name, after: bytesWritten, error)
        }
    }

    func finish() throws(ImportError) {
        guard handle == nil else { return }
        do throws(Errno) {
            // Some systems find out only now that the disk is full.
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

    func discard() {
        // SAFETY: as above.
        if let pendingMove { _ = unsafe unlink(pendingMove.temporary.path) }
        pendingMove = nil
    }
}
