internal import Foundation
internal import JSONRecords

/// The count of rejected records, including those of earlier runs, and the file that rejected records are written to.
final class RejectedRecordLog {
    private(set) var count: Int
    private let path: String?
    private let file: RejectsFile?
    private let report: ((RejectedRecord) -> Void)?

    /// - Parameter writesFile: whether the file may be created and written.
    init(_ options: TableImportOptions, after checkpoint: Checkpoint, writesFile: Bool) throws
    {
        count = checkpoint.rejected
        report = options.onRejected
        let isWritten = writesFile && !options.isDryRun && !checkpoint.isFinished
        let givenPath = isWritten ? options.rejects : nil
        let path = givenPath.map { URL(filePath: $0).standardizedFileURL.path }
        // If the file is not that of the earlier run, it contains only the records that this run rejects.
        let keptBytes = checkpoint.rejects == path ? checkpoint.rejectsBytes : 0
        file = try givenPath.map { try RejectsFile(path: $0, keeping: keptBytes) }
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
    func synchronize(_ checkpoint: inout Checkpoint) throws {
        checkpoint.rejected = count
        // Without a file, the checkpoint keeps the file of earlier runs.
        guard let file else { return }
        try file.synchronize()
        (checkpoint.rejects, checkpoint.rejectsBytes) = (path, file.bytes)
    }
}
