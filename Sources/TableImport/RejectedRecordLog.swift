internal import Foundation
package import JSONRecords

/// The count of rejected records, including those of earlier runs, and the file that rejected records are written to.
package final class RejectedRecordLog {
    package private(set) var count: Int
    /// The number of records when the file was flushed last.
    private var flushedCount = 0
    private let input: String
    private let file: RejectsFile?
    private let report: ((RejectedRecord) -> Void)?

    /// Creates the log of a run that continues after a checkpoint.
    init(of input: TableInput, _ options: TableImportOptions, after checkpoint: Checkpoint) throws {
        count = checkpoint.rejected
        report = options.onRejected
        self.input = Self.name(of: input)
        let isWritten = input.canBeOpened && !options.isDryRun
        file = isWritten ? try options.rejects.map { try RejectsFile(path: $0) } : nil
    }

    /// Creates the log of a run without a checkpoint.
    ///
    /// - Parameters:
    ///   - file: the file that rejected records are written to; `nil` for none.
    ///   - report: receives each rejected record.
    package init(of input: TableInput, to file: RejectsFile?, report: ((RejectedRecord) -> Void)?) {
        count = 0
        self.input = Self.name(of: input)
        self.file = file
        self.report = report
    }

    /// Returns the name of an input in the file. The full path tells inputs with the same name in several folders apart.
    private static func name(of input: TableInput) -> String {
        (input.isFile ? input.fullPath : nil) ?? input.file?.string ?? "-"
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
