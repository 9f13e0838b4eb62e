internal import Foundation
internal import JSONRecords
internal import SystemPackage

/// The file of rejected records: NDJSON, one line a record.
///
///     {"cause":"expected …","column":19,"end":177,"line":3,"path":"$.id","record":3,"start":158,"text":"{…}"}
final class RejectsFile {
    private let path: String
    private let file: FileDescriptor
    private let isRegular: Bool
    /// Whether the first flush has truncated a regular file to the part to keep.
    private var hasFlushed = false
    private var buffer: [UInt8] = []
    private let encoder = JSONEncoder()
    /// The number of bytes of the part to keep and of the flushed lines. Buffered lines do not count.
    private(set) var bytes: Int64

    private static let bufferBytes = 64 << 10

    private struct Line: Encodable {
        var record: Int
        var start: Int
        var end: Int
        var path: String?
        var line: Int?
        var column: Int?
        var cause: String
        var text: String?
    }

    /// Opens the file, and creates it if it does not exist. Leaves its contents unchanged until the first flush.
    ///
    /// - Parameter bytes: the length of the part to keep. The bytes after this part are from a transaction that was not
    ///   committed.
    init(path: String, keeping bytes: Int64) throws(TableImportError) {
        self.path = path
        self.bytes = bytes
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        do {
            file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: .create,
                permissions: .ownerReadWrite.union([.groupRead, .otherRead]))
            let status = try Stat(file)
            // A file that is not regular, such as the null device, has no size and cannot seek.
            isRegular = status.type == .regular
            guard !isRegular || status.size >= bytes else { throw TableImportError.rejectsFileTooShort(path) }
        } catch let error as TableImportError {
            throw error
        } catch {
            throw Self.writeError(path, error)
        }
    }

    deinit {
        try? file.close()
    }

    /// Appends the line of a record to the buffer, and flushes the buffer if it is full.
    func write(_ rejected: RejectedRecord) throws {
        let error = rejected.error
        let line = Line(
            record: rejected.number, start: rejected.byteRange.lowerBound, end: rejected.byteRange.upperBound,
            path: error.path?.description, line: error.location?.line, column: error.location?.column,
            cause: error.message,
            text: rejected.text)
        buffer += try encoder.encode(line)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Writes the buffered lines to the file, and the file to the disk, so that they survive a crash.
    func synchronize() throws(TableImportError) {
        try flush()
        guard fsync(file.rawValue) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw Self.writeError(path, Errno(rawValue: errno))
        }
    }

    private func flush() throws(TableImportError) {
        do {
            if !hasFlushed, isRegular {
                try file.resize(to: bytes)
                try file.seek(offset: bytes, from: .start)
            }
            hasFlushed = true
            try file.writeAll(buffer)
        } catch {
            throw Self.writeError(path, error)
        }
        bytes += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private static func writeError(_ path: String, _ error: any Error) -> TableImportError {
        TableImportError(.database, "\(path): cannot be written: \(error)")
    }
}
