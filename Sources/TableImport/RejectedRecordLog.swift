internal import Foundation
internal import JSONRecords

/// The count of the records that did not become rows, including those of earlier runs, and the file they are written to.
final class RejectedRecordLog {
    private(set) var count: Int
    private let path: String?
    private let file: RejectsFile?
    private let report: ((RejectedRecord) -> Void)?

    /// - Parameter writesFile: whether the file may be created.
    init(_ options: TableImportOptions, after checkpoint: CheckpointTable.Checkpoint, writesFile: Bool) throws
    {
        count = checkpoint.rejected
        report = options.onRejected
        let isWritten = writesFile && !options.isDryRun && !checkpoint.isFinished
        let name = isWritten ? options.rejects : nil
        let path = name.map { URL(filePath: $0).standardizedFileURL.path }
        // A file other than that of the earlier run starts with the records rejected from now on.
        let kept = checkpoint.rejects == path ? checkpoint.rejectsBytes : 0
        file = try name.map { try RejectsFile(path: $0, keeping: kept) }
        self.path = path
    }

    /// Whether the texts of rejected records are needed, because the file contains them.
    var needsText: Bool { file != nil }

    func add(_ rejected: RejectedRecord) throws {
        count += 1
        report?(rejected)
        try file?.write(rejected)
    }

    /// Writes the file to the disk, and updates the checkpoint with the count and the file's path and length.
    func synchronize(_ checkpoint: inout CheckpointTable.Checkpoint) throws {
        checkpoint.rejected = count
        // Without a file, the checkpoint keeps the file of earlier runs.
        guard let file else { return }
        try file.synchronize()
        (checkpoint.rejects, checkpoint.rejectsBytes) = (path, file.bytes)
    }
}
