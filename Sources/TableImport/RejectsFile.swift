internal import Foundation
package import JSONRecords
internal import SystemPackage

/// The file of rejected records, to which the program appends: NDJSON, one line a record.
///
/// A line is written before the checkpoint that counts its record, so that no line is lost. If the program is killed in
/// between, the next run rejects the record again, and the file has its line twice.
package final class RejectsFile {
    private let path: String
    /// The path from which the lines of earlier runs are read.
    private let readablePath: FilePath
    private let file: FileDescriptor
    private let isRegular: Bool
    private var buffer: [UInt8] = []

    private static let bufferBytes = 64 << 10

    /// Opens the file, or standard output for `-`, and creates the file if it does not exist. Leaves its contents unchanged until the first flush.
    package init(path: String) throws(TableImportError) {
        let isStandardOutput = path == "-"
        self.path = isStandardOutput ? "standard output" : path
        readablePath = FilePath(isStandardOutput ? "/dev/stdout" : path)
        do {
            // The descriptor of standard output is shared with other programs, which continue to write after its offset.
            file =
                try isStandardOutput
                ? FileDescriptor.standardOutput.duplicate()
                : .open(URL(filePath: path), .writeOnly, options: [.create, .append])
            // A file that is not regular, such as a pipe or the null device, has no size and cannot be read.
            isRegular = try Stat(file).type == .regular
        } catch {
            throw Self.writeError(self.path, error)
        }
    }

    deinit {
        try? file.close()
    }

    /// Appends the line of a record to the buffer, and flushes a full buffer. A long text is written in pieces.
    func write(_ line: RejectsLine, text: Span<UInt8>?) throws(TableImportError) {
        let isLong = (text?.count ?? 0) >= RejectsLine.longTextBytes
        if isLong {
            try flush()
            try lock()
        }
        defer { if isLong { unlock() } }
        line.append(to: &buffer)
        if let text {
            buffer += RejectsLine.textStart
            var pieces = CompactJSON.Pieces(of: text)
            while pieces.appendNext(to: &buffer) {
                if isLong, buffer.count >= Self.bufferBytes { try writeBuffer() }
            }
            buffer += RejectsLine.textEnd
        }
        buffer += RejectsLine.end
        if isLong {
            try writeBuffer()
        } else if buffer.count >= Self.bufferBytes {
            try flush()
        }
    }

    /// Writes the buffered lines to the file, and the file to the disk, so that they survive a crash.
    func synchronize() throws(TableImportError) {
        try flush()
        guard fsync(file.rawValue) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw Self.writeError(path, Errno(rawValue: errno))
        }
    }

    func flush() throws(TableImportError) {
        try lock()
        defer { unlock() }
        try writeBuffer()
    }

    private func writeBuffer() throws(TableImportError) {
        do { try file.writeAll(buffer) } catch { throw Self.writeError(path, error) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Waits until no other import writes to the file, and repairs the last line, which a crash of another import may have
    /// left incomplete.
    private func lock() throws(TableImportError) {
        guard isRegular else { return }
        // A file system without locks has no imports that wait for each other.
        while flock(file.rawValue, LOCK_EX) != 0, errno == EINTR {}
        do { try file.repairLastLine(reading: readablePath) } catch { throw Self.writeError(path, error) }
    }

    private func unlock() {
        if isRegular { _ = flock(file.rawValue, LOCK_UN) }
    }

    private static func writeError(_ path: String, _ error: any Error) -> TableImportError {
        TableImportError(.database, "\(path): cannot be written: \(error)")
    }
}

extension FileDescriptor {
    private static let pieceBytes: Int64 = 64 << 10

    /// Repairs a last line without a line feed: removes the line if it is the beginning of a rejects line, as a crash
    /// during a write leaves it. Any other line gets a line feed.
    ///
    /// - Parameter path: the path of the file. A file that cannot be read stays unchanged.
    fileprivate func repairLastLine(reading path: FilePath) throws {
        guard let reader = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return }
        defer { try? reader.close() }
        let size = Int64(try Stat(reader).size)
        guard size > 0, try reader.bytes(in: size - 1..<size) != [UInt8(ascii: "\n")] else { return }
        let start = try reader.startOfLastLine(before: size)
        let line = try reader.bytes(in: start..<min(size, start + Int64(RejectsLine.start.count)))
        if RejectsLine.start.starts(with: line) {
            try resize(to: start)
        } else {
            try writeAll([UInt8(ascii: "\n")])
        }
    }

    /// Returns the offset after the last line feed before `end`.
    private func startOfLastLine(before end: Int64) throws -> Int64 {
        var end = end
        while end > 0 {
            let start = max(0, end - Self.pieceBytes)
            if let lineFeed = try bytes(in: start..<end).lastIndex(of: UInt8(ascii: "\n")) {
                return start + Int64(lineFeed) + 1
            }
            end = start
        }
        return 0
    }

    /// Reads a range of bytes; fewer if the file ends before.
    private func bytes(in range: Range<Int64>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        // SAFETY: `read` gets the address and the size of the buffer, and writes only within the buffer.
        let count = try unsafe bytes.withUnsafeMutableBytes {
            unsafe try read(fromAbsoluteOffset: range.lowerBound, into: $0)
        }
        return Array(bytes.prefix(count))
    }
}

/// A line of a rejects file. Its members are sorted, so that the text is the last one:
///
///     {"cause":"expected …","column":19,"end":177,"input":"/data/a.json","line":3,"path":"$.id","record":3,"start":158,"text":"{…}"}
struct RejectsLine {
    private let json: CompactJSON

    /// The number of bytes at which a text is written in pieces.
    static let longTextBytes = 64 << 10
    static let start = Array(#"{"cause":""#.utf8)
    static let textStart = Array(#","text":""#.utf8)
    static let textEnd = Array(#"""#.utf8)
    static let end = Array("}\n".utf8)

    /// - Parameter input: the full path of the input, or `-`.
    init(_ rejected: RejectedRecord, input: String) {
        let (error, location) = (rejected.error, rejected.error.location)
        json = [
            "cause": .string(error.message), "column": location.map { .count($0.column) },
            "end": .count(rejected.byteRange.upperBound), "input": .string(input),
            "line": location.map { .count($0.line) }, "path": error.path.map { .string($0.description) },
            "record": .count(rejected.number), "start": .count(rejected.byteRange.lowerBound),
        ]
    }

    /// Appends the members without the text, and without the closing brace.
    func append(to bytes: inout [UInt8]) {
        json.append(to: &bytes)
        bytes.removeLast()
    }
}

/// The count of rejected records, including those of earlier runs, and the file that rejected records are written to.
package final class RejectedRecordLog {
    package private(set) var count = 0
    /// The number of records when the file was flushed last.
    private var flushedCount = 0
    private let input: String
    private let file: RejectsFile?
    private let report: ((RejectedRecord) -> Void)?

    /// Creates the log of a run that continues after a checkpoint.
    convenience init(
        of input: TableInput, _ options: TableImportOptions, after checkpoint: Checkpoint
    ) throws {
        let isWritten = input.canBeOpened && !options.isDryRun
        let file = isWritten ? try options.rejects.map { try RejectsFile(path: $0) } : nil
        self.init(of: input, to: file, report: options.onRejected)
        count = checkpoint.rejected
    }

    /// Creates the log of a run without a checkpoint.
    ///
    /// - Parameters:
    ///   - file: the file that rejected records are written to; `nil` for none.
    ///   - report: receives each rejected record.
    package init(of input: TableInput, to file: RejectsFile?, report: ((RejectedRecord) -> Void)?) {
        // The full path tells inputs with the same name in several folders apart.
        self.input = (input.isFile ? input.fullPath : nil) ?? input.file?.string ?? "-"
        (self.file, self.report) = (file, report)
    }

    /// Whether the texts of rejected records are needed, because the file contains them.
    package var needsText: Bool { file != nil }

    /// Adds a record, whose text is in memory.
    func add(_ rejected: RejectedRecord) throws {
        guard let text = rejected.text else { return try add(rejected, text: nil) }
        try text.withUTF8Span { try add(rejected, text: $0) }
    }

    /// Adds a record with the bytes of its text.
    package func add(_ rejected: RejectedRecord, text: Span<UInt8>?) throws {
        count += 1
        report?(rejected)
        try file?.write(RejectsLine(rejected, input: input), text: text)
    }

    /// Writes the records that are not in the file yet.
    package func flush() throws {
        guard count > flushedCount else { return }
        flushedCount = count
        try file?.flush()
    }

    /// Writes the file to the disk, and updates the checkpoint with the count.
    func synchronize(_ checkpoint: inout Checkpoint) throws {
        checkpoint.rejected = count
        try file?.synchronize()
    }
}
