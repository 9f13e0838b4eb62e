internal import StreamImport

/// The records that make no row: how many they are, those of earlier runs among them, and the file they are written to.
final class Rejections {
    private(set) var count: Int
    private let file: RejectsFile?
    private let report: ((RejectedRecord) -> Void)?
    /// Why a record could not be written down.
    private var failure: (any Error)?

    /// - Parameter areWritten: whether the file may be made.
    init(_ options: TableImportOptions, after entry: ImportLog.Entry, areWritten: Bool) throws {
        count = entry.rejected
        report = options.onRejected
        let isWritten = areWritten && !options.isDryRun && !entry.isFinished
        file =
            try isWritten
            ? options.rejects.map { try RejectsFile(path: $0, keeping: entry.rejectsBytes) } : nil
    }

    /// Whether the records' own texts are written down.
    var needTexts: Bool { file != nil }

    func add(_ rejected: RejectedRecord) {
        count += 1
        report?(rejected)
        do {
            try file?.write(rejected)
        } catch {
            failure = failure ?? error
        }
    }

    /// Throws if a record could not be written down.
    func check() throws {
        if let failure { throw failure }
    }

    /// Puts what was written on the disk.
    ///
    /// - Returns: how long the file is.
    func synchronize() throws -> Int64 {
        try file?.synchronize()
        return file?.bytes ?? 0
    }
}
