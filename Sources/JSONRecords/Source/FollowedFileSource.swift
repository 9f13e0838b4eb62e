internal import Foundation
internal import SystemPackage

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
        throw .cannotFollow(name)
    }

    /// Returns whether another file is at the path, or the file is shorter than what was read. `false` while no file is
    /// at the path.
    private func isRotated(_ id: FileID) -> Bool {
        guard let status = try? Stat(url) else { return false }
        return FileID(status) != id || Int(status.size) < bytesRead
    }
}
