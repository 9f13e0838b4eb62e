internal import Foundation
package import JSONRecords
package import SystemPackage

/// The input of an import: a file, or a source that can be read only once.
package struct TableInput: Sendable {
    /// The name of the input in messages.
    package let name: String
    /// The path of the file; `nil` for an input without a path, such as standard input. Only the import of a
    /// file can be resumed.
    package let file: FilePath?
    /// The part of the file to read; `nil` for the whole input.
    package let part: InputPart?
    /// A closure that returns the records of the input, to be read with the given options.
    package let records: @Sendable (ReadOptions) -> RecordInput

    package init(
        name: String, file: FilePath?, part: InputPart? = nil,
        records: @escaping @Sendable (ReadOptions) -> RecordInput
    ) {
        (self.name, self.file, self.part, self.records) = (name, file, part, records)
    }

    /// Whether the input is a regular file, which can be read again.
    var isFile: Bool {
        guard let file, let status = try? Stat(file) else { return false }
        return status.type == .regular
    }

    /// The number of records of the file before this input.
    var precedingRecordCount: Int { (part?.firstRecord ?? 1) - 1 }

    /// The name of the input in checkpoints; `nil` for an input without checkpoints.
    var checkpointName: CheckpointName? {
        guard isFile, let fullPath else { return nil }
        let isWhole = part.map { $0.byteRange == 0..<$0.fingerprint.size } ?? true
        return CheckpointName(file: fullPath, byteRange: isWhole ? nil : part?.byteRange)
    }

    /// Whether the input seems readable: the file exists and can be read, or the input has no path.
    var canBeOpened: Bool {
        // SAFETY: the string is valid for the call.
        file.map { unsafe $0.withPlatformString { unsafe access($0, R_OK) == 0 } } ?? true
    }

    /// The absolute path of the file, with symbolic links resolved. Bytes that are not UTF-8 are written as `\xFF`.
    var fullPath: String? {
        guard let file,
            // SAFETY: `realpath` returns a string that the caller frees, or `nil`.
            let path = unsafe file.withPlatformString({ unsafe realpath($0, nil) })
        else { return nil }
        defer { unsafe free(path) }
        let bytes = unsafe UnsafeRawBufferPointer(start: path, count: strlen(path))
        if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
        // SAFETY: the bytes are valid until they are freed at the end.
        return unsafe bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16) }
            .joined()
    }
}

/// The status of a file before it is read. The file stays open, so that it is found again after it was renamed or removed.
final class FileStamp {
    private let file: FileDescriptor
    private let status: Stat

    init?(_ path: FilePath) {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec),
            let status = try? Stat(file)
        else { return nil }
        (self.file, self.status) = (file, status)
    }

    deinit { try? file.close() }

    var size: Int64 { Int64(status.size) }

    /// Whether the file may have been read as it was: it is unchanged, or has grown. The digest of the text tells later
    /// whether it has only grown.
    var isCurrent: Bool {
        guard let now = try? Stat(file) else { return false }
        let (time, earlier) = (now.st_mtim, status.st_mtim)
        return now.size > status.size
            || now.size == status.size && (time.tv_sec, time.tv_nsec) == (earlier.tv_sec, earlier.tv_nsec)
    }
}

/// The name of an input in checkpoints, which tells the parts of a file apart.
struct CheckpointName {
    /// The absolute path of the file.
    let file: String
    /// The range of the bytes of a part; `nil` for the whole file.
    let byteRange: Range<Int>?

    fileprivate static let separator = "#bytes="

    /// The range of the names of the parts of a file, in the order of their bytes: `>` follows `=`.
    static func names(ofPartsOf file: String) -> Range<String> { "\(file)\(separator)"..<"\(file)#bytes>" }

    var text: String {
        byteRange.map { "\(file)\(Self.separator)\($0.lowerBound)-\($0.upperBound)" } ?? file
    }

    /// Returns whether two different inputs of one file have bytes in common.
    func overlaps(_ other: CheckpointName) -> Bool {
        guard let byteRange, let otherRange = other.byteRange else {
            return byteRange != other.byteRange
        }
        return byteRange != otherRange && byteRange.overlaps(otherRange)
    }
}

extension CheckpointName {
    /// Creates the name of a part of a file from its text; `nil` if the text is not the name of the file or of a part.
    init?(_ text: String, of file: String) {
        guard text != file else {
            self.init(file: file, byteRange: nil)
            return
        }
        // Bytes, because a scalar at the end of the name may make one character of itself and the separator.
        let start = "\(file)\(Self.separator)".utf8
        guard text.utf8.starts(with: start) else { return nil }
        let numbers = text.utf8.dropFirst(start.count).split(separator: UInt8(ascii: "-"))
            .map { Int(Substring($0)) }
        guard numbers.count == 2, let start = numbers[0], let end = numbers[1], start <= end else {
            return nil
        }
        self.init(file: file, byteRange: start..<end)
    }
}
