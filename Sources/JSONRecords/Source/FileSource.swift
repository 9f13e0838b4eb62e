internal import Foundation
internal import SystemPackage

/// The bytes of a file, a pipe, a socket or a terminal.
///
/// Nothing is touched before the first read.
final class FileSource: ByteSource {
    private enum Origin {
        case url(URL)
        case handle(FileHandle, start: Int64?)
    }

    private let origin: Origin
    private let name: String?
    /// Set while the file is open: from the first read to the end.
    private var descriptor: FileDescriptor?
    /// Where the next read starts, in a file that has places; pipes, sockets and terminals have none.
    private var offset: Int64?
    /// Keeps a read too many from opening the file anew.
    private var hasEnded = false
    private(set) var bytesRead = 0

    /// The size of a regular file, once it is open; from a handle, what follows the offset where reading starts.
    private(set) var totalBytes: Int?

    /// Reads a file from its beginning.
    ///
    /// - Parameter name: What errors call the file.
    init(_ url: URL, name: String?) {
        origin = .url(url)
        self.name = name
    }

    /// Reads an open file from `start`, or from where it stands at the first read. The file is not closed.
    ///
    /// A file that has places is read without moving the handle's own, so that two readers of one handle do not take each
    /// other's bytes away.
    ///
    /// - Parameters:
    ///   - start: Where a file that has places is read from.
    ///   - name: What errors call the file.
    init(_ handle: FileHandle, from start: Int64? = nil, name: String? = nil) {
        origin = .handle(handle, start: start)
        self.name = name
    }

    deinit {
        close()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead {
        if hasEnded { return .end }
        let file = try openFile()
        let count: Int
        do throws(Errno) {
            // SAFETY: the buffer is lent on for the call.
            count = unsafe try read(file, buffer)
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

    private func openFile() throws(ImportError) -> FileDescriptor {
        if let descriptor { return descriptor }
        do throws(Errno) {
            let file: FileDescriptor
            switch origin {
            // Waits, as the system does, for the other end of a named pipe.
            case .url(let url): (file, offset) = (try .open(url), 0)
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
        // Opening a directory succeeds; only reading it would not.
        guard status.type != .directory else { throw .isDirectory }
        // Files that the kernel makes up as they are read have a size of 0.
        let ahead = status.type == .regular ? Int(status.size) - Int(offset ?? 0) : 0
        totalBytes = ahead > 0 ? ahead : nil
        if status.isReadOnce { offset = nil }
    }

    /// Closes the file, unless somebody else has opened it.
    private func close() {
        if case .url = origin { try? descriptor?.close() }
        descriptor = nil
    }

    /// Reads what is there, waiting for at least one byte; 0 at the end.
    private func read(_ file: FileDescriptor, _ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        // More than this in one call is refused by some systems.
        // SAFETY: the prefix lies within the buffer, which the caller lends for the call.
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(Int32.max)))
        while true {
            do throws(Errno) {
                return try rethrowingErrno { () throws in
                    // SAFETY: the system writes within the buffer only, here and below.
                    guard let offset else { return unsafe try file.read(into: target) }
                    let count = unsafe try file.read(fromAbsoluteOffset: offset, into: target)
                    self.offset = offset + Int64(count)
                    return count
                }
            } catch .resourceTemporarilyUnavailable {
                try file.waitUntilReadable()
            }
        }
    }
}
