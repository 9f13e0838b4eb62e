internal import Foundation
internal import JSONRecords

/// The records that make no row: how many they are, those of earlier runs among them, and the file they are written to.
final class RejectedRecordLog {
    private(set) var count: Int
    private let path: String?
    private let file: RejectsFile?
    private let report: ((RejectedRecord) -> Void)?

    /// - Parameter writesFile: whether the file may be made.
    init(_ options: TableImportOptions, after checkpoint: CheckpointTable.Checkpoint, writesFile: Bool) throws
    {
        count = checkpoint.rejected
        report = options.onRejected
        let isWritten = writesFile && !options.isDryRun && !checkpoint.isFinished
        let name = isWritten ? options.rejects : nil
        let path = name.map { URL(filePath: $0).standardizedFileURL.path }
        // Another file begins with the records that are rejected from now on.
        let kept = checkpoint.rejects == path ? checkpoint.rejectsBytes : 0
        file = try name.map { try RejectsFile(path: $0, keeping: kept) }
        self.path = path
    }

    /// Whether the records' own texts are written down.
    var needsText: Bool { file != nil }

    func add(_ rejected: RejectedRecord) throws {
        count += 1
        report?(rejected)
        try file?.write(rejected)
    }

    /// Puts what was written on the disk, and notes how much that is.
    func synchronize(_ checkpoint: inout CheckpointTable.Checkpoint) throws {
        checkpoint.rejected = count
        // Without a file the one of earlier runs stays what it was.
        guard let file else { return }
        try file.synchronize()
        (checkpoint.rejects, checkpoint.rejectsBytes) = (path, file.bytes)
    }
}
