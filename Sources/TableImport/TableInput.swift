internal import Foundation
package import JSONRecords
internal import SystemPackage

/// The input of an import: a file, or a source that can be read only once.
package struct TableInput: Sendable {
    /// The name of the input in messages.
    package let name: String
    /// The path of the file; `nil` for an input without a path, such as standard input. Only the import of a
    /// file can be resumed.
    package let file: String?
    /// A closure that returns the records of the input, to be read with the given options.
    package let records: @Sendable (ReadOptions) -> RecordInput

    package init(
        name: String, file: String?, records: @escaping @Sendable (ReadOptions) -> RecordInput
    ) {
        self.name = name
        self.file = file
        self.records = records
    }

    /// Whether the input is a regular file, which can be read again.
    var isFile: Bool {
        guard let file, let status = try? Stat(FilePath(file)) else { return false }
        return status.type == .regular
    }

    /// The size and the time of the last modification of the file; `nil` if the input has no file.
    var stamp: FileStamp? { file.flatMap(FileStamp.init) }

    /// Whether the input seems readable: the file exists and can be read, or the input has no path.
    var canBeOpened: Bool { file.map(FileManager.default.isReadableFile) ?? true }

    /// The absolute path of the file, with symbolic links resolved.
    var fullPath: String? { file.map { URL(filePath: $0).resolvingSymlinksInPath().path } }
}
