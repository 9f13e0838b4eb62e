internal import Foundation
package import SystemPackage

/// The properties of a file by which a reader of a part recognizes that the file is the one that was divided.
public struct InputFingerprint: Hashable, Sendable {
    /// The number of first bytes that a fingerprint has.
    static let firstByteCount = 64

    /// The size of the file, in bytes.
    public var size: Int

    /// The time of the last modification, in seconds since 1970 with nine decimal places, such as `1795546800.123456789`;
    /// `nil` if it is not compared. It is the output of `stat -c %.9Y`.
    public var modified: String?

    /// The first bytes of the file; `nil` if they are not compared. A file that is divided gets its first 64 bytes.
    public var firstBytes: [UInt8]?

    /// Creates a fingerprint.
    public init(size: Int, modified: String? = nil, firstBytes: [UInt8]? = nil) {
        self.size = size
        self.modified = modified
        self.firstBytes = firstBytes
    }

    /// Reads the fingerprint of a file.
    ///
    /// - Throws: ``ImportError/Code/cannotOpen``, also if the file is not regular.
    package init(of path: FilePath) throws(ImportError) {
        // Opening a named pipe would wait for a writer.
        if let type = try? Stat(path).type, type != .regular, type != .directory {
            throw .notRegular(path.string)
        }
        do throws(Errno) {
            let file = try rethrowingErrno { try FileDescriptor.open(path, .readOnly, options: .closeOnExec) }
            defer { try? file.close() }
            let status = try Stat(file)
            guard status.type != .directory else { throw .isDirectory }
            self.init(
                size: Int(status.size), modified: Self.text(of: status.st_mtim),
                firstBytes: try file.firstBytes(Self.firstByteCount))
        } catch {
            throw .cannotOpen(path.string, error)
        }
    }

    private static func text(of time: timespec) -> String {
        let nanoseconds = String(time.tv_nsec)
        return "\(time.tv_sec)." + String(repeating: "0", count: 9 - nanoseconds.count) + nanoseconds
    }

    /// Whether the file is compressed.
    package var isCompressed: Bool {
        if case .compressed = CompressionFormat.detect(in: firstBytes ?? []) { true } else { false }
    }

    /// Checks that a file has this fingerprint.
    ///
    /// - Throws: ``ImportError/Code/inputChanged``, or ``ImportError/Code/cannotOpen``.
    func check(_ path: FilePath) throws(ImportError) {
        let found = try InputFingerprint(of: path)
        guard found.size == size else {
            throw .inputChanged(path.string, "its size is \(found.size) bytes, and was \(size)")
        }
        if let firstBytes, found.firstBytes?.starts(with: firstBytes) != true {
            throw .inputChanged(path.string, "its first bytes have changed")
        }
        if let modified, found.modified != modified {
            throw .inputChanged(
                path.string, "its modification time is \(found.modified ?? "unknown"), and was \(modified)",
                advice: "divide it again; or, if it is a copy, remove the member modified from the manifest")
        }
    }
}

extension FileDescriptor {
    /// Returns the first bytes of a file; fewer if the file is shorter.
    fileprivate func firstBytes(_ maximumCount: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < maximumCount {
            let next = try self.bytes(at: Int64(bytes.count), maximumCount - bytes.count)
            guard !next.isEmpty else { break }
            bytes += next
        }
        return bytes
    }
}
